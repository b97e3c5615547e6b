"""How words are joined: principal_investigator is principal investigator, co-investigator is co investigator.

Beside a digit only an underscore stands for a space: 12-5 and 12 5 are two things.
"""

from __future__ import annotations

import re
from typing import Final

_LETTER: Final = r"[^\W\d_]"
_JOINT: Final = re.compile(rf"(?<={_LETTER})(?:\s+|[-_])(?={_LETTER})|(?<={_LETTER})_(?=\d)|(?<=\d)_(?={_LETTER})")
_ANY: Final = r"(?:\s+|[-_])"


def has_joints(text: str) -> bool:
    """Say whether a text has words that may be joined in other ways."""
    return _JOINT.search(text) is not None


def with_other_joints(text: str) -> str:
    """Return a pattern for a text: with other joints between its words, and any white space where it has some."""
    pieces = (r"\s+".join(map(re.escape, piece.split(" "))) for piece in _JOINT.split(" ".join(text.split())))
    return _ANY.join(pieces)
