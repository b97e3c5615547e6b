"""A verdict in one sentence as HTML: its first part in bold, names in their own writing direction."""

from __future__ import annotations

from evaljson.compare.words.overall_sentence import Name, OverallVerdict
from evaljson.wording.values import escaped


def verdict_html(verdict: OverallVerdict) -> str:
    """Return the sentence without the notes on it; everything in it is escaped."""
    head, rest = (
        "".join(f"<bdi>{escaped(piece)}</bdi>" if isinstance(piece, Name) else escaped(piece) for piece in pieces)
        for pieces in (verdict.head, verdict.rest)
    )
    return f"<b>{head}</b>{rest}"
