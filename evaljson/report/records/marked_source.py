"""The text that a record was taken from, with the two values of a card marked where they stand in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT
from evaljson.wording.values import FULL, as_text, escaped

_AROUND: Final = 400
"""Characters shown at once before the first mark and after it."""
_MOST: Final = 50
"""Marks of each value."""
_SHORTEST: Final = 2
"""Characters of a value that is looked for: a single one stands everywhere."""


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text as HTML, with how often each value stands in it."""

    html: str
    gold: int
    extracted: int


def marked_source(text: str, gold: Any, extracted: Any) -> MarkedText:
    """Write the part of a text around the first value that stands in it, and behind a click all of it."""
    places = {name: _places(text, value) for name, value in (("gold", gold), ("extracted", extracted))}
    marks = _apart([(start, end, name) for name, found in places.items() for start, end in found])
    first = marks[0][0] if marks else 0
    begin, end = max(0, first - _AROUND), first + _AROUND
    part = _with_marks(text, marks, begin, min(end, len(text)))
    if begin or end < len(text):
        whole = _with_marks(text, marks, 0, min(len(text), FULL))
        cut = f"<i> … {len(text) - FULL:,} more characters</i>" if len(text) > FULL else ""
        part = (
            f"{'… ' if begin else ''}{part}{' …' if end < len(text) else ''}"
            f"<details><summary>All of it ({len(text):,} characters)</summary>{whole}{cut}</details>"
        )
    return MarkedText(part, len(places["gold"]), len(places["extracted"]))


def _places(text: str, value: Any) -> list[tuple[int, int]]:
    wanted = "" if value is ABSENT or value is None or isinstance(value, bool | dict | list) else as_text(value).strip()
    if len(wanted) < _SHORTEST:
        return []
    words = r"\s+".join(map(re.escape, wanted.split()))
    whole = (r"(?<!\w)" if wanted[0].isalnum() else "") + words + (r"(?!\w)" if wanted[-1].isalnum() else "")
    found: list[tuple[int, int]] = []
    for match in re.finditer(whole, text[:FULL], re.IGNORECASE):
        found.append(match.span())
        if len(found) == _MOST:
            break
    return found


def _apart(marks: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return marks that do not overlap, in order; of two that begin together the longer one."""
    kept: list[tuple[int, int, str]] = []
    for mark in sorted(marks, key=lambda mark: (mark[0], -mark[1])):
        if not kept or mark[0] >= kept[-1][1]:
            kept.append(mark)
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
