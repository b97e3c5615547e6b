"""`evaljson score`: extracted against gold."""

from __future__ import annotations

import contextlib
import sys
from typing import Literal, cast

import click
from rich.text import Text

from evaljson.base.errors import InputError
from evaljson.base.plugins import load_plugins
from evaljson.cli.codes import FAILED_GATE
from evaljson.cli.options.common import (
    debug_option,
    id_option,
    missing_options,
    plugin_option,
    recursion_option,
    unknown_option,
)
from evaljson.cli.options.gates import GateResult, check_gates, parse_gate, settled
from evaljson.cli.options.judge import JudgeWish, judge_options
from evaljson.cli.options.metrics import parse_metric
from evaljson.cli.options.post_process import load_post_process
from evaljson.cli.options.reading import ReadingOptions, reading_options
from evaljson.cli.options.strict import strict_problems
from evaljson.cli.outputs import STDOUT, Outputs, outputs_of, write
from evaljson.cli.scoring import Task, run_task
from evaljson.cli.text.confidence import confidence_table
from evaljson.cli.text.console import Voice, printable, say, show, width
from evaljson.cli.text.field_table import field_table, run_table
from evaljson.cli.text.metrics import Measured, distinct, measure, metric_table
from evaljson.cli.text.run_json import document
from evaljson.cli.text.summary import ScoredFiles, summary_lines
from evaljson.metrics import METRICS
from evaljson.report.export.html.page import MOST_RECORDS, to_html
from evaljson.report.export.results_table import export_frame, to_csv, to_parquet


@click.command()
@click.argument("gold")
@click.argument("extracted")
@click.option("--schema", "-s", metavar="FILE", help="The eval schema.  [default: inferred from GOLD]")
@recursion_option
@id_option
@missing_options
@unknown_option
@reading_options
@judge_options
@click.option(
    "--strict",
    is_flag=True,
    help="Exit 2 for comparator errors, fields not judged, unreadable, stray or duplicate records.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="NAME[:PARAM=VALUE,...]",
    help=f"Also score whole documents: {', '.join(METRICS)}. May be repeated.",
)
@click.option("--fail-under", "least", multiple=True, metavar="[PATH:]FIGURE=NUMBER",
              help="Exit 1 where a figure is lower: f1=0.9, 'items[].price:f1=0.95'. May be repeated.")  # fmt: skip
@click.option("--fail-over", "most", multiple=True, metavar="[PATH:]FIGURE=NUMBER",
              help="Exit 1 where a figure is higher: json_distance=3. May be repeated.")  # fmt: skip
@click.option("--sort", type=click.Choice(["schema", "worst", "lost"]), default="schema", show_default=True,
              help="Order of the table: as in the schema, lowest F1 first, most lost weight first.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document with everything instead of the table.")
@click.option("--csv", metavar="FILE", help="Write every field result to FILE as CSV; - is stdout.")
@click.option("--parquet", metavar="FILE", help="Write every field result to FILE as Parquet; - is stdout.")
@click.option("--html", metavar="FILE", help="Write a report to FILE as one HTML page; - is stdout.")
@click.option("--html-records", type=click.IntRange(0), default=MOST_RECORDS, show_default=True, metavar="NUMBER",
              help="Records in the HTML report at most, those that lose most.")  # fmt: skip
@plugin_option
@click.option("--post-process", multiple=True, metavar="MODULE:FUNCTION",
              help="Function (or file.py:FUNCTION) that may change results. May be repeated.")  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but failed gates and errors.")
