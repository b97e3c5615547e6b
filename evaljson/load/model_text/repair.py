"""Repair broken JSON token by token if it has one reading: nothing is guessed, and no value is changed.

What it corrects: other quotes, bare keys, literals of Python and JavaScript, comments, trailing and missing commas,
backslashes and control characters in strings, an end that is cut off. It gives up on everything else.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass

from evaljson.base.trail import path_along
from evaljson.load.json.exact import MAX_DEPTH
from evaljson.load.model_text.string_literals import QUOTES, rewrite

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>//[^\n]*|/\*.*?\*/|\#[^\n]*)
    |(?P<quote>\"{3})(?P<triple>.*?)\"{3}
    |"(?P<double>(?:[^"\\]++|\\.)*+)(?P<double_end>"|\\?\Z)
    |'(?P<single>(?:[^'\\]++|\\.)*+)(?P<single_end>'|\\?\Z)
    |“(?P<smart>[^”]*)”
    |(?P<number>[+-]?(?:(?:0|[1-9]\d*+)(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d++)?+)(?![\w.])
    |(?P<word>-?[A-Za-z_$][\w$]*)
    |(?P<dots>\.{3}|…)
    |(?P<mark>[{}\[\],:])""",
    re.VERBOSE | re.DOTALL,
)
_JSON_SPACE = re.compile(r"[ \t\r\n]*")
_LITERALS = {"true": "true", "false": "false", "null": "null", "none": "null", "undefined": "null"}
_KEPT = frozenset({"true", "false", "null", "NaN", "Infinity", "-Infinity"})
_CLOSES = {"{": "}", "[": "]"}

MOST_PLACES = 20
"""Places that are named of one kind of problem in a text; their number is in the steps."""
LITERALS = "literals of another language (None, True, undefined) read as JSON's"
CUT = "the end that is missing closed"


@dataclass(frozen=True, slots=True)
class Repaired:
    """Strict JSON, the end of its source, and the repairs."""

    text: str
    end: int
    steps: tuple[str, ...]
    problems: tuple[str, ...]


class UnclearError(Exception):
    """Raised if the text has more than one reading, or none."""


@dataclass(slots=True)
class _Level:
    opens: str
    expects: str
    """What comes next: key, colon, value, or comma."""
    member_at: int = 0
    here: str | int = 0
    """The key or index of the current member."""
    members: int = 0
    comma: bool = False


