"""Names a record of a list as a person counts: from 1."""

from __future__ import annotations

import re
from typing import Final

_IN_ARRAY: Final = re.compile(r"(?:records)?\[(\d+)\]\.?")


def from_one(path: str) -> str:
    """Return a path of a whole file for a person: `[2].items[0]` is `record 3, items[0]`; any other stays as it is."""
    found = _IN_ARRAY.match(path)
    if found is None:
        return path
    inner = path[found.end() :]
    return f"record {int(found[1]) + 1:,}" + (f", {inner}" if inner else "")
