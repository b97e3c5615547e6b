"""Arrays whose elements pair up better by a key or by content than by position; maps whose keys are made up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from evaljson.base.paths import above
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.beyond_key import more_than
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.element_keys import natural_keys
from evaljson.suggest.kinds.element_order import names_an_order
from evaljson.suggest.kinds.map_keys import keys_of
from evaljson.suggest.measure import Bench
from evaljson.suggest.measure_many import previews_of
from evaljson.suggest.model import Effect, Example, Level
from evaljson.suggest.proposal import Proposal, uncapitalised
from evaljson.suggest.wrong_pairs import Field
from evaljson.whatif import ZonePreview
from evaljson.whatif.flipped import become_wrong, right_by_record
from evaljson.wording.words import counted

TITLES: Final = {
    "key": "Pair elements by a key",
    "hungarian": "Pair elements by content",
    "entries": "Pair entries by content",
}
_LEAST: Final = 3
_EXAMPLES: Final = 5
_OF_ONE: Final = 3
"""Examples from one variant at most."""
_LEAST_SHARE: Final = 0.1
"""Of the wrong results in the array, the share that must become right."""
_AS_GOOD: Final = 0.95
"""A key that brings so much of what the best way brings, to every variant, comes first: people can check it. One whose
value gold has twice in an array comes first only if it brings most: it tells elements apart by chance."""

_ROUNDING: Final = 1e-9

Previews = Mapping[str, ZonePreview]
"""By variant."""
LOOSELY: Final = ("casefold", "strip_accents", {"regex_replace": {"pattern": r"[\W_]+"}})
"""Transforms under which texts are the same that differ in their writing alone."""


@dataclass(frozen=True, slots=True)
class ProposedAlignment:
    """A measured proposal."""

    proposal: Proposal
    effect: Effect
    examples: tuple[Example, ...]
    gained: int
    """Wrong results that become right."""
    records: int
    as_written: bool = False
    """Whether elements pair up only where differences of writing do not count: `LOOSELY` on top."""
    doubtful: bool = False
    """Whether it pairs by a key that gold has twice, or that may be none."""
    misses: bool = False
    """Whether content pairs elements up that this key does not, once differences of writing do not count."""

    def has_less_worth(self, other: ProposedAlignment) -> bool:
        """Check whether another way brings more over all variants."""
        return self.effect.worth < other.effect.worth


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to pair the elements of an array."""

    array: Field
    kind: str
    align: Mapping[str, Any]
    loosely: bool = False
    """Whether texts that differ in their writing alone are taken for the same."""
    level: Level | None = None
    """Its risk, where that is known before."""
    repeats: bool = False
    """Whether gold has a key twice."""
    unnamed: bool = False
    """Whether only the values of a key, not its name, say that it numbers elements."""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What it changes, the array first."""
        return (Edit(self.array.path, align=self.align), *(_same_texts(self.array) if self.loosely else ()))


@dataclass(frozen=True, slots=True)
class _Gains:
    """What a way was measured to bring."""

    effect: Effect
    gained: int
    """Results that become right, less those that no longer are."""
    examples: tuple[Example, ...]
    right: int
    """Wrong results that become right; 0 where too little is gained to propose it, as are those below."""
    records: int
    """Different records in which they are."""
    no_longer: int
    """Right results that become wrong."""
    previews: Previews
    """By variant, where others are measured over them."""


def pairings(
    fields: Mapping[str, Field], wrong_results: Mapping[str, int], bench: Bench, start: float, end: float
) -> list[list[ProposedAlignment]]:
    """List, for each array that a pairing helps, the ways to pair its elements, best first.

    `wrong_results` has the number of wrong results of each field.
    """
    wrong = _wrong_below(wrong_results)
    paired_simply = (fld for fld in fields.values() if _is_simple(fld.node) or _is_by_map_key(fld.node))
    arrays = [fld for fld in paired_simply if wrong[fld.path] >= _LEAST]
    ways = [way for fld in arrays for way in _ways(fld, bench)]
    mid = (start + end) / 2
    seen = _seen([way.edits for way in ways], wrong, bench, start, mid)
    weak = {place for place, way in enumerate(ways) if seen[place].gained < _needed(wrong[way.array.path])}
    texts = [place for place, way in enumerate(ways) if way.kind == "hungarian" and texts_in(way.array.node)]
    loose = [replace(ways[place], loosely=True) for place in texts]
    kept = {number for number, place in enumerate(texts) if place in weak}
    changes = [(Edit(way.array.path), *_same_texts(way.array)) for way in loose]
    as_is = _seen(changes, wrong, bench, mid, (mid + end) / 2, kept=kept)
    over = {number: as_is[number] for number in kept}
    freely = _seen([way.edits for way in loose], wrong, bench, (mid + end) / 2, end, over)
    loosely = {place: (as_is[number], freely[number]) for number, place in enumerate(texts)}
    by_array: dict[str, list[ProposedAlignment]] = {}
    for place, way in enumerate(ways):
        proposed = _proposed(way, seen[place], loosely.get(place), wrong[way.array.path])
        if proposed is not None:
            by_array.setdefault(way.array.path, []).append(proposed)
    missing = _keys_that_miss(by_array, {ways[place].array.path: freely[number] for number, place in enumerate(texts)},
                              fields, wrong, bench, end)  # fmt: skip
    groups = ([replace(one, misses=one.proposal.edit in missing) for one in group] for group in by_array.values())
    ranked = (sorted(group, key=_rank(group), reverse=True) for group in groups)
    return [[_beside_content(one, group, is_first=place == 0) for place, one in enumerate(group)] for group in ranked]


def _keys_that_miss(
    by_array: Mapping[str, Sequence[ProposedAlignment]],
    by_content: Mapping[str, _Gains],
    fields: Mapping[str, Field],
    wrong: Mapping[str, int],
    bench: Bench,
    share: float,
) -> list[Edit]:
    """Return the keys that bring much less than content once differences of writing do not count, in all variants or in
    one: there the key itself is written otherwise. `by_content` has what content brings then, by array."""
    found = {path for path, group in by_array.items() if any(way.as_written for way in group)}
    keys = [
        way.proposal.edit for path in by_array if path in found for way in by_array[path] if way.proposal.kind == "key"
    ]
    changes = [(edit, *_same_texts(fields[edit.path])) for edit in keys]
    seen = _seen(changes, wrong, bench, share, share)
    return [edit for n, edit in enumerate(keys) if not _is_as_good(seen[n].effect, by_content[edit.path].effect)]


def _beside_content(one: ProposedAlignment, group: Sequence[ProposedAlignment], *, is_first: bool) -> ProposedAlignment:
    """Let the risk of a key say what pairing by content would bring beyond it, and why it comes first all the same."""
    content = next((way for way in group if way.proposal.kind == "hungarian"), None)
    if one.proposal.kind != "key" or content is None:
        return one
    more = more_than(one.effect, content.effect)
    if more is None:
        return one
    name, by = more
    whose = f" of {name}" if len(one.effect.variants) > 1 else ""
    first = "it comes first as people can check a key, though " if is_first and one.has_less_worth(content) else ""
    why = f"{one.proposal.why}; {first}paired by content, F1{whose} would be {by} points higher"
    return replace(one, proposal=replace(one.proposal, why=why))


def _same_texts(array: Field) -> tuple[Edit, ...]:
    return tuple(Edit(path, LOOSELY) for path in texts_in(array.node))


def _seen(
    changes: Sequence[tuple[Edit, ...]],
    wrong: Mapping[str, int],
    bench: Bench,
    start: float,
    end: float,
    over: Mapping[int, _Gains] = MappingProxyType({}),
    kept: Collection[int] = (),
) -> dict[int, _Gains]:
    """Measure each change at an array, which its first edit names, by its place.

    What flips is against the run, or at some places against the previews of another change, which are `kept` for that.
    """
    seen: dict[int, _Gains] = {}
    for place, previews in previews_of(changes, bench, start, end):
        path, before = changes[place][0].path, over.get(place)
        gained = sum(preview.gained(path) for preview in previews.values())
        shown = _examples(previews) if gained >= _needed(wrong[path]) else ()
        flips = 0, 0, 0
        if gained - (0 if before is None else before.gained) >= _needed(wrong[path]):
            flips = _flips(path, previews, None if before is None else before.previews)
        held = previews if place in kept else {}
        seen[place] = _Gains(bench.effect(path, previews), gained, shown, *flips, held)
    return seen


def _flips(path: str, previews: Previews, over: Previews | None) -> tuple[int, int, int]:
    """Count the wrong results at or below a path that become right, their records, and the right ones that become
    wrong."""
    pairs = [(preview, None if over is None else over[name]) for name, preview in previews.items()]
    right = [preview.flipped(right_by_record, path, before) for preview, before in pairs]
    no_longer = sum(preview.flipped(become_wrong, path, before) for preview, before in pairs)
    return sum(each.total() for each in right), len(set[int]().union(*right)), no_longer


def _rank(ways: Sequence[ProposedAlignment]) -> Any:
    """Return the key by which ways are sorted, the worst first."""
    best = max(ways, key=lambda way: way.effect.worth)
    return lambda way: (
        way.proposal.kind == "key" and not way.doubtful and not way.misses and _is_as_good(way.effect, best.effect),
        not way.misses,
        way.effect.worth,
    )


def _is_as_good(one: Effect, best: Effect) -> bool:
    """Check whether a way brings nearly as many right results as the best one, and no variant much less F1."""
    assert one.settled is not None
    assert best.settled is not None
    spare = (1 - _AS_GOOD) * max(best.gain, 0.0) + _ROUNDING
    enough = one.settled.right >= best.settled.right - (1 - _AS_GOOD) * abs(best.settled.right) - _ROUNDING
    return enough and all(one.variants[name].gain >= variant.gain - spare for name, variant in best.variants.items())


def _is_simple(node: SchemaNode) -> bool:
    """Check whether the elements of an array are paired by position, or by a key and by nothing else."""
    is_array = node.items is not None and not node.is_unit
    return is_array and node.align.strategy in ("ordered", "key_field") and node.align.then is None


def _is_by_map_key(node: SchemaNode) -> bool:
    return node.additional is not None and not node.is_unit and not node.pairs_entries


def _wrong_below(results: Mapping[str, int]) -> Counter[str]:
    """Count what is wrong below each path."""
    wrong: Counter[str] = Counter()
    for path, here in results.items():
        wrong.update(dict.fromkeys(above(path)[:-1], here))
    return wrong


def _needed(wrong: int) -> float:
    return max(_LEAST, _LEAST_SHARE * wrong)


def _ways(fld: Field, bench: Bench) -> Iterator[_Way]:
    if fld.node.additional is not None:
        level = keys_of(fld.node, bench.runs).risk_by_content(fld.node.additional)
        if level is not None:
            yield _Way(fld, "entries", {"match_by": "hungarian"}, level=level)
        return
    for key in natural_keys(fld.node, bench.runs) if fld.node.align.strategy == "ordered" else ():
        yield _Way(fld, "key", {"match_by": "key_field", "key": key.name}, repeats=key.repeats, unnamed=key.by_chance)
    yield _Way(fld, "hungarian", {"match_by": "hungarian"})


def _proposed(way: _Way, seen: _Gains, loosely: tuple[_Gains, _Gains] | None, wrong: int) -> ProposedAlignment | None:
    """Return a proposal if enough becomes right; `loosely` has what ignoring how texts are written brings without and
    with it."""
    fld, key = way.array, way.align.get("key")
    by, shown, finds = f"by {key}" if key is not None else "by content", seen, False
    gained = seen.gained
    if loosely is not None:
        finds = loosely[1].gained - seen.gained >= _LEAST
        if seen.gained < _needed(wrong) and finds:
            gained, shown = loosely[1].gained - loosely[0].gained, loosely[1]
            by += ", ignoring how they are written"
    if gained < _needed(wrong) or not (seen.effect.is_gain or finds):
        return None
    what = "elements" if way.kind in ("key", "hungarian") else "entries"
    but = f", and {counted(shown.no_longer, 'right one')} wrong," if shown.no_longer else ""
    sentence = (
        f"In {fld.path or 'the record'}, {shown.right:,} of {wrong:,} wrong results are right{but} once {what} are "
        f"paired {by}"
    )
    level: Level = way.level or (
        "high" if names_an_order(fld.path) else "low" if way.kind == "key" and not way.unnamed else "medium"
    )
    why = _why(fld.node, key)
    if way.unnamed:
        why = f"Only its values say that {key} numbers the elements; {uncapitalised(why)}"
    edit = Edit(fld.path, align=way.align)
    proposal = Proposal(way.kind, edit, sentence, "Pairing them this way", (), wrong, level, why, rival="align")
    return ProposedAlignment(
        proposal, seen.effect, shown.examples, shown.right, shown.records, finds, way.repeats or way.unnamed
    )


def _why(array: SchemaNode, key: str | None) -> str:
    """Say what each way of pairing risks; none of them scores the order of elements, or the keys of entries."""
    if array.additional is not None:
        return "The keys of the entries are no longer scored, so leave this out where they are data, as names are"
    order = "the order of elements is no longer scored, so leave this out where the order matters"
    if names_an_order(array.path):
        order += ", as the name says here"
    if key is not None:
        return f"Elements are still distinguished by {key}; {order}"
    if array.items is not None and array.items.is_unit:
        return f"Values have no key, so two that changed places, such as coordinates, count as right; {order}"
    return f"Without a key, elements that are merely similar may be paired; {order}"


def texts_in(array: SchemaNode) -> list[str]:
    """Return the paths of the texts that the elements are, or have as fields, and that are compared as they are."""
    element = array.items
    if element is None:
        return []
    inside = element.properties.values() if not element.is_unit else [element]
    return [node.path for node in inside if _is_plain_text(node)]


def _is_plain_text(node: SchemaNode) -> bool:
    if node.type != "string" or node.skip or node.transforms or node.comparator is None:
        return False
    return node.comparator.name == "exact" and node.nulls is None


def _examples(previews: Previews) -> tuple[Example, ...]:
    examples: list[Example] = []
    for name, preview in previews.items():
        records = preview.up[: min(_OF_ONE, _EXAMPLES - len(examples))].tolist()
        for record, old in preview.become_right(records).items() if records else ():
            label = record_label(preview.run, record)
            examples.append(Example(name, label, old.gold_value, old.extracted_value, old.status, old.path))
    return tuple(examples)


def record_label(run: RunResult, place: int) -> str | int:
    """Return the id of a record, or its position."""
    record_id = run.records[place].record_id
    return place if record_id is None else record_id
