"""What stands where nothing is suggested: that is good news only where no pattern is left that a rule may settle."""

from __future__ import annotations

import streamlit as st

from evaljson.report.patterns.remedies import Remedies
from evaljson.report.patterns.shown import remedy_of
from evaljson.report.patterns.table import Pattern, pattern_list
from evaljson.suggest import KINDS
from evaljson.suggest.edit import Edit
from evaljson.suggest.nothing import NOTHING
from evaljson.suggest.proposal import uncapitalised
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.patterns import patterns_of
from evaljson.ui.session.rule_wish import go_to_schema
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import LIKE
from evaljson.ui.shared.renamed import renamed_in
from evaljson.wording.words import counted, points


def show_nothing_suggested(evaluation: OpenEvaluation) -> None:
    """Say it, or name the largest pattern that is left, with a way to its records."""
    left = _largest_left(evaluation)
    if left is None:
        st.success(f"✓ {NOTHING}")
    else:
        variant, one, remedy = left
        st.info(
            f"No setting is suggested. The largest pattern of errors that a rule may settle: **{one.title}**, "
            f"{one.counts}, {points(one.share)}% of what F1 of {plain(variant, 60)} loses, {_where(one)}. "
            f"A rule could {one.kind.rule}."
        )
        with st.container(horizontal=True):
            if st.button("Records with this pattern", key="suggest.left"):
                go_to_records(a=variant, status=f"{LIKE}{one.kind.name}", field=one.own_field)
            if remedy is not None and st.button("Prepare this rule", key="suggest.left-rule"):
                go_to_schema(evaluation.id, remedy, a=variant)
    st.caption(f"Looked for: {'; '.join(map(uncapitalised, KINDS.values()))}.")


def _where(one: Pattern) -> str:
    """Say where the errors of a pattern are: the field that costs most, and how many others there are."""
    first, others = one.fields[0], len(one.fields) - 1
    name = plain(first.field or "the record", 60)
    if not others:
        return f"in {name}"
    is_most = first.f1_lost > one.f1_lost / 2
    return f"most of it in {name}" if is_most else f"in {name} and {counted(others, 'more field')}"


def _largest_left(evaluation: OpenEvaluation) -> tuple[str, Pattern, Edit | None] | None:
    """Return the pattern that costs F1 most of those that a rule settles, with its variant and that rule.

    Keys that the schema lacks are ignored on Data: there the rule is None.
    """
    runs = evaluation.runs
    patterns = {name: patterns_of(run, evaluation.run_key(name)) for name, run in runs.items()}
    listed = [(name, one) for name, run in runs.items() for one in pattern_list(run, patterns[name], examples=0)]
    renamed = renamed_in(evaluation, list(runs)).unknown
    tried: dict[str, Remedies] = {}
    for name, one in sorted(listed, key=lambda of: -of[1].f1_lost):
        if not one.kind.rule or not one.f1_lost > 0:
            continue
        remedies = tried.get(name) or tried.setdefault(name, Remedies(runs[name], evaluation.schema))
        if one.kind.name == "unknown_key" and all(of.field in renamed for of in one.fields):
            continue  # these hold fields of gold: ignoring them would hide that
        remedy = remedy_of(runs[name], patterns[name], one, remedies)
        if remedy is not None or one.kind.name == "unknown_key":
            return name, one, remedy
    return None
