"""`evaljson score`: extracted against gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import Messages, plugin_output_to_stderr, show, show_text, width
from evaljson.cli.exit_codes import end_by_gates
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.strict_json import read_json
from evaljson.cli.files.write import write, write_pieces
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.fail_under import CONFORMING, GateOptions
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.gold_itself import gold_itself_option
from evaljson.cli.options.group_gates import GroupOptions
from evaljson.cli.options.judge import JudgeOptions
from evaljson.cli.options.messages import MessageOptions
from evaljson.cli.options.metric import distinct, metric_option, parse_metric
from evaljson.cli.options.output import OutputOptions
from evaljson.cli.options.plugins import PluginOptions, PostProcessOptions
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.options.stream import StreamOptions
from evaljson.cli.options.strict import strict_option
from evaljson.cli.run.clusters import cluster_by
from evaljson.cli.run.floors import floors_of
from evaljson.cli.run.gates import GateResult, check_gates
from evaljson.cli.run.group_gates import GroupGateResult, check_group_gates
from evaljson.cli.run.groups import score_groups
from evaljson.cli.run.metrics import MeasuredMetric, measure
from evaljson.cli.run.same_as_gold import gold_itself_policy, how_parts_are_gold, report_gold_itself
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.cli.run.scoring import ScoringTask, score_files
from evaljson.cli.run.strict import strict_problems
from evaljson.cli.run.variants import variant_names
from evaljson.cli.streams import put
from evaljson.cli.text.confidence import confidence_table
from evaljson.cli.text.conformity import conformity_lines, violation_table
from evaljson.cli.text.field_table import field_table, run_table
from evaljson.cli.text.floors import floor_lines
from evaljson.cli.text.groups import group_document, group_notes, group_tables
from evaljson.cli.text.metrics import metric_table
from evaljson.cli.text.patterns import pattern_lines
from evaljson.cli.text.published import class_tables, figure_lines
from evaljson.cli.text.run_json import run_document
from evaljson.cli.text.summary import summary_lines
from evaljson.compare.clusters import with_clusters
from evaljson.floor import Floors
from evaljson.report.export.group_rows import group_frame
from evaljson.report.export.html.about import About
from evaljson.report.export.html.page import MOST_RECORDS, to_html
from evaljson.results.clusters import Clustering
from evaljson.results.groups import Groups
from evaljson.rules.of_runs import has_rules, rules_of_runs

if TYPE_CHECKING:
    from evaljson.schema.conform import Conformity


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOutputOptions(OutputOptions):
    """What `score` writes."""

    csv: str | None = option("--csv", metavar="FILE", help="Write every field result to FILE as CSV; - is stdout.")
    parquet: str | None = option(
        "--parquet", metavar="FILE", help="Write every field result to FILE as Parquet; - is stdout."
    )
    groups_csv: str | None = option(
        "--groups-csv", metavar="FILE", help="Write the figures of the groups of --by to FILE as CSV; - is stdout."
    )
    html: str | None = option("--html", metavar="FILE", help="Write a report to FILE as one HTML page; - is stdout.")
    html_records: int = option(
        "--html-records", type=click.IntRange(0), default=MOST_RECORDS, show_default=True, metavar="NUMBER",
        help="Most records in the HTML report; those that lose most come first.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOptions:
    """What `score` takes."""

    gold: str = argument()
    extracted: str = argument()
    scoring: ScoringOptions = group(ScoringOptions)
    judge: JudgeOptions = group(JudgeOptions)
    strict: bool = strict_option()
    allow_gold_itself: bool = gold_itself_option("--strict and gates")
    metrics: tuple[str, ...] = metric_option()
    more_figures: bool = option(
        "--more-figures", is_flag=True, default=False,
        help="Also show accuracy, figures over tokens, and classes with their confusions.",
    )  # fmt: skip
    floors: bool = option(
        "--floors", is_flag=True, default=False,
        help="Also score an empty, a constant and a shuffled extraction: what one gets without reading anything.",
    )  # fmt: skip
    json_schema: str | None = option(
        "--json-schema", metavar="FILE",
        help="Also check extracted records against this JSON Schema: required keys, types, enums, patterns.",
    )  # fmt: skip
    cluster: str | None = option(
        "--cluster", metavar="KEY",
        help="Intervals count records with the same value of KEY, in gold or beside it, together.  "
        "[default: x-eval-cluster]",
    )  # fmt: skip
    gates: GateOptions = group(GateOptions)
    groups: GroupOptions = group(GroupOptions)
    sort: str = option(
        "--sort", type=click.Choice(["schema", "worst", "lost"]), default="schema", show_default=True,
        help="Order of the table: as in the schema, lowest F1 first, or what costs mean F1 most first.",
    )  # fmt: skip
    output: ScoreOutputOptions = group(ScoreOutputOptions)
    stream: StreamOptions = group(StreamOptions)
    plugins: PluginOptions = group(PluginOptions)
    post_process: PostProcessOptions = group(PostProcessOptions)
    messages: MessageOptions = group(MessageOptions)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What `score` found."""

    scored: ScoredFiles
    metrics: Sequence[MeasuredMetric]
    gates: Sequence[GateResult]
    conformity: Conformity | None
    groups: Groups | None
    """Of --by."""
    group_gates: Sequence[GroupGateResult]
    floors: Floors | None
    """Of --floors."""
    clusters: Clustering | None
    """The clusters that intervals go by."""


