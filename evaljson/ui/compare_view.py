"""The Compare page: two runs side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from evaljson.report.side_by_side import Figure, SideBySide
from evaljson.report.words import counted, points, signed_points
from evaljson.results.model import RunResult
from evaljson.ui.address import go_to_records
from evaljson.ui.parts import plain

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
    text_a, text_b = f"{plain(a)} {points(f1.a)}", f"{plain(b)} {points(f1.b)}"
    if signed_points(f1.difference) == "0.0":
        head = f"**{plain(a)} and {plain(b)} score the same**: F1 {points(f1.a)}"
    else:
        word = "better" if f1.difference > 0 else "worse"
        head = (
            f"**{plain(b)} is {word} than {plain(a)}: {signed_points(f1.difference)} F1 points** ({text_b}, {text_a})"
        )
    worse = found.fields.loc[np.round(found.fields["difference"] * 100, 1) < 0, "field"].tolist()
    names = ", ".join(plain(field) for field in worse[:NAMED]) + (", …" if len(worse) > NAMED else "")
    tail = f" {counted(len(worse), 'field')} got worse: {names}." if worse else " No field got worse."
    return f"{head} over {counted(found.shared, 'record')}.{tail}"


def show_figures(a: str, b: str, found: SideBySide) -> None:
    """Four figures: B large, the signed difference, A beside it."""
    for column, figure in zip(st.columns(4), found.figures, strict=True):
        column.metric(
            figure.name,
            _shown(figure, figure.b),
            _signed(figure),
            border=True,
            delta_description=f"from {_shown(figure, figure.a)}",
            delta_color="normal",
            help=f"Large: {plain(b, 40)}. Below: how far it is above or below {plain(a, 40)}.",
        )


def _shown(figure: Figure, value: float) -> str:
    return f"{value:,.0f}" if figure.is_count else points(value)


def _signed(figure: Figure) -> str:
    if figure.is_count:
        return f"{figure.difference:+,.0f}".replace("+0", "0")
    # The arrow is drawn from the sign, which must be a plain hyphen.
    return f"{signed_points(figure.difference).replace('−', '-')} points"


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
    event: Any = st.dataframe(
        _times_100(shown),
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
        key="compare.fields",
        column_config={"field": st.column_config.TextColumn("Field", width="medium"), **_columns(a, b)},
    )
    st.caption("Tick a row to see the records of that field.")
    rows = (event or {}).get("selection", {}).get("rows", [])
    if rows and rows[0] < len(shown):
        go_to_records(a=a, b=b, field=str(shown["field"].iloc[rows[0]]))


def show_records(a: str, b: str, found: SideBySide) -> None:
    """Records that changed; a click opens the record."""
    change = found.records["difference"]
    better, same = int((change > 0).sum()), int((change == 0).sum())
    st.subheader("Records, worst change first", anchor=False)
    st.caption(f"{counted(int((change < 0).sum()), 'record')} got worse, {better:,} better, {same:,} kept their F1.")
    shown = _filtered(found.records, "compare.records-shown")
    event: Any = st.dataframe(
        _times_100(shown.drop(columns="position")),
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
        key="compare.records",
        height=min(36 * (len(shown) + 1) + 4, 420),
        column_config={"record": st.column_config.TextColumn("Record", width="medium"), **_columns(a, b)},
    )
    st.caption("Tick a row to see that record.")
    rows = (event or {}).get("selection", {}).get("rows", [])
    if rows and rows[0] < len(shown):
        go_to_records(a=a, b=b, record=str(shown["record"].iloc[rows[0]]))


def _filtered(frame: pd.DataFrame, key: str) -> pd.DataFrame:
    kept = st.segmented_control(
        "Show", list(SHOWN), default="changed", required=True, key=key, label_visibility="collapsed"
    )
    shown: pd.DataFrame = SHOWN[str(kept or "all")](frame)
    if shown.empty:
        st.caption("None.")
    return shown


def _times_100(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(**{name: frame[name] * 100 for name in ("a", "b", "difference")})


def _columns(a: str, b: str) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    return {
        "a": number(f"F1 {a}"[:40], format="%.1f"),
        "b": number(f"F1 {b}"[:40], format="%.1f"),
        "difference": number("Difference", format="%+.1f", help="In F1 points; above 0 is better."),
        "up": number("Records better", help="Records in which this field lost less than before."),
        "down": number("Records worse", help="Records in which this field lost more than before."),
    }
