"""`evaljson check-gold`: which values of gold do all variants contradict alike?"""

from __future__ import annotations

import json
from dataclasses import dataclass

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import UniqueMessages, plugin_output_to_stderr, printable, show
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.write import write
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.judge import JudgeOptions
from evaljson.cli.options.messages import MessageOptions
from evaljson.cli.options.output import OutputOptions
from evaljson.cli.options.plugins import PluginOptions, PostProcessOptions
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.run.scoring import ScoringTask
from evaljson.cli.run.variants import score_variants, variant_names, with_repeats
from evaljson.cli.streams import put
from evaljson.compare.documents import texts_beside
from evaljson.report.export.gold_check import gold_check_csv
from evaljson.report.gold_check import GoldCheck
from evaljson.report.gold_check import check_gold as contradicted_in
from evaljson.wording.words import counted

_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckGoldOutputOptions(OutputOptions):
    """What `check-gold` writes."""

    csv: str | None = option("--csv", metavar="FILE", help="Write one row per value to FILE; - is stdout.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckGoldOptions:
    """What `check-gold` takes."""

    gold: str = argument()
    variants: tuple[str, ...] = argument(metavar="A B...", nargs=-1, required=True)
    scoring: ScoringOptions = group(ScoringOptions)
    judge: JudgeOptions = group(JudgeOptions)
    output: CheckGoldOutputOptions = group(CheckGoldOutputOptions)
    plugins: PluginOptions = group(PluginOptions)
    post_process: PostProcessOptions = group(PostProcessOptions)
    messages: MessageOptions = group(MessageOptions)


@click.command("check-gold")
@takes(CheckGoldOptions)
@debug_option
def check_gold(options: CheckGoldOptions) -> None:
    """List values of GOLD that all variants contradict alike, where that is not systematic.

    Each may be an error of GOLD: look it up in the document. Variants are scored as by `score`; two or more are
    needed. Exit code 2 for bad input.
    """
    messages = UniqueMessages(options.messages.quiet, not options.messages.no_progress)
    files = with_repeats(variant_names(options.variants), options.variants, ())
    if len(files) < 2:
        raise InputError("check-gold needs two variants or more: one alone says nothing about gold.")
    schema_file = options.scoring.schema.schema_file
    inputs = [options.gold, *options.variants, *([schema_file] if schema_file else [])]
    if STDIN in inputs:
        raise InputError("check-gold reads every file more than once, so none can come from stdin; name a file.")
    options.output.check(inputs)
    with plugin_output_to_stderr():
        options.plugins.load()
        post_process = options.post_process.load()
        task = ScoringTask(
            options.gold, options.variants[0], options.scoring, post_process=post_process, judge=options.judge
        )
        scored = score_variants(files, task, messages)
        first = next(iter(scored.values()))[0]
        texts = {one: text for one, text in texts_beside(first.run, first.gold).items() if one is not None}
        runs = {name: of_variant[0].run for name, of_variant in scored.items()}
        found = contradicted_in(runs, first.tree, documents=texts)
    _deliver(found, options, messages)


def _deliver(found: GoldCheck, options: CheckGoldOptions, messages: UniqueMessages) -> None:
    if options.output.csv is not None:
        write(options.output.csv, gold_check_csv(found))
    if options.output.as_json:
        put(f"{json.dumps(found.to_dict(), indent=2, ensure_ascii=True, allow_nan=False)}\n")
    elif not options.output.takes_stdout and not options.messages.quiet:
        _show(found)
    if found.copies:
        messages.note(f"{', '.join(found.copies)}: extracted the very same as another variant, and counted once.")


def _show(found: GoldCheck) -> None:
    show(printable(found.sentence))
    for one in found.found[:_MOST]:
        path = one.path or "(the record)"
        show(f"  {printable(f'{one.record}: {path}: {one.sentence}')}")
    if len(found.found) > _MOST:
        show(f"  {counted(len(found.found) - _MOST, 'more value')}: --json and --csv list all.")
    for field in found.fields:
        show(printable(field.sentence))
    if found.left_out_in_words:
        show(found.left_out_in_words)