@click.command()
@takes(ScoreOptions)
@debug_option
def score(options: ScoreOptions) -> None:
    """Score EXTRACTED against GOLD, field by field.

    Both are JSON, JSON Lines, CSV, Parquet, or a folder or zip of JSON files or replies; - reads one of them from
    stdin. Figures for gates: f1, precision and recall (means over records), pooled_f1, pooled_precision, pooled_recall,
    records_right, rows_right, accuracy, mean_accuracy, conforming, any metric; for a field f1, precision, recall and
    mean_score, with few values also macro_f1, weighted_f1 and the same of precision and recall; for either token_f1,
    token_precision, token_recall and, if the schema has x-eval-confidence, confidence_auroc, confidence_brier and
    confidence_ece, which fail only if their whole 95% interval is on the wrong side (add _low or _high for one end of
    it); for elements of an array (items[]) rows_right; for groups of --by those of the whole run except metrics,
    conforming and confidence. Exit code 1 if a gate fails, 2 for bad input.
    """
    messages = Messages(options.messages.quiet, not options.messages.no_progress)
    if options.stream.stream is not None:
        _score_parts(options, options.stream.stream, messages)
        return
    schema_file = options.scoring.schema.schema_file
    inputs = [options.gold, options.extracted, *(file for file in (schema_file, options.json_schema) if file)]
    if inputs.count(STDIN) > 1:
        raise InputError("only one input can be read from stdin; name a file for the others.")
    requested = [parse_metric(text, f"--metric {text}") for text in options.metrics]
    gates, group_gates = options.gates.gates(requested), options.groups.gates()
    specs = distinct([*requested, *(gate.metric for gate in gates if gate.metric is not None)])
    if options.json_schema is None and any(gate.figure == CONFORMING for gate in gates):
        raise InputError("conforming is checked against a JSON Schema: name it by --json-schema.")
    json_schema = None if options.json_schema is None else read_json(options.json_schema)[0]
    if options.output.groups_csv is not None and options.groups.by is None:
        raise InputError("--groups-csv: name what to group by with --by.")
    options.output.check([*inputs, *(file for spec in specs for file in spec.files)])
    for warning in filter(None, (gate.warning for gate in gates)):
        messages.warn(warning)
    with plugin_output_to_stderr():
        options.plugins.load()
        post_process = options.post_process.load()
        task = ScoringTask(
            options.gold, options.extracted, options.scoring, gates, post_process, options.judge,
            cluster=options.cluster,
            gold_itself=gold_itself_policy(options.allow_gold_itself, bool(gates or group_gates or options.strict)),
        )  # fmt: skip
        scored = score_files(task, messages)
        run, clusters = with_clusters(scored.run, cluster_by(options.cluster, scored))
        scored = replace(scored, run=run)
    measured = measure(specs, scored.run, messages)
    conformity = None if json_schema is None else scored.run.conformity(json_schema)
    results = check_gates(gates, scored.run, measured, conformity)
    groups = None if options.groups.by is None else score_groups(options.groups.by, scored)
    of_groups = [] if groups is None else check_group_gates(group_gates, groups)
    with plugin_output_to_stderr():
        found = floors_of(scored, post_process) if options.floors else None
    _deliver(_Outcome(scored, measured, results, conformity, groups, of_groups, found, clusters), options)
    refused = strict_problems(scored) if options.strict else []
    failed = [str(result) for result in results if not result.passed]
    end_by_gates([*failed, *(str(result) for result in of_groups if not result.passed)], refused)


