"""The Fields page: what is lost where, by status and by record."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from evaljson.report.heatmaps import drawn_looks, label, record_heatmap, status_heatmap
from evaljson.report.id_keys import id_labels
from evaljson.report.losses import field_table, record_losses, worst_first, worst_statuses
from evaljson.report.record_html import legend
from evaljson.report.words import CODES, LOOKS, counted, points
from evaljson.results.model import RunResult
from evaljson.ui import state
from evaljson.ui.address import go_to_records
from evaljson.ui.parts import text_colour

LOST_HELP = "A wrong value loses its weight, a missing or an invented one half of it."
PAGE_SIZES = (50, 100, 200)
MOST_FIELDS = 200
"""Rows that a heatmap draws; the table has them all."""


def show_figures(run: RunResult) -> None:
    """The figures of one run."""
    columns = st.columns(4)
    help_text = "From 0 to 100; the mean over all records."
    columns[0].metric("F1", points(run.mean_f1), help=f"Precision and recall in one figure. {help_text}", border=True)
    columns[1].metric(
        "Precision",
        points(run.mean_precision),
        help=f"Of what was extracted, how much is right. {help_text}",
        border=True,
    )
    columns[2].metric(
        "Recall", points(run.mean_recall), help=f"Of what gold has, how much was found. {help_text}", border=True
    )
    columns[3].metric("Records", f"{run.total_records:,}", help="Gold records that were scored.", border=True)
    if run.empty_records:
        st.caption(
            f"{counted(run.empty_records, 'record')} produced nothing; "
            "precision counts as 100 there, recall shows the loss."
        )


def show_by_status(run: RunResult, key: str, variant: str) -> None:
    """Field x status, with its table."""
    table = state.derived(("fields", key), lambda: field_table(run))
    st.caption(
        "Fields are ordered by the weight they lose, most first; beside each name stands its F1. Numbers are counts "
        "of values; a stronger colour is a larger share. Click a cell to see its records."
    )
    drawn = table.head(MOST_FIELDS)
    if len(table) > len(drawn):
        st.caption(f"The {len(drawn):,} fields that lose most are drawn; all {len(table):,} are in the table.")
    colour = text_colour()
    event: Any = st.plotly_chart(
        state.derived(("grid of statuses", key, colour), lambda: status_heatmap(drawn, colour)),
        key="fields.by-status",
        on_select="rerun",
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Heatmap: how many values of each field are right, wrong, missing or invented.",
    )
    with st.expander("The same numbers as a table", expanded=False):
        show_table(table)
    cell = clicked(event)
    if cell:
        row, column = cell
        go_to_records(a=variant, field=str(drawn["field"].iloc[row]), status=drawn_looks(drawn)[column].status)


def show_table(table: pd.DataFrame) -> None:
    """The table of all fields."""
    shown = table.drop(columns="results").assign(
        **{name: table[name] * 100 for name in ("f1", "precision", "recall", "share")}
    )
    number = st.column_config.NumberColumn
    st.dataframe(
        shown,
        hide_index=True,
        column_config={
            "field": st.column_config.TextColumn("Field", pinned=True),
            "f1": number("F1", format="%.1f"),
            "precision": number("Precision", format="%.1f"),
            "recall": number("Recall", format="%.1f"),
            "lost": number("Lost weight", format="%.1f", help=LOST_HELP),
            "share": number("Share of loss", format="%.1f%%"),
        },
    )


def show_by_record(run: RunResult, key: str, variant: str) -> None:
    """Field x record, a page of records at a time, worst first, with its table."""
    order = state.derived(("order", key), lambda: worst_first(run))
    statuses = state.derived(("statuses", key), lambda: worst_statuses(run))
    table = state.derived(("fields", key), lambda: field_table(run)).head(MOST_FIELDS)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        size = st.selectbox("Records at a time", PAGE_SIZES, key="fields.size", width=160)
        starts = list(range(0, len(order), int(size or PAGE_SIZES[0])))
        start = st.selectbox(
            "Records, worst first",
            starts,
            key=f"fields.start.{size}.{key}",
            width=240,
            format_func=lambda at: f"{at + 1:,} to {min(at + int(size or 0), len(order)):,} of {len(order):,}",
        )
    st.caption("Fields are ordered by the weight they lose, most first; records by F1, worst first.")
    st.html(legend())
    places = order[int(start or 0) : int(start or 0) + int(size or PAGE_SIZES[0])].tolist()
    columns = [run.table.tallies.rows.fields.index(field) for field in table["field"]]
    labels = state.derived(("labels", key), lambda: id_labels([record.record_id for record in run.records]))
    ids = [labels[place] for place in places]
    colour = text_colour()
    event: Any = st.plotly_chart(
        state.derived(
            ("grid of records", key, start, size, colour),
            lambda: record_heatmap(statuses[places][:, columns], table["field"].tolist(), ids, colour),
        ),
        key=f"fields.by-record.{start}.{size}",
        on_select="rerun",
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Heatmap: the worst status of each field in each record.",
    )
    with st.expander("The same cells as a table", expanded=False):
        show_record_table(run, places, columns, table["field"].tolist(), statuses)
    cell = clicked(event)
    if cell:
        row, column = cell
        go_to_records(a=variant, field=str(table["field"].iloc[row]), record=ids[column])


def show_record_table(run: RunResult, places: list[int], columns: list[int], fields: list[str], statuses: Any) -> None:
    """A row a record, a column a field, in symbols and words."""
    words = {code: look.label for code, look in zip(CODES, LOOKS, strict=True)}
    f1, _ = record_losses(run)
    rows = [
        (
            str(run.records[place].record_id),
            float(f1[place]) * 100,
            *(words.get(code, "") for code in statuses[place, columns].tolist()),
        )
        for place in places
    ]
    # Fields may have any name, that of another column too: names of our own carry theirs as labels.
    own = {f"field {i}": st.column_config.TextColumn(label(field)) for i, field in enumerate(fields)}
    frame = pd.DataFrame(rows, columns=["Record", "F1", *own])
    st.dataframe(frame, hide_index=True, column_config={"F1": st.column_config.NumberColumn(format="%.1f"), **own})


def clicked(event: Any) -> tuple[int, int] | None:
    """Row and column of the cell that was clicked."""
    chosen = (event or {}).get("selection", {}).get("points", [])
    if not chosen or not chosen[0].get("customdata"):
        return None
    row, column = chosen[0]["customdata"]
    return int(row), int(column)
