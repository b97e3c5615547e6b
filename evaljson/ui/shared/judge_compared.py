"""Compares two variants with the known errors of their judge taken out."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evaljson.compare import Comparison
from evaljson.judge.calibration import Corrected
from evaljson.judge.corrected_difference import corrected_difference
from evaljson.judge.corrected_figures import carried, difference
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.judge_agreement import corrected_of, figure_told, judged_run
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import signed_points


def show_corrected_difference(
    evaluation: OpenEvaluation, of_a: Sequence[str], of_b: Sequence[str], comparison: Comparison
) -> None:
    """Show the corrected difference below a verdict on two variants.

    Nothing is shown if one was run several times, if there are too few labels, or if they cover different records.
    """
    if len(of_a) != 1 or len(of_b) != 1:
        return
    a, b = of_a[0], of_b[0]
    records = (evaluation.stored_runs[name].metrics["total_records"] for name in (a, b))
    whole = all(count == comparison.coverage.compared for count in records)
    pooled = comparison.figures["pooled_f1"]
    sides = [corrected_of(evaluation, name) for name in (a, b)] if whole else []
    figures = [side.pooled.f1 for side in sides if side is not None and side.pooled is not None]
    if len(figures) < 2 or figures[0] is None or figures[1] is None or pooled.difference is None:
        return
    errors = _difference(evaluation, a, b) or difference(figures[0], figures[1])
    both = f"{plain(a, 40)} {figure_told(figures[0])}; {plain(b, 40)} {figure_told(figures[1])}"
    if pooled.low is None or pooled.high is None:
        change = (errors.value, errors.low, errors.high)
        why = "from the judge's errors alone, about these records"
    else:
        change, why = (
            carried((pooled.difference, pooled.low, pooled.high), errors),
            "from chance and the judge's errors together, about all such records",
        )
    value, low, high = map(signed_points, change)
    st.markdown(
        f"⚖ **With the judge's errors taken out**, as labels by hand show them: pooled F1 of {both}. The difference is "
        f"**{value} points** (95% interval {low} to {high}, {why}); as the judge has it, "
        f"{signed_points(pooled.difference)}."
    )


def _difference(evaluation: OpenEvaluation, a: str, b: str) -> Corrected | None:
    """Return the corrected difference in pooled F1 by pairs of both; None if labels are too few for it."""
    of_a, of_b = judged_run(evaluation, a), judged_run(evaluation, b)
    if of_a is None or of_b is None:
        return None
    return corrected_difference(of_a[0], of_b[0], {**of_a[1], **of_b[1]})
