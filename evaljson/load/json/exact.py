"""Read JSON exactly, with the reason if it is refused: slower than `fast`, and correct in every case.

Accepted beyond the standard: NaN, Infinity and -Infinity. Integers keep every digit, lone surrogates stay as they are.
What Python cannot represent is a `Flaw` inside the value until its path is known. Of a key that appears several times
in one object, the last value counts (`KeptLast`), as in Python's json; or the record is refused.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from evaljson.base.limits import DEFAULTS
from evaljson.base.trail import Trail, path_of
from evaljson.load.json.repeated_keys import Pairs, RepeatedKeys, appears, kept_last

MAX_DEPTH = DEFAULTS.record_depth
"""Levels of objects and arrays in a record, counting the record itself."""
MAX_DIGITS = DEFAULTS.integer_digits
"""Digits of an integer: the default limit of Python, since reading takes quadratic time."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[\]{}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a value is refused, and the path of the problem."""

    message: str
    path: str = ""


class ExactParser:
    """Parses one value after another from a text; for one thread only."""

    def __init__(self, repeated_keys: RepeatedKeys = "refuse") -> None:
        self._refuses = repeated_keys == "refuse"
        self._repeated: dict[int, Pairs] = {}
        self._flawed = False
        self._number_flaw: Flaw | None = None
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_int=self._integer, parse_float=self._number
        )

    def value_at(self, text: str, at: int, path: str = "") -> tuple[Any, int]:
        """Return the value that begins at `at` (no space before it), or a Flaw with its path below `path`; and its end.

        Unless repeated keys are refused, a value that has some is a KeptLast, with paths from the value on. Raises
        json.JSONDecodeError if the text is not JSON, so that the end of the value is unknown.
        """
        self._flawed, self._number_flaw, self._repeated = False, None, {}
        try:
            value, end = self._decoder.raw_decode(text, at)
        except RecursionError:
            depth, end = extent(text, at)
            return Flaw(_depth_message(depth), path), end
        if self._flawed:
            flaw = _first_flaw(value, path)  # if there is none, it is in a value whose key is repeated
            return flaw or Flaw(self._number_flaw.message if self._number_flaw else "", path), end
        if text.count("{", at, end) + text.count("[", at, end) > MAX_DEPTH:
            depth, _ = extent(text, at)
            if depth > MAX_DEPTH:
                return Flaw(_depth_message(depth), path), end
        return (kept_last(value, self._repeated) if self._repeated else value), end

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs) and not self._refuses:
            self._repeated[id(members)] = (members, pairs)  # which keeps it, so that no other object gets its number
        elif len(members) < len(pairs):
            self._flawed = True
            for key, times in Counter(key for key, _ in pairs).items():
                if times > 1:
                    members[key] = Flaw(appears(times))
        return members

    def _integer(self, digits: str) -> int | Flaw:
        length = len(digits.lstrip("-"))
        if length <= MAX_DIGITS:
            try:
                return int(digits)
            except ValueError:  # this process allows fewer digits: sys.set_int_max_str_digits
                pass
        return self._refused(DEFAULTS.says("integer_digits", seen=length))

    def _number(self, digits: str) -> float | Flaw:
        number = float(digits)
        if math.isinf(number):
            return self._refused(f"{digits[:40]} is too large for a floating-point number; make it a string.")
        return number

    def _refused(self, message: str) -> Flaw:
        """Return the flaw of a number; all after the first share it, since only the first is reported."""
        self._flawed = True
        self._number_flaw = self._number_flaw or Flaw(message)
        return self._number_flaw


def extent(text: str, at: int) -> tuple[int, int]:
    """Return how deep the container at `at` nests, and where it ends (the end of the text if it never does)."""
    level = deepest = 0
    for token in _TOKEN.finditer(text, at):
        mark = token.group()
        if mark in "{[":
            level += 1
            deepest = max(deepest, level)
        elif mark in "}]":
            level -= 1
            if level == 0:
                return deepest, token.end()
    return deepest, len(text)


def _depth_message(depth: int) -> str:
    if depth > MAX_DEPTH:
        return DEFAULTS.says("record_depth", seen=depth)
    return "nested too deeply for the remaining stack; read it from a shallower call."


def _first_flaw(value: Any, path: str) -> Flaw | None:
    """Return the first flaw in text order, with its path and the number of others; None if the value has none."""
    first, others = Flaw("", path), -1
    stack: list[tuple[Trail, Any]] = [(None, value)]
    while stack:
        trail, item = stack.pop()
        if isinstance(item, Flaw):
            others += 1
            first = first if others else Flaw(item.message, path_of(trail, path))
        elif isinstance(item, dict):
            stack.extend(((trail, key), inner) for key, inner in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend(((trail, i), item[i]) for i in reversed(range(len(item))))
    if others < 0:
        return None
    more = f" ({others:,} more like it in this record.)" if others else ""
    return Flaw(first.message + more, first.path)