@click.option("--no-progress", is_flag=True, help="Show no progress bar.")
@debug_option
def score(
    gold: str, extracted: str, schema: str | None, id_field: str | None, missing_records: str, unreadable: str,
    allow_unknown: bool, gold_reading: ReadingOptions, extracted_reading: ReadingOptions, judge_wish: JudgeWish,
    strict: bool, metrics: tuple[str, ...], least: tuple[str, ...], most: tuple[str, ...], sort: str, as_json: bool,
    csv: str | None, parquet: str | None, html: str | None, html_records: int, plugins: tuple[str, ...],
    post_process: tuple[str, ...], quiet: bool, no_progress: bool,
) -> None:  # fmt: skip
    """Score EXTRACTED against GOLD, field by field.

    Both are JSON, JSON Lines, CSV, Parquet, or a folder or zip of JSON files; - reads one of them from stdin. Figures
    for gates: f1, precision and recall (means over records), pooled_f1, pooled_precision, pooled_recall, any metric;
    for a field f1, precision, recall and mean_score; for either, where the schema has x-eval-confidence,
    confidence_auroc, confidence_brier and confidence_ece. Exit code 1 where a gate fails, 2 for bad input.
    """
    voice = Voice(quiet, not no_progress)
    outputs = outputs_of(as_json, csv=csv, parquet=parquet, html=html)
    inputs = [gold, extracted, *([schema] if schema is not None else [])]
    if inputs.count(STDOUT) > 1:
        raise InputError("only one input can be read from stdin; give the others a file.")
    asked = [parse_metric(text, f"--metric {text}") for text in metrics]
    under, over = (
        [parse_gate(text, "--fail-under") for text in least],
        [parse_gate(text, "--fail-over") for text in most],
    )
    gates = settled([*under, *over], asked)
    specs = distinct([*asked, *(gate.metric for gate in gates if gate.metric is not None)])
    outputs.check([*inputs, *(file for spec in specs for file in spec.files)])
    for odd in filter(None, (gate.odd for gate in gates)):
        voice.warn(odd)
    with contextlib.redirect_stdout(sys.stderr):  # what plug-ins print must not stand in the results
        load_plugins(plugins)
        steps = [load_post_process(name) for name in post_process]
        missing = cast("Literal['omit', 'exclude']", missing_records)
        given = (gold_reading, extracted_reading, judge_wish)
        task = Task(
            gold, extracted, schema, id_field, missing, unreadable == "exclude", allow_unknown, gates, steps, *given
        )
        scored = run_task(task, voice)
    measured = measure(specs, scored.run, voice)
    results = check_gates(gates, scored.run, measured)
    _deliver(scored, measured, results, outputs, sort, html_records, quiet)
    _end(scored, results, strict)


def _deliver(
    scored: ScoredFiles, measured: list[Measured], results: list[GateResult], outputs: Outputs, sort: str,
    html_records: int, quiet: bool,
) -> None:  # fmt: skip
    frame = export_frame(scored.run) if outputs.files.keys() & {"--csv", "--parquet"} else None
    for option, file in outputs.files.items():
        if option == "--html":
            title = f"{scored.extracted.name} against {scored.gold.name}"
            write(file, to_html({scored.extracted.name: scored.run}, scored.tree, title, html_records))
        elif frame is not None:
            write(file, to_csv(frame) if option == "--csv" else to_parquet(frame))
    if outputs.as_json:
        click.echo(document(scored, results, measured))
    elif not outputs.takes_stdout and not quiet:
        show(field_table(scored.run, sort, width()))
        show("")
        show(run_table(scored.run))
        show("")
        if measured:
            show(metric_table(measured, width()))
            show("")
        if (sure := scored.run.confidence()) is not None:
            show(confidence_table(sure, width()))
            show("")
        for line in summary_lines(scored):
            show(Text(printable(line)))


def _end(scored: ScoredFiles, results: list[GateResult], strict: bool) -> None:
    """Say which gates failed, and exit accordingly."""
    for result in results:
        if not result.passed:
            say("Failed", str(result), "bold red")
    refused = strict_problems(scored) if strict else []
    if refused:
        raise InputError(f"--strict: {', '.join(refused)}.")
    if not all(result.passed for result in results):
        click.get_current_context().exit(FAILED_GATE)
