"""The Fields tab: differences per field, regressions first, in a chart and a table; a click opens the records."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.compare import Comparison, shrunken_fields
from evaljson.compare.adjusted import ADJUSTMENTS, Adjustment
from evaljson.compare.moved import moved
from evaljson.compare.verdict import NO_DIFFERENCE, Verdict
from evaljson.compare.words.exploratory import ADJUSTED, added
from evaljson.report.compare.forest import DRAWN, at_zero, drawable
from evaljson.report.compare.tables import field_rows
from evaljson.report.fields.rolled_up import FEW_RECORDS
from evaljson.results.losses import worsening
from evaljson.ui.compare.change_filter import EXPLORED, FIELDS, apart, narrow
from evaljson.ui.compare.comparison_choice import CHANGES, PAGE, Chosen
from evaljson.ui.compare.difference_rows import Kind, columns_of, draw_rows, list_rows
from evaljson.ui.compare.expected_column import with_expected
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records, pick_button
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.record_filters import WORSE
from evaljson.ui.shared.text_width import text_width
from evaljson.wording.words import counted

KIND: Final = Kind("compare.fields", "field", "field", "fields")
_WAYS: Final[tuple[Verdict, ...]] = ("worse", "better")
_ADJUSTED_HELP: Final = (
    "Verdicts correct for the tests of fields of all that are compared with the baseline. Strict, for decisions: even "
    "one false verdict is unlikely; the sentence and the figures above have these. Exploratory, for finding fields: "
    "about one in twenty listed may be chance."
)
_MISSING_HELP: Final = (
    "Records that one side lacks and in which they do not lose the same. They are in neither column before this one."
)
_ORDER: Final = "Worse first, then better, then the rest, each by *F1 gained*."
_IN_FEW: Final = f"in fewer than {FEW_RECORDS} records"
_FEW_HELP: Final = "Their wide intervals hide the others. The table has them."


def show_fields(
    evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison, how: Adjustment
) -> dict[str, str | None]:
    """Draw the tab, and return its choices for the address; `how` are its verdicts adjusted."""
    place, below = st.container(horizontal=True, vertical_alignment="center"), st.container()
    adjusted_for = (key for side in chosen.others for key in ("beside", *side.keys(evaluation)))
    key = (*chosen.key(evaluation), *adjusted_for, how)
    every = cache.derived(("compare fields", *key), lambda: field_rows(comparison, how))
    with place:
        names = FIELDS if how == ADJUSTMENTS[0] else EXPLORED
        shown = narrow("Which fields", "show", names, lambda change: _count(only(every, change)))
    rows, open_row = only(every, shown), partial(_open, evaluation, chosen)
    if rows.empty:
        with below:
            st.info(_nothing(shown, comparison, how))
        _choose_adjustment()
    else:
        drawn_rows = rows
        with place:
            st.caption(
                _said(rows, shown, comparison, how),
                help=_figure_help(rows, comparison),
            )
            few = _few(rows)
            if len(few) and comparison.coverage.compared >= FEW_RECORDS:
                words = f"{'Draw' if len(few) == len(drawable(rows)) else 'Also'} {_counted(few)} {_IN_FEW}"
                if not st.toggle(words, key="compare.fields.few", help=_FEW_HELP):
                    drawn_rows = without_few(rows)
        with below:
            if len(drawable(rows)) and not len(drawable(drawn_rows)):
                st.caption(f"No chart: each of these fields is {_IN_FEW}, too few to show a difference.")
            if len(drawable(drawn_rows)):
                undrawn, is_sure = _said_undrawn(drawn_rows, how)
                if is_sure:
                    st.caption(undrawn)
                draw_rows(drawn_rows, KIND, (*key, shown, len(drawn_rows)), open_row)
                below_chart = [_first_of(drawn_rows), _at_zero(drawn_rows), "" if is_sure else undrawn]
                if any(below_chart):
                    st.caption(" ".join(filter(None, below_chart)))
        _choose_adjustment()
        of_first = ", of the first runs" if len(chosen.a.variants) + len(chosen.b.variants) > 2 else ""
        tick = f"Tick a row for the records that got worse there, or else all of them{of_first}."
        caption = f"{_ORDER} {tick} Scrolled sideways, the table has more columns."
        rows, columns = with_expected(rows, _columns(rows, comparison, how), "path", shrunken_fields(comparison), KIND)
        list_rows(rows, KIND, columns, caption, open_row)
    return {"show": shown if shown != CHANGES[0] else None, "adjust": how if how != ADJUSTMENTS[0] else None}


def _choose_adjustment() -> None:
    pick_button(
        "Verdicts",
        "adjust",
        ADJUSTMENTS,
        page=PAGE,
        show=lambda option: ADJUSTED.get(option, option),
        help=_ADJUSTED_HELP,
    )


def without_few(rows: pd.DataFrame) -> pd.DataFrame:
    """Leave out rows whose interval is wide because of few records, if no verdict says that they differ.

    Those without an interval stay, to be counted.
    """
    return rows.drop(_few(rows).index).reset_index(drop=True)


def _few(rows: pd.DataFrame) -> pd.DataFrame:
    drawn = drawable(rows)
    return drawn[(drawn["records"] < FEW_RECORDS) & (drawn["verdict"] == NO_DIFFERENCE)]


def only(rows: pd.DataFrame, shown: str) -> pd.DataFrame:
    """Return the rows that pass one of CHANGES; a field has changed if any record loses more or less in it."""
    if shown == "changed":
        passing = rows[(rows["better_in"] > 0) | (rows["worse_in"] > 0) | (rows["missing"] > 0)]
    elif shown in ("worse", "better"):
        passing = rows[rows["verdict"] == shown]
    else:
        passing = rows
    return passing.reset_index(drop=True)


def _count(rows: pd.DataFrame) -> str:
    fields = int(rows["declared"].sum())
    return apart(fields, len(rows) - fields)


def _counted(rows: pd.DataFrame) -> str:
    """Count rows in words, keys that the schema lacks apart."""
    declared = int(rows["declared"].sum())
    fields = [counted(declared, "field")] if declared else []
    keys = [f"{counted(len(rows) - declared, 'key')} that the schema lacks"] if len(rows) > declared else []
    return " and ".join([*fields, *keys])


def _said_undrawn(rows: pd.DataFrame, how: Adjustment) -> tuple[str, bool]:
    """Say what only the table has, and whether a verdict is among it: that is said before the chart."""
    undrawn = rows.drop(drawable(rows).index)
    if not len(undrawn):
        return "", False
    sure = [(int((undrawn["verdict"] == way).sum()), way) for way in ("worse", "better")]
    by = "detectably" if how == ADJUSTMENTS[0] else "by exploratory verdicts"
    said = " and ".join(f"{count:,} {by} {way}" for count, way in sure if count)
    more = f", {said}" if said else ""
    return f"Only in the table: {_counted(undrawn)} with results on one side only{more}.", bool(said)


def _first_of(rows: pd.DataFrame) -> str:
    known = len(drawable(rows))
    return f"Chart: the first {DRAWN} of {known:,}." if known > DRAWN else ""


def _at_zero(rows: pd.DataFrame) -> str:
    """Say why there are verdicts on fields whose F1 is the same on both sides."""
    drawn = drawable(rows).head(DRAWN)
    same = drawn[at_zero(drawn)]
    if not len(same):
        return ""
    has, it = ("has", "it loses") if len(same) == 1 else ("have", "they lose")
    return f"At 0, {_counted(same)} {has} a verdict: {it} less or more weight, though F1 of both sides is the same."


def _said(rows: pd.DataFrame, shown: str, comparison: Comparison, how: Adjustment) -> str:
    """Say how many rows pass and what of it may be chance; of exploratory verdicts, what the strict ones have."""
    if how == ADJUSTMENTS[0]:
        return _may_be_chance(rows, comparison.verdict) if shown == CHANGES[0] else f"{_counted(rows)}."
    strict = {way: moved(comparison.fields, way) for way in _WAYS}
    more = {way: added(comparison, way) for way in _WAYS}
    worse, better = (apart(strict[way].fields + more[way].fields, strict[way].keys + more[way].keys) for way in _WAYS)
    first, second = (apart(strict[way].fields, strict[way].keys) for way in _WAYS)
    differ = f" {'differs' if len(rows) == 1 else 'differ'}" if shown == CHANGES[0] else ""
    above = f"strict, as above: {first} and {second}"
    return f"{_counted(rows)}{differ}. Exploratory: {worse} worse, {better} better; {above}."


def _may_be_chance(rows: pd.DataFrame, of_all: Verdict | None) -> str:
    chance = int((rows["verdict"] == NO_DIFFERENCE).sum())
    differ = f"{_counted(rows)} {'differs' if len(rows) == 1 else 'differ'}"
    if not chance:
        return f"{differ}, more than chance explains."
    if chance == len(rows) and of_all not in (None, NO_DIFFERENCE):  # together they are more than chance
        return f"{differ}; {'it' if chance == 1 else 'each of them'} alone may be chance (“–”)."
    which = "it" if len(rows) == 1 else "all of it" if chance == len(rows) else f"in {chance:,} of them it"
    return f"{differ}; {which} may be chance (“–”)."


def _nothing(shown: str, comparison: Comparison, how: Adjustment) -> str:
    if shown == "changed":
        return "No field loses more on one side in any record."
    fell = sum(field.direction < 0 for field in comparison.fields)
    rose = sum(field.direction > 0 for field in comparison.fields)
    count = fell if shown == "worse" else rose
    chance = (
        f" {counted(count, 'field')} moved that way, but it may be chance: see *{FIELDS['changed']}*." if count else ""
    )
    looser = " *Exploratory* may show more." if how == "holm" and count else ""
    also = ", by exploratory verdicts either" if how == "bh" else ""
    return f"No field got detectably {shown}{also}.{chance}{looser}"


def _figure_help(rows: pd.DataFrame, comparison: Comparison) -> str:
    return (
        f"Difference with its {comparison.confidence * 100:g}% interval; left of 0 is worse. ▲▼: records of both in "
        "which the field loses less and more; a wrong value loses twice as much as none. ○: records that one side "
        "lacks, where that changes what it loses. “Omitted by”: that side never has it, and loses less than a wrong "
        "value does. Colour shows the verdict, stricter than the interval. Click a mark for its records."
    )


def _open(evaluation: OpenEvaluation, chosen: Chosen, row: pd.Series[Any]) -> None:
    """Open what the Records page has: of repeats, the first run."""
    a, b, field = chosen.a.first, chosen.b.first, str(row["path"])
    is_any_worse = bool((worsening(evaluation.runs[a], evaluation.runs[b], field) > 0).any())
    go_to_records(a=a, b=b, field=field, change=WORSE if is_any_worse else None)


def _columns(rows: pd.DataFrame, comparison: Comparison, how: Adjustment) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    shared = columns_of(rows, comparison, KIND, "F1")
    if how != ADJUSTMENTS[0]:
        shared["mark"] = {**shared["mark"], "label": "Verdict, exploratory"}
    p, (a, b) = shared.pop("p"), (name[:30] for name in comparison.names)
    return {
        **shared,
        "gained": number(
            "F1 gained", format="%+.2f",
            help="Points of mean F1 that the baseline loses here, minus those that the new side loses. All fields "
                 "and keys add up to the difference of F1.",
        ),
        "p": p,
        **({"note": st.column_config.TextColumn("Note", width=text_width(rows["note"]))} if any(rows["note"]) else {}),
        "better_in": number("Better in", help="Records of both sides in which it loses less."),
        "worse_in": number("Worse in", help="Records of both sides in which it loses more."),
        **({"missing": number("Missing", help=_MISSING_HELP)} if rows["missing"].any() else {}),
        "only_a": number("Only baseline", help=f"Records in which only {a} has this field fully right."),
        "only_b": number("Only new", help=f"Records in which only {b} has this field fully right."),
        "effect": number(
            "In favour", format="%.0f%%",
            help="Of the records that got better or worse in it, with those that one side lacks, the share that got "
                 "better: 50% is even.",
        ),
    }  # fmt: skip
