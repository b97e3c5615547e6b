"""Differences per field or per group of records: a chart with intervals and a table; a click opens the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.listed import first_of
from evaljson.compare import Comparison
from evaljson.report.compare.forest import DRAWN, drawable, forest_figure
from evaljson.report.compare.forest import first_of as first_drawn
from evaljson.ui.session import cache
from evaljson.ui.shared.clickable import clicked_data, show_chart, show_table
from evaljson.ui.shared.parts import plain, text_colour
from evaljson.ui.shared.signed import signed
from evaljson.ui.shared.text_width import is_cut, text_width
from evaljson.wording.differences import digits_for
from evaljson.wording.short_names import told_apart
from evaljson.wording.words import counted

_VERDICT_HELP: Final = (
    "▲ better or ▼ worse: more than chance explains. –: no detectable difference. Corrected for "
    "all {}: “–” is possible although the interval excludes 0."
)
_NAME: Final = 14
"""Characters of a variant in the head of a column: the most important ones fit beside each other."""
_NOTES: Final = 5
"""Notes that are said below the table, where its column cuts them."""
_NAMED: Final = 3
"""Rows with the same note that are named."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What the rows are."""

    key: str
    """Start of the widgets' keys."""
    name: str
    """The column that names the rows."""
    word: str
    plural: str

    @property
    def tests(self) -> str:
        """Return what verdicts and p are adjusted for."""
        return f"tests of {self.plural}, of all variants compared with this baseline"

    def count(self, number: int) -> str:
        """Return `1 field`, `12 fields`."""
        return counted(number, self.word, self.plural)


Open = Callable[["pd.Series[Any]"], None]
"""Opens the records behind a row."""


def draw_rows(rows: pd.DataFrame, kind: Kind, key: tuple[object, ...], open_row: Open) -> None:
    """Draw the chart; `key` is what the rows depend on."""
    colour = text_colour()
    event = show_chart(
        cache.derived((kind.key, "drawn", *key, colour), lambda: forest_figure(rows, kind.name, colour)),
        f"{kind.key}-figure",
        f"Difference and interval of {kind.count(len(rows))}. {first_drawn(rows, kind.name)}",
    )
    data = clicked_data(event)
    if data and int(data[0]) < len(rows):  # a click outlives the rows that it was made in
        open_row(rows.iloc[int(data[0])])


def left_undrawn(rows: pd.DataFrame, kind: Kind) -> str:
    """Return, after a space, which rows of the table the chart lacks and why; nothing if it has all."""
    known = len(drawable(rows))
    note = f" Chart: the first {DRAWN} of {known:,}." if known > DRAWN else ""
    if known < len(rows):
        note += f" Only in the table: {kind.count(len(rows) - known)} with results on one side only."
    return note


def list_rows(rows: pd.DataFrame, kind: Kind, columns: Mapping[str, Any], caption: str, open_row: Open) -> None:
    """Draw the table, with `caption` to say what ticking a row does."""
    # Only what is shown: each cell is sent twice, as a number and as it is written.
    data, config = signed(rows[[name for name in columns if name in rows]], columns)
    ticked = show_table(data, kind.key, config)
    st.caption(caption)
    _say_cut_notes(rows, kind)
    if ticked is not None:
        open_row(rows.iloc[ticked])


def _say_cut_notes(rows: pd.DataFrame, kind: Kind) -> None:
    """Say in full which notes the table has no room for."""
    if "note" not in rows:
        return
    by_note: dict[str, list[str]] = {}
    for name, note in zip(rows[kind.name], rows["note"], strict=True):
        if is_cut(note):
            by_note.setdefault(note, []).append(f"**{plain(name, 60)}**")
    for note, names in list(by_note.items())[:_NOTES]:
        st.caption(f"{first_of(names, _NAMED)}:  \n{plain(note, 400)}.")
    if len(by_note) > _NOTES:
        st.caption(f"{len(by_note) - _NOTES:,} more long notes are in the table: click twice into one to read it.")


def columns_of(rows: pd.DataFrame, comparison: Comparison, kind: Kind, figure: str) -> dict[str, Any]:
    """Return the columns that fields and groups share, by name; `figure` is the word for what `a` and `b` are."""
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    digits = digits_for(rows["a"] / 100, rows["b"] / 100)
    heads = zip("ab", told_apart(comparison.names, _NAME), comparison.names, strict=True)
    sides = {
        side: number(f"{figure} {short}", format=f"%.{digits}f", help=f"{figure} of {plain(name, 100)}.")
        for side, short, name in heads
    }
    return {
        kind.name: text(kind.word[:1].upper() + kind.word[1:], pinned=True),
        "mark": text("Verdict", help=_VERDICT_HELP.format(kind.tests), width=text_width(rows["mark"])),
        **sides,
        "difference": number("Difference", format=f"%+.{digits}f", help=f"In {figure} points; above 0 is better."),
        "interval": text(
            f"{comparison.confidence * 100:g}% interval",
            help=f"Range of the true difference, not adjusted for the number of {kind.plural}.",
        ),
        "p": number(
            "p", format="%.4f",
            help=f"How likely so large a difference is by chance, adjusted for all {kind.tests}. "
                 f"Verdicts need {1 - comparison.confidence:g} or less.",
        ),
    }  # fmt: skip
