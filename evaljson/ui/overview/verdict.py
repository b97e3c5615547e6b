"""The verdict of the Overview page: one sentence, four figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare import Comparison
from evaljson.compare.right_together import fully_right_together
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.compare.words.notes import decisive
from evaljson.compare.words.overall_sentence import (
    OverallVerdict,
    of_one,
    of_two,
    records_compared,
    records_lacked,
    shown,
)
from evaljson.report.records.regressions import Regressions, errors, regressions
from evaljson.report.records.worst_regressions import WorstRegressions
from evaljson.results.shown_means import REASON, shown_means
from evaljson.ui.overview.cut_replies import cut_replies_note
from evaljson.ui.overview.straight_through import rows_right
from evaljson.ui.session import cache
from evaljson.ui.session.comparisons import comparison, worst_kept
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.shared.deltas import arrow, colour, signed_count
from evaljson.ui.shared.load_report import reading_note
from evaljson.ui.shared.missing import missing_of_several_note
from evaljson.ui.shared.notes import show_notes
from evaljson.ui.shared.one_record import behind_verdict, say_decisive
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.verdict_sentence import show_verdict_sentence
from evaljson.wording.words import counted, points
from evaljson.workspace.run_facts import RunSummary


@dataclass(frozen=True, slots=True)
class Found:
    """The verdict on two variants, or on one."""

    verdict: OverallVerdict
    wrong: Regressions | WorstRegressions
    """What got worse; with one variant, everything it has wrong."""
    beside: Comparison | None
    """The comparison; None for a single variant."""


def overview_comparison(evaluation: OpenEvaluation, a: str, b: str | None) -> Found:
    """Compare two variants, once per pair of runs; if they cannot be compared, say why and judge B alone."""
    runs = evaluation.runs
    if b is not None:
        key = (evaluation.run_key(a), evaluation.run_key(b))
        try:
            beside = comparison(evaluation, a, b)
            wrong: Regressions | WorstRegressions | None = worst_kept(evaluation, a, b)
            if wrong is None:
                wrong = cache.shared(("regressions", *key), lambda: regressions(runs[a], runs[b]))
                return Found(of_two(beside).then(behind_verdict(evaluation, beside, a, b)), wrong, beside)
            return Found(of_two(beside), wrong, beside)
        except InputError as error:
            problem_box(error.problem, error.path, "Do that on Data, or choose other variants.")
    name = b or a
    wrong = cache.shared(("errors", evaluation.run_key(name)), lambda: errors(runs[name]))
    return Found(of_one(name, runs[name], is_only=len(evaluation.stored.variants) == 1), wrong, None)


def show_sentence(
    findings: Found, head: st.delta_generator.DeltaGenerator | None = None, ranked: int | None = None
) -> Callable[[Sequence[str]], None]:
    """Draw the sentence, and behind a click how far it can be trusted.

    Return what draws the sentence again with another one behind it.

    A single note is behind the mark of the heading, which is drawn in `head`; without that, it is a line below.
    `ranked`: how many records the ranking above it is over. Where these are others, the sentence says its own,
    and a line that both differ.
    """
    told = decisive(findings.verdict.basis)
    basis = [plain(line, 600) for line in findings.verdict.basis if line not in told]
    if head is not None:
        head.subheader("Two of them compared", anchor=False, help=basis[0] if len(basis) == 1 else None)
    verdict, coverage = findings.verdict, None if findings.beside is None else findings.beside.coverage
    are_others = coverage is not None and ranked is not None and coverage.compared != ranked
    if head is not None and verdict.short is not None and not are_others:  # its figures are below it
        verdict = replace(verdict, rest=verdict.short)
    place = st.empty()

    def draw(more: Sequence[str]) -> None:
        with place.container():
            show_verdict_sentence(verdict.then(more))

    draw(())
    if coverage is not None and are_others:
        st.caption(f"Over {counted(coverage.compared, 'record')} {coverage.which}; the ranking is over {ranked:,}.")
    say_decisive(findings.beside)
    if len(basis) == 1 and head is None:
        st.caption(basis[0])
    elif len(basis) > 1:
        with st.expander(f"{counted(len(basis), 'note')} on this verdict"):
            for line in basis:
                st.caption(line)
    return draw


def show_figures(evaluation: OpenEvaluation, a: str, b: str | None, findings: Found) -> None:
    """Draw the figures, and one line that opens with what was not read, is missing, or was cut off."""
    if findings.beside is not None and b is not None:
        _figures_of_two(evaluation, a, b, findings, rows_right(evaluation, [a, b]))
    else:
        _figures_of_one(evaluation, b or a, findings, rows_right(evaluation, [b or a]))
    names = [a] if b is None else [a, b]
    id_key = evaluation.schema.get("x-eval-id")
    read = [reading_note(name, evaluation.variants[name], id_key) for name in names]
    missing = missing_of_several_note(evaluation, names, "overview")
    show_notes([*read, missing, cut_replies_note(evaluation)], "overview")


def _figures_of_two(evaluation: OpenEvaluation, a: str, b: str, findings: Found, right: str) -> None:
    """Draw four figures; `right` says what is fully right on both sides."""
    assert findings.beside is not None
    of_a, of_b = summary_of(evaluation, a), summary_of(evaluation, b)
    copies = len(evaluation.missing_policy.without)
    columns = st.columns(4)
    large = f"Large: {plain(b, 40)}. Below: its difference from {plain(a, 40)}."
    figures = shown(findings.beside)
    is_chance = findings.beside.verdict == NO_DIFFERENCE and bool(findings.beside.estimate.differing)
    columns[0].metric(
        "F1",
        figures.b,
        f"{figures.difference} points",
        border=True,
        delta_description=f"from {figures.a}{' (may be chance)' if is_chance else ''}",
        delta_color=colour(figures.sign),
        delta_arrow=arrow(figures.sign),
        help=f"{mean_of_two(findings.beside)} {large}",
    )
    shared = len(findings.beside.records)
    exact_a, exact_b = _fully_right(evaluation, (a, b), shared)
    if not all(_is_over(one, shared) for one in (of_a, of_b)):
        both = counted(shared, "record")
        right = (
            f"Counted over the {both} {findings.beside.coverage.which}. Over all that each was scored on:\n\n{right}"
        )
    _change_metric(columns[1], "Records fully right", exact_a, exact_b, right, is_good=None if is_chance else True)
    broke = f"Fields right in {plain(a, 40)} and not in {plain(b, 40)}, per record{_of_missing(of_b)}."
    _counted_metric(columns[2], "Regressions", findings.wrong, broke)
    help_text = f"{_missing_help(of_b, copies)} {large}"
    before, after = (not_scored(one, copies) for one in (of_a, of_b))
    _change_metric(columns[3], "Records missing", before, after, help_text, is_good=False)


def mean_of_two(beside: Comparison) -> str:
    """Say what records F1 is the mean of, and what counts there that a side did not produce."""
    lacked = plain("".join(records_lacked(beside.coverage, beside.names)), 200)
    return " ".join([f"Mean over {records_compared(beside.coverage)}, 0 to 100.", *([lacked] if lacked else [])])


def mean_of_one(records: int, summary: RunSummary) -> str:
    """Say the same of one variant."""
    missing = 0 if summary.missing_records == "exclude" else summary.missing
    said = f"Mean over {counted(records, 'record')}, 0 to 100."
    their = "its" if missing == 1 else "their"
    return f"{said} It lacks {missing:,} of these: {their} values count as missing." if missing else said


def _fully_right(evaluation: OpenEvaluation, names: tuple[str, str], shared: int) -> tuple[int, int]:
    """Count the records that are fully right, among those that the F1 beside them is over."""
    of_a, of_b = (summary_of(evaluation, name) for name in names)
    if all(_is_over(one, shared) for one in (of_a, of_b)):
        return of_a.right.records.right, of_b.right.records.right
    return fully_right_together(*(evaluation.runs[name] for name in names))


def _is_over(summary: RunSummary, shared: int) -> bool:
    """Check whether a variant was scored on no more records than the two share."""
    records = summary.right.records
    return records.right + records.wrong + records.undecided == shared


def _change_metric(
    column: st.delta_generator.DeltaGenerator,
    name: str,
    before: int,
    after: int,
    help_text: str,
    *,
    is_good: bool | None,
) -> None:
    """Draw a count and its change; `is_good`: whether more of it is better, None where the change may be chance."""
    change = after - before
    column.metric(
        name,
        f"{after:,}",
        signed_count(change),
        border=True,
        delta_description=f"from {before:,}",
        delta_color="off" if is_good is None else colour(change, is_good),
        delta_arrow=arrow(change),
        help=help_text,
    )


def _figures_of_one(evaluation: OpenEvaluation, name: str, findings: Found, right: str) -> None:
    columns = st.columns(4)
    run, copies = evaluation.runs[name], len(evaluation.missing_policy.without)
    f1, summary = shown_means(run).f1, summary_of(evaluation, name)
    exact = summary.right.records.right
    columns[0].metric(
        "F1", points(f1), border=True, height="stretch",
        help=mean_of_one(run.total_records, summary) if f1 is not None else REASON,
    )  # fmt: skip
    columns[1].metric(
        "Records fully right",
        f"{exact:,}",
        border=True,
        height="stretch",
        help=right,
    )
    wrong = f"Fields not fully right, counted per record{_of_missing(summary)}."
    _counted_metric(columns[2], "Fields wrong", findings.wrong, wrong)
    columns[3].metric(
        "Records missing",
        f"{not_scored(summary, copies):,}",
        border=True,
        height="stretch",
        help=_missing_help(summary, copies),
    )


def _of_missing(run: RunSummary) -> str:
    return "" if run.missing_records == "exclude" else "; a missing record counts as one"


def _counted_metric(
    column: st.delta_generator.DeltaGenerator, name: str, wrong: Regressions | WorstRegressions, help_text: str
) -> None:
    column.metric(
        name,
        f"{len(wrong):,}",
        f"in {counted(wrong.records, 'record')}" if wrong.records else "none",
        border=True,
        delta_color="off",
        delta_arrow="off",
        help=help_text,
    )


def not_scored(run: RunSummary, copies: int = 0) -> int:
    """Count the gold records for which the variant has no readable record; `copies` were left out by hand."""
    return run.missing + max(run.left_out - copies, 0)


def _missing_help(run: RunSummary, copies: int) -> str:
    counts = 0 if run.missing_records == "exclude" else run.missing
    out = not_scored(run, copies) - counts
    if counts and out:
        how = f"All fields of {counts:,} count as missing; the other {out:,} are in no figure."
    else:
        how = "They are in no figure." if out or run.missing_records == "exclude" else "All fields count as missing."
    return f"Not produced, or not readable. {how}"
