"""Tells values that were read as numbers or dates: a difference character by character says nothing about them."""

from __future__ import annotations

import re
from typing import Any, Final

from evaljson.comparators.registry import replaced_comparators
from evaljson.report.records.rows import LeafSide
from evaljson.transforms.date_text import read_date

_READERS: Final = ("amount", "date", "datetime", "numeric", "numeric_similarity", "quantity")
"""Comparators that read numbers or dates out of texts."""
_DIGIT: Final = re.compile(r"\d")


def read_otherwise(side: LeafSide, gold: Any) -> bool:
    """Check whether both sides were read as numbers or dates; `gold` is the value beside `side`.

    Two dates in one layout are none of these under a comparator of texts: there, the digit that is wrong can be seen.
    """
    if side.comparator in _READERS and side.comparator not in replaced_comparators():
        return True
    after = (side.gold_compared, side.compared)
    if not any(isinstance(value, str) for value in after) and any(isinstance(value, int | float) for value in after):
        return True
    return _layout(gold) != _layout(side.value) and all(_is_date(value) for value in (gold, side.value))


def _layout(value: Any) -> str:
    """Return the layout of a date: `00.00.0000`."""
    return _DIGIT.sub("0", value) if isinstance(value, str) else ""


def _is_date(value: Any) -> bool:
    return read_date(value, {}).moment is not None
