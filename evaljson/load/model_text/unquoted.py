"""Find where a text ends that its writer did not put into quotes, or whose quotes are not escaped."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evaljson.load.model_text.tokens import ends_key, ends_value, key_follows

_STOP = re.compile(r"[\n,\uff0c()\[\]{}\"]|\s(?://|/\*)")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_QUOTES = {quote: re.compile(rf"\\.|{quote}", re.DOTALL) for quote in "\"'"}
_COLON = re.compile(" *:")
_LINE_END = re.compile(r",[ \t\r]*\n")
_DRIVE = re.compile(r"[A-Za-z]:\\|\\\\")
_NO_KEY = re.compile(r"[\n,:{}\[\]]")
_BETWEEN = re.compile(r"\n\s*(?:[{}\[\],]\s*)+\Z")
_LONGEST_KEY = 100


@dataclass(frozen=True, slots=True)
class StringEnd:
    """Where a string ends."""

    end: int
    """The position after its last character."""
    after: int
    """The position where the text goes on: after the closing quote, if there is one."""


def unquoted_end(text: str, at: int, *, in_object: bool, depth: int) -> int:
    """Return the position after the text without quotes that begins at `at`.

    Brackets inside it belong to it, and so does a comma that no key follows (in an object).
    """
    opened = list[str]()
    for stop in _STOP.finditer(text, at):
        mark, place = stop.group(), stop.start()
        if mark in ("(", "[", "{"):
            opened.append(mark)
        elif mark in _PAIRS and _PAIRS[mark] in opened:
            while opened.pop() != _PAIRS[mark]:
                pass
        elif mark in "}]\n" or mark[0].isspace() or (not opened and _is_apart(text, place, in_object, depth)):
            return place
    return len(text)


def string_end(text: str, at: int, quote: str, *, is_key: bool, in_object: bool, depth: int) -> StringEnd | None:
    """Return where the string ends that begins at `at`, after its quote; None if that is unclear.

    Its end is the first quote that something follows which may follow a string. If the string runs into the next key
    without one, its closing quote is missing.
    """
    last = -1
    is_path = _DRIVE.match(text, at) is not None
    for match in _QUOTES[quote].finditer(text, at):
        if match.group()[0] == "\\":
            end = match.end()
            if is_path and match.group()[1] == quote and ends_value(text, end, in_object=in_object, depth=depth):
                return StringEnd(end - 1, end)  # the path ends with its backslash
            continue
        place = match.start()
        if is_key:
            if ends_key(text, place + 1):
                return StringEnd(place, place + 1)
            if _NO_KEY.search(text, at, place):
                return None
        elif ends_value(text, place + 1, in_object=in_object, depth=depth):
            return StringEnd(place, place + 1)
        elif last >= 0 and place - last <= _LONGEST_KEY and _COLON.match(text, place + 1):
            return _before_key(text, at, last, quote, in_object)
        last = place
    return None


def _before_key(text: str, at: int, key: int, quote: str, in_object: bool) -> StringEnd | None:
    """Return the end of a string before the key that begins at `key`: a quote, a comma or the end of its line."""
    inside = text[at:key].rstrip()
    end = at + len(inside)
    marks = _BETWEEN.search(inside)
    if marks:
        inside = inside[: marks.start()].rstrip()
        quoted = inside.endswith(quote)
        return StringEnd(at + len(inside) - quoted, at + len(inside))
    if not in_object:
        return None
    if inside.endswith(quote):
        return StringEnd(end - 1, end)
    if inside.endswith(","):
        return StringEnd(at + len(inside[:-1].rstrip()), end - 1)
    return StringEnd(end, end) if "\n" in text[end:key] else None


def _is_apart(text: str, at: int, in_object: bool, depth: int) -> bool:
    """Check whether the comma or quote at a position is no part of a text without quotes."""
    if text[at] == '"':
        return in_object and text[at - 1].isspace() and key_follows(text, at)
    if text[at] == ")":
        return False
    return not in_object or ends_value(text, at, in_object=True, depth=depth) or _LINE_END.match(text, at) is not None
