"""A text that knows its place in the file, so that problems name line, column and byte."""

from __future__ import annotations

import bisect
import json
import re
from typing import Literal

from evaljson.load.loaded_records import LoadProblem, excerpt

_SPACE = re.compile(r"[ \t\n\r]*")
_STRAY = re.compile("[\udc80-\udcff]")


class SourceText:
    """A file, or a line of one. Bytes that are not UTF-8 are surrogates in `text`, which UTF-8 never produces."""

    def __init__(self, data: bytes, first_line: int = 1, first_byte: int = 0) -> None:
        self.text = data.decode("utf-8", "surrogateescape")
        self._first_line = first_line
        self._first_byte = first_byte
        self._breaks = [match.start() for match in re.finditer("\n", self.text)]
        self._stray = [match.start() for match in _STRAY.finditer(self.text)]
        self._counted = (0, 0)

    def skip(self, at: int) -> int:
        """Return the first position from `at` on that is not JSON white space."""
        match = _SPACE.match(self.text, at)
        assert match is not None  # it matches the empty text too
        return match.end()

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1."""
        before = bisect.bisect_left(self._breaks, at)
        start = self._breaks[before - 1] + 1 if before else 0
        return self._first_line + before, at - start + 1

    def not_utf8(self, start: int, end: int) -> LoadProblem | None:
        """Return the problem of the first byte between two positions that is not UTF-8."""
        index = bisect.bisect_left(self._stray, start)
        if index == len(self._stray) or self._stray[index] >= end:
            return None
        at = self._stray[index]
        value = ord(self.text[at]) - 0xDC00
        return self.problem(at, f"byte {self._byte(at):,} (0x{value:02x}) is not UTF-8; save the file as UTF-8.")

    def _byte(self, at: int) -> int:
        """Count the bytes of the file before a position; fast if positions are asked for in order."""
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
        if self.skip(error.pos) == len(self.text) or error.msg.startswith("Unterminated string"):
            at, why = len(self.text.rstrip(" \t\r\n")), "the text breaks off here"
        else:
            at, why = error.pos, f"no valid JSON: {error.msg[0].lower()}{error.msg[1:]}"
        return self.problem(at, f"{why}{rest}; correct the source and read it again.")
