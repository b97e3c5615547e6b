"""The verdict in one sentence, as Overview and Compare show it."""

from __future__ import annotations

import streamlit as st

from evaljson.compare.words.overall_sentence import Name, OverallVerdict
from evaljson.wording.values import escaped


def show_verdict_sentence(verdict: OverallVerdict) -> None:
    """Draw the sentence in large type, its first part in bold; names keep their own writing direction."""
    head, rest = (
        "".join(f"<bdi>{escaped(piece)}</bdi>" if isinstance(piece, Name) else escaped(piece) for piece in pieces)
        for pieces in (verdict.head, verdict.rest)
    )
    st.html(
        f'<div dir="auto" style="font-size:1.3rem;line-height:1.5;overflow-wrap:anywhere"><b>{head}</b>{rest}</div>'
    )
