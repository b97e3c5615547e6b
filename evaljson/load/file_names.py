"""What the records of a file are called: its name without what says how they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_ENDINGS: Final = re.compile(r"(?i)\.(json|jsonl|ndjson|csv|tsv|parquet|pq|txt|zip|gz|gzip)$")


def name_of_file(file: str) -> str:
    """Return the last part of the path without known endings, `a.jsonl.gz` as `a`; other dots stay: `gemini-2.5-pro`.

    A name of endings alone stays as it is.
    """
    name = whole = Path(file).name or file
    while (shorter := _ENDINGS.sub("", name)) != name:
        name = shorter
    return name or whole
