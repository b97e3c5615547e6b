"""The Records tab: each record's F1 on both sides, in a chart and a table; a click opens the record."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison
from evaljson.report.compare.scatter import RecordSpot, read_spot, scatter_figure
from evaljson.report.compare.tables import record_rows
from evaljson.ui.compare.change_filter import RECORDS, narrow
from evaljson.ui.compare.comparison_choice import CHANGES, PAGE, Chosen
from evaljson.ui.session import cache
from evaljson.ui.session.address import clicked, go_to_records, new_in_address, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.clickable import clicked_data, show_chart, show_table
from evaljson.ui.shared.parts import plain, text_colour
from evaljson.ui.shared.record_filters import WORSE
from evaljson.ui.shared.signed import signed
from evaljson.wording.differences import digits_for
from evaljson.wording.words import counted

_FIGURE, _SPOT, _SEEN = "compare.scatter", widget_key(PAGE, "spot"), "compare.scatter-seen"
_NOTICED = 1e-7


def show_records(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison) -> dict[str, str | None]:
    """Draw the tab, and return its choices for the address."""
    rows = cache.shared(("compare records", *chosen.key(evaluation)), lambda: record_rows(comparison))
    better, worse = (int((rows["difference"] * sign > _NOTICED).sum()) for sign in (1, -1))
    st.caption(
        f"{counted(worse, 'record')} worse, {better:,} better, {len(rows) - worse - better:,} the same. "
        f"Above the dotted line, {plain(comparison.names[1], 40)} is better. Click a mark for its records."
    )
    _figure(rows, chosen, comparison, evaluation)
    spot = _chosen_spot(rows)
    shown = CHANGES[-1]
    if spot is None:
        shown = narrow("Which records", "listed", RECORDS, lambda change: f"{len(only(rows, change)):,}")
    if spot is not None:
        _say_spot(spot, rows)
    _table(only(rows, shown) if spot is None else rows[spot.holds(rows)].reset_index(drop=True), chosen, comparison)
    return {"spot": str(spot) if spot else None, "listed": shown if spot is None and shown != CHANGES[0] else None}


def only(rows: pd.DataFrame, shown: str) -> pd.DataFrame:
    """Return the rows that pass one of CHANGES."""
    change = rows["difference"]
    passes = {"worse": change < -_NOTICED, "better": change > _NOTICED, "changed": change.abs() > _NOTICED}.get(shown)
    return (rows if passes is None else rows[passes]).reset_index(drop=True)


def _figure(rows: pd.DataFrame, chosen: Chosen, comparison: Comparison, evaluation: OpenEvaluation) -> None:
    colour = text_colour()
    key = ("compare scatter", *chosen.key(evaluation), colour)
    event = show_chart(
        cache.derived(key, lambda: scatter_figure(rows, comparison.names, colour)),
        _FIGURE,
        f"F1 of {counted(len(rows), 'record')} on both sides; the table below lists the numbers.",
    )
    data = clicked_data(event)
    if data == st.session_state.get(_SEEN):
        return  # it stays selected through reruns: only a new click is news
    st.session_state[_SEEN] = data
    if data and data[1]:
        record = rows[rows["record"] == data[1]]
        if len(record):
            _open(record.iloc[0], chosen)
    elif data:
        st.session_state[_SPOT] = data[0]
        clicked()


def _chosen_spot(rows: pd.DataFrame) -> RecordSpot | None:
    """Return the mark whose records are listed, from a click or a link; None if there is no such mark."""
    asked = new_in_address("spot")
    if asked is not None:
        st.session_state[_SPOT] = asked
    spot = read_spot(st.session_state.get(_SPOT))
    return spot if spot is not None and bool(spot.holds(rows).any()) else None


def _say_spot(spot: RecordSpot, rows: pd.DataFrame) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{counted(int(spot.holds(rows).sum()), 'record')} at F1 {spot.a:.1f} → {spot.b:.1f}**")
        st.button("Show all records again", key="compare.no-spot", on_click=_forget_spot)


def _forget_spot() -> None:
    st.session_state.pop(_SPOT, None)
    clicked()


def _table(rows: pd.DataFrame, chosen: Chosen, comparison: Comparison) -> None:
    if rows.empty:
        st.info("No record passes this filter.")
        return
    number = st.column_config.NumberColumn
    a, b = (name[:40] for name in comparison.names)
    digits = digits_for(rows["a"] / 100, rows["b"] / 100)
    columns = {
        "record": st.column_config.TextColumn("Record", width="medium", pinned=True),
        "a": number(f"F1 {a}", format=f"%.{digits}f"),
        "b": number(f"F1 {b}", format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f", help="In F1 points; above 0 is better."),
    }
    data, config = signed(rows, columns)
    ticked = show_table(data, "compare.records", config, height=min(36 * (len(rows) + 1) + 4, 420))
    st.caption("Tick a row to open that record.")
    if ticked is not None:
        _open(rows.iloc[ticked], chosen)


def _open(row: pd.Series[Any], chosen: Chosen) -> None:
    change = WORSE if row["difference"] < -_NOTICED else None
    go_to_records(a=chosen.a.first, b=chosen.b.first, record=str(row["record"]), change=change)
