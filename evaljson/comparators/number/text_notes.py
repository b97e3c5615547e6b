"""What reasons say of text where a number is compared, and what they say where only a transform made the text."""

from __future__ import annotations

import re
from typing import Any, Final

from evaljson.base.jsontypes import type_name

READ: Final = "is text, read as a number"
NO_NUMBER: Final = "is text that is not a number"
NEVER: Final = "is text, which is never a number here"
_IN_ALL: Final = "is text"
_OF_A_NUMBER: Final = {
    READ: "",
    NO_NUMBER: "is no number once transformed",
    NEVER: "is text once transformed, which is never a number here",
}


def as_of_raw(reason: str | None, gold: Any, extracted: Any) -> str | None:
    """Return a reason that calls no side text whose raw value is a number; None if it says nothing else."""
    if not reason or _IN_ALL not in reason:  # most reasons, and as many as there are results are written
        return reason or None
    for side, raw in (("gold", gold), ("extracted", extracted)):
        if reason and type_name(raw) in ("number", "integer"):
            for words, instead in _OF_A_NUMBER.items():
                reason = _said_otherwise(reason, f"{side} {words}", instead and f"{side} {instead}")
    return reason or None


def _said_otherwise(reason: str, note: str, instead: str) -> str:
    """Replace a note, which stands alone, behind `; ` or behind the `: ` of what it explains."""

    def put(found: re.Match[str]) -> str:
        before, after = found.groups()
        return f"{before}{instead}{after}" if instead else before if after else ""

    return re.sub(rf"(^|; |: ){re.escape(note)}(; |$)", put, reason)
