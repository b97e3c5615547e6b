"""What labels say of a judge: agreement, kappa and confusion by field, and figures corrected for its errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.judge.calibration import Corrected, FieldCalibration, calibrate_pairs, labels_needed
from evaljson.judge.corrected_figures import CorrectedRun, corrected_pairs
from evaljson.judge.decided_pairs import DecidedPair, pairs_of
from evaljson.stats import Kappa
from evaljson.store import Label
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, points

_WIDTHS: Final = (10, 8, 6, 5, 4, 3, 2)


def show_agreement(
    evaluation: OpenEvaluation, variant: str, pairs: Sequence[DecidedPair], labels: Mapping[str, Sequence[Label]]
) -> None:
    """Show agreement by field: a table, who says what, corrected figures, and what to label next."""
    found = calibrate_pairs(pairs, labels)
    _of_other_rubrics(pairs)
    if not any(one.labelled or one.disputed for one in found):
        st.info(
            "No pair is labelled yet. From 60 labels of a field on, agreement with people is known to about ± 8 "
            "points; 100 are a good beginning."
        )
        return
    frame = pd.DataFrame([_row(one) for one in found])
    if not frame["Disputed"].any():
        frame = frame.drop(columns="Disputed")
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="–",
        column_config={
            "Agreement": text(help="Share of the pairs on which judge and people say the same, with its 95% interval."),
            "Kappa": text(
                help="Cohen's kappa, agreement beyond chance: 0 is chance, 1 is perfect; with its 95% interval. "
                "Undefined as long as only one step was ever used."
            ),
            "Disputed": number(help="Pairs of which people say different things, without a majority; left out."),
        },
    )
    for one in found:
        if one.labelled:
            _of_field(one)
    show_corrected(evaluation, variant)
    _next(found)


def _of_other_rubrics(pairs: Sequence[DecidedPair]) -> None:
    """Warn of labels given under other instructions: they say nothing about these verdicts."""
    known = {(pair.question.field, pair.rubric) for pair in pairs}
    paths = {path for path, _ in known}
    others = [one for one in server.store().labels.all() if one.path in paths and (one.path, one.rubric) not in known]
    if others:
        st.caption(
            f"{counted(len(others), 'label')} of fields with these paths were given under other instructions, rubrics "
            "or scales: kept, and not counted here."
        )


def _row(one: FieldCalibration) -> dict[str, Any]:
    return {
        "Field": one.field,
        "Labelled": f"{one.labelled:,} of {one.pairs:,}",
        "Agreement": _share(one.agreement, one.agreement_interval),
        "Kappa": _kappa(one.kappa),
        "Disputed": one.disputed,
    }


def _kappa(found: Kappa | None) -> str | None:
    if found is None:
        return None
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})".replace("-", "−")


def _share(value: float | None, interval: tuple[float, float] | None) -> str | None:
    if value is None:
        return None
    return f"{points(value, 0)}%" + (
        "" if interval is None else f" ({points(interval[0], 0)} to {points(interval[1], 0)})"
    )


def _of_field(one: FieldCalibration) -> None:
    with st.expander(f"{plain(one.field, 60)}: who says what"):
        frame = pd.DataFrame(
            [[step, *row] for step, row in zip(one.steps, one.confusion, strict=True)],
            columns=["People say", *(f"Judge: {step}" for step in one.steps)],
        )
        st.dataframe(frame, hide_index=True)
        if one.weighted is not None:
            st.markdown(f"Kappa with near misses counted in part (linear weights): **{_kappa(one.weighted)}**.")
        if one.corrected is not None:
            own = one.corrected
            st.markdown(
                f"Mean score of its pairs: **{points(own.judged)}** as the judge says, **{points(own.value)}** "
                f"({points(own.low)} to {points(own.high)}) corrected by {counted(own.labelled, 'label')}."
            )
        elif one.why_not:
            st.caption(plain(one.why_not, 400))


def _next(found: Sequence[FieldCalibration]) -> None:
    """Say how many more labels are worth giving."""
    width: Any = st.select_slider(
        "How sure do you want to be? Half the width of the 95% interval, in points",
        _WIDTHS,
        value=5,
        key="judge.width",
        format_func=lambda value: f"± {value}",
    )
    lines = []
    for one in found:
        agreement = one.agreement if one.agreement is not None else 0.9
        needed = labels_needed(width / 100, min(max(agreement, 0.5), 0.98))
        more = min(needed, one.pairs) - one.labelled
        lines.append(
            f"- **{plain(one.field, 60)}**: "
            + ("enough" if more <= 0 else "label all of the rest" if needed >= one.pairs else f"{more:,} more")
        )
    st.markdown("\n".join(lines))


def show_corrected(evaluation: OpenEvaluation, variant: str) -> None:
    """Show the figures of a run with the known errors of its judge taken out."""
    found = corrected_of(evaluation, variant)
    if found is None:
        return
    parts = []
    if found.pooled is not None and found.pooled.f1 is not None:
        parts.append(f"pooled over all fields, F1 {figure_told(found.pooled.f1)}")
    parts += [
        f"**{plain(path, 60)}**, F1 {figure_told(own.f1)}"
        for path, own in list(found.fields.items())[:4]
        if own.f1 is not None
    ]
    if not parts:
        return
    rest = f" Without labels, taken as the judge says: {', '.join(plain(path, 60) for path in found.uncorrected[:4])}."
    st.markdown(
        f"⚖ **Corrected for the judge's errors**, as labels by hand show them: {'; '.join(parts)} (95% intervals)."
        + (rest if found.uncorrected else "")
    )


def figure_told(own: Corrected) -> str:
    """Write a corrected figure with its interval next to the judge's own, in Markdown."""
    return f"**{points(own.value)}** ({points(own.low)} to {points(own.high)}) instead of {points(own.judged)}"


def corrected_of(evaluation: OpenEvaluation, variant: str) -> CorrectedRun | None:
    """Return a run's corrected figures; None if none of its pairs is labelled, or nothing was judged."""
    run = evaluation.runs[variant]
    if run.judged is None or not server.store().labels.all():
        return None
    key = ("judge pairs", evaluation.run_key(variant), evaluation.stored.schema_number)
    pairs = cache.derived(key, lambda: pairs_of(run, evaluation.schema))
    labels = server.store().labels.of([pair.sha256 for pair in pairs])
    if not labels:
        return None
    return corrected_pairs(run, pairs, labels)
