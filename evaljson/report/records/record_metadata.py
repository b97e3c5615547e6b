"""What comes with a record and is not scored: its source text, and small things such as cost, latency and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.load import LoadedRecords
from evaljson.wording.values import FULL, as_text, escaped

SOURCE_NAMES: Final = frozenset(
    {
        "body", "content", "doc_text", "document", "document_text", "full_text", "html", "input", "input_text",
        "markdown", "ocr", "ocr_text", "page_text", "raw_text", "source", "source_text", "text", "transcript",
    }
)  # fmt: skip
_LONG = 200
"""Text of more characters is read beside the table, whatever its name."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The metadata of one record."""

    texts: tuple[tuple[str, str], ...]
    """Name and text of what the record was taken from."""
    small: tuple[tuple[str, str], ...]
    """Name and value, as text, of everything else."""


NOTHING: Final = Beside((), ())


def beside(loaded: LoadedRecords, position: int | None) -> Beside:
    """Return what came with the record at a position of its file; nothing if there is none."""
    if position is None or not loaded.metadata or position >= len(loaded.metadata):
        return NOTHING
    texts, small = [], []
    for name, value in loaded.metadata[position].items():
        if isinstance(value, str) and value.strip() and (name.lower() in SOURCE_NAMES or len(value) > _LONG):
            texts.append((name, value))
        else:
            small.append((name, as_text(value)))
    return Beside(tuple(texts), tuple(small))


def with_source(table: str, texts: Sequence[tuple[str, str]]) -> str:
    """Write a table as HTML with texts, by title, beside it; below it on narrow screens."""
    parts = [
        f'<h4><bdi>{escaped(title)}</bdi></h4><pre dir="auto" tabindex="0">{_lines(text[:FULL])}{_rest(text)}</pre>'
        for title, text in texts
    ]
    return f'<div class="ej-two">{table}<aside class="ej-source">{"".join(parts)}</aside></div>'


def _lines(text: str) -> str:
    """Escaped, and without signs for the ends of its lines, which can be seen here."""
    return "\n".join(map(escaped, text.split("\n")))


def _rest(text: str) -> str:
    return f'<span class="ej-none">\n… {len(text) - FULL:,} more characters</span>' if len(text) > FULL else ""


def small_line(name: str, small: Sequence[tuple[str, str]]) -> str:
    """Write cost, latency and similar metadata of one file as a line of HTML; empty if there is none."""
    if not small:
        return ""
    entries = " · ".join(
        f"<bdi>{escaped(key)}</bdi> <b><bdi>{escaped(_short(value))}</bdi></b>" for key, value in small
    )
    return f'<div class="ej-beside"><bdi>{escaped(name)}</bdi>: {entries}</div>'


def _short(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}… ({len(text):,} characters)"
