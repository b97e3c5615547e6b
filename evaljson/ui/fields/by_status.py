"""The By status view: how many values of each field are right, wrong, misplaced, missing or invented."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evaljson.floor import Floors
from evaljson.report.fields.containers import named
from evaljson.report.fields.fault_kinds import KINDS, lost_most, status_or_kind
from evaljson.report.fields.heatmaps import drawn_kinds, kind_heatmap
from evaljson.ui.fields.floor_column import FLOOR_HELP, floor_column
from evaljson.ui.fields.heatmap_view import View, of_drawn, open_group, show_heatmap, table_below, what_kinds_mean
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records
from evaljson.ui.shared.field_choice import AT_A_TIME, ORDERS
from evaljson.ui.shared.one_record import mostly_in
from evaljson.ui.shared.parts import text_colour
from evaljson.ui.shared.record_filters import FAULT
from evaljson.wording.words import points_column

LOST_HELP = "Points of mean F1 that the field costs. Those of all fields add up to 100 minus F1."
MOSTLY_HELP = "The record that has at least half of the wrong values, and at least ten."
SHARE_HELP = "Share of what mean F1 loses."


def show_by_status(view: View, table: pd.DataFrame, first: int, order: str, floors: Floors | None) -> None:
    """Draw fields from `first` on as a heatmap, and all of `table` as a table."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"Fields: {ORDERS[order]}, each with its F1. Numbers count values. "
            f"{'Click a row to open it.' if view.groups else 'Click a cell for its records, a name for its rule.'}"
        )
        drawn = table.iloc[first : first + AT_A_TIME]
        fields = tuple(drawn["field"])
        what_kinds_mean(view.faults, fields, view.wholes)
    kinds, colour = drawn_kinds(drawn), text_colour()
    cell = show_heatmap(
        cache.derived(
            ("kinds drawn", view.key, view.under, fields, colour),
            lambda: kind_heatmap(drawn, colour, view.rule, view.wholes),
        ),
        f"fields.by-status.{first}{view.stamp}",
        f"Heatmap: results of {len(drawn):,} fields by kind. "
        f"{of_drawn(view, lost_most(drawn, kinds), len(drawn), len(view.table()))}",
    )
    table_below("The same numbers as a table", "fields.kinds-open", lambda: _in_points(table, view, floors), _columns())
    if cell and cell[0] < len(drawn) and cell[1] <= len(kinds):
        row, column = cell[0], cell[1] - 1  # the first column is the share of what F1 loses
        field = str(fields[row])
        open_group(field, view.wholes)
        if column < 0:
            status = FAULT if drawn["f1_lost"].iloc[row] else None
        else:
            status = status_or_kind(view.run, view.faults, kinds[column].status, field)
        go_to_records(a=view.variant, field=field, status=status, type=view.kind)


def _in_points(table: pd.DataFrame, view: View, floors: Floors | None) -> pd.DataFrame:
    names = {"field": pd.Series([named(field, view.wholes) for field in table["field"]], dtype=object)}
    shares = ("f1", "precision", "recall", "share")
    figures = {name: pd.Series(points_column(table[name]), table.index, "float64") for name in shares}
    lost = pd.Series(points_column(table["f1_lost"], 2), table.index, "float64")
    shown = table.drop(columns="results").assign(**figures, **names, f1_lost=lost)
    if floors is not None:
        behind_f1 = list(shown.columns).index("f1") + 1
        shown.insert(behind_f1, "floor", floor_column(floors, table["field"]))
    found = mostly_in(view.run, view.key)
    if any(field in found for field in table["field"]):
        of_one = [found[field].record if field in found else None for field in table["field"]]
        shown.insert(1, "mostly", pd.Series(of_one, table.index, dtype=object))
    return shown


def _columns() -> dict[str, object]:
    number = st.column_config.NumberColumn
    return {
        **{kind.label: number(format="localized") for kind in KINDS},
        "field": st.column_config.TextColumn("Field", pinned=True),
        "mostly": st.column_config.TextColumn("Most wrong values in", help=MOSTLY_HELP),
        "f1": number("F1", format="%.1f"),
        "floor": number("Floor", format="%.1f", help=FLOOR_HELP),
        "precision": number("Precision", format="%.1f"),
        "recall": number("Recall", format="%.1f"),
        "f1_lost": number("F1 lost", format="%.2f", help=LOST_HELP),
        "share": number("Share of loss", format="%.1f%%", help=SHARE_HELP),
        "affected": number("In records", help="Records with a fault in it."),
        "among": number("Of records", help="Records that have it."),
    }
