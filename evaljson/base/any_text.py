"""Escape text and JSON of any characters, so that UTF-8 files and databases store and return them exactly."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

_UNSAFE = re.compile(r"[\\\x00\ud800-\udfff]")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def escaped(text: str) -> str:
    """Write NUL, lone surrogates and the backslash as \\uXXXX, so that UTF-8 and PostgreSQL can hold the text."""
    if text.isascii() and "\\" not in text and "\0" not in text:
        return text
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def unescaped(text: str) -> str:
    """Undo `escaped`."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "\\u" in text else text


def dumped(value: Any, default: Callable[[Any], Any] | None = None) -> str:
    """Write JSON text that keeps key order, integers of any length, NaN and lone surrogates.

    `default` turns values that JSON does not have into others; without it they raise TypeError.
    """
    if default is None:
        return _ENCODER.encode(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=default)
