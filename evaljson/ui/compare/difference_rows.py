"""Differences on the Compare page, a row a field or a group of records: a figure with intervals, and a table.

A mark that is clicked, or a row that is ticked, opens what is behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison
from evaljson.report.compare.forest import DRAWN, drawable, first_of, forest_figure
from evaljson.ui.session import cache
from evaljson.ui.shared.clickable import clicked_data, show_chart, show_table
from evaljson.ui.shared.parts import text_colour
from evaljson.ui.shared.signed import signed
from evaljson.wording.differences import digits_for
from evaljson.wording.words import counted

_VERDICT_HELP: Final = (
    "▲ better or ▼ worse beyond chance; – where no difference can be detected. Where that is so although the interval "
    "holds no 0, it says why: of many rows a few look special by chance alone, and the verdict allows for that."
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What the rows are."""

    key: str
    """What the widgets go by."""
    name: str
    """The column of the rows that names them."""
    word: str
    plural: str

    def count(self, number: int) -> str:
        """`1 field`, `12 fields`."""
        return counted(number, self.word, self.plural)


Open = Callable[["pd.Series[Any]"], None]
"""Goes to what is behind a row."""


def draw_rows(rows: pd.DataFrame, kind: Kind, key: tuple[object, ...], open_row: Open) -> None:
    """The figure; `key` says what the rows depend on."""
    colour = text_colour()
    event = show_chart(
        cache.derived((kind.key, "drawn", *key, colour), lambda: forest_figure(rows, kind.name, colour)),
        f"{kind.key}-figure",
        f"Differences of {kind.count(len(rows))} with their intervals. {first_of(rows, kind.name)}",
    )
    data = clicked_data(event)
    if data and int(data[0]) < len(rows):  # a click outlives the rows that it was made in
        open_row(rows.iloc[int(data[0])])


def left_undrawn(rows: pd.DataFrame, kind: Kind) -> str:
    """Which rows of the table the figure lacks, and why, behind a space; nothing where it has all."""
    known = len(drawable(rows))
    told = f" The first {DRAWN} of {known:,} are drawn; the table has all." if known > DRAWN else ""
    if known < len(rows):
        told += f" {kind.count(len(rows) - known)} with results on one side alone: in the table below."
    return told


def list_rows(rows: pd.DataFrame, kind: Kind, columns: Mapping[str, Any], caption: str, open_row: Open) -> None:
    """The table, and a line on what a tick does."""
    data, config = signed(rows, columns)
    ticked = show_table(data, kind.key, config)
    st.caption(caption)
    if ticked is not None:
        open_row(rows.iloc[ticked])


def columns_of(rows: pd.DataFrame, found: Comparison, kind: Kind, figure: str) -> dict[str, Any]:
    """Columns that all rows have, by name; `figure` is the word for what `a` and `b` are."""
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    digits = digits_for(rows["a"] / 100, rows["b"] / 100)
    a, b = (f"{figure} {name[:30]}" for name in found.names)
    return {
        kind.name: text(kind.word[:1].upper() + kind.word[1:], pinned=True),
        "mark": text("Verdict", help=_VERDICT_HELP),
        "a": number(a, format=f"%.{digits}f"),
        "b": number(b, format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f", help=f"In {figure} points; above 0 is better."),
        "interval": text(
            f"{found.confidence * 100:g}% interval",
            help=f"Of the difference, for this {kind.word} alone: not adjusted.",
        ),
        "p": number(
            "p", format="%.2g",
            help="Adjusted: how likely so great a change is where nothing differs, allowing for how many "
            f"{kind.plural} there are. Beyond chance is {1 - found.confidence:.2g} or less.",
        ),
    }  # fmt: skip
