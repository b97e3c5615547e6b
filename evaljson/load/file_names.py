"""What the records of a file are called: its name without what says how they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from evaljson.load.file_endings import READ

_ENDINGS: Final = re.compile(rf"(?i)\.({'|'.join(ending[1:] for ending in READ)}|gzip)$")


def name_of_file(file: str) -> str:
    """Return the last part of the path without known endings, `a.jsonl.gz` as `a`; other dots stay: `gemini-2.5-pro`.

    A name of endings alone stays as it is.
    """
    name = whole = Path(file).name or file
    while (shorter := _ENDINGS.sub("", name)) != name:
        name = shorter
    return name or whole
