"""`evaljson compare`: is B really better than A?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import UniqueMessages, plugin_output_to_stderr, printable, show, width
from evaljson.cli.exit_codes import end_by_gates
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.write import write
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.fail_if_worse import ComparisonGateOptions, on_fields
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.gold_itself import gold_itself_option
from evaljson.cli.options.judge import JudgeOptions
from evaljson.cli.options.messages import MessageOptions
from evaljson.cli.options.output import OutputOptions
from evaljson.cli.options.plugins import PluginOptions, PostProcessOptions
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.run.clusters import cluster_by
from evaljson.cli.run.first_place import with_what_first_place_hangs_on
from evaljson.cli.run.groups import compare_groups
from evaljson.cli.run.looks import looks_of
from evaljson.cli.run.same_as_gold import gold_itself_policy, how_parts_are_gold, report_gold_itself
from evaljson.cli.run.scoring import ScoringTask
from evaljson.cli.run.streamed import schema_of_folder, streamed_runs
from evaljson.cli.run.variants import runs_of, score_variants, variant_names, with_repeats
from evaljson.cli.streams import put
from evaljson.cli.text.compare_json import comparison_document
from evaljson.cli.text.compare_table import comparison_tables, group_table, many_table
from evaljson.cli.text.shrunken_table import shrunken_table
from evaljson.compare import (
    FIGURES,
    ManyComparison,
    Slices,
    compare_many,
    shrunken_fields,
    shrunken_slices,
    slices_together,
)
from evaljson.compare.documents import texts_beside
from evaljson.compare.gate_checks import ComparisonGateResult, check_gates
from evaljson.compare.gates import ComparisonGate
from evaljson.report.compare.junit import to_junit
from evaljson.report.compare.markdown import to_markdown
from evaljson.report.compare.page import to_page
from evaljson.stats.resampling import check_options


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsOptions:
    """How a verdict is reached."""

    figure: str = option(
        "--figure", type=click.Choice(FIGURES), default="f1", show_default=True, help="The figure of the verdict."
    )
    confidence: float = option(
        "--confidence", type=float, default=0.95, show_default=True, help="How sure a verdict has to be."
    )
    resamples: int = option(
        "--resamples",
        type=int,
        default=10_000,
        show_default=True,
        help="Ways to swap records, drawn for graded fields where more than 250 changed.",
    )
    seed: int = option("--seed", type=int, default=0, show_default=True, help="Same seed, same numbers.")

    planned: int | None = option(
        "--planned", type=click.IntRange(min=1), metavar="N",
        help="You look several times while records are added, up to N: verdicts hold for all looks together.",
    )  # fmt: skip
    earlier: tuple[str, ...] = option(
        "--earlier", multiple=True, metavar="N|FILE",
        help="An earlier look at fewer records: their number, or what --json wrote then. May be repeated.",
    )  # fmt: skip
    any_time: bool = option(
        "--any-time", is_flag=True, help="You look again whenever you like: the verdict holds at any time."
    )

    def __post_init__(self) -> None:
        """Raise InputError for values that make no sense."""
        check_options(self.confidence, self.resamples, self.seed)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `compare_many` and `compare_slices`."""
        return {
            "confidence": self.confidence, "resamples": self.resamples, "seed": self.seed, "figure": self.figure,
            "looks": looks_of(self.planned, self.earlier, self.any_time),
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOutputOptions(OutputOptions):
    """What `compare` writes."""

    markdown: str | None = option(
        "--markdown", metavar="FILE", help="Write a summary for a pull request to FILE; - is stdout."
    )
    junit: str | None = option(
        "--junit", metavar="FILE", help="Write JUnit XML to FILE: a test case for each gate and variant."
    )
    html: str | None = option("--html", metavar="FILE", help="Write a self-contained HTML report with plots to FILE.")


_FURTHER = "--repeat adds further runs of one"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOptions:
    """What `compare` takes."""

    gold: str = argument()
    baseline: str = argument(metavar="A")
    variants: tuple[str, ...] = argument(metavar="B...", nargs=-1, required=True)
    scoring: ScoringOptions = group(ScoringOptions)
    judge: JudgeOptions = group(JudgeOptions)
    repeats: tuple[str, ...] = option(
        "--repeat", multiple=True, metavar="NAME=FILE",
        help="FILE is another run of the variant NAME. May be repeated.",
    )  # fmt: skip
    statistics: StatisticsOptions = group(StatisticsOptions)
    by: str | None = option(
        "--by", metavar="KEY", help='Also compare groups: "type", a key of gold, or one kept beside it.'
    )
    cluster: str | None = option(
        "--cluster", metavar="KEY",
        help="Records with the same value of KEY, in gold or beside it, count together.  [default: x-eval-cluster]",
    )  # fmt: skip
    shrunken: bool = option(
        "--shrunken", is_flag=True,
        help="Also show differences of fields and groups drawn together, as expected on other records.",
    )  # fmt: skip
    gates: ComparisonGateOptions = group(ComparisonGateOptions)
    allow_gold_itself: bool = gold_itself_option("gates")
    output: CompareOutputOptions = group(CompareOutputOptions)
    plugins: PluginOptions = group(PluginOptions)
    post_process: PostProcessOptions = group(PostProcessOptions)
    messages: MessageOptions = group(MessageOptions)


@dataclass(frozen=True, slots=True)
class _ComparisonOutcome:
    """What `compare` found."""

    comparison: ManyComparison
    groups: Mapping[str, Slices] | None
    gates: Sequence[ComparisonGateResult]


@click.command()
@takes(CompareOptions)
@debug_option
def compare(options: CompareOptions) -> None:
    """Check whether B (or each of several) is better than the baseline A, and where.

    All are scored against GOLD as by `score`, from the same kinds of files, or are folders that `score --stream` has
    filled, which are compared as they are. Only records that both scored are
    compared. A verdict is better, worse, or no detectable difference; fields are adjusted for how many there are. Exit
    code 1 if a gate fails, 2 for bad input.
    """
    messages = UniqueMessages(options.messages.quiet, not options.messages.no_progress)
    gates = options.gates.gates()
    all_variants = [options.baseline, *options.variants]
    files = with_repeats(variant_names(all_variants, _FURTHER), all_variants, options.repeats)
    schema_file = options.scoring.schema.schema_file
    inputs = [
        options.gold,
        *(file for of_variant in files.values() for file in of_variant),
        *([schema_file] if schema_file else []),
    ]
    if STDIN in inputs:
        raise InputError("compare reads every file more than once, so none can come from stdin; name a file.")
    options.output.check(inputs)
    if _compares_streamed(options, files, gates, messages):
        return
    with plugin_output_to_stderr():
        options.plugins.load()
        post_process = options.post_process.load()
        task = ScoringTask(
            options.gold,
            options.baseline,
            options.scoring,
            on_fields(gates),
            post_process,
            options.judge,
            cluster=options.cluster,
            gold_itself=gold_itself_policy(options.allow_gold_itself, bool(gates)),
        )
        scored = score_variants(files, task, messages)
    gold_of = next(iter(scored.values()))[0]
    cluster = cluster_by(options.cluster, gold_of)
    statistics = {**options.statistics.arguments, "cluster": cluster}
    texts = texts_beside(gold_of.run, gold_of.gold)
    runs = runs_of(scored)
    comparison = compare_many(runs, next(iter(files)), **statistics, documents=texts)
    if options.statistics.figure == "f1":
        comparison = with_what_first_place_hangs_on(comparison, runs, gold_of.tree)
    groups = None
    if options.by is not None:
        first, *others = scored.values()
        pairs = zip(comparison.comparisons, others, strict=True)
        groups = slices_together(
            {name: compare_groups(options.by, first, of_variant, statistics) for name, of_variant in pairs},
            options.statistics.confidence,
        )
    results = check_gates(gates, comparison)
    _deliver(_ComparisonOutcome(comparison, groups, results), options, messages)
    end_by_gates(f"{one.gate.argument}: {one.variant}: {one.message}" for one in results if not one.passed)


def _compares_streamed(
    options: CompareOptions, files: Mapping[str, list[str]], gates: Sequence[ComparisonGate], messages: UniqueMessages
) -> bool:
    """Compare variants that `score --stream` has scored; return whether they are such. Ends by their gates."""
    refused = {
        "--by": options.by is not None,
        "--cluster": options.cluster is not None,
        "an option of scoring": (options.scoring, options.judge, options.plugins, options.post_process)
        != (ScoringOptions(), JudgeOptions(), PluginOptions(), PostProcessOptions()),
    }
    runs = streamed_runs(options.gold, files, refused)
    if runs is None:
        return False
    for folder in (file for of_variant in files.values() for file in of_variant):
        policy = gold_itself_policy(options.allow_gold_itself, bool(gates))
        report_gold_itself(how_parts_are_gold(folder), policy, messages)
    comparison = compare_many(runs, next(iter(files)), **options.statistics.arguments)
    tree = schema_of_folder(next(iter(files.values()))[0])
    if options.statistics.figure == "f1" and tree is not None:
        comparison = with_what_first_place_hangs_on(comparison, runs, tree)
    results = check_gates(gates, comparison)
    _deliver(_ComparisonOutcome(comparison, None, results), options, messages)
    end_by_gates(f"{one.gate.argument}: {one.variant}: {one.message}" for one in results if not one.passed)
    return True


def _deliver(outcome: _ComparisonOutcome, options: CompareOptions, messages: UniqueMessages) -> None:
    """Write the files, print the tables or the JSON document, and print the notes."""
    comparison, groups, gates = outcome.comparison, outcome.groups, list(outcome.gates)
    contents = {
        "--markdown": lambda: to_markdown(comparison, gates, groups).encode("utf-8", "backslashreplace"),
        "--junit": lambda: to_junit(comparison, gates),
        "--html": lambda: to_page(comparison, gates, groups),
    }
    for flag, file in options.output.files.items():
        write(file, contents[flag]())
    if options.output.as_json:
        put(f"{comparison_document(comparison, groups, gates, options.shrunken)}\n")
    elif not options.output.takes_stdout and not options.messages.quiet:
        _show(comparison, groups)
        if options.shrunken:
            _show_shrunken(comparison, groups)
    notes = [*comparison.notes, *(note for one in comparison.comparisons.values() for note in one.notes)]
    for note in dict.fromkeys(notes):
        messages.note(note)


def _show(comparison: ManyComparison, groups: Mapping[str, Slices] | None) -> None:
    if comparison.ranking is not None:
        show(printable(comparison.ranking))
        show("")
    for name, one in comparison.comparisons.items():
        show(printable(one.sentence))
        show("")
        for table in comparison_tables(one, width()):
            show(table)
            show("")
        if groups is not None:
            show(group_table(groups[name], one.names, width()))
            for note in groups[name].notes:
                show(printable(note))
            show("")
    if len(comparison.comparisons) > 1:
        show(many_table(comparison, width()))


def _show_shrunken(comparison: ManyComparison, groups: Mapping[str, Slices] | None) -> None:
    """Print what is expected of fields and groups on other records, below the tables of what was seen."""
    for name, one in comparison.comparisons.items():
        tables = [("field", shrunken_fields(one))]
        if groups is not None:
            tables.append(("group", shrunken_slices(groups[name], one.confidence)))
        for head, drawn in tables:
            show("")
            if drawn:
                show(shrunken_table(drawn, f"{head}, {printable(name)}", width()))
            else:
                which = "fields of the eval schema" if head == "field" else "groups"
                show(f"Fewer than four {which} have an interval: their differences stay as they are.")
