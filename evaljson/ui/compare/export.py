"""The Export section: Markdown for a pull request, an HTML report, CSV tables, JUnit XML."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from evaljson.compare import Comparison
from evaljson.compare.many import ManyComparison, of_adjusted
from evaljson.report.compare.junit import to_junit
from evaljson.report.compare.markdown import to_markdown
from evaljson.report.compare.page import to_page
from evaljson.report.compare.tables import field_rows, record_rows
from evaljson.report.export.csv_table import safe_csv
from evaljson.ui.compare.comparison_choice import Chosen
from evaljson.ui.compare.variants import against_baseline
from evaljson.ui.session import open_evaluation
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.corrected_gold_words import with_gold_remark
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.exports import file_stem

_PAIR, _ALL = "these two", "all variants against the baseline"


def show_exports(evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison) -> None:
    """Draw the expander; each file is made only when it is downloaded."""
    expander = st.expander("Export", key="compare.export-open", on_change="rerun")
    if not expander.open:
        return
    with expander:
        st.caption("Exports are made of all fields and records, whatever the page filters.")
        pair = of_adjusted(chosen.a.title, {chosen.b.title: comparison})
        _reports(evaluation, chosen, pair)
        stem = file_stem(f"{evaluation.name} {comparison.names[1]} against {comparison.names[0]}")
        with st.container(horizontal=True):
            _download(
                "CSV of fields", lambda: fields_csv(comparison), f"{stem} fields.csv", "text/csv", "One row per field"
            )
            _download(
                "CSV of records",
                lambda: records_csv(comparison),
                f"{stem} records.csv",
                "text/csv",
                "One row per record",
            )


def _reports(evaluation: OpenEvaluation, chosen: Chosen, pair: ManyComparison) -> None:
    many = [_PAIR, _ALL] if len(chosen.others) > 1 else [_PAIR]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        which = st.selectbox("Report of", many, key="compare.export-of", width=320)

        def found() -> ManyComparison:
            compared = pair if which == _PAIR else against_baseline(evaluation, chosen)[0]
            return with_gold_remark(evaluation, compared)

        names = [chosen.b.title] if which == _PAIR else ["all"]
        stem = file_stem(" ".join([evaluation.name, *names, "against", chosen.a.title]))
        _download(
            "HTML report", lambda: to_page(found()), f"{stem}.html", "text/html", "One file that opens in any browser"
        )
        _download(
            "Markdown",
            lambda: to_markdown(found()).encode("utf-8", "backslashreplace"),
            f"{stem}.md",
            "text/markdown",
            "A summary to paste into a pull request",
        )
        _download(
            "JUnit XML",
            lambda: to_junit(found()),
            f"{stem}.xml",
            "application/xml",
            "For a CI system that shows test results",
        )


def _download(label: str, make: Callable[[], bytes], file: str, mime: str, what: str) -> None:
    key = f"compare.export.{label}"
    of = open_evaluation.current().id
    download_button(label, make, file.replace(" ", "_"), mime, evaluation=of, key=key, help=what)


def fields_csv(comparison: Comparison) -> bytes:
    """Return the table of fields with p by both adjustments; undefined values are empty."""
    rows = field_rows(comparison)
    rows["p_bh"] = field_rows(comparison, "bh").set_index("path").loc[rows["path"], "p"].to_numpy() if len(rows) else []
    names = {"a": f"F1 {comparison.names[0]}", "b": f"F1 {comparison.names[1]}", "p": "p_holm"}
    return safe_csv(rows.drop(columns=["path", "mark", "interval"], errors="ignore").rename(columns=names))


def records_csv(comparison: Comparison) -> bytes:
    """Return the table of records, largest fall first."""
    names = {"a": f"F1 {comparison.names[0]}", "b": f"F1 {comparison.names[1]}"}
    return safe_csv(record_rows(comparison).drop(columns="position").rename(columns=names))
