"""The Compare page by field, regressions first: a figure with intervals, and a table; a click opens the records."""

from __future__ import annotations

from typing import Any, Final, cast

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison
from evaljson.compare.adjusted import ADJUSTMENTS, Adjustment
from evaljson.compare.estimate import NO_DIFFERENCE
from evaljson.compare.forest import DRAWN, drawable, first_of, forest_figure
from evaljson.compare.tables import field_rows
from evaljson.report.differences import digits_for
from evaljson.report.words import counted
from evaljson.ui import state
from evaljson.ui.address import go_to_records
from evaljson.ui.compare_choice import CHANGES, Chosen, switch
from evaljson.ui.compare_narrowed import FIELDS, narrow
from evaljson.ui.evaluation import Evaluation
from evaljson.ui.parts import text_colour
from evaljson.ui.records_filters import WORSE

_ADJUSTED: Final = {"holm": "Strict (Holm)", "bh": "List to look through (Benjamini-Hochberg)"}
_ADJUSTED_HELP: Final = (
    "Of 40 fields two look special by chance alone, so the verdicts allow for how many there are. Strict: even one "
    "false verdict is unlikely, for a decision. A list to look through: more fields, of which one in twenty may be "
    "chance."
)


def show_fields(evaluation: Evaluation, chosen: Chosen, found: Comparison) -> dict[str, str | None]:
    """The part of the page; what it puts into the address."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        place = st.container(width="content")
        how = cast(
            "Adjustment",
            switch("Verdicts", "adjust", ADJUSTMENTS, show=lambda one: _ADJUSTED.get(one, one), help=_ADJUSTED_HELP),
        )
    key = (*chosen.key(evaluation), how)
    every = state.derived(("compare fields", *key), lambda: field_rows(found, how))
    with place:  # how many pass depends on the verdicts
        shown = narrow("Which fields", "show", FIELDS, lambda change: len(only(every, change)))
    rows = only(every, shown)
    if rows.empty:
        st.info(_nothing(shown, found, how))
    else:
        if shown == CHANGES[0]:
            st.caption(_may_be_chance(rows))
        if len(drawable(rows)):
            _figure(rows, (*key, shown), chosen, found)
        _table(rows, found, chosen)
    return {"show": shown if shown != CHANGES[0] else None, "adjust": how if how != ADJUSTMENTS[0] else None}


def only(rows: pd.DataFrame, shown: str) -> pd.DataFrame:
    """The rows of field_rows that one of CHANGES is about; a field in which no record changed has not changed."""
    if shown == "changed":
        kept = rows[(rows["up"] > 0) | (rows["down"] > 0)]
    elif shown in ("worse", "better"):
        kept = rows[rows["verdict"] == shown]
    else:
        kept = rows
    return kept.reset_index(drop=True)


def _may_be_chance(rows: pd.DataFrame) -> str:
    chance = int((rows["verdict"] == NO_DIFFERENCE).sum())
    differ = f"{counted(len(rows), 'field')} {'differs' if len(rows) == 1 else 'differ'} in some record"
    if not chance:
        return f"{differ}, beyond chance."
    which = "that" if len(rows) == 1 else "all of it" if chance == len(rows) else f"in {chance:,} of them that"
    return f"{differ}; {which} may be chance: “–” under *Verdict*."


def _nothing(shown: str, found: Comparison, how: Adjustment) -> str:
    if shown == "changed":
        return "No field differs in any record."
    fell = sum(1 for one in found.fields if (one.difference or 0) < 0)
    rose = sum(1 for one in found.fields if (one.difference or 0) > 0)
    count = fell if shown == "worse" else rose
    chance = (
        f" {counted(count, 'field')} moved that way, but not beyond chance: see *{FIELDS['changed']}*." if count else ""
    )
    looser = " The list to look through may show more." if how == "holm" and count else ""
    return f"No field got {shown} beyond chance.{chance}{looser}"


def _figure(rows: pd.DataFrame, key: tuple[object, ...], chosen: Chosen, found: Comparison) -> None:
    st.caption(
        f"The difference of each field with its {found.confidence * 100:g}% interval: left of 0 is worse. Colour and "
        "symbol are the verdict, which allows for how many fields there are, and so asks for more than the interval. "
        "Click a mark to see the records." + _left_undrawn(rows)
    )
    colour = text_colour()
    event: Any = st.plotly_chart(
        state.derived(("compare forest", *key, colour), lambda: forest_figure(rows, "field", colour)),
        key="compare.forest",
        on_select="rerun",
        selection_mode="points",
        config={"displayModeBar": False},
        theme=None,
        alt=f"Differences of {counted(len(rows), 'field')} with their intervals. {first_of(rows, 'field')}",
    )
    row = clicked_row(event)
    if row is not None and row < len(rows):
        _open(rows.iloc[row], chosen)


def _left_undrawn(rows: pd.DataFrame) -> str:
    """Which rows of the table the figure lacks, and why."""
    known = len(drawable(rows))
    told = f" The first {DRAWN} of {known:,} are drawn; the table has all." if known > DRAWN else ""
    if known < len(rows):
        told += f" {counted(len(rows) - known, 'field')} with results on one side alone: in the table below."
    return told


def clicked_row(event: Any) -> int | None:
    """The row behind a mark that was clicked."""
    points = (event or {}).get("selection", {}).get("points", [])
    return int(points[0]["customdata"][0]) if points and points[0].get("customdata") else None


def _table(rows: pd.DataFrame, found: Comparison, chosen: Chosen) -> None:
    columns = _columns(found, digits_for(rows["a"] / 100, rows["b"] / 100))
    event: Any = st.dataframe(
        rows,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
        key="compare.fields",
        column_order=list(columns),
        column_config=columns,
    )
    st.caption("Tick a row to see the records that got worse in that field; all its records where none did.")
    ticked = (event or {}).get("selection", {}).get("rows", [])
    if ticked and ticked[0] < len(rows):
        _open(rows.iloc[ticked[0]], chosen)


def _open(row: pd.Series[Any], chosen: Chosen) -> None:
    change = WORSE if row["down"] > 0 else None
    go_to_records(a=chosen.a.first, b=chosen.b.first, field=str(row["path"]), change=change)


def _columns(found: Comparison, digits: int) -> dict[str, Any]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    a, b = (name[:30] for name in found.names)
    return {
        "field": text("Field", pinned=True),
        "mark": text("Verdict", help="▲ better or ▼ worse beyond chance; – where no difference can be detected."),
        "a": number(f"F1 {a}", format=f"%.{digits}f"),
        "b": number(f"F1 {b}", format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f", help="In F1 points; above 0 is better."),
        "interval": text(
            f"{found.confidence * 100:g}% interval", help="Of the difference, for this field alone: not adjusted."
        ),
        "only_a": number("Only baseline", help=f"Records in which only {a} is wholly right here."),
        "only_b": number("Only new", help=f"Records in which only {b} is wholly right here."),
        "up": number("Better in", help="Records that lose less weight in this field than before."),
        "down": number("Worse in", help="Records that lose more weight in this field than before."),
        "effect": number(
            "In favour", format="%.0f%%",
            help="Of the records that changed, how many changed for the better: 50% is even. The size of the effect, "
            "however many records there are.",
        ),
        "p": number(
            "p", format="%.2g",
            help="Adjusted: how likely so great a change is where nothing differs, allowing for how many fields there "
            "are. Beyond chance is 0.05 or less.",
        ),
        "gained": number("Weight gained", format="%+.1f", help="What the field adds to or takes from the whole."),
        "note": text("Note"),
    }  # fmt: skip
