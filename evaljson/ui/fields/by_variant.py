"""The By variant view: the F1 of each field in every variant."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from evaljson.floor import Floors
from evaljson.report.fields.by_variant import VariantFigures, variant_figures
from evaljson.report.fields.containers import named
from evaljson.report.fields.heatmaps import variant_heatmap
from evaljson.report.fields.rolled_up import sum_up_all
from evaljson.results.model import RunResult
from evaljson.ui.fields.by_status import LOST_HELP
from evaljson.ui.fields.floor_column import FLOOR_HELP, floor_column
from evaljson.ui.fields.heatmap_view import View, of_drawn, open_group, say_of_wholes, show_heatmap, table_below
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.document_types import part_of_type
from evaljson.ui.shared.field_choice import AT_A_TIME, BY_F1
from evaljson.ui.shared.parts import text_colour
from evaljson.ui.shared.plain_text import one_line
from evaljson.ui.shared.record_filters import FAULT
from evaljson.wording.words import points_column


def figures_of(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> VariantFigures:
    """Return the figures of all variants, over records of one document type or over all; by rows of the view."""
    keys = tuple((name, evaluation.run_key(name)) for name in runs)
    kind, under = view.kind, view.under

    def build() -> VariantFigures:
        parts = {name: part_of_type(run, evaluation.run_key(name), kind) for name, run in runs.items()}
        there = {name: part for name, part in parts.items() if part is not None}
        if under is None:
            return variant_figures(there)
        return variant_figures(*sum_up_all(there, under))

    return cache.shared(("variants", keys, kind, under), build)


def show_by_variant(
    view: View, figures: VariantFigures, first: int, order: str, floors: Floors | None, every: int
) -> None:  # fmt: skip
    """Draw fields from `first` on as a heatmap, and all that pass the filter as a table; `every` counts them."""
    lowest = "have the lowest F1" if order == BY_F1 else "cost F1 the most"
    st.caption(
        f"F1: a stronger colour is lower, bold is the best of a row. First: fields that {lowest}. Click "
        f"a {'row to open it' if view.under is not None else 'cell for its records'}."
    )
    drawn, colour = figures.part(first, AT_A_TIME), text_colour()
    key = ("variants drawn", view.key, tuple(drawn.variants), tuple(drawn.fields), colour, view.kind, view.under)
    say_of_wholes(drawn.fields, drawn.wholes)
    cell = show_heatmap(
        cache.derived(key, lambda: variant_heatmap(drawn, colour, view.rule)),
        f"fields.by-variant.{first}{view.stamp}",
        f"Heatmap: F1 of {len(drawn.fields):,} fields in {len(drawn.variants):,} variants. "
        f"{of_drawn(view, drawn.first_of(), len(drawn.fields), every)}",
    )
    table_below(
        "The same numbers as a table", "fields.variants-open", lambda: _frame(figures, floors), _columns(figures)
    )
    if cell and cell[0] < len(drawn.fields) and cell[1] < len(drawn.variants):
        row, column = cell
        open_group(drawn.fields[row], drawn.wholes)
        clicked_variant = drawn.variants[column]
        beside = view.variant if clicked_variant != view.variant else None
        status = FAULT if drawn.f1_lost[row, column] > 0 else None
        go_to_records(a=clicked_variant, b=beside, field=drawn.fields[row], status=status, type=view.kind)


def _frame(figures: VariantFigures, floors: Floors | None) -> pd.DataFrame:
    """Return the table; variants may have any name, so columns are numbered and labelled with the names."""
    columns: dict[str, object] = {
        "field": pd.Series([named(field, figures.wholes) for field in figures.fields], dtype=object)
    }
    if floors is not None:
        columns["floor"] = floor_column(floors, figures.fields)
    for i in range(len(figures.variants)):
        columns[f"f1 {i}"] = points_column(figures.f1[:, i])
        columns[f"lost {i}"] = points_column(figures.f1_lost[:, i], 2)
        columns[f"in {i}"] = figures.affected[:, i]
    return pd.DataFrame(columns)


def _columns(figures: VariantFigures) -> dict[str, object]:
    number = st.column_config.NumberColumn
    columns: dict[str, object] = {"field": st.column_config.TextColumn("Field", pinned=True)}
    columns["floor"] = number("Floor", format="%.1f", help=FLOOR_HELP)
    for i, name in enumerate(figures.variants):
        columns[f"f1 {i}"] = number(f"F1 {one_line(name, 40)}", format="%.1f")
        columns[f"lost {i}"] = number(f"F1 lost {one_line(name, 40)}", format="%.2f", help=LOST_HELP)
        columns[f"in {i}"] = number("In records", format="%d", help="Records with a fault in it.")
    return columns
