"""What differs between two versions of an eval schema, line by line."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from typing import Any

AROUND = 2
"""Lines shown before and after each change."""


def schema_diff(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Write a unified diff of the two as indented JSON, without its head; empty if they are the same."""
    lines = difflib.unified_diff(_lines(before), _lines(after), lineterm="", n=AROUND)
    return "\n".join(list(lines)[2:])


def _lines(schema: Mapping[str, Any]) -> list[str]:
    return json.dumps(schema, indent=2, ensure_ascii=False).splitlines()
