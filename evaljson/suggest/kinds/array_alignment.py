"""Arrays whose elements pair up better by a key or by content than by position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.paths import is_below
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit, edited
from evaljson.suggest.kinds.element_keys import natural_keys
from evaljson.suggest.measure import Bench, matches_below
from evaljson.suggest.model import Effect, Example, Level
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.wrong_pairs import Field, counted
from evaljson.whatif import Preview

TITLES: Final = {
    "key": "Pair elements by a key",
    "hungarian": "Pair elements by content",
}
_LEAST: Final = 3
_LEAST_SHARE: Final = 0.1
"""Of the wrong results in the array, the share that must become right."""
_AS_GOOD: Final = 0.95
"""A key that brings so much of what Hungarian brings comes first: people can check it."""


LOOSELY: Final = ("normalize_whitespace", "casefold", "strip_accents", "strip_punctuation")
"""Transforms under which texts are the same that differ in their writing alone."""


@dataclass(frozen=True, slots=True)
class ProposedAlignment:
    """A measured proposal."""

    proposal: Proposal
    effect: Effect
    examples: tuple[Example, ...]
    gained: int
    """Results that become right, less those that no longer are."""
    records: int
    as_written: bool = False
    """Whether elements pair up only where differences of writing do not count: `LOOSELY` on top."""


def pairings(fields: dict[str, Field], bench: Bench, start: float, end: float) -> list[list[ProposedAlignment]]:
    """List, for each array that a pairing helps, the ways to pair its elements, best first."""
    arrays = [fld for fld in fields.values() if _is_ordered(fld.node) and _wrong_below(fields, fld.path) >= _LEAST]
    by_array = []
    for place, fld in enumerate(arrays):
        step = (end - start) / len(arrays)
        ways = list(_ways(fld, fields, bench, start + place * step, step))
        if ways:
            by_array.append(sorted(ways, key=_rank(ways)))
    return by_array


def _rank(ways: Sequence[ProposedAlignment]) -> Any:
    most = max(way.effect.gain for way in ways)
    return lambda way: (not (way.proposal.kind == "key" and way.effect.gain >= _AS_GOOD * most), -way.effect.gain)


def _is_ordered(node: SchemaNode) -> bool:
    return node.items is not None and not node.is_unit and node.align.strategy == "ordered" and node.align.then is None


def _wrong_below(fields: dict[str, Field], path: str) -> int:
    return sum(counted(fld.wrong) for fld in fields.values() if fld.path != path and is_below(fld.path, path))


def _ways(
    fld: Field, fields: dict[str, Field], bench: Bench, start: float, width: float
) -> Iterator[ProposedAlignment]:
    aligns: list[tuple[str, dict[str, Any]]] = [
        ("key", {"match_by": "key_field", "key": key}) for key in natural_keys(fld.node, bench.runs)
    ]
    aligns.append(("hungarian", {"match_by": "hungarian"}))
    wrong = _wrong_below(fields, fld.path)
    for place, (kind, align) in enumerate(aligns):
        edit = Edit(fld.path, align=align)
        here = start + width * place / len(aligns)
        changed = edited(bench.schema, edit)
        previews = bench.previews(changed, here, here + width / len(aligns))
        gained, by = _gained(previews, fld.path), f"by {align['key']}" if kind == "key" else "by content"
        effect, loosely = bench.effect(fld.path, previews), False
        needed = max(_LEAST, _LEAST_SHARE * wrong)
        if kind == "hungarian" and _has_texts(fld.node):
            same = Edit(f"{fld.path}[]", LOOSELY)
            as_is, loose = (bench.previews(edited(schema, same), here, here) for schema in (bench.schema, changed))
            loosely = _gained(loose, fld.path) - gained >= _LEAST
            if gained < needed and loosely:
                gained, previews = _gained(loose, fld.path) - _gained(as_is, fld.path), loose
                by += ", ignoring how they are written"
        if gained >= needed and (effect.is_gain or loosely):
            sentence = f"In {fld.path}, {gained:,} of {wrong:,} wrong results are right once elements are paired {by}"
            level: Level = "low" if kind == "key" else "medium"
            why = _why(fld.node, align.get("key"))
            proposal = Proposal(kind, edit, sentence, "Pairing them this way", (), wrong, level, why, rival="align")
            records = {place for preview in previews.values() for place in preview.up.tolist()}
            yield ProposedAlignment(proposal, effect, _examples(previews), gained, len(records), loosely)


def _why(array: SchemaNode, key: str | None) -> str:
    """Say what each way of pairing risks; none of them scores the order of elements."""
    order = "the order of elements is no longer scored, so leave this out where the order matters"
    if key is not None:
        return f"Elements are still distinguished by {key}; {order}"
    if array.items is not None and array.items.is_unit:
        return f"Values have no key, so two that changed places, such as coordinates, count as right; {order}"
    return f"Without a key, elements that are merely similar may be paired; {order}"


def _gained(previews: dict[str, Preview], path: str) -> int:
    return sum(matches_below(preview.tallies, path) - matches_below(preview.run.tallies, path)
               for preview in previews.values())  # fmt: skip


def _has_texts(array: SchemaNode) -> bool:
    """Check whether the elements are texts that are compared as they are."""
    element = array.items
    if element is None or element.type != "string" or element.transforms or element.comparator is None:
        return False
    return element.comparator.name == "exact" and element.nulls is None


def _examples(previews: dict[str, Preview]) -> tuple[Example, ...]:
    examples: list[Example] = []
    for name, preview in previews.items():
        for record in preview.up[:3].tolist():
            for flip in preview.flips(record):
                old, new = flip.before, flip.after
                if old is not None and old.status != "match" and new is not None and new.status == "match":
                    examples.append(
                        Example(
                            name, record_label(preview.run, record), old.gold_value, old.extracted_value, old.status
                        )
                    )
                    break
    return tuple(examples[:5])


def record_label(run: RunResult, place: int) -> str | int:
    """Return the id of a record, or its position."""
    record_id = run.records[place].record_id
    return place if record_id is None else record_id
