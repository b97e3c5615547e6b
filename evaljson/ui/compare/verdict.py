"""The verdict of the Compare page: a sentence to copy, four figures, and the records they cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison, Estimate
from evaljson.compare.many import of_comparisons
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.compare.words.overall_sentence import of_two
from evaljson.compare.words.phrases import could_have_shown, digits_of, figure_word
from evaljson.report.compare.cost_of_gain import VariantCost, in_words
from evaljson.report.compare.markdown import interval, to_markdown
from evaljson.report.compare.tables import coverage_rows, figure_rows
from evaljson.ui.compare.comparison_choice import Chosen
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import data_line, plain
from evaljson.ui.shared.signed import signed
from evaljson.ui.shared.verdict_sentence import show_verdict_sentence
from evaljson.wording.differences import digits_for
from evaljson.wording.words import counted, points, signed_points
from evaljson.workspace.variant_notes import notes_of

_SMALLEST_HELP = (
    "The smallest difference that this many records can reliably show. If you care about smaller ones, label more "
    "records: four times as many records halve it."
)
_INTERVAL_HELP = (
    "Over all documents of this kind, not only these, the true difference lies within the interval in 95 of 100 such "
    "comparisons. If the interval contains 0, the difference may be chance."
)


def show_verdict(evaluation: OpenEvaluation, chosen: Chosen, found: Comparison) -> None:
    """Draw the verdict, its figures and the records they cover."""
    show_verdict_sentence(of_two(found))
    _copy(found)
    _figures(found)
    own = found.estimate
    if own.differing:
        st.caption(f"{could_have_shown(own)} over {counted(found.coverage.compared, 'record')}.", help=_SMALLEST_HELP)
    for line in _spreads(found):
        data_line(line)
    price = in_words(own.difference, price_of(evaluation, chosen.a.variants), price_of(evaluation, chosen.b.variants))
    if price:
        st.caption(plain(price, 400), help="From the cost and latency entered on the Data page.")
    _coverage(found)
    apart = {*found.coverage.warnings, *found.coverage.why}
    for note in found.notes:
        if note not in apart:
            data_line(note)


def price_of(evaluation: OpenEvaluation, variants: Sequence[str]) -> VariantCost:
    """Return cost and latency as entered; for repeats, the mean of what was entered."""
    notes = [notes_of(one.meta) for one in evaluation.stored.variants if one.name in variants]
    return VariantCost(_mean([one.cost for one in notes]), _mean([one.latency for one in notes]))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _copy(found: Comparison) -> None:
    with st.popover("Copy the verdict", type="tertiary"):
        st.caption("As text for a message. Copy it with the button at the right end.")
        st.code(found.sentence, language=None, wrap_lines=True)
        st.caption("As Markdown, with all figures and fields.")
        many = of_comparisons(found.names[0], {found.names[1]: found})
        st.code(to_markdown(many), language=None, height=180)


def _figures(found: Comparison) -> None:
    names = ["f1", "precision", "recall"]
    shown = names if found.figure in names else [found.figure, *names[1:]]
    columns = st.columns(4)
    for column, name in zip(columns, shown, strict=False):
        own = found.figures[name]
        word = figure_word(name)
        moved = own.verdict != NO_DIFFERENCE
        column.metric(
            word[:1].upper() + word[1:],
            points(own.b, digits_of(own)),
            _delta(own),
            border=True,
            height="stretch",
            delta_description=f"from {points(own.a, digits_of(own))}",
            delta_color="normal" if moved else "off",
            delta_arrow="auto" if moved else "off",
            help=f"Large number: {plain(found.names[1], 40)}. Below: its difference from "
            f"{plain(found.names[0], 40)}, grey if that may be chance. {found.confidence * 100:g}% interval "
            f"{interval(own.low, own.high)}.",
        )
    columns[3].metric(
        "Fields that got worse",
        f"{len(found.worse):,}",
        f"{len(found.better):,} got better",
        border=True,
        height="stretch",
        delta_color="off",
        delta_arrow="off",
        help="Detectably worse or better: more than chance explains, corrected for the number of fields.",
    )
    expander = st.expander("All figures with their intervals", key="compare.figures-open", on_change="rerun")
    if expander.open:
        with expander:
            _all_figures(found)


def _delta(own: Estimate) -> str:
    # The arrow is drawn from the sign, which must be a plain hyphen.
    return f"{signed_points(own.difference, digits_of(own))} points".replace("−", "-")


def _all_figures(found: Comparison) -> None:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    rows = figure_rows(found)
    digits = digits_for(rows["a"] / 100, rows["b"] / 100)
    columns = {
        "figure": text("Figure"),
        "a": number(found.names[0][:40], format=f"%.{digits}f"),
        "b": number(found.names[1][:40], format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f"),
        "interval": text(f"{found.confidence * 100:g}% interval", help=_INTERVAL_HELP),
        "smallest": number("Smallest detectable", format=f"%.{digits}f", help=_SMALLEST_HELP),
        "mark": text("Verdict"),
    }
    data, config = signed(rows, columns)
    st.dataframe(data, hide_index=True, placeholder="–", column_config=config)


def _spreads(found: Comparison) -> list[str]:
    """Say how much the runs of each repeated side vary."""
    lines = []
    for name, spreads in found.spread.items():
        own = next((one for one in spreads if one.figure == found.figure), None)
        if own is not None:
            each = ", ".join(points(value) for value in own.values)
            lines.append(
                f"{name}: {figure_word(own.figure)} {points(own.mean)} on average. Its runs vary by "
                f"{points(own.deviation)} points (standard deviation): {each}. The verdict takes this into account."
            )
    return lines


def _coverage(found: Comparison) -> None:
    """Say which records are compared, and warn where plain averages would mislead."""
    own = found.coverage
    rows = coverage_rows(found)
    if rows.empty:
        verbs = ("was", "counts") if own.missing_a == 1 else ("were", "count")
        missing = (
            f" {own.missing_a:,} of them {verbs[0]} produced on neither side and {verbs[1]} as missing."
            if own.missing_a
            else ""
        )
        st.caption(f"Both sides have the same {counted(own.compared, 'record')}.{missing}")
        return
    with st.container(border=True):
        st.markdown("**⚠ The two sides do not cover the same records.** The verdict uses only those *scored by both*.")
        for line in (*own.warnings, *own.why):
            data_line(line)
        data, config = signed(rows, _coverage_columns(rows, found.names))
        st.dataframe(data, hide_index=True, placeholder="–", column_config=config)


def _coverage_columns(rows: pd.DataFrame, names: tuple[str, str]) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    a, b = (name[:30] for name in names)
    digits = digits_for(rows["a"] / 100, rows["b"] / 100)
    return {
        "over": st.column_config.TextColumn("Over"),
        "records_a": number(f"Records {a}", format="localized"),
        "records_b": number(f"Records {b}", format="localized"),
        "a": number(f"F1 {a}", format=f"%.{digits}f"),
        "b": number(f"F1 {b}", format=f"%.{digits}f"),
        "difference": number("Difference", format=f"%+.{digits}f", help="In F1 points; above 0 is better."),
    }
