"""What labels say of a judge: agreement, kappa and confusion by field, and figures corrected for its errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.judge.calibration import Corrected, FieldCalibration, calibrate_pairs, labels_needed
from evaljson.judge.corrected_difference import JudgedRun
from evaljson.judge.corrected_figures import CorrectedRun, corrected_pairs
from evaljson.judge.decided_pairs import DecidedPair, pairs_of
from evaljson.stats import Kappa
from evaljson.store import Label
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, points

_NAMED: Final = 4
"""Fields that are named; more are counted."""
_WIDTHS: Final = (10, 8, 6, 5, 4, 3, 2)


def show_agreement(
    evaluation: OpenEvaluation, variant: str, pairs: Sequence[DecidedPair], labels: Mapping[str, Sequence[Label]]
) -> None:
    """Show agreement by field: a table, who says what, corrected figures, and what to label next."""
    calibrations = calibrate_pairs(pairs, labels)
    _of_other_rubrics(pairs)
    if not any(calibration.labelled or calibration.disputed for calibration in calibrations):
        st.info(
            "No pair is labelled yet. 60 labels of a field tell agreement to about ± 8 points; up to 120 "
            "where one verdict is rare."
        )
        return
    frame = pd.DataFrame([_row(calibration) for calibration in calibrations])
    if not frame["Disputed"].any():
        frame = frame.drop(columns="Disputed")
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="–",
        column_config={
            "Agreement": text(help="Share of pairs on which judge and people agree, with its 95% interval."),
            "Kappa": text(
                help="Cohen's kappa, agreement beyond chance: 0 is chance, 1 is perfect. Undefined while "
                "only one step was used."
            ),
            "Disputed": number(help="Pairs without a majority; left out."),
        },
    )
    for calibration in calibrations:
        if calibration.labelled:
            _of_field(calibration)
    show_corrected(evaluation, variant)
    _next(calibrations)


def _of_other_rubrics(pairs: Sequence[DecidedPair]) -> None:
    """Warn of labels given under other instructions: they say nothing about these verdicts."""
    known = {(pair.question.field, pair.rubric) for pair in pairs}
    paths = {path for path, _ in known}
    others = sum(count for key, count in server.store().labels.rubrics(paths).items() if key not in known)
    if others:
        st.caption(
            f"{counted(others, 'label')} of these fields under other instructions, rubrics or scales: "
            "kept, not counted."
        )


def _row(calibration: FieldCalibration) -> dict[str, Any]:
    return {
        "Field": calibration.field,
        "Labelled": f"{calibration.labelled:,} of {calibration.pairs:,}",
        "Agreement": _share(calibration.agreement, calibration.agreement_interval),
        "Kappa": _kappa(calibration.kappa),
        "Disputed": calibration.disputed,
    }


def _kappa(kappa: Kappa | None) -> str | None:
    if kappa is None:
        return None
    return f"{kappa.value:.2f} ({kappa.low:.2f} to {kappa.high:.2f})".replace("-", "−")


def _share(value: float | None, interval: tuple[float, float] | None) -> str | None:
    if value is None:
        return None
    return f"{points(value, 0)}%" + (
        "" if interval is None else f" ({points(interval[0], 0)} to {points(interval[1], 0)})"
    )


def _of_field(calibration: FieldCalibration) -> None:
    with st.expander(f"{plain(calibration.field, 60)}: who says what"):
        frame = pd.DataFrame(
            [[step, *row] for step, row in zip(calibration.steps, calibration.confusion, strict=True)],
            columns=["People say", *(f"Judge: {step}" for step in calibration.steps)],
        )
        st.dataframe(frame, hide_index=True)
        if calibration.weighted is not None:
            st.markdown(f"Kappa with near misses counted in part (linear weights): **{_kappa(calibration.weighted)}**.")
        if calibration.corrected is not None:
            corrected = calibration.corrected
            st.markdown(
                f"Mean score of its pairs: **{points(corrected.judged)}** as the judge says, "
                f"**{points(corrected.value)}** ({points(corrected.low)} to {points(corrected.high)}) corrected by "
                f"{counted(corrected.labelled, 'label')}; the interval is about {corrected.about}."
            )
        elif calibration.why_not:
            st.caption(plain(calibration.why_not, 400))


def _next(calibrations: Sequence[FieldCalibration]) -> None:
    """Say how many more labels are worth giving."""
    width: Any = st.select_slider(
        "How sure: half the width of the 95% interval, in points",
        _WIDTHS,
        value=5,
        key="judge.width",
        format_func=lambda value: f"± {value}",
    )
    lines = []
    for calibration in calibrations:
        agreement = calibration.agreement if calibration.agreement is not None else 0.9
        needed = labels_needed(width / 100, min(max(agreement, 0.5), 0.98), verdict_counts=calibration.verdict_counts)
        more = min(needed, calibration.pairs) - calibration.labelled
        lines.append(
            f"- **{plain(calibration.field, 60)}**: "
            + ("enough" if more <= 0 else "label all of the rest" if needed >= calibration.pairs else f"{more:,} more")
        )
    st.markdown("\n".join(lines))


def show_corrected(evaluation: OpenEvaluation, variant: str) -> None:
    """Show the figures of a run with the known errors of its judge taken out."""
    corrected = corrected_of(evaluation, variant)
    if corrected is None:
        return
    parts = []
    if corrected.pooled is not None and corrected.pooled.f1 is not None:
        parts.append(f"pooled over all fields, F1 {figure_told(corrected.pooled.f1)}")
    known = [(path, of_field.f1) for path, of_field in corrected.fields.items() if of_field.f1 is not None]
    parts += [f"**{plain(path, 60)}**, F1 {figure_told(f1)}" for path, f1 in known[:_NAMED]]
    if not parts:
        return
    if len(known) > _NAMED:
        parts.append(f"and {counted(len(known) - _NAMED, 'more field')}")
    named = [plain(path, 60) for path in corrected.uncorrected[:_NAMED]]
    if len(corrected.uncorrected) > _NAMED:
        named.append(f"and {len(corrected.uncorrected) - _NAMED:,} more")
    rest = f" Without labels, taken as the judge says: {', '.join(named)}."
    st.markdown(
        f"⚖ **Corrected for the judge's errors** by labels: {'; '.join(parts)} (95% intervals about "
        "these records)." + (rest if corrected.uncorrected else "")
    )


def figure_told(figure: Corrected) -> str:
    """Write a corrected figure with its interval next to the judge's own, in Markdown."""
    return (
        f"**{points(figure.value)}** ({points(figure.low)} to {points(figure.high)}) instead of {points(figure.judged)}"
    )


def corrected_of(evaluation: OpenEvaluation, variant: str) -> CorrectedRun | None:
    """Return a run's corrected figures; None if none of its pairs is labelled, or nothing was judged."""
    judged = judged_run(evaluation, variant)
    return None if judged is None else corrected_pairs(judged[0].run, judged[0].pairs, judged[1])


def judged_run(evaluation: OpenEvaluation, variant: str) -> tuple[JudgedRun, Mapping[str, Sequence[Label]]] | None:
    """Return a run with its judged pairs and their labels; None if none is labelled, or nothing was judged."""
    if not server.store().labels.count():  # without a look at the run
        return None
    run = evaluation.runs[variant]
    if run.judged is None:
        return None
    key = ("judge pairs", evaluation.run_key(variant), evaluation.stored.schema_number)
    pairs = cache.derived(key, lambda: pairs_of(run, evaluation.schema))
    labels = server.store().labels.of([pair.sha256 for pair in pairs])
    return (JudgedRun(run, pairs), labels) if labels else None
