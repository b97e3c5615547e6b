"""The first row of the Fields page: the variant, and its four figures."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from evaljson.compare.words.cluster_notes import of_intervals
from evaljson.report.fields.straight_through import records_right_in_words
from evaljson.results.model import RunResult
from evaljson.results.shown_means import REASON, shown_means
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.document_types import of_one_type
from evaljson.ui.shared.field_choice import choose_variant
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, points

_MEAN, _OF_TYPE = "Mean over all records that count{}, 0 to 100.", ", of this document type"


def show_figures(evaluation: OpenEvaluation, runs: Mapping[str, RunResult]) -> tuple[str, RunResult, str, str | None]:
    """Draw them, and return the variant, its run or the part of one document type, its key, and that type."""
    names, *columns = st.columns([3.5, 1, 1, 1, 1.5], vertical_alignment="bottom")
    with names:
        variant = choose_variant(evaluation, list(runs))
        run, key, kind = of_one_type(runs[variant], evaluation.run_key(variant))
    means, of_type = shown_means(run), _OF_TYPE if kind is not None else ""
    right = run.records_right
    lack = counted(run.empty_records, "record has", "records have")
    empty = f" {lack} no extracted value that counts: precision is 100 there." if run.empty_records else ""
    for column, word, share, what in (
        (columns[0], "F1", means.f1, "Precision and recall in one figure."),
        (columns[1], "Precision", means.precision, f"How much of what was extracted is right.{empty}"),
        (columns[2], "Recall", means.recall, "How much of gold was found."),
    ):
        column.metric(word, points(share), help=f"{what} {_MEAN.format(of_type) if share is not None else REASON}")
    columns[3].metric(
        "Fully right", f"{right.right:,} of {run.total_records:,}",
        help=" ".join(filter(None, (
            f"{records_right_in_words(right)}. Of all gold records that count{of_type}.",
            plain(of_intervals(run.clustered), 200),
        ))),
    )  # fmt: skip
    return variant, run, key, kind
