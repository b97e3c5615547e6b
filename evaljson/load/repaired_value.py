"""A value that a repair changed: what the text has, and what the record has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.any_text import dumped

MOST_LISTED: Final = 10_000
"""Values of one record that are listed; the rest is counted."""
_SHOWN = 5
_WIDE = 60
_QUOTES = "\"'“”"


@dataclass(frozen=True, slots=True)
class RepairedValue:
    """One value of a record that is not, character by character, what the text has."""

    path: str
    """Where it is in the record, or would be."""
    before: str
    """The text, as it is written."""
    after: str | None
    """The value in the record as JSON; None if the record does not have it."""
    why: str
    """What made the repair necessary, or how it was done, in a few words."""
    lossy: bool
    """Whether the value lacks characters of the text."""

    def __str__(self) -> str:
        after = "left out" if self.after is None else f"read as {_short(self.after)}"
        return f"{self.path or 'the record'}: {_short(self.before)} {after} ({self.why})"


def read_as(path: str, before: str, value: Any, why: str) -> RepairedValue:
    """Return the entry for a text that was read as a value."""
    return RepairedValue(path, before, dumped(value), why, lossy=lacks_characters(before, value))


def left_out(path: str, before: str, why: str) -> RepairedValue:
    """Return the entry for a text that the record does not have."""
    return RepairedValue(path, before, None, why, lossy=True)


def more_like_these(count: int) -> tuple[RepairedValue, ...]:
    """Return the entry for values that are only counted, if there are any: what became of them is not known."""
    return (RepairedValue("", f"{count:,} more values", None, "too many to list", lossy=True),) if count else ()


def lacks_characters(text: str, value: Any) -> bool:
    """Check whether a value lacks characters of a text, other than the quotes around it."""
    letters = iter(value if isinstance(value, str) else dumped(value))
    return not all(letter in letters for letter in text.strip().strip(_QUOTES))


def listed(values: Sequence[RepairedValue]) -> str:
    """Name the first values in one sentence."""
    shown = "; ".join(map(str, values[:_SHOWN]))
    return shown + (f"; and {len(values) - _SHOWN:,} more" if len(values) > _SHOWN else "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDE else f"{line[: _WIDE - 1]}…"
