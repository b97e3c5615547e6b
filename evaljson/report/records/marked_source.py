"""The text that a record was taken from, with the two values of a card marked where they stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, Final, Literal

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT
from evaljson.grounding import TextSearch
from evaljson.grounding.find import is_looked_for, spans_by_value
from evaljson.grounding.joints import with_other_joints
from evaljson.grounding.name_order import in_other_order
from evaljson.grounding.readings import Span
from evaljson.schema.node import SchemaNode
from evaljson.wording.values import FULL, as_text, escaped

_AROUND: Final = 400
"""Characters shown at once before the first mark and after it."""
_MOST: Final = 50
"""Marks of each value."""
_SHORTEST: Final = 2
"""Characters of a text that is marked: a single one stands everywhere. Numbers are marked, however short they are."""
Found = Literal["marked", "unmarked", "no", "not looked for"]
"""Whether a text has a value; unmarked: it does, though no place is marked, since it is one letter, can be read in
several ways or stands behind what is shown. Check gold decides by the same search."""


Inner = tuple[str, Any]
"""(path in an object or array, value)"""


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text as HTML, with how often each value stands in it."""

    html: str
    gold: int
    extracted: int
    found: tuple[Found, Found]
    """Of gold and of the extracted value."""
    gold_recased: int = 0
    """Those of them that are written with other capitals."""
    extracted_recased: int = 0
    gold_lacking: tuple[Inner, ...] = ()
    """Of an object or array: the values in it that are nowhere in the text, though they are looked for."""
    extracted_lacking: tuple[Inner, ...] = ()
    is_cut: tuple[bool, bool] = (False, False)
    """Whether gold, and the extracted value, may stand in it more often: 50 places are marked, of what is shown."""


def marked_source(text: str, gold: Any, extracted: Any, node: SchemaNode | None = None) -> MarkedText:
    """Write the part of a text around the first value that stands in it, and behind a click all of it.

    Numbers and dates are marked however they are written, dates as the field at `node` reads them; of objects and
    arrays the values in them.
    """
    shown = text[:FULL]
    places = {name: _places(shown, value, node) for name, value in (("gold", gold), ("extracted", extracted))}
    marks = _both_sides(places["gold"], places["extracted"])
    first = marks[0][0] if marks else 0
    begin, end = max(0, first - _AROUND), first + _AROUND
    if len(text) <= 3 * _AROUND:  # to cut this would hide little and cost a click
        begin, end = 0, len(text)
    part = _with_marks(text, marks, begin, min(end, len(text)))
    if begin or end < len(text):
        whole = _with_marks(text, marks, 0, min(len(text), FULL))
        cut = f"<i> … {len(text) - FULL:,} more characters</i>" if len(text) > FULL else ""
        part = (
            f"{'… ' if begin else ''}{part}{' …' if end < len(text) else ''}"
            f'<details><summary dir="ltr">All of it ({len(text):,} characters)</summary>'
            f"<div>{whole}{cut}</div></details>"
        )
    return MarkedText(
        part, len(places["gold"]), len(places["extracted"]),
        (_found(text, gold, places["gold"], node), _found(text, extracted, places["extracted"], node)),
        _recased(shown, gold, places["gold"]), _recased(shown, extracted, places["extracted"]),
        _lacking(text, gold), _lacking(text, extracted),
        (_is_cut(text, places["gold"]), _is_cut(text, places["extracted"])),
    )  # fmt: skip


def _is_cut(text: str, places: Sequence[Span]) -> bool:
    return len(places) == _MOST or len(text) > FULL


def _found(text: str, value: Any, places: Sequence[Span], node: SchemaNode | None) -> Found:
    if places:
        return "marked"
    wanted = [one for _, one in _values_in(value) if is_looked_for(one)]
    if not wanted:
        return "not looked for"
    search, field = TextSearch(text), None if isinstance(value, dict | list) else node
    return "unmarked" if any(search.has(one, field) for one in wanted) else "no"


def _lacking(text: str, value: Any) -> tuple[Inner, ...]:
    if not isinstance(value, dict | list):
        return ()
    search = TextSearch(text)
    return tuple((path, one) for path, one in _values_in(value) if is_looked_for(one) and not search.has(one, None))


def _values_in(value: Any, path: str = "") -> Iterator[Inner]:
    """Yield the values in an object or array, at every depth, each with its path; else the value itself."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _values_in(inner, paths.child(path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _values_in(inner, paths.element(path, place))
    else:
        yield path, value


def _places(text: str, value: Any, node: SchemaNode | None) -> list[Span]:
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        found = {span for one in inner for span in _places(text, one, None)}
        return sorted(found)[:_MOST]
    if value is ABSENT or value is None or isinstance(value, bool):
        return []
    wanted = (value if isinstance(value, str) else as_text(value)).strip()
    if isinstance(value, str) and len(wanted) < _SHORTEST:
        return []
    written = _as_written(text, wanted) if isinstance(value, str) else []
    return sorted({*written, *spans_by_value(text, value, node)})[:_MOST]


def _recased(text: str, value: Any, places: Sequence[Span]) -> int:
    """Count the places at which a text stands with other capitals."""
    if not isinstance(value, str):
        return 0
    wanted = " ".join(value.split())
    written = (" ".join(text[start:end].split()) for start, end in places)
    return sum(one != wanted and one.casefold() == wanted.casefold() for one in written)


def _as_written(text: str, wanted: str) -> list[Span]:
    """Return the places of a text in another one, without regard to case, white space and what joins its words.

    A name is found in the other order too.
    """
    writings = [wanted, *filter(None, [in_other_order(wanted)])]
    pattern = "|".join(map(_whole, writings))
    return [match.span() for match in islice(re.finditer(pattern, text, re.IGNORECASE), _MOST)]


def _whole(words: str) -> str:
    """Return a pattern for words that are no part of longer ones."""
    begin, end = (r"(?<!\w)" if words[0].isalnum() else ""), (r"(?!\w)" if words[-1].isalnum() else "")
    return begin + with_other_joints(words) + end


def _both_sides(gold: Sequence[Span], extracted: Sequence[Span]) -> list[tuple[int, int, str]]:
    """Return marks in order; where both values stand, one of both: a mark of one alone would lead to that side."""
    sides = {"gold": _apart(gold), "extracted": _apart(extracted)}
    cuts = sorted({cut for spans in sides.values() for span in spans for cut in span})
    marks = list[tuple[int, int, str]]()
    for start, end in pairwise(cuts):
        here = [name for name, spans in sides.items() if any(at <= start and end <= to for at, to in spans)]
        if here:
            marks.append((start, end, here[0] if len(here) == 1 else "both"))
    return marks


def _apart(spans: Sequence[Span]) -> list[Span]:
    """Return places that do not overlap, in order; of two that begin together the longer one."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _with_marks(text: str, marks: Sequence[tuple[int, int, str]], begin: int, end: int) -> str:
    pieces, at = list[str](), begin
    for start, stop, name in marks:
        if start < begin or stop > end:
            continue
        pieces += [_lines(text[at:start]), f'<mark class="rv-{name}">{_lines(text[start:stop])}</mark>']
        at = stop
    return "".join([*pieces, _lines(text[at:end])])


def _lines(text: str) -> str:
    return "\n".join(map(escaped, text.split("\n")))
