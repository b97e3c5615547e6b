"""Compare a text with the value that was guessed from it, and list what is not the same.

Both are cut into words, numbers, white space and single marks, and aligned. A mark that only separates values may be
lost, and white space beside it; everything else is listed at the place in the value where it belongs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rapidfuzz.distance import Levenshtein

from evaljson.base.trail import Trail, path_of
from evaljson.load.repaired_value import RepairedValue, left_out, read_as

WHY: Final = "guessed by json-repair"
_NUMBER = r"(?<![\w.])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])"
_PIECE = re.compile(rf"({_NUMBER})|[^\W_]+|\s+|.", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([nrtbf\"'/\\]))")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_SAME = {"None": "null", "True": "true", "False": "false", "'": '"', "“": '"', "”": '"', "`": '"'}
_MARKS = frozenset("{}[]:,")
_QUOTES = frozenset('"\\')


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the text, in a form that does not depend on how JSON writes it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Placed:
    """A piece of the value, and its place."""

    text: str
    trail: Trail
    leaf: tuple[Any] | None
    """The value at that place; None for the marks of an array or object."""
    is_key: bool = False

    @property
    def place(self) -> tuple[int, bool]:
        """The same for all pieces of one place, as long as they exist."""
        return id(self.trail), self.leaf is None


def differences(text: str, value: Any) -> tuple[RepairedValue, ...]:
    """List what the text has and the value lacks, and the reverse."""
    pieces, placed = _cut(text), list(_placed(value))
    spans = dict[tuple[int, bool], tuple[int, int]]()  # of places in the value: their part of the text
    changed = dict[tuple[int, bool], _Placed]()
    for edit in Levenshtein.opcodes([piece.text for piece in pieces], [one.text for one in placed]):
        from_text, to_text, from_value, to_value = edit.src_start, edit.src_end, edit.dest_start, edit.dest_end
        part, there = pieces[from_text:to_text], placed[from_value:to_value]
        if edit.tag == "equal":
            for piece, one in zip(part, there, strict=True):
                if one.leaf is not None and not one.is_key:
                    _widen(spans, one, piece, piece)
            continue
        is_lost = any(not _only_separates(pieces, at) for at in range(from_text, to_text))
        is_added = any(one.text not in _MARKS | _QUOTES and not one.text.isspace() for one in there)
        for one in there if not is_lost and not is_added else ():
            if one.text == '"' and one.leaf is not None and not one.is_key:  # a quote of its value is missing
                changed.setdefault(one.place, one)
        if is_lost or is_added:
            one = _belongs_to(placed, from_value, to_value)
            changed.setdefault(one.place, one)
            if part:
                _widen(spans, one, part[0], part[-1])
    entries = (_entry(text, one, spans.get(place)) for place, one in changed.items())
    return tuple(entry for entry in entries if entry.before != entry.after)


def _entry(text: str, one: _Placed, span: tuple[int, int] | None) -> RepairedValue:
    before, path = text[span[0] : span[1]].strip() if span else "", path_of(one.trail)
    return left_out(path, before, WHY) if one.leaf is None else read_as(path, before, one.leaf[0], WHY)


def _widen(spans: dict[tuple[int, bool], tuple[int, int]], one: _Placed, first: _Piece, last: _Piece) -> None:
    start, end = spans.get(one.place, (first.start, last.end))
    spans[one.place] = (min(start, first.start), max(end, last.end))


def _belongs_to(placed: list[_Placed], start: int, end: int) -> _Placed:
    """Return where a difference belongs: to the first leaf in it, else to a leaf beside it, else to a container."""
    inside = (one for one in placed[start:end] if one.leaf is not None)
    beside = (placed[at] for at in (start - 1, end) if 0 <= at < len(placed) and placed[at].leaf is not None)
    return next(inside, None) or next(beside, None) or placed[max(start - 1, 0)]


def _cut(text: str) -> list[_Piece]:
    """Cut a text in which escapes stand for what they mean."""
    plain, starts, at = list[str](), list[int](), 0
    for escape in _ESCAPE.finditer(text):
        plain.append(text[at : escape.start()])
        starts.extend(range(at, escape.start() + 1))
        code, letter = escape.groups()
        plain.append(chr(int(code, 16)) if code else _ESCAPED.get(letter, letter))
        at = escape.end()
    plain.append(text[at:])
    starts.extend(range(at, len(text) + 1))
    return [
        _Piece(_same(match), starts[match.start()], starts[match.end()]) for match in _PIECE.finditer("".join(plain))
    ]


def _same(match: re.Match[str]) -> str:
    piece = match.group()
    is_float = match.group(1) is not None and not piece.lstrip("-").isdigit()
    return repr(float(piece)) if is_float else _SAME.get(piece, piece)


def _placed(value: Any) -> Iterator[_Placed]:
    """Yield the pieces of a value in the order of JSON, each with its place."""
    stack: list[tuple[Trail, Any, bool]] = [(None, value, False)]
    while stack:
        trail, item, is_written = stack.pop()
        if is_written:
            yield item
        elif isinstance(item, dict | list):
            opening, closing = ("{", "}") if isinstance(item, dict) else ("[", "]")
            yield _Placed(opening, trail, None)
            stack.append((trail, _Placed(closing, trail, None), True))
            for number, (step, inner) in reversed(
                list(enumerate(item.items() if isinstance(item, dict) else enumerate(item)))
            ):
                below: Trail = (trail, step)
                stack.append((below, inner, False))
                if isinstance(step, str):
                    leaf = None if isinstance(inner, dict | list) else (inner,)
                    stack.append((trail, _Placed(":", trail, None), True))
                    stack += [(below, one, True) for one in reversed(list(_words(step, below, leaf, is_key=True)))]
                if number:
                    stack.append((trail, _Placed(",", trail, None), True))
        else:
            yield from _words(item, trail, (item,))


def _words(item: Any, trail: Trail, leaf: tuple[Any] | None, is_key: bool = False) -> Iterator[_Placed]:
    marks = ['"'] if isinstance(item, str) else []
    words = (_same(match) for match in _PIECE.finditer(item if isinstance(item, str) else json.dumps(item)))
    return (_Placed(word, trail, leaf, is_key) for word in (*marks, *words, *marks))


def _only_separates(pieces: list[_Piece], at: int) -> bool:
    """Check whether a piece of the text only separates values."""
    token = pieces[at].text
    if not (token.isspace() or token in _MARKS or token == '"'):
        return False
    before, after = _beside(pieces, at, -1), _beside(pieces, at, 1)
    is_outside = not before or not after or before in _MARKS or after in _MARKS
    return is_outside or (token.isspace() and before in _QUOTES and after in _QUOTES)


def _beside(pieces: list[_Piece], at: int, step: int) -> str:
    """Return the next piece before or after that is not white space; empty at the end."""
    at += step
    while 0 <= at < len(pieces) and pieces[at].text.isspace():
        at += step
    return pieces[at].text if 0 <= at < len(pieces) else ""
