"""Downloads of a run: CSV, Parquet, JSON, and one self-contained HTML page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare.words.first_place import SUGGESTED
from evaljson.jobs.page_work import StoppedError
from evaljson.report.export.html.corrected import CorrectedInReport
from evaljson.report.export.html.page import MOST_RECORDS, check_comparable, to_html
from evaljson.report.export.html.pairing import ByContent
from evaljson.report.export.html.ranking import board_of
from evaljson.report.export.html.suggested import Suggested
from evaljson.report.export.repairs import repaired_records, repairs_csv
from evaljson.report.export.results_table import to_csv, to_parquet
from evaljson.report.export.run_json import to_json
from evaljson.results.model import RunResult
from evaljson.rules import RuleReport
from evaljson.rules.of_runs import has_rules
from evaljson.ui.session import cache, open_evaluation, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.ranking import ranking_of
from evaljson.ui.shared.corrected_line import figures_by_name
from evaljson.ui.shared.default_pair import default_pair
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.export_about import about, version_number
from evaljson.ui.shared.find_suggestions import found_now
from evaljson.ui.shared.floors import known_floors
from evaljson.ui.shared.gold_labels import labels_of
from evaljson.ui.shared.leaks import in_figures, known_leaks
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.review_results import result_beside
from evaljson.ui.shared.to_decide import ways_to_first_now
from evaljson.wording.words import counted
from evaljson.workspace.pairing_ranking import found_ranking, ranking_key

_NAMED: Final = 3
"""Variants that the name of a file has."""
_UNFIT = re.compile(r"[^\w.-]+")
_ALL_CHIPS = (
    "<style>.st-key-export-variants [data-testid=stMultiSelectTagsContainer]{flex-wrap:wrap;overflow:visible;"
    "mask-image:none;-webkit-mask-image:none;height:auto}.st-key-export-variants :has(>[data-testid="
    "stMultiSelectTagsContainer]){height:auto;max-height:none}</style>"
)
"""Chips of variants go on in a second line: by themselves, those without room are cut."""


def show_exports(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], shown: str) -> None:
    """Show the downloads in an expander, starting with the variant on the page; a closed expander costs nothing.

    A file is made on request.
    """
    expander = st.expander("Export", key="export.open", on_change="rerun")
    if not expander.open:
        return
    with expander:
        st.caption(
            "CSV, Parquet and JSON hold every result, whatever the filter. The HTML report has all fields "
            "and the records that lose most F1 in the variants it shows."
        )
        _one_variant(evaluation, runs, shown)
        _report(evaluation, runs)


def show_report_button(evaluation: OpenEvaluation, a: str, b: str | None) -> None:
    """Show a button that makes the report of all variants that can share one: a page to send.

    It has the ranking of Overview, which is worked out by now, and the floors if they are known. `a` is the baseline
    there and `b` what is compared with it.
    """
    if not _share_a_report(evaluation):
        return  # the page says which variants have to be scored again

    def page() -> bytes:
        runs = {name: evaluation.runs[name] for name in evaluation.runs}
        return _report_of(evaluation, runs, MOST_RECORDS, (a, b))

    download_button(
        "Report",
        page,
        f"{_stem(evaluation, list(evaluation.runs), named=False)}.html",
        "text/html",
        evaluation=evaluation.id,
        key="report",
        help="One page to send: ranking, verdict, worst fields, patterns, ten records.",
    )


def _share_a_report(evaluation: OpenEvaluation) -> bool:
    """Check this by what the store says of the runs, as `check_comparable` does by the runs themselves."""
    stored = [evaluation.stored_runs[name] for name in evaluation.runs]
    signed = {(run.signature.get("gold"), run.signature.get("schema")) for run in stored}
    return len(signed) == 1


def _one_variant(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], shown: str) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        names = list(runs)
        # A box for each variant: once the page shows another one, that one is chosen again.
        key = f"export.variant.{shown}"
        name = st.selectbox("Every result of", names, names.index(shown), key=key, width=280)
        run, stem = runs[name], _stem(evaluation, [name])
        _download("CSV", lambda: to_csv(run), f"{stem}.csv", "text/csv", "one row per result")
        _download(
            "Parquet",
            lambda: to_parquet(run),
            f"{stem}.parquet",
            "application/vnd.apache.parquet",
            "the same rows with their types",
        )
        loaded, id_key = evaluation.variants[name], evaluation.schema.get("x-eval-id")

        def document() -> bytes:
            return to_json(run, name, dict(evaluation.schema), repaired_records(loaded, id_key))

        _download("JSON", document, f"{stem}.json", "application/json", "figures, results, schema and signature")
        if loaded.repaired:
            what = f"the values that are not as written, of {counted(len(loaded.repaired), 'repaired record')}"
            _download("Repairs", partial(repairs_csv, loaded, id_key), f"{stem}-repairs.csv", "text/csv", what)


def _report(evaluation: OpenEvaluation, runs: Mapping[str, RunResult]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.html(_ALL_CHIPS)
        names = st.multiselect("Report of", list(runs), default=list(runs), key="export.variants", width="stretch")
        most = st.number_input(
            "Records in it at most",
            0,
            value=MOST_RECORDS,
            key="export.most",
            width=200,
            help="Those that lose most F1; none without an error.",
        )
        chosen = {name: runs[name] for name in names}
        try:
            check_comparable(chosen)
        except InputError as error:
            st.caption(plain(error.problem, 300))
            return

        def page() -> bytes:
            pair = default_pair(evaluation, names) if len(names) > 1 else (names[0], None)
            return _report_of(evaluation, chosen, int(most), pair)

        stem = _stem(evaluation, names)
        _download("HTML report", page, f"{stem}.html", "text/html", "one page that needs nothing else")


def _report_of(
    evaluation: OpenEvaluation, runs: Mapping[str, RunResult], most: int, pair: tuple[str, str | None]
) -> bytes:
    """Make the report with the first of the pair as the baseline."""
    board = ranking_of(evaluation, list(runs))
    baseline, compared = pair
    runs = {baseline: runs[baseline], **runs}
    said = about(evaluation, list(runs), board_of(runs, board), compared)
    known = known_floors(evaluation)
    corrected = _corrected(evaluation, list(runs))
    ways = ways_to_first_now(evaluation, list(runs))
    return to_html(
        runs, evaluation.tree, evaluation.name, most, said,
        floors=known, leaks=in_figures(evaluation, known_leaks(evaluation), list(runs)), board=board,
        corrected=corrected, labels=labels_of(evaluation), rules=_rules_kept(evaluation, list(runs)),
        by_content=by_content(evaluation, list(runs)),
        ways_to_first=ways,
        suggested=suggested(evaluation, list(runs)) if any(one.way in SUGGESTED for one in ways) else None,
    )  # fmt: skip


def suggested(evaluation: OpenEvaluation, names: Sequence[str]) -> Suggested | None:
    """Return what is suggested to be applied without a look at each; None without any.

    It is over the records of the ranking where that is of these variants.
    """
    found = found_now(evaluation)
    if found is None or found.together is None:
        return None
    titles = [one.title for one in found.for_all]
    ranked = {name for name in evaluation.runs if name not in evaluation.outdated}
    if found.change is not None and found.change.records and ranked == set(names):
        return Suggested(titles, {name: after for name, (_, after) in found.change.f1.items()}, is_ranked=True)
    return Suggested(titles, {name: one.after.f1 for name, one in found.together.variants.items() if name in names})


def by_content(evaluation: OpenEvaluation, names: Sequence[str]) -> ByContent | None:
    """Return what Overview says of pairing arrays by content; None where that is not known yet.

    It is over the records of the ranking where that is of these variants.
    """
    ids = {name: run.id for name in evaluation.runs if (run := evaluation.stored_runs.get(name)) is not None}
    ranked = {ids[name]: name for name in ids if name not in evaluation.outdated}
    known = found_ranking(server.store(), evaluation.id, ranking_key(list(ranked), evaluation.schema))
    if known is None:
        return None
    if known.change is not None and known.change.records and set(ranked.values()) == set(names):
        return ByContent({name: after for name, (_, after) in known.change.of(ranked).f1.items()}, is_ranked=True)
    return ByContent({name: known.figures[ids[name]] for name in names if ids.get(name) in known.figures})


def _rules_kept(evaluation: OpenEvaluation, names: Sequence[str]) -> dict[str, RuleReport] | None:
    """Check the rules of the schema in a helper, as Fields does; None where it has none, or they take too long."""
    if not has_rules(evaluation.tree):
        return None
    by_name = {name: evaluation.run_key(name) for name in names}
    with suppress(StoppedError):
        found: dict[str, RuleReport] = cache.derived(
            ("rules_kept", *by_name.items()),
            lambda: server.work("rules_kept", server.url(), by_name, dict(evaluation.schema), instead="see Fields"),
        )
        return found
    return None


def _corrected(evaluation: OpenEvaluation, names: Sequence[str]) -> CorrectedInReport | None:
    result = result_beside(evaluation)
    if result is None:
        return None
    return CorrectedInReport(result.name, figures_by_name(evaluation, result, names), result.share_in_words)


def _download(label: str, make: Callable[[], bytes], file: str, mime: str, what: str) -> None:
    about = f"{plain(file, 200)}: {what}"
    of = open_evaluation.current().id
    download_button(label, make, file, mime, evaluation=of, key=f"export.{label}", help=about)


def _stem(evaluation: OpenEvaluation, names: Sequence[str], *, named: bool = True) -> str:
    """Name files with the version of the eval schema: `My_data_Prompt_A-v3`; unless `named`, without the variants, of
    which more than a few are counted."""
    number = version_number(evaluation, names[0])
    shown = names if len(names) <= _NAMED else [counted(len(names), "variant")]
    stem = file_stem(" ".join([evaluation.name, *(shown if named else ())]))
    return stem + ("" if number is None else f"-v{number}")


def file_stem(text: str) -> str:
    """Turn any text into a file name that every system accepts."""
    return _UNFIT.sub("_", text).strip("._-")[:80] or "evaljson"
