"""The verdict in one sentence, as Overview and Compare show it."""

from __future__ import annotations

import streamlit as st

from evaljson.compare.words.overall_sentence import OverallVerdict
from evaljson.report.compare.verdict_html import verdict_html


def show_verdict_sentence(verdict: OverallVerdict) -> None:
    """Draw the sentence in large type, its first part in bold; names keep their own writing direction."""
    st.html(
        f'<div dir="auto" style="font-size:1.3rem;line-height:1.5;overflow-wrap:anywhere">{verdict_html(verdict)}</div>'
    )
