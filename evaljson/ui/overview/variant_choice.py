"""Which two variants the Overview page compares, and which run of the history is open."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.report.history.trend import Trend
from evaljson.ui.session import choices
from evaljson.ui.session.address import new_in_address, pick
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_pair import is_chosen
from evaljson.ui.shared.default_pair import default_beside, default_pair

PAGE: Final = "overview"
RUN = "run"
"""Under this name the address says which run of the history is open."""


def choose(evaluation: OpenEvaluation) -> tuple[str, str | None, bool]:
    """Choose the baseline and a challenger, by default those of highest F1; None for a single variant.

    Return too whether someone chose them: only then they are in the address, and stay as others come first.
    """
    names = list(evaluation.runs)
    if len(names) == 1:
        return names[0], None, True
    default = default_pair(evaluation, names)
    was_chosen = is_chosen(evaluation.id, PAGE, default)
    left, right = st.columns(2)
    with left:
        a = pick(
            "Baseline",
            "a",
            names,
            page=PAGE,
            default=default[0],
            help="What the other is compared with.",
        )
    others = [name for name in names if name != a]
    with right:
        b = pick("Compared with baseline", "b", others, page=PAGE, default=default_beside(evaluation, names, a))
    return a, b, was_chosen


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
