"""The containers of a broken JSON text while it is repaired: which are open, and what comes next in each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaljson.base.trail import path_along
from evaljson.load.json.exact import MAX_DEPTH
from evaljson.load.repaired_value import MOST_LISTED, RepairedValue, left_out

CLOSES = {"{": "}", "[": "]"}
OPENS = {"}": "{", "]": "["}
STRINGS = ("quote", "triple", "double_end", "single_end", "smart")
"""Names of the groups of tokens that are strings."""
_MEMBERS_FOLLOW = re.compile(r"""\s*,\s*(["'])[^"'\n]*\1\s*:""")

MOST_PLACES = 20
"""Places that are named of one kind of problem in a text; their number is in the steps."""
CUT = "unfinished JSON closed"
OTHER_LITERALS = "literals of another language (None, True, undefined) read as JSON's"
NO_QUOTES = "text without quotes read as a string"
INNER_QUOTES = "quotes inside strings that are not escaped taken as text"
NO_CLOSING_QUOTE = "missing closing quotes added"
NO_VALUE = "keys without a value left out"
EXTRA_COMMAS = "extra commas left out"
BRACKETS = "missing closing brackets added"
WRONG_BRACKETS = "closing brackets of the wrong kind taken as the right one"
EARLY_BRACKETS = "closing brackets that come too early left out"
GUESSES = frozenset(
    (NO_QUOTES, INNER_QUOTES, NO_CLOSING_QUOTE, NO_VALUE, EXTRA_COMMAS, BRACKETS, WRONG_BRACKETS, EARLY_BRACKETS)
)
"""Steps that have more than one reading."""
BREAKS_OFF = "the text breaks off"
ELLIPSIS = "it replaces something that was not written"


class UnclearError(Exception):
    """Raised if the text has no reading, or too many."""


@dataclass(slots=True)
class OpenContainer:
    """A container that is open."""

    opens: str
    expects: str
    """What comes next: key, colon, value, or comma."""
    member_at: int = 0
    member_from: int = 0
    """Where the current member begins, in the text."""
    here: str | int = 0
    """The key or index of the current member."""
    members: int = 0
    comma: bool = False

    @property
    def is_object(self) -> bool:
        """Whether it is an object, or else an array."""
        return self.opens == "{"


class Structure:
    """Strict JSON in the making. Its methods raise UnclearError where a token has no place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.out: list[str] = []
        self.done: Counter[str] = Counter()
        self.problems: list[str] = []
        self.values: list[RepairedValue] = []
        self.unlisted = 0
        self.levels: list[OpenContainer] = []
        self.last = ""
        self.new_line = False
        self.cut_inside: str | None = None
        """Path of the innermost value that is open where the text breaks off; None if it does not."""
        self.in_value = False
        """Whether that is a string or a word, and no container."""

    def _open(self, token: str, at: int) -> None:
        if token == "{":
            self._close_element()
        if self.levels:
            self._begin(at)
        if len(self.levels) == MAX_DEPTH:
            raise UnclearError
        self.out.append(token)
        self.levels.append(OpenContainer(token, "key" if token == "{" else "value"))

    def _close_element(self) -> None:
        """Close an object of an array where a comma and the next object follow it."""
        level = self.levels[-1] if self.levels else None
        if level is None or not level.is_object or level.expects != "key" or not level.comma or len(self.levels) < 2:
            return
        above = self.levels[-2]
        if not above.is_object:
            self.done[BRACKETS] += 1
            self._end()
            above.expects, above.comma = "value", True

    def _comma(self, level: OpenContainer, at: int) -> None:
        if level.is_object and level.expects == "value":
            self._leave_out_member(level, at, "no value is written", NO_VALUE)
        if level.expects == "comma":
            level.expects, level.comma = ("key" if level.is_object else "value"), True
        elif level.expects == "colon":
            raise UnclearError
        else:
            self.done[EXTRA_COMMAS] += 1

    def _close(self, token: str, at: int) -> None:
        """Close the container that a bracket closes, and those inside it whose own bracket is missing."""
        wanted = OPENS[token]
        is_known = any(level.opens == wanted for level in self.levels)
        while True:
            level = self.levels[-1]
            if level.is_object and level.expects == "value":
                self._leave_out_member(level, at, "no value is written", NO_VALUE)
            if not (level.expects in ("key", "comma") or not level.is_object):
                raise UnclearError
            if level.opens == wanted or not is_known:
                break
            self.done[BRACKETS] += 1
            self._end()
        self.done[WRONG_BRACKETS] += not is_known
        if len(self.levels) == 1 and level.is_object and _MEMBERS_FOLLOW.match(self.text, at + 1):
            self.done[EARLY_BRACKETS] += 1
            level.expects = "comma"
            return
        self.done["trailing commas left out"] += level.comma
        self._end()

    def _end(self) -> None:
        self.out.append(CLOSES[self.levels.pop().opens])

    def _begin(self, at: int, key: str | None = None, *, is_string: bool = False) -> None:
        """Prepare for the key or value that begins at `at`. Adds a comma that is missing."""
        level = self.levels[-1]
        # Two bare values on one line may be one (1 234).
        apart = self.new_line or self.last == "mark" or key is not None or (is_string and self.last in STRINGS)
        if level.expects == "comma" and apart:
            self.done["missing commas added"] += 1
            level.expects, level.comma = ("key" if level.is_object else "value"), True
        if level.expects not in ("key", "value") or (level.expects == "key") != (key is not None):
            raise UnclearError
        if level.expects == "key" or not level.is_object:
            level.member_at, level.member_from = len(self.out), at
            if level.comma and level.members:
                self.out.append(",")
            level.comma = False
            level.here = key if key is not None else level.members
            level.members += 1
        level.expects = "colon" if key is not None else "comma"

    def _leave_out_member(self, level: OpenContainer, until: int, why: str, step: str) -> None:
        """Take back a key without a value."""
        self._list(left_out, self.text[level.member_from : until].strip(), why)
        self.done[step] += 1
        del self.out[level.member_at :]
        level.members -= 1
        level.comma, level.expects = level.members > 0, "comma"

    def _list(self, entry: Callable[..., RepairedValue], *about: Any, above: bool = False) -> None:
        """List a value of the current member, or (`above`) of the container around it; count it if there are many."""
        if len(self.values) < MOST_LISTED:
            self.values.append(entry(self._path(above), *about))
        else:
            self.unlisted += 1

    def _path(self, above: bool = False) -> str:
        """Return the path of the current member, or (`above`) of the container around it."""
        return path_along(level.here for level in (self.levels[:-1] if above else self.levels))

    def _level(self) -> OpenContainer:
        if not self.levels:
            raise UnclearError
        return self.levels[-1]

    def _expects_key(self) -> bool:
        level = self._level()
        return level.is_object and level.expects in ("key", "comma")

    def _close_all(self, why: str) -> None:
        if not self.levels:
            raise UnclearError
        self.done[CUT] += 1
        in_number = self.last == "number" and self.levels[-1].expects == "comma"
        self.cut_inside = self._path(above=not (self.in_value or in_number)) if why == BREAKS_OFF else None
        if in_number and why == BREAKS_OFF:
            self.problems.append(f"{self._path()}: {why} after this number; digits may be missing.")
        while self.levels:
            level = self.levels[-1]
            if level.is_object and level.expects in ("colon", "value"):
                written = self.text[level.member_from :].strip()
                if level.expects == "value":
                    self.problems.append(f"{self._path()}: {why} before its value; the key is left out.")
                else:
                    place = self._path(above=True) or "the object"
                    self.problems.append(f"{place}: {why} in a key; it is left out.")
                self._list(left_out, written, why, above=level.expects == "colon")
                del self.out[level.member_at :]
            self._end()
        if not any("breaks off" in problem for problem in self.problems):
            self.problems.append(f"{why}; the rest is missing.")
