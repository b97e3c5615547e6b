"""How a text may be spaced beside its signs and numbers: §823 for § 823, 5kg for 5 kg, a bank account in groups.

Between two words, and between two numbers, a space makes a difference: 12 5 is not 125. In a long code it does not.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

_PART: Final = re.compile(r"(?P<space>\s*)(?:(?P<letters>[^\W\d_]+)|(?P<digits>\d+)|(?P<sign>\S))")
_IN_NUMBERS: Final = ".,'"
"""Between two digits, these are part of a number."""
_LONGEST: Final = 200
_SHORT: Final = 4
"""Characters up to which a letter before digits may be a word of its own."""
_CODE: Final = 8
"""Letters and digits from which a text is taken for a code, however it is grouped: a GTIN, a bank account."""
_DIGITS_OF_CODE: Final = 4
"""And at least half of it."""
_MARKS: Final = ".,"
"""Between two digits, one stands for the other: 7,69 kg is 7.69 kg."""


class _Stretch:
    """Letters, digits or one sign, side by side in a text."""

    __slots__ = ("is_spaced", "kind", "text")

    def __init__(self, match: re.Match[str]) -> None:
        self.kind: Final = match.lastgroup or ""
        self.text: Final = match.group(self.kind)
        self.is_spaced: Final = bool(match.group("space"))


def with_other_spaces(text: str) -> re.Pattern[str] | None:
    """Return a pattern for a text with or without a space where it makes no difference; None where it always does."""
    if not any(map(str.isdigit, text)) or len(text) > _LONGEST:
        return None
    code = "".join(text.split())
    if _is_code(code):
        return re.compile(" ?".join(map(re.escape, code)))
    parts = [_Stretch(match) for match in _PART.finditer(text)]
    if not any(_is_open(before, after, text) for before, after in pairwise(parts)):
        return None
    pattern = re.escape(parts[0].text)
    for at, (before, after) in enumerate(pairwise(parts), 1):
        joint = " ?" if _is_open(before, after, text) else " " if after.is_spaced else ""
        is_mark = after.text in _MARKS and _is_digits(before) and _is_digits(*parts[at + 1 : at + 2])
        pattern += joint + (f"[{_MARKS}]" if is_mark else re.escape(after.text))
    return re.compile(pattern)


def _is_code(text: str) -> bool:
    return len(text) >= _CODE and text.isalnum() and sum(map(str.isdigit, text)) >= max(_DIGITS_OF_CODE, len(text) / 2)


def _is_digits(*stretch: _Stretch) -> bool:
    return [one.kind for one in stretch] == ["digits"]


def _is_open(before: _Stretch, after: _Stretch, text: str) -> bool:
    """Say whether a space between two parts of a text makes no difference; `a 4` is rarely A4."""
    if before.kind == after.kind:
        return before.kind == "sign"
    if "sign" in (before.kind, after.kind):
        return (before if before.kind == "sign" else after).text not in _IN_NUMBERS
    return before.kind == "digits" or len(before.text) > 1 or len(text) > _SHORT
