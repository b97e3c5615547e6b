"""One record, value by value, next to its source text."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

import streamlit as st

from evaljson.grounding import no_values
from evaljson.report.fields.fault_kinds import kinds_by_path, misplaced_by_path
from evaljson.report.records.diff_html import KEY
from evaljson.report.records.elements import Item, Pairs, pairs_by_record, pairs_of_record, paths_of, with_headings
from evaljson.report.records.grounded import GroundedRecord, ground_record, missing_line
from evaljson.report.records.json_view import json_columns
from evaljson.report.records.load_report import fates_by_place
from evaljson.report.records.record_metadata import beside, small_line, with_source
from evaljson.report.records.rows import Row, record_rows
from evaljson.report.records.style import STYLE
from evaljson.report.records.table_html import OF_GROUP, record_table
from evaljson.report.records.value_cells import has_marks
from evaljson.results.field_result import RecordResult
from evaljson.results.model import RunResult
from evaljson.results.saved.results import SavedResults
from evaljson.results.shown_means import shown_f1
from evaljson.review.element_labels import elements_in_words
from evaljson.review.label_states import LabelsOfRecord, in_counts, label_words
from evaljson.schema.parse.document_types import schema_of
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.found_records import extracted_positions, gold_positions
from evaljson.ui.shared.gold_labels import labels_in_record, labels_of
from evaljson.ui.shared.load_report import show_fate
from evaljson.ui.shared.page_script import rule_of
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.plain_text import one_line, plain_label
from evaljson.wording.words import counted, points

ROWS, CELLS = 200, 600
"""Lines of one record shown at a time, and values in them: many variants have fewer lines."""
MOST_FIGURES = 4
"""Variants whose F1 is written out above the record."""
_LONGEST = 300
"""Characters of a sentence about an element that gold does not have."""
TABLE, JSON = "Table", "JSON"
Shown = Mapping[str, int]
"""The position of the record in the run of each variant; the main variant comes first."""


def show_fates(evaluation: OpenEvaluation, shown: Shown) -> None:
    """Say for each variant what was repaired in this record, or why it could not be read."""
    id_key = evaluation.schema.get("x-eval-id")
    for name, place in shown.items():
        run, loaded = evaluation.runs[name], evaluation.variants[name]
        fates = cache.shared(("fates", evaluation.run_key(name), id_key), partial(fates_by_place, run, loaded, id_key))
        if place in fates:
            show_fate(name, fates[place])


def show_record(evaluation: OpenEvaluation, shown: Shown, field: str | None, of_group: Collection[str] = ()) -> None:
    """Draw one record: gold and each variant, value by value. Rows at `field` or at the paths `of_group` are marked."""
    records = {name: evaluation.runs[name].records[place] for name, place in shown.items()}
    without = [plain(name) for name, record in records.items() if record.extracted is None]
    if without:
        have = "has" if len(without) == 1 else "have"
        st.warning(f"{', '.join(without)} {have} no usable record: what gold has counts as missing.")
    texts = _show_beside(evaluation, shown)
    said = _said_of(evaluation, shown)
    for sentence in elements_in_words(said):
        st.caption(plain(sentence, _LONGEST))
    with st.container(horizontal=True, vertical_alignment="center"):
        view = st.segmented_control(
            "View", [TABLE, JSON], default=TABLE, required=True, key="records.view", label_visibility="collapsed"
        )
        only = st.toggle("Only differences", value=True, key="records.only", disabled=view == JSON)
        compared = st.toggle(
            "Values as compared",
            key="records.compared",
            disabled=view == JSON,
            help="After transforms.",
        )
        of_field = field is not None and st.toggle(
            plain_label(f"Only {one_line(field, 40)}"), value=True, key="records.of-field"
        )
        if texts and not st.toggle("Source text", value=True, key="records.source"):
            texts = []
        lines = st.container(width="content")
    grounded = _grounded(evaluation, shown, records, texts)
    kinds, elsewhere = _kinds(evaluation, shown)
    if view == JSON:
        st.markdown(_figures(records))
        st.html(_beside_text(STYLE + json_columns(records, kinds), texts, grounded))
        return
    tree = schema_of(evaluation.tree, next(iter(records.values())).gold)
    rows = record_rows(list(records.values()), tree, kinds, elsewhere)
    chosen_rows = [row for row in rows if row.field == field or not of_field]
    pairs = [_pairs(evaluation.runs[name], evaluation.run_key(name), at) for name, at in shown.items()]
    items = _items(chosen_rows, pairs, only)
    st.markdown(_summary(records, rows, items, said))
    if not items:
        st.success("No differences. Turn off the “Only …” switches for all values.")
    table = ""
    if items:
        rule = rule_of(evaluation, next(iter(records)))
        here = None if of_field else field
        with lines:
            part = _part(items, field, of_group, max(1, min(ROWS, CELLS // len(records))))
        labels = label_words(said, paths_of(part))
        table = record_table(part, list(records), compared, here, lambda row: rule(row.field), labels, of_group)
        if has_marks(item for item in part if isinstance(item, Row)):
            table = KEY + table
        if any(isinstance(item, Row) and item.path in of_group for item in part):
            table = OF_GROUP + table
    if table or texts:
        st.html(_beside_text(table, texts, grounded))


def _said_of(evaluation: OpenEvaluation, shown: Shown) -> LabelsOfRecord:
    """Return what reviews say of gold in this record."""
    first, place = next(iter(shown.items()))
    return labels_in_record(labels_of(evaluation), evaluation.runs[first], place)


def _beside_text(html: str, texts: list[tuple[str, str]], grounded: GroundedRecord | None) -> str:
    """Put texts beside a table, which brings the style of both along; without one they have the page to themselves."""
    if not texts:
        return html
    marks = None if grounded is None else grounded.marks
    if not html:
        return STYLE + with_source("", texts, marks)
    return with_source(f'<div class="ej-beside-text">{html}</div>', texts, marks)


def _grounded(
    evaluation: OpenEvaluation, shown: Shown, records: Mapping[str, RecordResult], texts: list[tuple[str, str]]
) -> GroundedRecord | None:
    """Look for the values of gold and of the variants in the source texts, and say which are in none."""
    if not texts:
        return None
    first = next(iter(records.values()))
    sides = {"Gold": first.gold, **{name: record.extracted for name, record in records.items()}}
    without = no_values(evaluation.tree, evaluation.runs[next(iter(shown))].id_field)
    key = ("grounded", *((evaluation.run_key(name), place) for name, place in shown.items()))
    found = cache.derived(key, lambda: ground_record([text for _, text in texts], sides, evaluation.tree, without))
    if found is None:
        st.caption("The source text is too long to look for all values of this record in it.")
    elif line := missing_line(found.missing):
        st.html(STYLE + line)
    return found


def _items(rows: Sequence[Row], pairs: Sequence[Pairs], only: bool) -> list[Item]:
    """Return the lines of the table; with `only`, just differences, and the right elements of their arrays folded."""
    if only and not any(row.is_difference for row in rows):
        return []
    items = with_headings(rows, pairs, fold=only)
    return [item for item in items if not only or not isinstance(item, Row) or item.is_difference]


def _kinds(evaluation: OpenEvaluation, shown: Shown) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Return the kind of fault of each result, and where misplaced values are."""
    pairs = [
        cache.derived(("kinds of", evaluation.run_key(name), place), partial(_kinds_of, evaluation.runs[name], place))
        for name, place in shown.items()
    ]
    return [kinds for kinds, _ in pairs], [moved for _, moved in pairs]


