"""Times of day in texts, of which the hour may have a zero in front: 08:30 is 8:30, but 12:5 may be 12:50 cut off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

HOUR_ZERO: Final = r"(?<![\d:.,])0(?=\d:\d{2})"
"""A pattern of the zero; minutes and seconds keep theirs."""
_TIME: Final = r"([01]?\d|2[0-4]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(\s*([ap]\.?\s?m\.?|uhr|hrs?|h|z|utc|gmt))?"
_TIMES: Final = re.compile(rf"\s*{_TIME}(\s*([-\u2013]|to|bis)\s*{_TIME}|\s*[+-]\d{{1,2}}:?\d\d)?\s*", re.IGNORECASE)


def are_times(texts: Sequence[str]) -> bool:
    """Check whether texts are times of day, or from one to another; a text that is none makes codes of all."""
    return bool(texts) and all(_TIMES.fullmatch(text) for text in texts)


def without_hour_zero(text: str) -> str:
    """Return a time of day without a zero before the hour, and any other text as it is."""
    return re.sub(HOUR_ZERO, "", text) if are_times([text]) else text


def is_one_time(texts: Sequence[str]) -> bool:
    """Check whether texts are one time of day, with and without a zero before the hour."""
    return are_times(texts) and len({without_hour_zero(text).strip() for text in texts}) == 1
