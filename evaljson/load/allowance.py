"""What may still be read of one source: its limits, and what of them is used up."""

from __future__ import annotations

import re
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.base.limits import DEFAULTS, LimitValues

_STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


class SourceLimitError(LoadError):
    """Raised beyond a limit of the source as a whole: it is no reason to refuse one record and go on."""


class SourceAllowance:
    """The limits of one source, spent while it is read. `name` is the source's, for messages."""

    def __init__(self, limits: LimitValues = DEFAULTS, name: str = "") -> None:
        self.limits = limits
        self.name = name
        self._values = 0
        self._guessed = 0

    def check_records(self, count: int) -> None:
        """Raise SourceLimitError for more records, or lines, than there may be."""
        if count > self.limits.records:
            self._end("records")

    def check_json(self, data: bytes) -> None:
        """Raise SourceLimitError if a JSON text holds more values than allowed, before it is read."""
        if len(data) // 2 < self.limits.values:  # a value takes a byte, and one for what separates it
            return
        self.check_values(most_values(data, self.limits.values))

    def spend_json(self, text: str) -> None:
        """Count the values of one of many JSON texts before it is read. Raises SourceLimitError beyond the limit."""
        data = text.encode("utf-8", "surrogatepass")
        self.spend_values(most_values(data, self.limits.values - self._values))

    def check_values(self, count: int) -> None:
        """Raise SourceLimitError for more values, of whatever part, than the whole source may have."""
        if count > self.limits.values:
            self._end("values")

    def spend_values(self, count: int) -> None:
        """Count values, or cells of a table. Raises SourceLimitError beyond the limit."""
        self._values += count
        self.check_values(self._values)

    def spend_guess(self, length: int) -> None:
        """Count the characters of a text that has to be guessed. Raises LoadError, for that text alone."""
        if self._guessed + length > self.limits.guesses:
            raise LoadError(self.limits.says("guesses"))
        self._guessed += length

    def too_long(self, size: int) -> str | None:
        """Return why a record of so many bytes is not read; None if it is."""
        return self.limits.says("record_bytes", seen=size) if size > self.limits.record_bytes else None

    def _end(self, limit: str) -> None:
        raise SourceLimitError(f"{self.name}: {self.limits.says(limit)}")


def most_values(text: bytes, enough: int) -> int:
    """Count the values that a JSON text may hold, by brackets and commas: every value follows one.

    Those inside strings are only left out where there would be more than `enough`.
    """
    count = marks(text)
    return count if count <= enough else marks(_STRING.sub(b"", text))


def marks(text: bytes) -> int:
    """Count brackets and commas, also those inside strings, and one more."""
    return 1 + text.count(b",") + text.count(b"[") + text.count(b"{")
