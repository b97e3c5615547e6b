"""Replies that ended early, of all variants: whoever compares two of them should know of the others, too."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evaljson.report.patterns.kinds import BY_NAME
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.shared.notes import PageNote
from evaljson.ui.shared.record_filters import LIKE
from evaljson.ui.shared.ties_in_words import named
from evaljson.wording.words import counted

_KIND = BY_NAME["cut_off"]


def cut_replies_note(evaluation: OpenEvaluation) -> PageNote | None:
    """Return how many replies of each variant were cut off; None where none was."""
    counts = {name: count for name in evaluation.runs if (count := summary_of(evaluation, name).cut_off)}
    if not counts:
        return None
    said = ", ".join(f"{named(name)} {count:,}" for name, count in counts.items())
    return PageNote(f"Replies cut off: {said}", partial(_draw, counts))


def _draw(counts: dict[str, int]) -> None:
    st.caption(_KIND.remedy)
    for number, (name, count) in enumerate(counts.items()):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{named(name)}**: {counted(count, 'reply', 'replies')} cut off", width="content")
            if st.button("Records", key=f"overview.cut-off.{number}", type="tertiary"):
                go_to_records(a=name, status=f"{LIKE}{_KIND.name}")
