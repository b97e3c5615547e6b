"""Whether gold leaked, as a decision of Overview: how many records, where, and the evidence behind a click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evaljson.base.listed import first_of
from evaljson.leaks import Leak
from evaljson.ui.overview.decision import Decision
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.copies import open_copies, show_leave_out
from evaljson.ui.shared.leaks import TWICE, in_figures, leaks_of
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, points_column

_WIDTH: Final = 720
_EVIDENCE: Final = 340
"""Pixels of the table, and of its evidence: as wide as a window of 1,024 allows."""


def leak_decision(evaluation: OpenEvaluation) -> Iterator[Decision]:
    """Yield it where gold is inside a noted prompt, or twice in itself; what is left out is settled."""
    copies = open_copies(evaluation)
    leaks = in_figures(evaluation, leaks_of(evaluation))
    found = () if leaks is None else leaks.found
    if not found and not copies:
        return
    prompts = list(dict.fromkeys(one.where for one in found if one.kind.endswith("in a prompt")))
    text = ""
    if prompts:
        records = len({one.record for one in found if one.kind.endswith("in a prompt")})
        names = first_of([plain(name, 40) for name in prompts], 3)
        text = f"**{counted(records, 'gold record')} in the prompt of {names}**: F1 there says too much."
    text = " ".join(filter(None, [text, twice_in_words(found, len(copies))]))
    yield Decision(text, partial(_settle, evaluation, found, copies))


def twice_in_words(found: Sequence[Leak], copies: int) -> str:
    """Count the gold records that repeat another one exactly, and those that nearly do."""
    twice = [one for one in found if one.kind == TWICE]
    exact = {one.record for one in twice if one.how == "the same"}
    same, nearly = max(len(exact), copies), len({one.record for one in twice} - exact)
    if not same:
        return f"{counted(nearly, 'gold record')} nearly {_repeats(nearly)} another one." if nearly else ""
    more = f", {nearly:,} more nearly" if nearly else ""
    return f"{counted(same, 'gold record')} {_repeats(same)} another one{more}."


def _repeats(count: int) -> str:
    return "repeats" if count == 1 else "repeat"


def _settle(evaluation: OpenEvaluation, found: Sequence[Leak], copies: Sequence[int]) -> None:
    if copies:
        show_leave_out(evaluation, copies)
    if not found:
        return
    with st.popover("Show", key="overview.leaks"):
        kinds = {one.kind.endswith("in a prompt") for one in found}
        advice = ["Take what is in a prompt out of it."] if True in kinds else []
        advice += ["Leave out what is a copy: it counts twice."] if False in kinds else []
        st.caption(" ".join(advice))
        rows = [
            (str(one.record), one.where if one.other is None else str(one.other), one.how, one.evidence)
            for one in found
        ]
        table = pd.DataFrame(rows, columns=["Record", "In", "How", "Evidence"])
        table.insert(3, "Of it", points_column(one.share for one in found))
        columns = {
            "Of it": st.column_config.NumberColumn(format="%.0f%%", width="small"),
            "Evidence": st.column_config.TextColumn(width=_EVIDENCE),
        }
        st.dataframe(table, hide_index=True, width=_WIDTH, column_config=columns)
