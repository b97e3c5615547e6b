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
