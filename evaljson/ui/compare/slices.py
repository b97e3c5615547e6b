"""The Groups of records tab: differences per document type, metadata value or gold value, worst first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare import Comparison, Slices, compare_slices, shrunken_slices, slices_together
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.slice_labels import TYPE, key_to_begin_with, keys_to_slice_by, labels_by
from evaljson.compare.words.phrases import figure_word
from evaljson.load import LoadedRecords
from evaljson.report.compare.forest import drawable
from evaljson.report.compare.tables import record_rows, slice_rows
from evaljson.report.records.load_report import kept_beside
from evaljson.results.groups import FEW_RECORDS
from evaljson.results.model import RunResult
from evaljson.ui.compare.comparison_choice import PAGE, Chosen
from evaljson.ui.compare.difference_rows import Kind, columns_of, draw_rows, left_undrawn, list_rows
from evaljson.ui.compare.expected_column import with_expected
from evaljson.ui.session import cache
from evaljson.ui.session.address import go_to_records, pick
from evaljson.ui.session.clusters import cluster_by
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.document_types import OTHERS
from evaljson.ui.shared.parts import data_line, plain
from evaljson.ui.shared.record_filters import FELL
from evaljson.wording.words import EMPTY_TEXT

KIND: Final = Kind("compare.slices", "slice", "group", "groups of records")
_SLICES = 60
"""Comparisons by group that stay in memory."""
_NO_TYPE = "(no type)"
_NONE: Final = ""
"""In place of a key where none is chosen."""


def show_slices(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison) -> dict[str, str | None]:
    """Draw the tab, and return its choices for the address."""
    run = evaluation.runs[chosen.a.first]
    keys = _keys(evaluation, chosen, run)
    if not keys:
        st.info(
            "Nothing to group by: no document types, and no key with just a few values. On Data, keep "
            "keys such as language as metadata."
        )
        return {"by": None}
    first = cache.derived(
        ("compare first key", evaluation.run_key(chosen.a.first)),
        lambda: key_to_begin_with(keys, run, evaluation.gold),
    )
    by = pick(
        "Group by",
        "by",
        [*([_NONE] if first is None else []), *keys],
        page=PAGE,
        default=first,
        show=lambda key: "document type" if key == TYPE else key if key != _NONE else "choose a key",
        help="Document type, or a key of metadata or gold. Unless you choose, the key with the fewest values.",
    )
    if by == _NONE:
        st.info(f"No key makes two groups of {FEW_RECORDS} records or more: groups will say little.")
        return {"by": None}
    if len(chosen.a.variants) + len(chosen.b.variants) > 2:
        st.caption(f"Of repeated runs, only the first: {plain(chosen.a.first)} and {plain(chosen.b.first)}.")
    run_keys = (evaluation.run_key(chosen.a.first), evaluation.run_key(chosen.b.first))
    try:
        slices = _adjusted(evaluation, chosen, by)
    except InputError as error:
        st.info(plain(error.problem, 400))
        return {"by": by}
    for note in slices.notes:
        st.warning(plain(note, 400)) if note in slices.warnings else data_line(note)
    family = tuple(evaluation.run_key(side.first) for side in chosen.others)
    rows = cache.derived(
        ("compare slices", *run_keys, by, chosen.figure, chosen.cluster, family), lambda: slice_rows(slices)
    )
    open_row = partial(_open, evaluation, chosen, comparison, by)
    if len(drawable(rows)):
        draw_rows(rows, KIND, (*run_keys, by, chosen.figure, chosen.cluster, family), open_row)
    target = (
        "the record that fell most, or rose least, in it" if _address(by, "", evaluation) is None else "its records"
    )
    caption = f"Tick a row, or click a mark, to see {target}.{left_undrawn(rows, KIND)}"
    rows, columns = with_expected(
        rows, _columns(rows, comparison), "slice", shrunken_slices(slices, comparison.confidence), KIND
    )
    list_rows(rows, KIND, columns, caption, open_row)
    return {"by": by}


def _adjusted(evaluation: OpenEvaluation, chosen: Chosen, by: str) -> Slices:
    """Return the groups of B, adjusted for those of all variants that could stand in its place."""
    run = evaluation.runs[chosen.a.first]
    found: dict[str, Slices] = {}
    for side in dict.fromkeys((chosen.b, *chosen.others)):
        other = evaluation.runs[side.first]
        keys = (evaluation.run_key(chosen.a.first), evaluation.run_key(side.first))
        try:
            found[side.name] = _sliced(
                *keys, by, chosen.figure, chosen.cluster, partial(_parts, run, other, evaluation.gold),
                partial(cluster_by, evaluation, chosen.cluster),
            )  # fmt: skip
        except InputError:
            if side is chosen.b:
                raise
    return slices_together(found)[chosen.b.name]


def _parts(run: RunResult, other: RunResult, gold: LoadedRecords) -> tuple[RunResult, RunResult, LoadedRecords]:
    return run, other, gold


def _keys(evaluation: OpenEvaluation, chosen: Chosen, run: RunResult) -> list[str]:
    key = ("compare keys", evaluation.run_key(chosen.a.first))
    id_key = evaluation.schema.get("x-eval-id")
    return cache.derived(key, lambda: [name for name in keys_to_slice_by(run, evaluation.gold) if name != id_key])


@st.cache_resource(show_spinner="Comparing groups", max_entries=_SLICES)
def _sliced(
    run_a: str, run_b: str, by: str, figure: str, cluster: str | None,
    _runs: Callable[[], tuple[RunResult, RunResult, LoadedRecords]], _by: Callable[[RunResult], ClusterBy],
) -> Slices:  # fmt: skip
    a, b, gold = _runs()
    clusters = _by(a)
    if by == TYPE and a.types is not None:
        return compare_slices(a, b, TYPE, figure=figure, cluster=clusters)
    labels = labels_by(by, a, gold)
    places = {id(record): place for place, record in enumerate(a.records)}
    return compare_slices(a, b, lambda record: labels.get(places[id(record)]), figure=figure, cluster=clusters)


def _columns(rows: pd.DataFrame, comparison: Comparison) -> dict[str, Any]:
    word = figure_word(comparison.figure)
    shared = columns_of(rows, comparison, KIND, word[:1].upper() + word[1:])
    records = {"records": st.column_config.NumberColumn("Records", format="localized")}
    first = {name: shared.pop(name) for name in (KIND.name, "mark")}
    return {**first, **records, **shared}


def _open(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison, by: str, row: pd.Series[Any]) -> None:
    """Open the records of a group, or the one that fell most if Records has no filter for the group."""
    label, (a, b) = str(row["slice"]), (chosen.a.first, chosen.b.first)
    address = _address(by, label, evaluation)
    if address is not None:
        go_to_records(a=a, b=b, sort=FELL, **address)
        return
    run = evaluation.runs[a]
    labels = labels_by(by, run, evaluation.gold)
    members = {run.positions[place][0] for place, text in labels.items() if text == label}
    records = record_rows(comparison)
    there = records[records["position"].isin(members)]
    if len(there):
        go_to_records(a=a, b=b, record=str(there.iloc[0]["record"]))


def _address(by: str, label: str, evaluation: OpenEvaluation) -> dict[str, str] | None:
    """Return the filter of Records for a group; None where it has none: it searches only types and metadata."""
    if by == TYPE:
        return {"type": OTHERS if label == _NO_TYPE else label}
    beside = {kept.name for kept in kept_beside(evaluation.gold)}
    return {"q": label} if by in beside and label != EMPTY_TEXT else None
