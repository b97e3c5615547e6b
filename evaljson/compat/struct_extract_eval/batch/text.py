"""Values as text, for prompts and tables of answers."""

from __future__ import annotations

import json
from typing import Any


def as_text(value: Any) -> str:
    """Write a text as it is, None as null, others as JSON with sorted keys."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
