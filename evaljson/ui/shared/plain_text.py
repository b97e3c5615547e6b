"""Data in text that is read as Markdown, and in boxes and heads of tables, which read none."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])")


def plain(text: str, most: int = 80) -> str:
    """Text from a file or a person, for labels and sentences that are read as Markdown: on one line, cut, escaped."""
    return _MARKUP.sub(r"\\\1", one_line(text, most))


def one_line(text: str, most: int = 80) -> str:
    """Text from a file or a person where no Markdown is read: in a select box, above a column. On one line, cut."""
    line = " ".join(text[: most + 1].split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def shortened(name: str, most: int) -> str:
    """A long name with its middle left out: names that begin alike can still be told apart."""
    line = " ".join(name.split())
    if len(line) <= most:
        return line
    end = (most - 1) // 2
    return f"{line[: most - 1 - end]}…{line[len(line) - end :]}"
