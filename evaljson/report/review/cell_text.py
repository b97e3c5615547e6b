"""Values and texts as cells that people read and type in: any JSON value goes out and comes back the same.

Text stands as it is, `(no value)`, `(null)` and `(empty text)` are what they say. What a cell could not hold, or would
be read as something else, is JSON behind `json:`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.base.json_text import json_text
from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.review.typed_value import read_typed

NO_VALUE: Final = "(no value)"
NULL: Final = "(null)"
EMPTY: Final = "(empty text)"
_SPECIAL: Final = {NO_VALUE: ABSENT, NULL: None, EMPTY: ""}
_JSON: Final = "json:"
LONGEST: Final = 32_767
"""Characters of a cell of a workbook."""
TOO_LONG: Final = "(too long for a cell: it stays as it was answered)"
_EXCEL_ESCAPE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""Excel reads _x0041_ as A."""


def cell_of_value(value: Any, types: Sequence[str]) -> str:
    """Write a value, or ABSENT, for a field of these JSON types."""
    for words, special in _SPECIAL.items():
        if value is special or (special == "" and value == ""):
            return words
    plain = value if isinstance(value, str) else json_text(value)
    if _is_safe(plain):
        try:
            if strict_equal(value_of_cell(plain, types), value):
                return plain
        except InputError:
            pass  # a value that the field cannot have by its type, but has
    return _as_json(value)


def value_of_cell(text: str, types: Sequence[str]) -> Any:
    """Read what `cell_of_value` wrote, or a person typed. Raises InputError for what is no value of the field."""
    typed = text.strip()
    if typed in _SPECIAL:
        return _SPECIAL[typed]
    if typed == TOO_LONG:
        raise InputError("the value was too long for the file; correct it in the dashboard")
    return _from_json(typed) if typed.startswith(_JSON) else read_typed(typed, types)


def cell_of_text(text: str) -> str:
    """Write a text, such as a comment or a name; nothing for none."""
    return text if not text or _is_safe(text) else _as_json(text)


def text_of_cell(text: str) -> str:
    """Read what `cell_of_text` wrote, or a person typed; spaces around it are dropped. Raises InputError."""
    typed = text.strip()
    if typed == TOO_LONG:
        raise InputError("the text was too long for the file; change it in the dashboard")
    if not typed.startswith(_JSON):
        return typed
    value = _from_json(typed)
    if not isinstance(value, str):
        raise InputError(f"{typed:.40} is no text; write it without `{_JSON}`")
    return value


def shortened(text: str, most: int = 5_000) -> str:
    """Cut a text for a cell that is only read."""
    return text if len(text) <= most else f"{text[:most]} … ({len(text):,} characters)"


def _is_safe(text: str) -> bool:
    return (
        text == text.strip()
        and not text.startswith(_JSON)
        and text != TOO_LONG
        and all(c.isprintable() or c == "\n" for c in text)
        and _EXCEL_ESCAPE.search(text) is None
    )


def _as_json(value: Any) -> str:
    written = _EXCEL_ESCAPE.sub(r"\\u005f", json.dumps(value))
    return f"{_JSON} {written}"


def _from_json(text: str) -> Any:
    try:
        return json.loads(text.removeprefix(_JSON))
    except (ValueError, RecursionError) as error:
        raise InputError(f"what stands behind `{_JSON}` is no JSON; correct it, or write the value as it is") from error
