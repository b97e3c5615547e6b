"""The Compare page by field, regressions first: a figure with intervals, and a table; a click opens the records."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, cast

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison
from evaljson.compare.adjusted import ADJUSTMENTS, Adjustment
from evaljson.compare.estimate import NO_DIFFERENCE
from evaljson.report.compare.forest import drawable
from evaljson.report.compare.tables import field_rows
from evaljson.ui.compare.change_filter import FIELDS, narrow
from evaljson.ui.compare.comparison_choice import CHANGES, PAGE, Chosen
from evaljson.ui.compare.difference_rows import Kind, Open, columns_of, draw_rows, left_undrawn, list_rows
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records, pick_button
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.record_filters import WORSE
from evaljson.wording.words import counted

KIND: Final = Kind("compare.fields", "field", "field", "fields")
_ADJUSTED: Final = {"holm": "Strict (Holm)", "bh": "List to look through (Benjamini-Hochberg)"}
_ADJUSTED_HELP: Final = (
    "Of 40 fields two look special by chance alone, so the verdicts allow for how many there are. Strict: even one "
    "false verdict is unlikely, for a decision. A list to look through: more fields, of which one in twenty may be "
    "chance."
)


def show_fields(evaluation: OpenEvaluation, chosen: Chosen, found: Comparison) -> dict[str, str | None]:
    """The part of the page; what it puts into the address."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        place = st.container(width="content")
        how = _choose_adjustment()
    key = (*chosen.key(evaluation), how)
    every = cache.derived(("compare fields", *key), lambda: field_rows(found, how))
    with place:  # how many pass depends on the verdicts
        shown = narrow("Which fields", "show", FIELDS, lambda change: len(only(every, change)))
    rows, open_row = only(every, shown), partial(_open, chosen)
    if rows.empty:
        st.info(_nothing(shown, found, how))
    else:
        if shown == CHANGES[0]:
            st.caption(_may_be_chance(rows))
        if len(drawable(rows)):
            _figure(rows, (*key, shown), found, open_row)
        caption = "Tick a row to see the records that got worse in that field; all its records where none did."
        list_rows(rows, KIND, _columns(rows, found), caption, open_row)
    return {"show": shown if shown != CHANGES[0] else None, "adjust": how if how != ADJUSTMENTS[0] else None}


def _choose_adjustment() -> Adjustment:
    how = pick_button(
        "Verdicts",
        "adjust",
        ADJUSTMENTS,
        page=PAGE,
        show=lambda one: _ADJUSTED.get(one, one),
        help=_ADJUSTED_HELP,
    )
    return cast("Adjustment", how)


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


def _figure(rows: pd.DataFrame, key: tuple[object, ...], found: Comparison, open_row: Open) -> None:
    st.caption(
        f"The difference of each field with its {found.confidence * 100:g}% interval: left of 0 is worse. Colour and "
        "symbol are the verdict, which allows for how many fields there are, and so asks for more than the interval. "
        f"Click a mark to see the records.{left_undrawn(rows, KIND)}"
    )
    draw_rows(rows, KIND, key, open_row)


def _open(chosen: Chosen, row: pd.Series[Any]) -> None:
    change = WORSE if row["down"] > 0 else None
    go_to_records(a=chosen.a.first, b=chosen.b.first, field=str(row["path"]), change=change)


def _columns(rows: pd.DataFrame, found: Comparison) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    shared = columns_of(rows, found, KIND, "F1")
    p, a = shared.pop("p"), found.names[0][:30]
    return {
        **shared,
        "only_a": number("Only baseline", help=f"Records in which only {a} is wholly right here."),
        "only_b": number("Only new", help=f"Records in which only {found.names[1][:30]} is wholly right here."),
        "up": number("Better in", help="Records that lose less weight in this field than before."),
        "down": number("Worse in", help="Records that lose more weight in this field than before."),
        "effect": number(
            "In favour", format="%.0f%%",
            help="Of the records that changed, how many changed for the better: 50% is even. The size of the effect, "
            "however many records there are.",
        ),
        "p": p,
        "gained": number(
            "Weight gained", format="%+.1f",
            help="Lost weight of the baseline less that of the new side, over the records that both scored: below 0, "
            "the new side loses more. A wrong value loses its weight, a missing or an invented one half of it.",
        ),
        "note": st.column_config.TextColumn("Note"),
    }  # fmt: skip
