"""Which two variants the Overview page compares, and which run of the history is open."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.report.history.trend import Trend
from evaljson.ui.session import choices
from evaljson.ui.session.address import new_in_address, pick, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.default_pair import default_beside, default_pair

_BEFORE: Final = "evaljson.default-pair"
"""The evaluation and the pair that was the default when the page was last drawn."""
RUN = "run"
"""Under this name the address says which run of the history is open."""


def choose(evaluation: OpenEvaluation) -> tuple[str, str | None]:
    """Choose the baseline and a challenger, by default those of highest F1; None for a single variant."""
    names = list(evaluation.runs)
    if len(names) == 1:
        return names[0], None
    default = default_pair(evaluation, names)
    _follow(evaluation.id, default)
    left, right = st.columns(2)
    with left:
        a = pick(
            "Baseline",
            "a",
            names,
            page="overview",
            default=default[0],
            help="What the other is compared with.",
        )
    others = [name for name in names if name != a]
    with right:
        b = pick("Compared with baseline", "b", others, page="overview", default=default_beside(evaluation, names, a))
    return a, b


def _follow(evaluation: str, default: tuple[str, str]) -> None:
    """Let the pair go with the default where it was that and nobody chose another: a decision changes who is first."""
    before = st.session_state.get(_BEFORE)
    st.session_state[_BEFORE] = evaluation, default
    keys = widget_key("overview", "a"), widget_key("overview", "b")
    is_default = before == (evaluation, tuple(st.session_state.get(key) for key in keys))
    if is_default and before != (evaluation, default) and new_in_address("a") is None and new_in_address("b") is None:
        st.session_state.update(zip(keys, default, strict=True))


def chosen_run(history: Trend) -> str | None:
    """Return the open run of the history: the one in the address, otherwise the one that was clicked."""
    asked = new_in_address(RUN) or choices.chosen().get(RUN)
    return asked if any(point.run == asked for _, point in history.points()) else None


def open_run(run: str | None) -> None:
    """Open a run of the history; None closes it."""
    if run is None:
        choices.choose(RUN, None)
        st.query_params.pop(RUN, None)
    else:
        choices.choose(RUN, run)
        st.query_params[RUN] = run
