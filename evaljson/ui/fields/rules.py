"""The section of Fields on the rules of the schema: how often gold and each variant break them, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.report.fields.rule_tables import AT, OF, RECORD, RULE, VALUES, rates_by_rule, violation_rows
from evaljson.results.model import RunResult
from evaljson.rules import RuleReport
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.session import cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.wording.words import counted

OPENED: Final = "fields.rules"
"""Key of the expander."""


def show_rules(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> None:
    """Draw an expander, where the schema has rules; closed, nothing is computed."""
    if not any(node.rules for root in evaluation.tree.roots for node in root.walk()):
        return
    expander = st.expander("Rules between fields that are broken", key=OPENED, on_change="rerun")
    if expander.open:
        with expander:
            _show(evaluation, runs, view)


def _show(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> None:
    by_name = {name: evaluation.run_key(name) for name in runs}

    def look() -> dict[str, RuleReport]:
        found: dict[str, RuleReport] = server.work(
            "rules_kept", server.url(), by_name, dict(evaluation.schema), instead="use simpler rules"
        )
        return found

    try:
        found = cache.derived(("rules", *by_name.items()), look)
    except StoppedError as error:
        problem_box(str(error), "", "Write simpler rules, or look at fewer variants.")
        return
    of_variant = found[view.variant]
    st.markdown(f"{plain(view.variant)}: {of_variant.sentence}")
    undecided = sum(rule.undecided for rule in of_variant.rules)
    st.caption(
        "Share of objects that break a rule, of those with all values it needs."
        + (f" {plain(view.variant)} lacks such a value {counted(undecided, 'time')}." if undecided else "")
    )
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn()
    st.dataframe(
        rates_by_rule(found), hide_index=True, placeholder="–",
        column_config={RULE: text, OF: text, **{name: number(format="%.1f%%") for name in found}},
    )  # fmt: skip
    if of_variant.violations:
        st.caption(f"Where {plain(view.variant)} breaks a rule. Tick a row to see its record.")
        rows = violation_rows(of_variant)
        columns = {RECORD: text, RULE: text, AT: text, VALUES: text}
        ticked = show_table(rows, f"fields.rules.{by_name[view.variant]}", columns, height=240)
        if ticked is not None:
            go_to_records(a=view.variant, record=str(rows[RECORD].iloc[ticked]))
