"""Data in text that is read as Markdown, and in boxes and heads of tables, which read none.

Streamlit changes text in three ways: by Markdown itself, which a backslash prevents; and by looking for emoji names,
icons, arrows and bare links in text that Markdown has already been read from, where backslashes are gone. What it looks
for is never found across two pieces of text: an empty directive between them, which shows nothing, splits them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MARKUP: Final = re.compile(r"[\\`*_{}\[\]()<>#+\-.!|~$:&=]")
_SPLIT: Final = ":small[]"
_SPLIT_AFTER: Final = re.compile(
    r":(?=[A-Za-z0-9_+-]+:|material/|//)"  # :smile:, :material/home:, :streamlit:, https://
    r"|[-<>~](?=[-=>])"  # ->, <-, --, >=, <=, ~=
    r"|www(?=\.)"
    r"|@(?=[-\w])",
    re.IGNORECASE,
)
_IN_LABELS: Final = re.compile(
    r"[\\`<>&~|]|\]\(|:(?=[A-Za-z+_/-])"
    r"|([*$]).*\1"
    r"|(?:(?<!\w)_|_(?!\w)).*(?:(?<!\w)_|_(?!\w))"
    r"|^(?:[#+\-=>!*_$:]|\d+[.)])"
)
"""What Markdown may read: anywhere, only twice in a line, so within no word, and only first in it."""


def plain(text: str, most: int = 80) -> str:
    """Escape text from files and people for Markdown labels and sentences: one line, shortened."""
    line = one_line(text, most)
    ends = [match.end() for match in _SPLIT_AFTER.finditer(line)]
    if unicodedata.category(line[:1] or " ") == "So":  # an emoji at the start of a message would become its icon
        ends.insert(0, 0)
    pieces = [line[start:end] for start, end in zip([0, *ends], [*ends, len(line)], strict=True)]
    return _SPLIT.join(_MARKUP.sub(r"\\\g<0>", piece) for piece in pieces)


def plain_label(text: str, most: int = 200) -> str:
    """Escape text for the label of a tick, as little as Markdown allows: a screen reader reads the backslashes too."""
    line = one_line(text, most)
    is_read = _IN_LABELS.search(line) or _SPLIT_AFTER.search(line) or unicodedata.category(line[:1] or " ") == "So"
    return plain(line, most) if is_read else line


def plain_part(text: str, most: int = 200) -> str:
    """Escape text for a part of such a label: nothing in it can be one of two with something in another part."""
    return plain(text, most) if re.search(r"[*$]|(?<!\w)_|_(?!\w)", text) else plain_label(text, most)


def one_line(text: str, most: int = 80) -> str:
    """Shorten text from files and people to one line where Markdown is not read: select boxes, column heads."""
    line = " ".join(text[: most + 1].split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
