"""Codes that look like decimals, as 8471.30 of a customs tariff does: two that are close are two things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from evaljson.base.paths import split

_NAME: Final = re.compile(
    r"(^|[_\W])(id|no|nr|code|key|sku|ean|isbn|hs|hts|taric|version|section|clause|paragraph|chapter|article)s?$"
    r"|(^|[_\W])(invoice|order|serial|part|item|account|contract|customer|article|tariff|hs)[_\W]?(number|num)s?$"
)
_NEW_WORD: Final = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SHAPE: Final = re.compile(r"\d{4,}\.\d{2,}")
_LEAST: Final = 5


def are_numbered_codes(path: str, texts: Sequence[str]) -> bool:
    """Check whether the numbers of a field are codes: by its name, or since all its texts have one length and shape.

    `texts` are its different gold values that are texts.
    """
    names = [step for step in split(path) if isinstance(step, str)]
    if names and _NAME.search(_NEW_WORD.sub("_", names[-1]).lower()):
        return True
    stripped = [text.strip() for text in texts]
    shapes = {re.sub(r"\d", "9", text) for text in stripped}
    return len(stripped) >= _LEAST and len(shapes) == 1 and _SHAPE.fullmatch(stripped[0]) is not None
