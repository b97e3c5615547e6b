"""`evaljson effort`: which records must people review, so that few of the other values are wrong?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from evaljson.base.errors import InputError
from evaljson.cli.console import Steps, UniqueMessages, plugin_output_to_stderr, printable, show, width
from evaljson.cli.files.read import STDIN
from evaljson.cli.files.write import check_target, write
from evaljson.cli.options.debug import debug_option
from evaljson.cli.options.from_click import argument, group, option, takes
from evaljson.cli.options.judge import JudgeOptions
from evaljson.cli.options.messages import MessageOptions
from evaljson.cli.options.plugins import PluginOptions, PostProcessOptions
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.run.documents import texts_in
from evaljson.cli.run.judge import confirm, cost_sentence
from evaljson.cli.run.records import gold_records
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.cli.run.scoring import ScoringTask, score_files
from evaljson.cli.streams import put
from evaljson.cli.text.compare_table import text_table
from evaljson.effort import AuditResult, GivenConfidences, Part, ReviewEffort, audited, review_effort
from evaljson.wording.words import counted, points

_HEADS = ("field", "values", "wrong", "keep it here", "from", "shown to keep it", "from")


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortOptions:
    """What `effort` takes."""

    gold: str = argument()
    extracted: str = argument()
    target: float = option(
        "--target", type=click.FloatRange(0, 100, min_open=True, max_open=True), default=2.0, show_default=True,
        metavar="PERCENT", help="At most so many of the accepted values may be wrong.",
    )  # fmt: skip
    confidence: float = option(
        "--confidence", type=click.FloatRange(0.5, 0.999), default=0.95, show_default=True,
        help="How sure that has to be.",
    )  # fmt: skip
    by: str = option(
        "--by", type=click.Choice(["confidence", "judge"]), default="confidence", show_default=True,
        help="Who says how sure a value is: the extraction, or the model of --judge, which reads --document and gets "
        "no gold.",
    )  # fmt: skip
    document: str | None = option(
        "--document", metavar="KEY", help="The key of GOLD, or one kept beside records by --gold-metadata, with the "
        "text of the document; for --by judge.",
    )  # fmt: skip
    audited: str | None = option(
        "--audited", metavar="DRAWN,WRONG",
        help="So many accepted values were drawn at random and looked at, so many of them were wrong.",
    )  # fmt: skip
    review: str | None = option(
        "--review", metavar="FILE", help="Write the ids of the records to review to FILE as JSON Lines; - is stdout."
    )
    as_json: bool = option("--json", is_flag=True, help="Print one JSON document instead of the table.")
    scoring: ScoringOptions = group(ScoringOptions)
    judge: JudgeOptions = group(JudgeOptions)
    plugins: PluginOptions = group(PluginOptions)
    post_process: PostProcessOptions = group(PostProcessOptions)
    messages: MessageOptions = group(MessageOptions)


@click.command()
@takes(EffortOptions)
@debug_option
def effort(options: EffortOptions) -> None:
    """Say which records to review, so that few of the values that nobody looks at are wrong.

    EXTRACTED comes with confidences, and the schema says where they are (x-eval-confidence); or a judge says how sure
    it is of each value. Records are reviewed from the least sure one up, until at most --target percent of the other
    values are wrong. Exit code 2 for bad input.
    """
    if (options.by == "judge") != (options.document is not None):
        raise InputError("--by judge and --document KEY belong together: the judge reads the texts of documents.")
    if options.as_json and options.review == STDIN:
        raise InputError("--json and --review - both write to stdout; name a file for one of them.")
    schema_file = options.scoring.schema.schema_file
    if options.review is not None:
        check_target(options.review, [one for one in (options.gold, options.extracted, schema_file) if one])
    found = _found(options)
    result = None if options.audited is None else _audit(options.audited, found, options.confidence)
    if options.review is not None:
        write(options.review, "".join(f"{json.dumps(one)}\n" for one in found.review).encode("utf-8"))
        if options.review == STDIN:
            return
    if options.as_json:
        document = {**found.to_dict(), "audit": None if result is None else result.to_dict()}
        put(f"{json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False)}\n")
        return
    show(printable(found.sentence))
    if result is not None:
        show(result.sentence)
    show("")
    show(text_table(list(_HEADS), _rows(found), width()))
    for plan in found.audits if found.whole.promised is None else ():
        wrong = "none" if not plan.allowed else f"at most {plan.allowed:,}"
        chance = f"passed in {points(plan.chance)}% of cases if as many are wrong as here"
        show(f"audit of {counted(plan.drawn, 'value')}, {wrong} of them wrong: {chance}")


def _found(options: EffortOptions) -> ReviewEffort:
    messages = UniqueMessages(options.messages.quiet, not options.messages.no_progress)
    with plugin_output_to_stderr():
        options.plugins.load()
        post_process = options.post_process.load()
        task = ScoringTask(options.gold, options.extracted, options.scoring, [], post_process, options.judge)
        scored = score_files(task, messages)
        sure = None if options.document is None else _judged(scored, options.document, options.judge, messages)
        found = review_effort(scored.run, options.target / 100, options.confidence, confidences=sure)
    if found is None:
        raise InputError(
            "the schema names no confidences, so nothing says which values are unsure: say where they are with "
            'x-eval-confidence, such as {"parallel": "confidence"}, or ask a judge with --by judge.'
        )
    return found


def _judged(scored: ScoredFiles, document: str, options: JudgeOptions, messages: UniqueMessages) -> GivenConfidences:
    """Ask the model, once the user agrees to what it costs."""
    from evaljson.judge import Judge
    from evaljson.second_look import judged_confidences, judged_confidences_cost

    judge = options.judge
    if not isinstance(judge, Judge):
        raise InputError("--by judge asks a model: name one with --judge MODEL, or in $EVALJSON_JUDGE_MODEL.")
    texts = texts_in(scored.gold, gold_records(scored.gold), scored.id_field, document)
    asked = scored.run, texts, scored.tree, judge
    cost = judged_confidences_cost(*asked, id_field=scored.id_field)
    confirm(
        cost_sentence(cost, judge.model, f"values of {counted(cost.fields, 'record')} with their texts"),
        bool(cost.to_ask), options, messages, Steps(),
    )  # fmt: skip
    found = judged_confidences(*asked, id_field=scored.id_field)
    options.keep_usage(found.usage)
    if found.failed:
        one, why = found.failed[0]
        messages.note(f"{counted(len(found.failed), 'record')} without an answer, such as {one}: {why}.")
    if found.without_text:
        messages.note(f"{counted(len(found.without_text), 'record')} without a text: nobody was asked about them.")
    return found.by_record


def _audit(text: str, found: ReviewEffort, level: float) -> AuditResult:
    try:
        drawn, wrong = map(int, text.split(","))
    except ValueError:
        raise InputError(f"--audited {text}: write DRAWN,WRONG, such as 150,1.") from None
    if found.chosen is None:
        raise InputError("--audited: no value is accepted, so there is nothing to draw from.")
    return audited(found.chosen.values, drawn, wrong, level)


def _rows(found: ReviewEffort) -> list[list[str]]:
    rows = []
    for path, one in found.per_field.items():
        cells: list[Any] = [printable(path) or "(the record)", f"{one.values:,}", f"{one.wrong:,}"]
        rows.append([*cells, *_cells(one.observed), *_cells(one.promised)])
    whole = found.whole
    rows.append(
        ["whole records", f"{whole.values:,}", f"{whole.wrong:,}", *_cells(whole.observed), *_cells(whole.promised)]
    )
    return rows


def _cells(part: Part | None) -> list[str]:
    return ["none", "–"] if part is None else [f"{points(part.coverage)}%", part.written]
