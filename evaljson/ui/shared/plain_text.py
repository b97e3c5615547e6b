"""Data in text that is read as Markdown, and in boxes and heads of tables, which read none."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])")


def plain(text: str, most: int = 80) -> str:
    """Escape text from files and people for Markdown labels and sentences: one line, shortened."""
    return _MARKUP.sub(r"\\\1", one_line(text, most))


def one_line(text: str, most: int = 80) -> str:
    """Shorten text from files and people to one line where Markdown is not read: select boxes, column heads."""
    line = " ".join(text[: most + 1].split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def shortened(name: str, most: int) -> str:
    """Shorten a long name in the middle: names with the same start stay distinct."""
    line = " ".join(name.split())
    if len(line) <= most:
        return line
    end = (most - 1) // 2
    return f"{line[: most - 1 - end]}…{line[len(line) - end :]}"