def _score_parts(options: ScoreOptions, folder: str, messages: Messages) -> None:
    """Score in parts: what needs all results at once is refused."""
    from evaljson.cli.run.parts import gate_results, in_order, refused_by_strict, score_parts
    from evaljson.cli.text.parts import part_document, part_lines, part_tables

    judge, output = options.judge, options.output
    asked = {
        "--metric": options.metrics, "--more-figures": options.more_figures, "--floors": options.floors,
        "--json-schema": options.json_schema, "--cluster": options.cluster, "--by": options.groups.by,
        "--post-process": options.post_process.post_process, "--judge": judge.judge_model or judge.judge_offline,
        "--sort lost": options.sort == "lost", **output.files,
    }  # fmt: skip
    if refused := [name for name, given in asked.items() if given]:
        raise InputError(f"{', '.join(refused)}: this needs all results at once; leave it out, or --stream.")
    gates = options.gates.gates([])
    with plugin_output_to_stderr():
        options.plugins.load()
        summary = score_parts(
            options.gold, options.extracted, options.scoring, options.stream, options.plugins.plugins, gates, messages
        )
        policy = gold_itself_policy(options.allow_gold_itself, bool(gates or options.strict))
        report_gold_itself(how_parts_are_gold(folder), policy, messages)
    results = gate_results(gates, summary)
    if output.as_json:
        put(f"{part_document(summary, results)}\n")
    elif not options.messages.quiet:
        for table in part_tables(in_order(summary, options.sort)):
            show(table)
            show("")
        for line in part_lines(summary, folder):
            show_text(line)
    if summary.unscored:
        raise InputError(f"{len(summary.unscored):,} chunks could not be scored: the figures are those of the others.")
    refused_problems = refused_by_strict(summary) if options.strict else []
    end_by_gates([str(result) for result in results if not result.passed], refused_problems)


def _deliver(outcome: _Outcome, options: ScoreOptions) -> None:
    """Write the files, and print the tables or the JSON document. Only tables in files need pyarrow, slow to import."""
    scored, output = outcome.scored, options.output
    for flag, file in output.files.items():
        if flag == "--html":
            title = f"{scored.extracted.name} against {scored.gold.name}"
            runs = {variant_names([scored.extracted.name])[0]: scored.run}
            rules = rules_of_runs(runs, scored.tree) if has_rules(scored.tree) else None
            about = About(left_out_by_hand=dict.fromkeys(runs, ()))  # no option does
            page = to_html(runs, scored.tree, title, output.html_records, about, floors=outcome.floors, rules=rules)
            write(file, page)
        elif flag == "--groups-csv" and outcome.groups is not None:
            from evaljson.report.export.csv_table import safe_csv

            write(file, safe_csv(group_frame(outcome.groups.groups)))
        else:
            from evaljson.report.export.results_table import csv_pieces, parquet_pieces

            write_pieces(file, csv_pieces(scored.run) if flag == "--csv" else parquet_pieces(scored.run))
    if output.as_json:
        by, groups = options.groups.by, outcome.groups
        grouped = None if by is None or groups is None else group_document(by, groups, outcome.group_gates)
        clusters = None if outcome.clusters is None else asdict(outcome.clusters)
        found = outcome.gates, outcome.metrics, outcome.conformity
        put(f"{run_document(scored, *found, grouped, outcome.floors, clusters)}\n")
    elif not output.takes_stdout and not options.messages.quiet:
        _show(outcome, options)


def _show(outcome: _Outcome, options: ScoreOptions) -> None:
    run, more_figures = outcome.scored.run, options.more_figures
    show(field_table(run, options.sort, width(), outcome.floors))
    show("")
    show(run_table(run))
    show("")
    if options.groups.by is not None and outcome.groups is not None:
        for table in group_tables(options.groups.by, outcome.groups):
            show(table)
            show("")
        for line in group_notes(outcome.groups):
            show_text(line)
    if outcome.metrics:
        show(metric_table(outcome.metrics, width()))
        show("")
    if (confidence := run.confidence()) is not None:
        show(confidence_table(confidence, width()))
        show("")
    for table in class_tables(run) if more_figures else ():
        show(table)
        show("")
    conformity = outcome.conformity
    if conformity is not None and conformity.violations:
        show(violation_table(conformity))
        show("")
    more = figure_lines(run) if more_figures else ()
    conforming = () if conformity is None else conformity_lines(conformity)
    floors = () if outcome.floors is None else floor_lines(outcome.floors)
    for line in (*more, *conforming, *pattern_lines(run), *floors, *summary_lines(outcome.scored, outcome.clusters)):
        show_text(line)
