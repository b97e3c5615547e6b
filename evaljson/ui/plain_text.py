"""Data in text that is read as Markdown."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])")


def plain(text: str, most: int = 80) -> str:
    """Text from a file or a person, for labels and sentences that are read as Markdown: on one line, cut, escaped."""
    line = " ".join(text[: most + 1].split())
    return _MARKUP.sub(r"\\\1", line if len(line) <= most else f"{line[: most - 1]}…")
