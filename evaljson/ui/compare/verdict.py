"""The verdict of the Compare page: a sentence to copy, four figures, and the records they cover."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison, Estimate, plan
from evaljson.compare.adjusted import ADJUSTMENTS, Adjustment
from evaljson.compare.coverage import Coverage
from evaljson.compare.many import of_adjusted
from evaljson.compare.moved import DetectablyMoved, moved
from evaljson.compare.verdict import Verdict
from evaljson.compare.whole_records import FieldsOfWhole
from evaljson.compare.words.alone import of_alone, of_this_pair
from evaljson.compare.words.exploratory import added, with_exploratory
from evaljson.compare.words.notes import decisive
from evaljson.compare.words.overall_sentence import of_two
from evaljson.compare.words.phrases import digits_of, figure_word
from evaljson.report.compare.cost_of_gain import VariantCost, in_brief, in_words
from evaljson.report.compare.markdown import interval, to_markdown
from evaljson.report.compare.tables import coverage_rows, figure_rows
from evaljson.ui.compare.change_filter import apart
from evaljson.ui.compare.cluster_choice import choose_cluster, lines_on_copies
from evaljson.ui.compare.comparison_choice import PAIR_ALONE, Chosen
from evaljson.ui.session.comparisons import fields_of_whole_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.corrected_gold_words import with_gold_remark
from evaljson.ui.shared.deltas import arrow, colour
from evaljson.ui.shared.notes import PageNote
from evaljson.ui.shared.one_record import behind_verdict, say_decisive
from evaljson.ui.shared.parts import data_line, plain
from evaljson.ui.shared.signed import signed
from evaljson.ui.shared.text_width import text_width
from evaljson.ui.shared.verdict_sentence import show_verdict_sentence
from evaljson.wording.differences import digits_together, shown_difference
from evaljson.wording.short_names import shortened
from evaljson.wording.words import counted, points, signed_points
from evaljson.workspace.variant_notes import notes_of

_SMALLEST_HELP = "The smallest true difference seen with a chance of 80%. Four times as many records halve it."
_INTERVAL_HELP = (
    "Holds the true difference, over all documents of this kind, in 95 of 100 such comparisons. With 0 in it, the "
    "difference may be chance."
)


_ALONE_HELP: Final = (
    f"To compare these two alone, choose *{PAIR_ALONE}* on *All variants*, in *Also compare with the baseline*. That "
    "is right only if you chose the two before you saw any result."
)
_WAYS: Final[dict[Verdict, int]] = {"worse": -1, "better": 1}


def show_verdict(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison, how: Adjustment) -> None:
    """Draw the verdict and its figures; of two single runs, it says which fields one record decides.

    `how` are the verdicts on fields below adjusted; those here are always strict.
    """
    more: tuple[str, ...] = ()
    if len(chosen.a.variants) == len(chosen.b.variants) == 1:
        more = behind_verdict(evaluation, comparison, chosen.a.first, chosen.b.first)
    alone = (of_this_pair(chosen.left_out),) if chosen.left_out else ()
    show_verdict_sentence(of_two(comparison).then(more).then(alone))
    say_decisive(comparison)
    for note in _alone_at_once(comparison):
        st.caption(plain(note, 400), help=_ALONE_HELP)
    of_whole = _of_whole_records(evaluation, chosen, comparison)
    if of_whole is not None and of_whole.is_news(comparison):
        st.caption(f"⚠ {plain(of_whole.in_words(shortened(chosen.b.first, 40)), 400)}")
    _figures(comparison, how)


def _alone_at_once(comparison: Comparison) -> list[str]:
    """Return what the pair alone would show, where that may change a decision: a field that got worse, or the first one
    that moved at all; more that got better is among the notes."""
    is_any = bool(comparison.worse or comparison.better)
    return [note for note in of_alone(comparison.notes) if not is_any or "detectably worse" in note]


def _of_whole_records(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison) -> FieldsOfWhole | None:
    if len(chosen.a.variants) != 1 or len(chosen.b.variants) != 1:
        return None
    return fields_of_whole_records(evaluation, chosen.a.first, chosen.b.first, comparison, chosen.cluster)


def show_certainty(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison) -> None:
    """Draw a button that says which records the verdict covers, what it is adjusted for, and what it costs."""
    estimate = comparison.estimate
    popover = st.popover("How sure is this?", type="tertiary", key="compare.certainty", on_change="rerun")
    with popover:
        if popover.open:
            choose_cluster(evaluation, chosen.a.first)
        planned = plan(comparison, by_field=False) if estimate.differing else None
        if planned is not None:
            st.caption(planned.sentence, help=_SMALLEST_HELP)
        for line in _spreads(comparison):
            data_line(line)
        of_whole = _of_whole_records(evaluation, chosen, comparison)
        if of_whole is not None and not of_whole.is_news(comparison):
            data_line(of_whole.in_words(shortened(chosen.b.first, 40)))
        price = in_words(comparison, *_prices(evaluation, chosen))
        if price:
            st.caption(plain(price, 400), help="As entered on the Data page.")
        if coverage_rows(comparison).empty:
            st.caption(same_records(comparison))
        coverage = comparison.coverage
        said = {*coverage.warnings, *coverage.why, *lines_on_copies(comparison), *decisive(comparison.notes)}
        said |= {*_alone_at_once(comparison)}
        for note in comparison.notes:
            if note not in said:
                data_line(note)


def show_price(evaluation: OpenEvaluation, chosen: Chosen) -> None:
    """Draw what the challenger costs and how long it takes, and how far that is from the baseline; see `in_brief`."""
    price = in_brief(*_prices(evaluation, chosen))
    if price:
        a, b = (plain(side.title, 40) for side in (chosen.a, chosen.b))
        told = f"Of {b}, and its difference from {a}: as entered on the Data page."
        st.caption(f"{price[0].upper()}{price[1:]}", width="content", help=told)


def _prices(evaluation: OpenEvaluation, chosen: Chosen) -> tuple[VariantCost, VariantCost]:
    return price_of(evaluation, chosen.a.variants), price_of(evaluation, chosen.b.variants)


def price_of(evaluation: OpenEvaluation, variants: Sequence[str]) -> VariantCost:
    """Return cost and latency as entered; for repeats, the mean of what was entered."""
    notes = [notes_of(variant.meta) for variant in evaluation.stored.variants if variant.name in variants]
    return VariantCost(_mean([note.cost for note in notes]), _mean([note.latency for note in notes]))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def copy_verdict(evaluation: OpenEvaluation, comparison: Comparison, how: Adjustment) -> None:
    """Draw a button that shows the verdict as text and as Markdown, to copy; nothing of it is sent before.

    Where exploratory verdicts are shown, it has what these add.
    """
    popover = st.popover("Copy the verdict", type="tertiary", key="compare.copy", on_change="rerun")
    if not popover.open:
        return
    if how != ADJUSTMENTS[0]:
        comparison = with_exploratory(comparison)
    with popover:
        st.caption("As text for a message")
        st.code(comparison.sentence, language=None, wrap_lines=True)
        st.caption("As Markdown, with all figures")
        many = of_adjusted(comparison.names[0], {comparison.names[1]: comparison})
        st.code(to_markdown(with_gold_remark(evaluation, many)), language=None, height=180)


def _figures(comparison: Comparison, how: Adjustment) -> None:
    names = ["f1", "precision", "recall"]
    shown = names if comparison.figure in names else [comparison.figure, *names[1:]]
    columns = st.columns(4)
    digits = max(digits_of(comparison.figures[name]) for name in shown)
    coverage = comparison.coverage
    for column, name in zip(columns, shown, strict=False):
        estimate = comparison.figures[name]
        word = figure_word(name)
        if name == "precision" and coverage.compared in (coverage.missing_a, coverage.missing_b):
            _no_precision(column, comparison, digits)
            continue
        sign = 0 if estimate.verdict is None else _WAYS.get(estimate.verdict, 0)
        why_grey = "grey if that may be chance" if estimate.verdict else "grey because it has no verdict of its own"
        column.metric(
            word[:1].upper() + word[1:],
            points(estimate.b, digits),
            _delta(estimate, digits),
            delta_description=f"from {points(estimate.a, digits)}",
            delta_color=colour(sign),
            delta_arrow=arrow(sign),
            help=f"Large: {plain(comparison.names[1], 40)}. Below: its difference from "
            f"{plain(comparison.names[0], 40)}, {why_grey}. {comparison.confidence * 100:g}% interval "
            f"{interval(estimate.low, estimate.high)}.",
        )
    worse, better = (moved(comparison.fields, way) for way in ("worse", "better"))
    columns[3].metric(
        "Fields that got worse",
        f"{worse.fields:,}",
        f"{better.fields:,} got better",
        delta_description=_explored(comparison, how) or _spared(better) or _keys_moved(worse.keys, better.keys),
        delta_color="off",
        delta_arrow="off",
        help=f"More than chance explains, corrected for {counted(comparison.tested_fields, 'test')} of fields: strict "
        "(Holm). Keys that the schema lacks count apart.",
    )


def _no_precision(column: st.delta_generator.DeltaGenerator, comparison: Comparison, digits: int) -> None:
    """Draw precision where a side has no record at all: of nothing extracted, nothing is wrong, which is no merit."""
    coverage, precision = comparison.coverage, comparison.figures["precision"]
    sides = zip((coverage.missing_b, coverage.missing_a), (precision.b, precision.a), strict=True)
    b, a = ("–" if missing == coverage.compared else points(value, digits) for missing, value in sides)
    nothing = [
        plain(name, 40)
        for name, missing in zip(comparison.names, (coverage.missing_a, coverage.missing_b), strict=True)
        if missing == coverage.compared
    ]
    column.metric(
        "Precision",
        b,
        "nothing extracted" if coverage.missing_b == coverage.compared else "nothing to compare",
        delta_description=f"from {a}",
        delta_color="off",
        delta_arrow="off",
        help=f"There is no record of {' and '.join(nothing)}: precision says nothing there.",
    )


def _explored(comparison: Comparison, how: Adjustment) -> str | None:
    """Say what the exploratory verdicts below add to these, if they are shown."""
    more = [(added(comparison, way), way) for way in _WAYS]
    said = [f"{apart(count.fields, count.keys)} {way}" for count, way in more if count.fields or count.keys]
    if how == ADJUSTMENTS[0] or not said:
        return None
    return f"strict; exploratory adds {', '.join(said)}"


def _spared(better: DetectablyMoved) -> str | None:
    if not better.spared:
        return None
    return f"{'' if better.spared == better.fields else f'{better.spared:,} of them '}by missing values alone"


def _keys_moved(worse: int, better: int) -> str | None:
    """Count keys that the schema lacks and that differ beyond chance, as they appear beside the fields that do."""
    counts = ((worse, "worse"), (better, "better"))
    (number, word), *more = [one for one in counts if one[0]] or [(0, "")]
    rest = "".join(f", {count:,} {way}" for count, way in more)
    return f"{counted(number, 'key')} {word}{rest}" if number else None


def show_all_figures(comparison: Comparison) -> None:
    """Draw all figures with their intervals in an expander."""
    expander = st.expander("All figures with their intervals", key="compare.figures-open", on_change="rerun")
    if expander.open:
        with expander:
            _all_figures(comparison)


def _delta(estimate: Estimate, digits: int) -> str:
    return f"{signed_points(shown_difference(estimate.a, estimate.b, digits), digits)} points"


def _all_figures(comparison: Comparison) -> None:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    rows = figure_rows(comparison)
    digits = digits_together(zip(rows["a"] / 100, rows["b"] / 100, strict=True))
    columns = {
        "figure": text("Figure"),
        "a": number(comparison.names[0][:40], format=f"%.{digits}f"),
        "b": number(comparison.names[1][:40], format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f"),
        "interval": text(f"{comparison.confidence * 100:g}% interval", help=_INTERVAL_HELP),
        "smallest": number("Smallest detectable", format=f"%.{digits}f", help=_SMALLEST_HELP),
        "mark": text("Verdict", width=text_width(rows["mark"])),
    }
    data, config = signed(rows, columns)
    st.dataframe(data, hide_index=True, placeholder="–", column_config=config)


def _spreads(comparison: Comparison) -> list[str]:
    """Say how much the runs of each repeated side vary."""
    lines = []
    for name, spreads in comparison.spread.items():
        spread = next((spread for spread in spreads if spread.figure == comparison.figure), None)
        if spread is not None:
            each = ", ".join(points(value) for value in spread.values)
            lines.append(
                f"{name}: {figure_word(spread.figure)} {points(spread.mean)} on average, standard deviation "
                f"{points(spread.deviation)} points: {each}."
            )
    return lines


def same_records(comparison: Comparison) -> str:
    """Say that both sides have the same records, and how many neither produced."""
    coverage = comparison.coverage
    lacked, of_gold = coverage.missing_a, coverage.compared - coverage.strays
    same = f"Both sides have the same {counted(of_gold, 'record')}"
    if coverage.strays:
        same += f" of gold, and {counted(coverage.strays, 'record')} without gold count as invented"
    if not lacked:
        return f"{same}."
    are_repeats = max(coverage.runs_a, coverage.runs_b) > 1
    if of_gold - coverage.produced > lacked:
        lack = "Runs of each side lack" if are_repeats else "Each side lacks"
        return f"{lack} {lacked:,} of {of_gold:,} records, not all of them the same."
    verbs = ("was", "counts") if lacked == 1 else ("were", "count")
    told = "not produced by every run" if are_repeats else "produced on neither side"
    where = " in the others" if are_repeats else ""
    return f"{same}. {lacked:,} of them {verbs[0]} {told} and {verbs[1]} as missing{where}."


def coverage_note(comparison: Comparison) -> PageNote | None:
    """Warn where the sides differ in their records, so that plain averages would mislead."""
    rows = coverage_rows(comparison)
    return None if rows.empty else PageNote(_not_the_same(comparison.coverage), partial(_coverage, comparison))


def _not_the_same(coverage: Coverage) -> str:
    is_covered = not coverage.only_a and not coverage.only_b
    return f"the two sides did not {'produce' if is_covered else 'score'} the same records"


def _coverage(comparison: Comparison) -> None:
    coverage, rows = comparison.coverage, coverage_rows(comparison)
    what = _not_the_same(coverage)
    uses = f"the {coverage.compared:,} {coverage.which}" if coverage.only_a or coverage.only_b else "all of them"
    missing = (
        ": one that a side did not produce counts as missing there" if coverage.missing_a or coverage.missing_b else ""
    )
    st.markdown(f"**{what[0].upper()}{what[1:]}.** The verdict uses {uses}{missing}.")
    for line in (*coverage.warnings, *coverage.why):
        data_line(line)
    data, config = signed(rows, _coverage_columns(rows, comparison.names))
    st.dataframe(data, hide_index=True, placeholder="–", column_config=config)


def _coverage_columns(rows: pd.DataFrame, names: tuple[str, str]) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    a, b = (name[:30] for name in names)
    digits = digits_together(zip(rows["a"] / 100, rows["b"] / 100, strict=True))
    return {
        "over": st.column_config.TextColumn("Over"),
        "records_a": number(f"Records {a}", format="localized"),
        "records_b": number(f"Records {b}", format="localized"),
        "a": number(f"F1 {a}", format=f"%.{digits}f"),
        "b": number(f"F1 {b}", format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f", help="In F1 points; above 0 is better."),
    }
