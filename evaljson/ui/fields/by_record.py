"""The By record view: the worst result of each field in each record, worst records first."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from evaljson.base.arrays import ByteCodes, Ints
from evaljson.report.fields.containers import named
from evaljson.report.fields.fault_kinds import KINDS, lost_most
from evaljson.report.fields.heatmaps import record_heatmap
from evaljson.report.records.table_html import legend
from evaljson.results.losses import NOTHING, record_losses, worst_first
from evaljson.ui.fields.heatmap_view import View, of_drawn, open_group, say_of_wholes, show_heatmap, table_below
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records, pick, pick_part
from evaljson.ui.shared.field_choice import AT_A_TIME, ORDERS
from evaljson.ui.shared.found_records import labels
from evaljson.ui.shared.parts import text_colour
from evaljson.ui.shared.plain_text import one_line
from evaljson.wording.words import points_column

PAGE_SIZES = ("50", "100", "200")


def choose_records(view: View) -> tuple[list[int], dict[str, str | None]]:
    """Choose which records are drawn; return their positions, and the choice for the address."""
    order = _order(view)
    size = pick("Records at a time", "size", PAGE_SIZES, page="fields")
    first, start = pick_part("Records, worst first", "at", len(order), int(size), page="fields")
    return order[first : first + int(size)].tolist(), {"size": size if size != PAGE_SIZES[0] else None, "at": start}


def show_by_record(view: View, table: pd.DataFrame, first: int, places: list[int], start: str, order: str) -> None:
    """Draw fields from `first` on in some records as a heatmap, and all of `table` in all records as a table."""
    worst = view.worst()
    what = "row to open it" if view.groups else "cell to see the record"
    st.caption(f"Fields: {ORDERS[order]}. Records: lowest F1 first. Click a {what}.")
    st.html(legend(KINDS))
    drawn, colour = table.iloc[first : first + AT_A_TIME], text_colour()
    fields = drawn["field"].tolist()
    ids = [labels(view.run, view.key)[place] for place in places]
    grid = worst[places][:, _numbers(view, fields)]
    key = ("records drawn", view.key, tuple(fields), tuple(places), colour, view.under)
    say_of_wholes(fields, view.wholes)
    cell = show_heatmap(
        cache.derived(key, lambda: record_heatmap(grid, fields, ids, colour, view.rule, view.wholes)),
        f"fields.by-record.{first}.{start}.{len(places)}{view.stamp}",
        f"Heatmap: worst result of {len(fields):,} fields in {len(ids):,} records. "
        f"{of_drawn(view, lost_most(drawn, KINDS), len(drawn), len(view.table()))}",
    )
    every = table["field"].tolist()
    columns = {
        "F1": st.column_config.NumberColumn(format="%.1f"),
        **{
            f"field {i}": st.column_config.TextColumn(one_line(named(field, view.wholes), 80))
            for i, field in enumerate(every)
        },
    }
    table_below(
        f"All {view.run.total_records:,} records as a table",
        "fields.records-open",
        lambda: _frame(view, worst[:, _numbers(view, every)]),
        columns,
    )
    if cell and cell[0] < len(fields) and cell[1] < len(ids):
        row, column = cell
        open_group(fields[row], view.wholes)
        go_to_records(a=view.variant, field=fields[row], record=ids[column], type=view.kind)


def _order(view: View) -> Ints:
    return cache.shared(("order", view.key), lambda: worst_first(view.run))


def _numbers(view: View, fields: list[str]) -> list[int]:
    place = {field: i for i, field in enumerate(view.rows)}
    return [place[field] for field in fields]


def _frame(view: View, worst: ByteCodes) -> pd.DataFrame:
    """Return one row per record and one column per field; fields may have any name, so columns are numbered.

    The words are categories, so that one byte per cell is sent.
    """
    order = _order(view)
    f1, _ = record_losses(view.run)
    names = labels(view.run, view.key)
    words = pd.CategoricalDtype([kind.label for kind in KINDS])
    codes: ByteCodes = np.where(worst == NOTHING, -1, worst).astype(np.int8)[order]
    return pd.DataFrame(
        {
            "Record": pd.Series([names[place] for place in order.tolist()], dtype=object),
            "F1": points_column(f1[order]),
            **{f"field {i}": pd.Categorical.from_codes(codes[:, i], dtype=words) for i in range(codes.shape[1])},
        }
    )
