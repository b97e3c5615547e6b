"""What stands where nothing is suggested: that is good news only where no pattern is left that a rule may settle."""

from __future__ import annotations

import streamlit as st

from evaljson.report.patterns.table import Pattern, pattern_list
from evaljson.suggest import KINDS
from evaljson.suggest.nothing import NOTHING
from evaljson.suggest.proposal import uncapitalised
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.patterns import patterns_of
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import LIKE
from evaljson.wording.words import points


def show_nothing_suggested(evaluation: OpenEvaluation) -> None:
    """Say it, or name the largest pattern that is left, with a way to its records."""
    left = _largest_left(evaluation)
    if left is None:
        st.success(f"✓ {NOTHING}")
    else:
        variant, one = left
        st.info(
            f"No setting is suggested. The largest pattern of errors that a rule may settle: **{one.title}**, "
            f"{one.counts}, {points(one.share)}% of what F1 of {plain(variant, 60)} loses, most of it in "
            f"{plain(one.fields[0].field or 'the record', 60)}. A rule could {one.kind.rule}."
        )
        if st.button("Records with this pattern", key="suggest.left"):
            go_to_records(a=variant, status=f"{LIKE}{one.kind.name}")
    st.caption(f"Looked for: {'; '.join(map(uncapitalised, KINDS.values()))}.")


def _largest_left(evaluation: OpenEvaluation) -> tuple[str, Pattern] | None:
    """Return the pattern with a rule that costs F1 most, with its variant."""
    left = [
        (name, one)
        for name, run in evaluation.runs.items()
        for one in pattern_list(run, patterns_of(run, evaluation.run_key(name)), examples=0)
        if one.kind.rule and one.f1_lost > 0
    ]
    return max(left, key=lambda of: of[1].f1_lost, default=None)
