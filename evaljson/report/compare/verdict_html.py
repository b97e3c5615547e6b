"""A verdict in one sentence as HTML: its first part in bold, names in their own writing direction."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.compare.words.overall_sentence import Name, OverallVerdict
from evaljson.wording.values import escaped


def verdict_html(verdict: OverallVerdict) -> str:
    """Return the sentence without the notes on it; everything in it is escaped."""
    return f"<b>{pieces_html(verdict.head)}</b>{pieces_html(verdict.rest)}"


def pieces_html(pieces: Sequence[str]) -> str:
    """Return the pieces of a sentence in a row, the names in it isolated."""
    return "".join(f"<bdi>{escaped(piece)}</bdi>" if isinstance(piece, Name) else escaped(piece) for piece in pieces)
