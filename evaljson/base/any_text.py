"""Text and JSON of any characters, in a form that UTF-8 files and databases hold and give back exactly."""

from __future__ import annotations

import json
import re
from typing import Any

_UNSAFE = re.compile(r"[\\\x00\ud800-\udfff]")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")


def escaped(text: str) -> str:
    """Text that UTF-8 and PostgreSQL can hold: NUL, lone surrogates and the backslash itself as \\uXXXX."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def unescaped(text: str) -> str:
    """What `escaped` was given."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def dumped(value: Any) -> str:
    """JSON text that keeps key order, integers of any length, NaN and lone surrogates."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
