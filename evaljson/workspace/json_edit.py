"""JSON text edited in place: what an edit does not touch keeps its bytes, from key order to the spelling of numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed leaves it out
from typing import Any, Final

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import strict_key

_SPACE: Final = " \t\r\n"
_DECODER: Final = json.JSONDecoder()
_STEP: Final = 2
"""Columns of one more level, where the text shows none."""


@dataclass(frozen=True, slots=True)
class TextSpot:
    """A value in a text, from `start` up to `end`; `begins` is where its key does, or it itself without one."""

    start: int
    end: int
    begins: int
    value: Any
    members: Mapping[str, TextSpot] = field(default_factory=dict)
    elements: Sequence[TextSpot] = ()


def scan(text: str) -> TextSpot:
    """Find the place of every value. Raises SchemaError for text that is not JSON, or has a key twice in one object."""
    try:
        json.loads(text)
        return _value(text, _skip(text, 0), None)
    except RecursionError:
        raise SchemaError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise SchemaError(f"this is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except ValueError as error:  # an integer beyond Python's limit for text
        raise SchemaError(f"this JSON cannot be read: {error}") from None


def rewrite(text: str, new: Mapping[str, Any]) -> str:
    """Write `new` as a change of `text`: equal values keep their bytes, changed ones follow its layout."""
    try:
        root = scan(text)
    except SchemaError:
        return json.dumps(new, indent=_STEP, ensure_ascii=False)
    return _rewritten(text, root, new)


def line_at(text: str, steps: Sequence[str]) -> int | None:
    """Return the line, from 1, where a value or the innermost one around it begins; None for text that is not JSON."""
    try:
        spot = scan(text)
    except SchemaError:
        return None
    for step in steps:
        if step not in spot.members:
            break
        spot = spot.members[step]
    return text.count("\n", 0, spot.begins) + 1


def _value(text: str, at: int, key_at: int | None) -> TextSpot:
    begins = at if key_at is None else key_at
    if text[at] == "{":
        return _object(text, at, begins)
    if text[at] == "[":
        return _array(text, at, begins)
    value, end = _DECODER.raw_decode(text, at)
    return TextSpot(at, end, begins, value)


def _object(text: str, start: int, begins: int) -> TextSpot:
    members: dict[str, TextSpot] = {}
    at = _skip(text, start + 1)
    while text[at] != "}":
        key, after = scanstring(text, at + 1)
        if key in members:
            line = text.count("\n", 0, at) + 1
            raise SchemaError(f"the key {key!r} stands twice in one object, again at line {line}: keep one of them")
        members[key] = _value(text, _skip(text, _skip(text, after) + 1), at)
        at = _next(text, members[key].end)
    return TextSpot(start, at + 1, begins, {key: spot.value for key, spot in members.items()}, members)


def _array(text: str, start: int, begins: int) -> TextSpot:
    elements: list[TextSpot] = []
    at = _skip(text, start + 1)
    while text[at] != "]":
        elements.append(_value(text, at, None))
        at = _next(text, elements[-1].end)
    return TextSpot(start, at + 1, begins, [spot.value for spot in elements], {}, elements)


def _next(text: str, end: int) -> int:
    at = _skip(text, end)
    return _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def _rewritten(text: str, spot: TextSpot, new: Any) -> str:
    """Return the whole text, with `new` in the place of `spot`."""
    edits: list[tuple[int, int, str]] = []
    _collect(text, spot, new, edits)
    for start, end, put in sorted(edits, reverse=True):
        text = text[:start] + put + text[end:]
    return text


def _collect(text: str, spot: TextSpot, new: Any, edits: list[tuple[int, int, str]]) -> None:
    if strict_key(spot.value) == strict_key(new):
        return
    if not (isinstance(new, Mapping) and spot.members and any(key in new for key in spot.members)):
        edits.append((spot.start, spot.end, _written(text, spot.begins, new)))
        return
    remaining = [key for key in spot.members if key in new]
    for key in remaining:
        _collect(text, spot.members[key], new[key], edits)
    _cut(spot, remaining, edits)
    added = [key for key in new if key not in spot.members]
    if added:
        first, last = next(iter(spot.members.values())), spot.members[remaining[-1]]
        before = text[spot.start + 1 : first.begins]  # what stands before a member: a line break and the indentation
        put = "".join(
            f",{before or ' '}{json.dumps(key, ensure_ascii=False)}: {_written(text, first.begins, new[key])}"
            for key in added
        )
        edits.append((last.end, last.end, put))


def _cut(spot: TextSpot, remaining: Sequence[str], edits: list[tuple[int, int, str]]) -> None:
    """Collect the removed members, each with one comma."""
    spots = list(spot.members.items())
    seen = False
    for place, (key, member) in enumerate(spots):
        if key in remaining:
            seen = True
        elif seen:
            edits.append((spots[place - 1][1].end, member.end, ""))
        else:
            edits.append((member.begins, spots[place + 1][1].begins, ""))


def _written(text: str, at: int, value: Any) -> str:
    """Write a new value in the layout of its place: on several lines where the text is."""
    if "\n" not in text:
        return json.dumps(value, ensure_ascii=False)
    line = text[text.rfind("\n", 0, at) + 1 : at]
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    step = "\t" if indent.startswith("\t") else _STEP
    return json.dumps(value, indent=step, ensure_ascii=False).replace("\n", f"\n{indent}")
