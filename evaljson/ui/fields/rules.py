"""The section of Fields on the rules of the schema: how often gold and each variant break them, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.report.fields.rule_tables import rates_by_rule, violation_rows
from evaljson.results.model import RunResult
from evaljson.rules import RuleReport
from evaljson.rules.of_runs import has_rules
from evaljson.ui.fields.alone import AloneSection, show_alone, show_places, show_rates
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted

OPENED: Final = "fields.rules"
"""Key of the expander."""
_SECTION: Final = AloneSection(
    OPENED,
    "Rules between fields that are broken",
    "rules_kept",
    "use simpler rules",
    "Write simpler rules, or look at fewer variants.",
)


def show_rules(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], view: View) -> None:
    """Draw an expander, where the schema has rules; closed, nothing is computed."""
    if has_rules(evaluation.tree):
        show_alone(_SECTION, evaluation, runs, lambda found: _draw(found, evaluation, view))


def _draw(found: Mapping[str, RuleReport], evaluation: OpenEvaluation, view: View) -> None:
    of_variant = found[view.variant]
    st.markdown(f"{plain(view.variant)}: {of_variant.sentence}")
    undecided = sum(rule.undecided for rule in of_variant.rules)
    st.caption(
        "Share of objects that break a rule, of those with all values it needs."
        + (f" {plain(view.variant)} lacks such a value {counted(undecided, 'time')}." if undecided else "")
    )
    show_rates(rates_by_rule(found), found)
    if of_variant.violations:
        st.caption(f"Where {plain(view.variant)} breaks a rule. Tick a row to see its record.")
        show_places(_SECTION, violation_rows(of_variant), evaluation, view)
