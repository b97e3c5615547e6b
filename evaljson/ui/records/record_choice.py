"""Choose one of the records that pass the filters: next, previous, by name, or from the list."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from evaljson.base.arrays import Floats
from evaljson.results.losses import f1_beside
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.address import clicked, seed, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.found_records import labels, losses
from evaljson.ui.shared.metrics import choose_metric, metric_column, run_metric
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.plain_text import one_line
from evaljson.ui.shared.record_filters import Filters
from evaljson.wording.differences import shown_differences
from evaljson.wording.words import counted, points, points_column

OFFERED = 500
"""The most records that the box offers, around the open one: all of them would be sent with every step."""
TOP = "records-top"
"""Key of the container above the record."""
LISTED = "records.listed"
"""Key of the expander with the list."""
_RECORD = widget_key("records", "record")


def choose_record(
    evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters, places: Sequence[int]
) -> int:
    """Choose the record to show, by box, button or key; return its position."""
    run, key = runs[chosen.a], evaluation.run_key(chosen.a)
    ids = labels(run, key)
    options = [ids[place] for place in places]
    seed("record", options, page="records")
    at = options.index(st.session_state[_RECORD])
    first = max(0, min(at - OFFERED // 2, len(options) - OFFERED))
    offered = range(first, min(first + OFFERED, len(options)))
    figures = _figures(evaluation, runs, chosen)
    shown = {options[i]: f"{one_line(options[i])} · {figures(places[i])}" for i in offered}
    left, middle, right = st.container(key=TOP).columns([2, 8, 2], vertical_alignment="bottom")
    with left:
        _step("← Previous", "previous", "K", options, at - 1)
    with right:
        _step("Next →", "next", "J", options, at + 1)
    more = f"; this box has the {OFFERED} around it, Search finds all" if len(offered) < len(options) else ""
    with middle:
        picked = st.selectbox(
            f"Record {at + 1:,} of {len(options):,}, {plain(chosen.order_in_words(), 120)}{more}",
            list(shown),
            key=_RECORD,
            format_func=lambda label: shown.get(label, label),
            on_change=clicked,
        )
    return places[options.index(str(picked))]


def _figures(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters) -> Callable[[int], str]:
    """Return a function from position to figures: `F1 88.2`, or `F1 Prompt A 88.2, Prompt B 91.0`."""
    f1 = losses(runs[chosen.a], evaluation.run_key(chosen.a))[0]
    if chosen.b is None:
        return lambda place: f"F1 {points(float(f1[place]))}"
    a, b = one_line(chosen.a, 30), one_line(chosen.b, 30)
    there = _beside(evaluation, runs, chosen)
    return lambda place: (
        f"F1 {a} {points(float(f1[place]))}, {b} "
        + ("not there" if np.isnan(there[place]) else points(float(there[place])))
    )


def _beside(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters) -> Floats:
    """Return the second variant's F1 of each record of the first, by position; NaN if it lacks the record."""
    assert chosen.b is not None
    keys = (evaluation.run_key(chosen.a), evaluation.run_key(chosen.b))
    return cache.shared(("beside", *keys), partial(f1_beside, runs[chosen.a], runs[chosen.b]))


def _step(label: str, name: str, letter: str, options: list[str], to: int) -> None:
    st.button(
        label,
        key=f"records.{name}",
        on_click=_move,
        args=(options[to],) if 0 <= to < len(options) else (),
        disabled=not 0 <= to < len(options),
        shortcut=letter,
        width="stretch",
    )


def _move(to: str) -> None:
    clicked()
    st.session_state[_RECORD] = to


def show_list(
    evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters, places: Sequence[int]
) -> None:
    """Draw all records that pass in an expander, with a document metric on demand; ticking one opens it."""
    all_of_them = "The only record" if len(places) == 1 else f"All {counted(len(places), 'record')}"
    expander = st.expander(f"{all_of_them} as a list", key=LISTED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        metric = choose_metric("records.metric")
        run, key = runs[chosen.a], evaluation.run_key(chosen.a)
        listed = hashlib.sha256(np.asarray(places, np.int64).tobytes()).hexdigest()  # not the places: there may be many
        parts = ("list", key, chosen.b and evaluation.run_key(chosen.b), listed)
        frame = cache.shared(parts, lambda: _frame(evaluation, runs, chosen, places))
        number = st.column_config.NumberColumn
        columns = {name: number(format="%.1f") for name in ("F1", "Lost weight", "F1 beside", "Difference")}
        if chosen.b is not None:
            columns["F1 beside"] = number(f"F1 of {one_line(chosen.b, 40)}", format="%.1f")
            columns["Difference"] = number(format="%+.1f", help=f"{plain(chosen.b, 40)} minus {plain(chosen.a, 40)}")
        if metric is not None:
            scores = run_metric(run, key, metric).scores
            frame = frame.assign(**{metric.title: pd.array([scores[place] for place in places], dtype="Float64")})
            columns[metric.title] = metric_column(metric)
        st.dataframe(
            frame,
            hide_index=True,
            height=260,
            placeholder="",
            key="records.list",
            selection_mode="single-row",
            on_select=lambda: _open(frame["Record"].tolist()),
            column_config=columns,
        )


def _frame(
    evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters, places: Sequence[int]
) -> pd.DataFrame:
    run, key = runs[chosen.a], evaluation.run_key(chosen.a)
    f1, loss = losses(run, key)
    ids, at = labels(run, key), np.asarray(places, np.intp)
    names = [ids[place] for place in places]
    frame = pd.DataFrame({"Record": names, "F1": points_column(f1[at]), "Lost weight": loss[at]})
    if run.types is not None:
        frame["Document type"] = [run.types[place] for place in places]
    if chosen.b is not None:
        beside = _beside(evaluation, runs, chosen)[at]
        frame["F1 beside"] = points_column(beside)
        frame["Difference"] = 100 * np.array(shown_differences(f1[at].tolist(), beside.tolist(), 1))
    return frame


def _open(ids: list[str]) -> None:
    rows = st.session_state["records.list"].get("selection", {}).get("rows", [])
    if rows:
        clicked()
        st.session_state[_RECORD] = ids[rows[0]]
