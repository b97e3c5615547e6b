"""What a draft does with missing records, said at its top with the way back: the switch is far below."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evaljson.ui.data.read_again import set_in_draft
from evaljson.ui.session import open_evaluation
from evaljson.ui.shared.changes import attempt
from evaljson.workspace.drafts import DataDraft, left_out_before

_SCORE: Final = ": press Score"
_SWITCHES: Final = {"exclude_missing": "Missing", "exclude_unreadable": "Unreadable"}


def show_missing_line(draft: DataDraft) -> None:
    """Say that missing records will be left out, or that they will be counted where they were left out until now."""
    if draft.gold is None or not draft.variants:
        return
    before = left_out_before(open_evaluation.latest().stored)
    again = [name for name in _SWITCHES if name in before and not getattr(draft, name)]
    if draft.exclude_missing:
        fate, to_do = ("left out as before", "") if "exclude_missing" in before else ("left out", _SCORE)
        _line("Missing", fate, to_do, "Count them instead", "draft.count-missing", {"exclude_missing": False})
    elif again:
        which = " and ".join(_SWITCHES[name] for name in again).capitalize()
        _line(which, "counted", _SCORE, "Leave them out", "draft.leave-out", dict.fromkeys(again, True))


def _line(which: str, fate: str, to_do: str, way_back: str, key: str, switches: dict[str, bool]) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"ⓘ **{which} records will be {fate}**{to_do}.", width="content")
        st.button(way_back, key=key, on_click=partial(_switch, switches))


def _switch(switches: dict[str, bool]) -> None:
    for name, is_on in switches.items():  # else the switches below would set them again
        st.session_state[f"draft.{name.replace('_', '-')}"] = is_on
    attempt(lambda: set_in_draft(**switches), is_change=False)
