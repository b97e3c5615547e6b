"""One cell of a CSV file: quoted so that every reader sees one cell, and defused so that no spreadsheet runs it.

All CSV of evaljson goes through here: of results, of comparisons, from the app, from Python and on the command line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from evaljson.base.json_text import clean

_SIGNS: Final = frozenset("=+-@")
_AT_THE_START: Final = ("\t", "\r", "\n", "\0")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters that a spreadsheet may drop before it looks for a formula."""
_SPECIAL: Final = '[",;\t\r\n]'
"""What needs quotes. A lone carriage return ends a row for some readers, a semicolon or tab a cell for others."""
_NEEDS_QUOTES: Final = re.compile(_SPECIAL)

_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
"""A number as JSON writes it: nothing that a spreadsheet runs, though it may begin with a minus."""
_PLAIN: Final = re.compile(r"[0-9A-Za-z_\[(][ !#-+\--:<-~]*")
"""Most texts: ASCII that begins no formula and needs no quotes."""


def text_cell(text: str | None) -> str:
    """Write a text that may come from anyone as a cell; None as an empty one."""
    if not text:
        return ""
    if _PLAIN.fullmatch(text) or _NUMBER.fullmatch(text):
        return text
    return quoted(defused(clean(text).replace("\0", "\\x00")))


def quoted(text: str) -> str:
    """Quote a text where it holds what readers take for the end of a cell or row."""
    if _NEEDS_QUOTES.search(text) is None:
        return text
    return '"' + text.replace('"', '""') + '"'


def quoted_array(texts: pa.Array) -> pa.Array:
    """Quote many texts as `quoted` does; null stays null."""
    inside = pc.replace_substring(texts, '"', '""')
    mark, nothing = pa.scalar('"', texts.type), pa.scalar("", texts.type)
    return pc.if_else(
        pc.match_substring_regex(texts, _SPECIAL), pc.binary_join_element_wise(mark, inside, mark, nothing), texts
    )


def defused(text: str) -> str:
    """Put a ' before a text that a spreadsheet would run as a formula, in any width of its signs; not before -1."""
    if _NUMBER.fullmatch(text):
        return text
    return f"'{text}" if text.startswith(_AT_THE_START) or _is_formula(text) else text


def _is_formula(text: str) -> bool:
    """Check whether the first character that can be seen begins a formula."""
    for character in text:
        if character.isalnum():
            return False
        if unicodedata.category(character) not in _UNSEEN:
            return unicodedata.normalize("NFKC", character)[0] in _SIGNS
    return False


def csv_row(cells: Iterable[str]) -> str:
    """Join cells that are written already."""
    return ",".join(cells) + "\n"
