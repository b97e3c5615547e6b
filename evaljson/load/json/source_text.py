"""A text that knows its place in the file, so that problems name line, column and byte."""

from __future__ import annotations

import json
import re
from typing import Literal

from evaljson.load.json.ends_early import breaks_off
from evaljson.load.loaded_records import LoadProblem, excerpt

_SPACE = re.compile(r"[ \t\n\r]*")
_STRAY = re.compile("[\udc80-\udcff]")


class SourceText:
    """A file, or a line of one. Bytes that are not UTF-8 are surrogates in `text`, which UTF-8 never produces.

    Places are found from the one before: looking for them in the order of the text takes time in proportion to it.
    """

    def __init__(self, data: bytes, first_line: int = 1, first_byte: int = 0) -> None:
        try:
            self.text = data.decode()
            self._is_utf8 = True
        except UnicodeDecodeError:
            self.text = data.decode("utf-8", "surrogateescape")
            self._is_utf8 = False
        self._first_line = first_line
        self._first_byte = first_byte
        self._placed = (0, first_line, 0)
        self._counted = (0, 0)

    def skip(self, at: int) -> int:
        """Return the first position from `at` on that is not JSON white space."""
        match = _SPACE.match(self.text, at)
        assert match is not None  # it matches the empty text too
        return match.end()

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1."""
        known, line, start = self._placed if self._placed[0] <= at else (0, self._first_line, 0)
        breaks = self.text.count("\n", known, at)
        if breaks:
            line, start = line + breaks, self.text.rfind("\n", known, at) + 1
        self._placed = at, line, start
        return line, at - start + 1

    def is_utf8(self, start: int, end: int) -> bool:
        """Check whether all between two positions is UTF-8."""
        return self._is_utf8 or _STRAY.search(self.text, start, end) is None

    def not_utf8(self, start: int, end: int) -> LoadProblem | None:
        """Return the problem of the first byte between two positions that is not UTF-8."""
        stray = None if self._is_utf8 else _STRAY.search(self.text, start, end)
        if stray is None:
            return None
        at = stray.start()
        value = ord(self.text[at]) - 0xDC00
        return self.problem(at, f"byte {self._byte(at):,} (0x{value:02x}) is not UTF-8; save the file as UTF-8.")

    def _byte(self, at: int) -> int:
        """Count the bytes of the file before a position."""
        position, count = self._counted if self._counted[0] <= at else (0, 0)
        count += len(self.text[position:at].encode("utf-8", "surrogateescape"))
        self._counted = at, count
        return self._first_byte + count

    def problem(
        self, at: int, message: str, path: str = "", severity: Literal["error", "warning"] = "error"
    ) -> LoadProblem:
        """Return a problem at a position."""
        return LoadProblem(*self.place(at), path, message, severity, excerpt(self.text, at))

    def syntax_problem(self, error: json.JSONDecodeError, rest: str = "") -> LoadProblem:
        """Return the problem of a parser error; `rest` says what happens to the remaining text.

        A text that breaks off has a message of its own.
        """
        if breaks_off(self.text, error):
            at, why = len(self.text.rstrip(" \t\r\n")), "the text breaks off here"
        else:
            at, why = error.pos, f"no valid JSON: {error.msg[0].lower()}{error.msg[1:]}"
        return self.problem(at, f"{why}{rest}; correct the source and read it again.")
