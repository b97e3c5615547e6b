"""What comes with a record and is not scored: its source text, and small things such as cost, latency and tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.load import LoadedRecords
from evaljson.load.source_texts import LONG, is_source_text
from evaljson.wording.values import FULL, as_text, escaped


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
        if isinstance(value, str) and is_source_text(name, value):
            texts.append((name, value))
        else:
            small.append((name, as_text(value)))
    return Beside(tuple(texts), tuple(small))


Marks = Mapping[str, Sequence[tuple[int, int, str]]]
"""By text, the places marked in it: start, end, and what shows under the pointer; in order, and apart."""


def with_source(table: str, texts: Sequence[tuple[str, str]], marks: Marks | None = None) -> str:
    """Write a table as HTML with texts, by title, beside it, and marks in them; below it on narrow screens."""
    known: Marks = {} if marks is None else marks
    parts = [
        f'<h4><bdi>{escaped(title)}</bdi></h4><pre dir="auto" tabindex="0">'
        f"{_marked(text[:FULL], known.get(text, ()))}{_rest(text)}</pre>"
        for title, text in texts
    ]
    return f'<div class="ej-two">{table}<aside class="ej-source">{"".join(parts)}</aside></div>'


def _marked(text: str, marks: Sequence[tuple[int, int, str]]) -> str:
    pieces, at = list[str](), 0
    for start, end, title in marks:
        if at <= start < end <= len(text):
            pieces += [_lines(text[at:start]), f'<mark title="{escaped(title)}">{_lines(text[start:end])}</mark>']
            at = end
    return "".join([*pieces, _lines(text[at:])])


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
    return text if len(text) <= LONG else f"{text[:LONG]}… ({len(text):,} characters)"