class _Repairer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.out: list[str] = []
        self.done: Counter[str] = Counter()
        self.problems: list[str] = []
        self.levels: list[_Level] = []
        self.last = ""
        self.new_line = False

    def run(self, at: int) -> int:
        """Read the container that begins at `at`; the position after it. Raises UnclearError."""
        while True:
            match = _TOKEN.match(self.text, at)
            if not match:
                if at == len(self.text):
                    self._close_all()
                    return at
                raise UnclearError
            at = match.end()
            kind = match.lastgroup or ""
            self._take(kind, match)
            if not self.levels:
                return at

    def _take(self, kind: str, match: re.Match[str]) -> None:
        token = match.group()
        if kind == "space":
            self.new_line |= "\n" in token
            if not _JSON_SPACE.fullmatch(token):
                self.done["white space that JSON does not have read as such"] += 1
            return
        if kind == "comment":
            self.done["comments left out"] += 1
            return
        if kind == "mark":
            self._mark(token)
        elif kind == "dots":
            self._dots()
        elif kind in ("number", "word"):
            self._bare(kind, token)
        else:
            self._string(match)
        self.last, self.new_line = kind, False

    def _mark(self, token: str) -> None:
        level = self.levels[-1] if self.levels else None
        if token in _CLOSES:
            if level:
                self._begin()
            if len(self.levels) == MAX_DEPTH:
                raise UnclearError
            self.out.append(token)
            self.levels.append(_Level(token, "key" if token == "{" else "value"))
        elif level is None:
            raise UnclearError
        elif token == ":" and level.expects == "colon":
            level.expects = "value"
            self.out.append(":")
        elif token == "," and level.expects == "comma":
            level.expects, level.comma = ("key" if level.opens == "{" else "value"), True
        elif token == _CLOSES[level.opens] and self._may_end(level):
            self.done["trailing commas left out"] += level.comma
            self._end()
        else:
            raise UnclearError

    def _may_end(self, level: _Level) -> bool:
        return level.expects in ("key", "comma") or (level.opens == "[" and level.expects == "value")

    def _end(self) -> None:
        self.out.append(_CLOSES[self.levels.pop().opens])

    def _begin(self, key: str | None = None) -> None:
        """Prepare for a key or a value. Adds a comma that is missing between two lines."""
        level = self.levels[-1]
        # Two bare values on one line may be one (1 234), two strings may be one with quotes in it.
        apart = self.new_line or self.last == "mark" or (key is not None and self.last in ("number", "word"))
        if level.expects == "comma" and apart:
            self.done["missing commas added"] += 1
            level.expects, level.comma = ("key" if level.opens == "{" else "value"), True
        if level.expects not in ("key", "value") or (level.expects == "key") != (key is not None):
            raise UnclearError
        if level.expects == "key" or level.opens == "[":
            level.member_at = len(self.out)
            if level.comma:
                self.out.append(",")
            level.comma = False
            level.here = key if key is not None else level.members
            level.members += 1
        level.expects = "colon" if key is not None else "comma"

    def _path(self, above: bool = False) -> str:
        """Return the path of the current member, or (`above`) of the container around it."""
        return path_along(level.here for level in (self.levels[:-1] if above else self.levels))

    def _expects_key(self) -> bool:
        if not self.levels:
            raise UnclearError
        level = self.levels[-1]
        return level.opens == "{" and level.expects in ("key", "comma")

    def _bare(self, kind: str, token: str) -> None:
        if self._expects_key():
            if kind != "word":
                raise UnclearError
            self._begin(token)
            self.out.append(json.dumps(token))
            self.done["bare keys put into quotes"] += 1
            return
        if kind == "number":
            literal = _number(token)
            self.done["numbers written in JSON's way"] += literal != token
        elif token in _KEPT:
            literal = token
        elif token.lower() in _LITERALS:
            literal = _LITERALS[token.lower()]
            self.done[LITERALS] += 1
        else:
            raise UnclearError
        self._begin()
        self.out.append(literal)

    def _string(self, match: re.Match[str]) -> None:
        groups = match.groupdict()
        is_key, cut = self._expects_key(), False
        if groups["triple"] is not None:
            self.done[QUOTES] += 1
            literal = json.dumps(groups["triple"], ensure_ascii=False)
        elif groups["smart"] is not None:
            literal = rewrite(groups["smart"], "“", self.done)
        else:
            quote, name = ('"', "double") if groups["double"] is not None else ("'", "single")
            cut = groups[f"{name}_end"] != quote
            if cut and re.search(r"[}\]\n]", groups[name]):  # rather a quote is missing than the end
                raise UnclearError
            literal = rewrite(groups[name], quote, self.done, cut=cut)
        self._begin(json.loads(literal) if is_key else None)
        self.out.append(literal)
        if cut and not is_key:
            self.problems.append(f"{self._path()}: the text breaks off inside this string; the part before is kept.")

    def _dots(self) -> None:
        """Leave out an ellipsis that replaces elements."""
        level = self.levels[-1] if self.levels else None
        if level is None or not (level.comma or level.expects == "comma"):
            raise UnclearError
        level.expects = "comma"
        level.comma = False
        self.done["an ellipsis left out"] += 1
        if self.done["an ellipsis left out"] <= MOST_PLACES:
            place = self._path(above=True) or "the outermost container"
            self.problems.append(f"{place}: '...' replaces something that was not written; it is left out.")

    def _close_all(self) -> None:
        if not self.levels:
            raise UnclearError
        self.done[CUT] += 1
        if self.last == "number" and self.levels[-1].expects == "comma":
            self.problems.append(f"{self._path()}: the text breaks off after this number; digits may be missing.")
        while self.levels:
            level = self.levels[-1]
            if level.opens == "{" and level.expects in ("colon", "value"):
                del self.out[level.member_at :]
                if level.expects == "value":
                    self.problems.append(f"{self._path()}: the text breaks off before its value; the key is left out.")
                else:
                    place = self._path(above=True) or "the object"
                    self.problems.append(f"{place}: the text breaks off in a key; it is left out.")
            self._end()
        if not any("breaks off" in problem for problem in self.problems):
            self.problems.append("the text breaks off; the rest is missing.")


def _number(token: str) -> str:
    token = token.removeprefix("+")
    token = re.sub(r"^(-?)\.", r"\g<1>0.", token)
    return re.sub(r"\.(?=\Z|[eE])", ".0", token)


def repair_json(text: str, at: int) -> Repaired:
    """Repair the container that begins at `at`. Raises UnclearError if it would have to guess."""
    repairer = _Repairer(text)
    end = repairer.run(at)
    steps = tuple(f"{step} ({times:,})" if times > 1 else step for step, times in repairer.done.items() if times)
    return Repaired("".join(repairer.out), end, steps, tuple(repairer.problems))
