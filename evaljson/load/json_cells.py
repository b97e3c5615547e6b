"""Reads a cell of CSV that holds a JSON array or object, where the other side has one: nothing of its text is lost."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final, Literal

from evaljson.base.jsontypes import ABSENT
from evaljson.base.limits import current
from evaljson.load.allowance import SourceAllowance
from evaljson.load.json.exact import ExactParser

JsonType = Literal["array", "object"]
JSON_TYPES: Final[dict[JsonType, type]] = {"array": list, "object": dict}
_OPENS: Final[dict[JsonType, str]] = {"array": "[", "object": "{"}
_CONSTANT: Final = re.compile("NaN|Infinity")
_SPACE: Final = " \t\r\n"


class JsonCells:
    """Reads the cells of one table, up to the values that a source may have."""

    def __init__(self) -> None:
        self._parser = ExactParser("refuse")
        self._allowance = SourceAllowance(current(), "cells")

    def value(self, cell: str, kind: JsonType) -> Any:
        """Return the array or object, or None for `null`; ABSENT for any other text, or one that JSON cannot keep.

        Raises SourceLimitError beyond the limit of values.
        """
        text = cell.strip(_SPACE)
        if text == "null":
            return None
        if not text.startswith(_OPENS[kind]):
            return ABSENT
        self._allowance.spend_json(text)
        try:
            value, end = self._parser.value_at(text, 0)
        except json.JSONDecodeError:
            return ABSENT
        is_whole = end == len(text) and type(value) is JSON_TYPES[kind]
        return value if is_whole and (_CONSTANT.search(text) is None or _is_finite(value)) else ABSENT


def _is_finite(value: Any) -> bool:
    """Check that no number is one of Python's NaN and Infinity, which JSON lacks."""
    if isinstance(value, list | dict):
        return all(map(_is_finite, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, float) or math.isfinite(value)
