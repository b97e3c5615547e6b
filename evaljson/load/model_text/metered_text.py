"""A text that counts how often it is looked at: json-repair may take quadratic time, and a clock is never the same.

A reply of 60,000 characters, `["a" b "a" b …`, took it 72 seconds. Ordinary broken JSON is looked at 3 to 5 times.
"""

from __future__ import annotations

from typing import SupportsIndex

LOOKS = 50
"""Times that each character may be looked at, on average."""
FREE = 10_000
"""Looks that any text may cost: a short one is quick, however often it is read."""
_LONG = 256
"""Characters of a slice that has to be counted on, since it may be put into the place of the text."""


class TooManyLooksError(Exception):
    """Raised when a text was looked at too often."""


class MeteredText(str):
    """A text whose characters and slices are counted; `of` makes it with its allowance."""

    __slots__ = ("left",)
    left: list[int]
    """Looks that are left, in a list that all long slices of the text share."""

    @classmethod
    def of(cls, text: str, left: list[int] | None = None) -> MeteredText:
        """Return the text with its own allowance, or with a shared one."""
        metered = cls(text)
        metered.left = [FREE + LOOKS * len(text)] if left is None else left
        return metered

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        """Return a character or a slice. Raises TooManyLooksError."""
        part = str.__getitem__(self, key)
        self.left[0] -= 1 + len(part) // 8
        if self.left[0] < 0:
            raise TooManyLooksError
        return MeteredText.of(part, self.left) if len(part) > _LONG else part

    def __add__(self, other: str) -> str:
        return MeteredText.of(str.__add__(self, other), self.left)

    def __radd__(self, other: str) -> str:
        return MeteredText.of(str.__add__(other, self), self.left)
