"""From two files to a run, with everything said that a person should know on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from evaljson import (
    GoldValidationError,
    RunResult,
    SchemaNode,
    annotate_xeval,
    evaluate,
    parse_eval_schema,
    validate_gold,
)
from evaljson.base.errors import InputError
from evaljson.cli.commands.infer import report_findings
from evaljson.cli.inputs import STDIN, gold_records, id_candidates, keyed, read
from evaljson.cli.judge_ask import judge_for
from evaljson.cli.options.gates import Gate, check_paths
from evaljson.cli.options.judge import JudgeWish
from evaljson.cli.options.post_process import PostProcess
from evaljson.cli.options.reading import ReadingOptions, told_of_unreadable
from evaljson.cli.schema_file import read_schema
from evaljson.cli.text.console import Steps, Voice
from evaljson.cli.text.summary import ScoredFiles
from evaljson.judge import gather
from evaljson.load import LoadedRecords, Unreadable, unreadable_ids
from evaljson.schema import infer_with_report

_STEPS = 3


@dataclass(frozen=True, slots=True)
class Task:
    """What `score` was asked for."""

    gold: str
    extracted: str
    schema: str | None
    id_field: str | None
    missing_records: Literal["omit", "exclude"]
    exclude_unreadable: bool
    """Whether gold records are left out whose extracted one cannot be read."""
    allow_unknown: bool
    gates: Sequence[Gate]
    post_process: Sequence[PostProcess]
    gold_reading: ReadingOptions
    extracted_reading: ReadingOptions
    judge: JudgeWish = field(default_factory=JudgeWish)
    ask: bool = True
    """Whether comparators of plug-ins are called that may cost something."""


def run_task(task: Task, voice: Voice) -> ScoredFiles:
    """Read, check, score. Raises EvaljsonError for bad input."""
    tree = read_schema(task.schema, voice) if task.schema is not None else None
    id_field = task.id_field or (tree.id_field if tree is not None else None)
    with voice.steps(_STEPS) as steps:
        steps.begin("Reading gold")
        gold = read(task.gold, "gold", id_field, voice, task.gold_reading)
        if id_field is None:
            gold, id_field = keyed(gold)
            if id_field is not None:
                voice.note(f"{gold.name} holds records by id: its keys are taken as the id field {id_field!r}.")
        records = gold_records(gold)
        if tree is None:
            tree = _inferred(records, voice)
        else:
            _check_gold(records, tree, id_field, task.allow_unknown, voice)
        check_paths(task.gates, tree, id_field)
        steps.begin("Reading extracted")
        extracted = read(task.extracted, "extracted", id_field, voice, task.extracted_reading)
        if extracted.n_refused and not any(record is not None for record in extracted.records):
            raise InputError(f"{extracted.name} holds no extracted record that can be read: there is nothing to score.")
        run, unreadable = _evaluate(task, tree, records, extracted, id_field, voice, steps)
    _check_run(run, gold, extracted, id_field)
    _report(run, tree, records, extracted, id_field, voice)
    _warn(run, task, voice)
    for line in told_of_unreadable(extracted, unreadable, task.exclude_unreadable, run, id_field):
        voice.note(line)
    return ScoredFiles(run, gold, extracted, id_field, task.schema, tree)


def _inferred(records: list[dict[str, Any]], voice: Voice) -> SchemaNode:
    report = infer_with_report(records)
    voice.note("no --schema: it is inferred from gold; `evaljson infer` prints it, for you to review and keep.")
    report_findings(report, voice)
    return parse_eval_schema(annotate_xeval(report.schema))


def _check_gold(
    records: list[dict[str, Any]], tree: SchemaNode, id_field: str | None, allow_unknown: bool, voice: Voice
) -> None:
    """Refuse gold keys outside the schema; say what else does not fit."""
    if allow_unknown:
        return
    try:
        findings = validate_gold(records, tree, id_field, warn_missing=False)
    except GoldValidationError as error:
        problem = f"{error.problem.rstrip('.')}. Or pass --allow-unknown, and they are not scored"
        raise GoldValidationError(problem, error.path) from error
    if findings:
        voice.note(f"gold does not quite fit the schema ({len(findings)} findings): `evaljson validate` shows where.")


def _evaluate(
    task: Task,
    tree: SchemaNode,
    records: list[dict[str, Any]],
    extracted: LoadedRecords,
    id_field: str | None,
    voice: Voice,
    steps: Steps,
) -> tuple[RunResult, Unreadable]:
    steps.begin("Scoring")
    try:
        unreadable = unreadable_ids(records, extracted, id_field)
        pair = records, extracted.records, tree, id_field
        options: dict[str, Any] = {
            "missing_records": task.missing_records,
            "leave_out": unreadable.ids if task.exclude_unreadable else (),
        }
        judge = judge_for(task.judge, tree, lambda: gather(*pair, **options), extracted.name, voice, steps)
        run = evaluate(*pair, list(task.post_process) or None, **options, judge=judge, ask=task.ask)
        task.judge.note(run.judged)
        return run, unreadable
    except InputError as error:
        candidates = id_candidates(records, extracted.records) if id_field is None else []
        if not candidates or len(records) == len(extracted.records):
            raise
        raise InputError(f"{error.problem} --id-field {candidates[0]} would do.", error.path) from error


def _check_run(run: RunResult, gold: LoadedRecords, extracted: LoadedRecords, id_field: str | None) -> None:
    if not run.total_records:
        raise InputError(
            "no record is left to score: gold has none with an extracted one; check the files and the ids."
        )
    if run.paired_by == "position" and gold.n_refused:
        way_out = "give every extracted record its id" if id_field else "set --id-field"
        raise InputError(
            f"{gold.name} has {gold.n_refused:,} unreadable records, so positions no longer say which records belong "
            f"together; correct gold, or {way_out}."
        )


def _report(
    run: RunResult,
    tree: SchemaNode,
    gold: list[dict[str, Any]],
    extracted: LoadedRecords,
    id_field: str | None,
    voice: Voice,
) -> None:
    """What came up while scoring."""
    if id_field is None:
        candidates = id_candidates(gold, extracted.records)
        if candidates:
            voice.note(f"records are paired by position; --id-field {candidates[0]} would join them by id.")
    for setting in tree.without_effect:
        voice.note(f"{setting} has no effect: it lies below a node that is compared as one value.")


def _warn(run: RunResult, task: Task, voice: Voice) -> None:
    """What went wrong on the way, and with which file: there may be several."""
    for problem in run.problems:
        file = task.gold if problem.kind == "gold" else task.extracted
        place = f"{problem.path}: " if problem.path else ""
        times = f" ({problem.count:,} times)" if problem.count > 1 else ""
        voice.warn(f"{'stdin' if file == STDIN else file}: {place}{problem.message}{times}")
