"""Behaviour as data: what goes in and what must come out, in JSON files."""

import json
from pathlib import Path
from typing import Any


def read_cases(name: str) -> Any:
    """Return the content of tests/cases/<name>.json."""
    return json.loads(Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8"))
