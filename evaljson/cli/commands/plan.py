"""`evaljson plan`: how many records does a comparison take?"""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import UniqueMessages, plugin_output_to_stderr, printable, show, show_text, width
from evaljson.cli.files.read import STDIN
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.judge import JudgeOptions
from evaljson.cli.options.messages import MessageOptions
from evaljson.cli.options.plugins import PluginOptions, PostProcessOptions
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.run.clusters import cluster_by
from evaljson.cli.run.scoring import ScoringTask
from evaljson.cli.run.variants import runs_of, score_variants, variant_names, with_repeats
from evaljson.cli.streams import put
from evaljson.cli.text.plan_table import need_table
from evaljson.compare import FIGURES, compare_many
from evaljson.compare.need import POWER
from evaljson.compare.planning import Plan, plan_ahead
from evaljson.compare.planning import plan as plan_records


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedOptions:
    """What the records shall show, and how surely."""

    difference: float | None = option(
        "--difference", type=float, metavar="NUMBER", help="The true difference to be shown: 0.02 is two points."
    )
    non_inferior: float | None = option(
        "--non-inferior", type=float, metavar="NUMBER",
        help="The margin to be kept: show that B is no more than 0.01 worse, if nothing differs.",
    )  # fmt: skip
    power: float = option(
        "--power", type=float, default=POWER, show_default=True, help="The chance of showing it, if it is so."
    )
    confidence: float = option(
        "--confidence", type=float, default=0.95, show_default=True, help="How sure a verdict has to be."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeOptions:
    """What is supposed before any record is labelled."""

    differing: float | None = option(
        "--differing", type=float, metavar="SHARE",
        help="Without files: the share of records on which only one of the two will be right.",
    )  # fmt: skip
    spread: float | None = option(
        "--spread", type=float, metavar="NUMBER",
        help="Without files: the standard deviation of the difference in F1 between records.",
    )  # fmt: skip
    fields: int = option(
        "--fields", type=click.IntRange(1), default=1, show_default=True, metavar="N",
        help="Without files: plan for the verdict on one of so many fields.",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """What `plan` takes."""

    files: tuple[str, ...] = argument(metavar="[GOLD A B]", nargs=-1)
    wanted: WantedOptions = group(WantedOptions)
    before: BeforeOptions = group(BeforeOptions)
    added: int | None = option(
        "--add", type=click.IntRange(1), metavar="N", help="With files: tell what N more records would show."
    )
    figure: str = option(
        "--figure", type=click.Choice(FIGURES), default="f1", show_default=True, help="The figure of the verdict."
    )
    cluster: str | None = option(
        "--cluster", metavar="KEY",
        help="Records with the same value of KEY, in gold or beside it, count together.  [default: x-eval-cluster]",
    )  # fmt: skip
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    scoring: ScoringOptions = group(ScoringOptions)
    judge: JudgeOptions = group(JudgeOptions)
    plugins: PluginOptions = group(PluginOptions)
    post_process: PostProcessOptions = group(PostProcessOptions)
    messages: MessageOptions = group(MessageOptions)


@click.command()
@takes(PlanOptions)
@debug_option
def plan(options: PlanOptions) -> None:
    """Plan how many records a comparison takes.

    With GOLD, A and B, which are scored as by `compare`: what these records can show, for the run and for each field,
    and how many more it takes. Without files, before anything is labelled: from --differing (right or wrong) or from
    --spread (graded), with --difference or --non-inferior. Exit code 2 for bad input.
    """
    if len(options.files) not in (0, 3):
        raise InputError("plan takes GOLD, A and B, or no file at all.")
    if not options.files:
        _before(options)
        return
    before = options.before
    if before.differing is not None or before.spread is not None or before.fields != 1:
        raise InputError("--differing, --spread and --fields are for planning without files: leave them or the files.")
    planned = _with_files(options)
    if planned is None:
        raise InputError(
            f"the change of {options.figure} has no interval, so there is nothing to plan by: it takes the figure on "
            "both sides, and two records or clusters."
        )
    if options.as_json:
        put(f"{json.dumps(planned.to_dict(), ensure_ascii=False, indent=2)}\n")
        return
    show(printable(planned.sentence))
    show("")
    show(need_table(planned, width()))


def _with_files(options: PlanOptions) -> Plan | None:
    gold, *variants = options.files
    if STDIN in (*options.files, options.scoring.schema.schema_file):
        raise InputError("plan reads every file more than once, so none can come from stdin; name a file.")
    wanted, messages = options.wanted, UniqueMessages(options.messages.quiet, not options.messages.no_progress)
    files = with_repeats(variant_names(variants), variants, ())
    with plugin_output_to_stderr():
        options.plugins.load()
        post_process = options.post_process.load()
        task = ScoringTask(gold, variants[0], options.scoring, [], post_process, options.judge, cluster=options.cluster)
        scored = score_variants(files, task, messages)
    runs, cluster = runs_of(scored), cluster_by(options.cluster, next(iter(scored.values()))[0])
    many = compare_many(runs, next(iter(files)), confidence=wanted.confidence, figure=options.figure, cluster=cluster)
    (comparison,) = many.comparisons.values()
    return plan_records(
        comparison,
        difference=wanted.difference,
        non_inferior=wanted.non_inferior,
        power=wanted.power,
        added=options.added,
    )


def _before(options: PlanOptions) -> None:
    wanted, before = options.wanted, options.before
    ahead = plan_ahead(
        difference=wanted.difference,
        non_inferior=wanted.non_inferior,
        differing=before.differing,
        spread=before.spread,
        fields=before.fields,
        confidence=wanted.confidence,
        power=wanted.power,
    )
    if options.as_json:
        put(f"{json.dumps(ahead.to_dict(), ensure_ascii=False, indent=2)}\n")
    else:
        show_text(ahead.sentence)
