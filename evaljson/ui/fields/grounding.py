"""The section of Fields on the source text: which values are not in it, by field, for gold and each variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.grounding import Grounding
from evaljson.jobs.page_work import StoppedError
from evaljson.load.document_texts import has_sources
from evaljson.report.fields.grounding_table import AT, FIELD, RECORD, VALUE, missing_values, rates_by_field
from evaljson.results.model import RunResult
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.session import cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.parts import plain, problem_box

OPENED: Final = "fields.grounding"
"""Key of the expander."""


def show_grounding(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> None:
    """Draw an expander, where records have source texts; closed, nothing is computed."""
    files = (evaluation.gold, *(evaluation.variants[name] for name in runs))
    if not any(map(has_sources, files)):
        return
    expander = st.expander("Values that are not in the source text", key=OPENED, on_change="rerun")
    if expander.open:
        with expander:
            _show(evaluation, runs, view)


def _show(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> None:
    by_name = {name: evaluation.run_key(name) for name in runs}

    def look() -> dict[str, Grounding]:
        found: dict[str, Grounding] = server.work(
            "groundings_of", server.url(), by_name, dict(evaluation.schema), instead="look at fewer variants"
        )
        return found

    try:
        found = cache.derived(("groundings", *by_name.items()), look)
    except StoppedError as error:
        problem_box(str(error), "", "Look at fewer variants, or use `evaljson grounding`.")
        return
    of_variant = found[view.variant]
    st.markdown(f"{plain(view.variant)}: {of_variant.sentence}")
    for note in of_variant.notes:
        st.caption(f"{note[:1].upper()}{note[1:]}.")
    rates = rates_by_field(found)
    if rates.empty:
        return
    number = st.column_config.NumberColumn
    st.caption("Share of values that are not in the text. What gold has there too is worked out, not invented.")
    st.dataframe(
        rates, hide_index=True, placeholder="–",
        column_config={FIELD: st.column_config.TextColumn(), **{name: number(format="%.1f%%") for name in found}},
    )  # fmt: skip
    if of_variant.missing:
        st.caption(f"Values of {plain(view.variant)} that are not in the text. Tick one to see its record.")
        rows = missing_values(of_variant)
        text = st.column_config.TextColumn()
        columns = {RECORD: text, AT: text, VALUE: text}
        ticked = show_table(rows, f"fields.grounding.{by_name[view.variant]}", columns, height=240)
        if ticked is not None:
            go_to_records(a=view.variant, record=str(rows[RECORD].iloc[ticked]))
