"""Values as JSON text on one line, quickly: columns of results hold millions of them."""

from __future__ import annotations

import json
import math
from json.encoder import encode_basestring
from typing import Any

_write = json.JSONEncoder(ensure_ascii=False).encode


def json_text(value: Any) -> str:
    """Write a value as JSON on one line; NaN and infinities as Python reads them. Escaped if UTF-8 cannot hold it."""
    kind = type(value)
    if kind is int or (kind is float and math.isfinite(value)):
        return repr(value)
    text = encode_basestring(value) if kind is str else _write(value)
    return text if is_utf8(text) else json.dumps(value)


def clean(text: str) -> str:
    """Escape lone surrogates, which UTF-8 cannot hold."""
    return text if is_utf8(text) else text.encode("utf-8", "backslashreplace").decode("utf-8")


def is_utf8(text: str) -> bool:
    """Check whether UTF-8 can hold a text: it cannot hold lone surrogates."""
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def finite(value: Any) -> Any:
    """Replace numbers that JSON does not have by text, at every depth."""
    if isinstance(value, dict):
        return {key: finite(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [finite(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
