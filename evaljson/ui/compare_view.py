"""The Compare page: two runs side by side."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from evaljson.report.differences import digits_for, shown_difference
from evaljson.report.side_by_side import Figure, SideBySide
from evaljson.report.words import counted, points, signed_points
from evaljson.results.model import RunResult
from evaljson.ui.address import go_to_records
from evaljson.ui.parts import plain
from evaljson.ui.records_view import WORSE

SHOWN = {
    "all": lambda frame: frame,
    "worse": lambda frame: frame[frame["difference"] < 0],
    "better": lambda frame: frame[frame["difference"] > 0],
    "changed": lambda frame: frame[(frame["difference"] != 0) | (frame.get("up", 0) > 0) | (frame.get("down", 0) > 0)],
}
NAMED = 4
"""Fields named in the sentence at most."""


def verdict(a: str, b: str, found: SideBySide) -> str:
    """The result in a sentence of Markdown."""
    f1 = found.figures[0]
    digits = digits_for(f1.a, f1.b)
    difference = float(shown_difference(f1.a, f1.b, digits))
    if difference == 0:
        head = f"**{plain(a)} and {plain(b)} score the same**: F1 {points(f1.a, digits)}"
    else:
        word = "better" if difference > 0 else "worse"
        head = (
            f"**{plain(b)} is {word} than {plain(a)}: {signed_points(difference, digits)} F1 points** "
            f"({plain(b)} {points(f1.b, digits)}, {plain(a)} {points(f1.a, digits)})"
        )
    fields = found.fields
    fell = shown_difference(fields["a"], fields["b"], digits_for(fields["a"], fields["b"])) < 0
    worse = fields.loc[fell, "field"].tolist()
    names = ", ".join(plain(field) for field in worse[:NAMED])
    more = f" and {len(worse) - NAMED:,} more" if len(worse) > NAMED else ""
    tail = f" {counted(len(worse), 'field')} got worse: {names}{more}." if worse else " No field got worse."
    # A name that was cut ends in an ellipsis, which is stop enough.
    return f"{head} over {counted(found.shared, 'record')}.{tail}".replace("….", "…")


def show_figures(a: str, b: str, found: SideBySide) -> None:
    """Four figures: B large, the signed difference, A beside it."""
    for column, figure in zip(st.columns(4), found.figures, strict=True):
        digits = 0 if figure.is_count else digits_for(figure.a, figure.b)
        difference = figure.difference if figure.is_count else float(shown_difference(figure.a, figure.b, digits))
        column.metric(
            figure.name,
            _shown(figure, figure.b, digits),
            _signed(figure, difference, digits),
            border=True,
            delta_description=f"from {_shown(figure, figure.a, digits)}",
            delta_color="normal" if difference else "off",
            delta_arrow="auto" if difference else "off",
            help=f"Large: {plain(b, 40)}. Below: how far it is above or below {plain(a, 40)}.",
        )


def _shown(figure: Figure, value: float, digits: int) -> str:
    return f"{value:,.0f}" if figure.is_count else points(value, digits)


def _signed(figure: Figure, difference: float, digits: int) -> str:
    if figure.is_count:
        return f"{difference:+,.0f}" if difference else "0"
    # The arrow is drawn from the sign, which must be a plain hyphen.
    return f"{signed_points(difference, digits).replace('−', '-')} points"


def show_shared(a: str, b: str, runs: tuple[RunResult, RunResult], found: SideBySide) -> None:
    """Which records the comparison rests on."""
    text = f"Both have {counted(found.shared, 'record')}"
    if found.left_out:
        text += f"; {counted(found.left_out, 'record')} that only one of them has are left out"
    gone = [(name, len(run.missing)) for name, run in zip((a, b), runs, strict=True) if run.missing]
    if gone:
        told = ", ".join(f"{count:,} in {plain(name)}" for name, count in gone)
        text += f". Not produced, and counted as missing: {told}"
    st.caption(f"{text}. Plain difference; no test of significance yet.")


def show_fields(a: str, b: str, found: SideBySide) -> None:
    """Per field, worst change first; a click opens its records."""
    st.subheader("Fields, worst change first", anchor=False)
    shown = _filtered(found.fields, "compare.fields-shown")
    digits = digits_for(found.fields["a"], found.fields["b"])
    event: Any = st.dataframe(
        _in_points(shown, digits),
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
        key="compare.fields",
        column_config={"field": st.column_config.TextColumn("Field", width="medium"), **_columns(a, b, digits)},
    )
    st.caption("Tick a row to see the records that got worse in that field; all its records where none did.")
    rows = (event or {}).get("selection", {}).get("rows", [])
    if rows and rows[0] < len(shown):
        row = shown.iloc[rows[0]]
        go_to_records(a=a, b=b, field=str(row["field"]), change=WORSE if row["down"] > 0 else None)


def show_records(a: str, b: str, found: SideBySide) -> None:
    """Records that changed; a click opens the record."""
    change = found.records["difference"]
    better, same = int((change > 0).sum()), int((change == 0).sum())
    st.subheader("Records, worst change first", anchor=False)
    st.caption(f"{counted(int((change < 0).sum()), 'record')} got worse, {better:,} better, {same:,} kept their F1.")
    shown = _filtered(found.records, "compare.records-shown")
    digits = digits_for(found.records["a"], found.records["b"])
    event: Any = st.dataframe(
        _in_points(shown.drop(columns="position"), digits),
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
        key="compare.records",
        height=min(36 * (len(shown) + 1) + 4, 420),
        column_config={"record": st.column_config.TextColumn("Record", width="medium"), **_columns(a, b, digits)},
    )
    st.caption("Tick a row to see that record; where it got worse, among all that did.")
    rows = (event or {}).get("selection", {}).get("rows", [])
    if rows and rows[0] < len(shown):
        row = shown.iloc[rows[0]]
        go_to_records(a=a, b=b, record=str(row["record"]), change=WORSE if row["difference"] < 0 else None)


def _filtered(frame: pd.DataFrame, key: str) -> pd.DataFrame:
    kept = st.segmented_control(
        "Show", list(SHOWN), default="changed", required=True, key=key, label_visibility="collapsed"
    )
    shown: pd.DataFrame = SHOWN[str(kept or "all")](frame)
    if shown.empty:
        st.caption("None.")
    return shown


def _in_points(frame: pd.DataFrame, digits: int) -> pd.DataFrame:
    return frame.assign(
        a=frame["a"] * 100,
        b=frame["b"] * 100,
        difference=shown_difference(frame["a"], frame["b"], digits) * 100,
    )


def _columns(a: str, b: str, digits: int) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    shown = f"%.{digits}f"
    return {
        "a": number(f"F1 {a}"[:40], format=shown),
        "b": number(f"F1 {b}"[:40], format=shown),
        "difference": number("Difference", format=shown, help="In F1 points, of the two as shown; above 0 is better."),
        "up": number("Records better", help="Records in which this field lost less than before."),
        "down": number("Records worse", help="Records in which this field lost more than before."),
    }
