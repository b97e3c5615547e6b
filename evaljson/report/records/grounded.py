"""Where the values of one record are in its source texts, and which are in none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.grounding import TextSearch
from evaljson.grounding.find import is_looked_for, may_be_near
from evaljson.grounding.leaves import Leaf, leaves
from evaljson.schema.node import SchemaNode
from evaljson.wording.values import as_text, escaped
from evaljson.wording.words import counted

_MOST_WORK: Final = 20_000_000
"""Values that may be found nearly times characters up to which a page looks: about a second."""
_AS_WRITTEN, _NUMBER = 0.05, 500
"""What a text that is only looked for as written costs of that; and what a number costs, in a text of any length."""
_SHOWN: Final = 5
"""Values written out for each side."""
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class GroundedRecord:
    """One record, its sides looked for in its texts."""

    marks: dict[str, list[tuple[int, int, str]]]
    """By text, the places of values with their fields, in order and apart."""
    missing: dict[str, list[tuple[str, Any]]]
    """By side, the values that no text has, with their own paths."""


def ground_record(
    texts: Sequence[str], sides: Mapping[str, Any], tree: SchemaNode, without: frozenset[str]
) -> GroundedRecord | None:
    """Look for the values of each side of a record in its texts; None where that would take too long for a page."""
    listed = {name: list(leaves(record, tree, without)) for name, record in sides.items() if record is not None}
    if _work(sum(map(len, texts)), listed.values()) > _MOST_WORK:
        return None
    searches = {text: TextSearch(text) for text in texts}
    places: dict[str, dict[tuple[int, int], str]] = {text: {} for text in texts}
    missing: dict[str, list[tuple[str, Any]]] = {}
    for name, values in listed.items():
        lacking = missing.setdefault(name, [])
        for leaf in values:
            if not is_looked_for(leaf.value):
                continue
            found = {text: search.find(leaf.value, leaf.node) for text, search in searches.items()}
            if not any(found.values()):
                lacking.append((leaf.at, leaf.value))
            for text, place in found.items():
                if place is not None:
                    places[text].setdefault((place.start, place.end), leaf.path)
    return GroundedRecord({text: _apart(of_text) for text, of_text in places.items()}, missing)


def _work(length: int, listed: Iterable[Sequence[Leaf]]) -> float:
    """Estimate what looking for values takes in texts of so many characters; each value is looked for once."""
    wanted = {leaf.value for values in listed for leaf in values if is_looked_for(leaf.value)}
    texts = [value for value in wanted if isinstance(value, str)]
    near = sum(map(may_be_near, texts))
    return length * (near + _AS_WRITTEN * (len(texts) - near)) + _NUMBER * (len(wanted) - len(texts))


def _apart(places: Mapping[tuple[int, int], str]) -> list[tuple[int, int, str]]:
    """Return places that do not overlap, in order; of two that begin together the longer one."""
    kept: list[tuple[int, int, str]] = []
    for (start, end), path in sorted(places.items(), key=lambda one: (one[0][0], -one[0][1])):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end, path))
    return kept


def missing_line(missing: Mapping[str, Sequence[tuple[str, Any]]]) -> str:
    """Write as a line of HTML which values no text has; empty if there are none."""
    parts = []
    for name, values in missing.items():
        if values:
            shown = [f"<bdi>{escaped(at)}</bdi> <b><bdi>{escaped(_short(value))}</bdi></b>" for at, value in values]
            rest = len(shown) - _SHOWN
            more = [f"{counted(rest, 'other value')}"] if rest > 0 else []
            parts.append(f"<bdi>{escaped(name)}</bdi>: {', '.join([*shown[:_SHOWN], *more])}")
    return f'<div class="ej-beside">Not in the source text. {" · ".join(parts)}</div>' if parts else ""


def _short(value: Any) -> str:
    text = as_text(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