def _kinds_of(run: RunResult, place: int) -> tuple[dict[str, str], dict[str, str]]:
    kinds = kinds_by_path(run, [place])[0]
    return kinds, misplaced_by_path(run, [place])[0] if "misplaced" in kinds.values() else {}


def _pairs(run: RunResult, key: str, place: int) -> Pairs:
    if isinstance(run.table, SavedResults):
        return pairs_of_record(run.table, place)
    return cache.shared(("pairs", key), lambda: pairs_by_record(run))[place]


def _show_beside(evaluation: OpenEvaluation, shown: Shown) -> list[tuple[str, str]]:
    """Draw one line of metadata per file; return the source texts with their titles, each once."""
    first, place = next(iter(shown.items()))
    files = {"Gold": (evaluation.gold, gold_positions(evaluation.runs[first]).get(place))}
    for name, record_place in shown.items():
        at = extracted_positions(evaluation, name, evaluation.runs[name]).get(record_place)
        files[name] = (evaluation.variants[name], at)
    metadata = {name: beside(loaded, at) for name, (loaded, at) in files.items()}
    line = "".join(small_line(name, kept.small) for name, kept in metadata.items())
    if line:
        st.html(STYLE + line)
    texts = {text: f"{key} ({name})" for name, kept in reversed(metadata.items()) for key, text in reversed(kept.texts)}
    return [(title, text) for text, title in reversed(texts.items())]


def _part(items: list[Item], field: str | None, of_group: Collection[str], most: int) -> list[Item]:
    """Return at most so many lines, starting with the part that has the chosen group, or else the chosen field."""
    if len(items) <= most:
        return items
    starts = list(range(0, len(items), most))
    rows = [(at, item) for at, item in enumerate(items) if isinstance(item, Row)]
    of_field = next((at for at, row in rows if row.field == field), 0)
    first = next((at for at, row in rows if row.path in of_group), of_field)
    start = st.selectbox(
        "Lines",
        starts,
        index=first // most,
        width=240,
        label_visibility="collapsed",
        format_func=lambda at: f"Lines {at + 1:,} to {min(at + most, len(items)):,} of {len(items):,}",
        help="A line for each value, and one above each element of an array.",
    )
    return items[start : start + most]


def _summary(
    records: Mapping[str, RecordResult], rows: Sequence[Row], items: Sequence[Item], said: LabelsOfRecord
) -> str:
    """Count the values that are shown and those that are not, and say which marks are on the latter."""
    seen = {item.path for item in items if isinstance(item, Row)}
    shown = sum(isinstance(item, Row) for item in items)
    if shown == len(rows):
        return f"{_figures(records)} · {counted(shown, 'value')}"
    marks = in_counts(said[path] for path in dict.fromkeys(row.path for row in rows) if path in said.keys() - seen)
    hidden = f"{len(rows) - shown:,} hidden" + (f" ({marks})" if marks else "")
    return f"{_figures(records)} · {counted(shown, 'value')} shown, {hidden}"


def _figures(records: Mapping[str, RecordResult]) -> str:
    """Write the F1 of each variant in one line; of many, only the range, since their columns have the rest."""
    if len(records) > MOST_FIGURES:
        known = [f1 for f1 in map(shown_f1, records.values()) if f1 is not None]
        lowest, highest = (points(end(known, default=None)) for end in (min, max))
        return f"{counted(len(records), 'variant')}: F1 **{lowest}** to **{highest}**"
    return " · ".join(
        f"{plain(name)}: F1 **{points(f1)}**" + ("" if f1 is not None else " (no value counts)")
        for name, f1 in ((name, shown_f1(record)) for name, record in records.items())
    )


def show_empty_note(name: str, run: RunResult) -> None:
    """Say how many records have no extracted value that counts, which precision does not show."""
    if run.empty_records:
        st.caption(
            f"{plain(name)} has no value that counts for {counted(run.empty_records, 'record')}.",
            help="Precision is 100 there.",
        )
