"""How many records: a form for a difference to be seen, or a margin to be kept."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison, Plan, plan
from evaljson.ui.shared.signed import signed
from evaljson.ui.shared.text_width import text_width

_SEEN, _KEPT = "difference", "margin"
_WANTED = {_SEEN: "see a difference of", _KEPT: "rule out a loss of"}


def show_plan_form(comparison: Comparison) -> None:
    """Ask what the records shall show, and say how many it takes, for the figure of the verdict and by field."""
    if plan(comparison, by_field=False) is None or not comparison.estimate.differing:
        return
    expander = st.expander("How many records do I need?", key="compare.plan-open", on_change="rerun")
    if not expander.open:
        return
    with expander:
        left, right = st.columns(2)
        wanted = left.radio("I want to", list(_WANTED), format_func=lambda one: _WANTED[one], key="compare.plan.wanted")
        size = right.number_input(
            "Points", 0.1, 100.0, 2.0, step=0.5, format="%.1f", key="compare.plan.points",
            help="In points of the deciding figure. Seen, or kept, four times out of five.",
        )  # fmt: skip
        share = min(float(size) / 100, 1.0)
        found = plan(comparison, difference=share) if wanted == _SEEN else plan(comparison, non_inferior=share)
        if found is None:
            return
        st.markdown(found.sentence)
        if found.fields:
            _by_field(found)


def _by_field(found: Plan) -> None:
    number = st.column_config.NumberColumn
    rows = pd.DataFrame(
        {
            "field": [need.name or "(the record)" for need in found.fields],
            "records": [need.records for need in found.fields],
            "smallest": [
                None if need.smallest is None or need.smallest > 1 else 100 * need.smallest for need in found.fields
            ],
            "needed": pd.array([need.needed for need in found.fields], dtype="Int64"),
            "more": pd.array([need.more for need in found.fields], dtype="Int64"),
        }
        | (
            {}
            if found.figure.clusters is None
            else {"clusters": pd.array([need.more_clusters for need in found.fields], dtype="Int64")}
        )
    ).sort_values("more", ascending=False, kind="stable")
    columns = {
        "field": st.column_config.TextColumn("Field", pinned=True, width=text_width(rows["field"])),
        "records": number(
            "Records now",
            format="localized",
            help="In which either side has the field. `list[]` stands for what is in it.",
        ),
        "smallest": number(
            "Smallest seen now",
            format="%.1f",
            help="In F1 points, adjusted for all fields; – where it is more than 100: so few show nothing.",
        ),
        "needed": number(
            "Records needed", format="localized", help="That have the field, for the same number of points in it."
        ),
        "more": number("More", format="localized", help="Records that have the field."),
        "clusters": number("In clusters", format="localized", help="Further clusters of the present mean size."),
    }
    data, config = signed(rows, columns)
    st.dataframe(data, hide_index=True, placeholder="–", column_config=config)
