"""From two files to a run, with a message for everything that a user should know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson import GoldValidationError, RunResult, SchemaNode, evaluate, validate_gold
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_key
from evaljson.base.paths import above, child
from evaljson.cli.console import Messages, Steps
from evaljson.cli.options.fail_under import Gate, check_paths
from evaljson.cli.options.judge import JudgeOptions
from evaljson.cli.options.plugins import PostProcess
from evaljson.cli.options.scoring import ScoringOptions
from evaljson.cli.run.judge import confirmed_judge
from evaljson.cli.run.problems import report_problems
from evaljson.cli.run.reading_notes import unreadable_notes
from evaljson.cli.run.records import gold_records, joining_keys, load_records, with_keys_as_ids
from evaljson.cli.run.same_as_gold import GoldItself, how_it_is_gold, report_gold_itself
from evaljson.cli.run.schema import infer_schema_of, read_schema
from evaljson.cli.run.scored_files import ScoredFiles
from evaljson.cli.run.typed_cells import FilesBeside, TwoSides, with_cells_alike
from evaljson.compare.words.phrases import listed
from evaljson.judge import gather
from evaljson.load import LoadedRecords, Unreadable, unreadable_ids
from evaljson.load.file_places import FilePlaces
from evaljson.load.ids_written_otherwise import ids_written_otherwise, with_ids_as_gold
from evaljson.load.pairing import usable_gold_ids
from evaljson.load.typed_cells import has_text_cells
from evaljson.results.cut_off import with_cut_off
from evaljson.schema import annotate_xeval, infer_with_report, parse_eval_schema
from evaljson.suggest.renamed_effect import notes_on_renamed
from evaljson.suggest.renamed_keys import renamed_keys
from evaljson.wording.words import counted

_STEPS = 3


@dataclass(frozen=True, slots=True)
class ScoringTask:
    """One file of extracted records to score against gold."""

    gold: str
    extracted: str
    options: ScoringOptions
    gates: Sequence[Gate] = ()
    """Gates whose paths have to be in the schema."""
    post_process: Sequence[PostProcess] = ()
    judge: JudgeOptions = field(default_factory=JudgeOptions)
    call_paid: bool = True
    """Whether plug-in comparators are called that may cost something."""
    cluster: str | None = None
    """The key that records belong together by, in place of x-eval-cluster: gold may have it, and it is not scored."""
    gold_itself: GoldItself = "warn"
    """What happens where the extraction is gold."""
    beside: FilesBeside = field(default_factory=FilesBeside)
    """What else is scored against the same gold."""


@dataclass(frozen=True, slots=True)
class _Inputs:
    """What the files hold."""

    tree: SchemaNode
    gold: LoadedRecords
    gold_records: list[dict[str, Any]]
    extracted: LoadedRecords
    id_field: str | None

    @property
    def id_candidates(self) -> list[str]:
        """Keys that would join records, if none is set."""
        return joining_keys(self.gold_records, self.extracted.records) if self.id_field is None else []


def score_files(task: ScoringTask, messages: Messages) -> ScoredFiles:
    """Read, check and score. Raises EvaljsonError for bad input."""
    schema_file = task.options.schema.schema_file
    tree = None
    if schema_file is not None:
        tree = read_schema(schema_file, task.options.schema.recursion, messages)
        tree = tree if task.cluster is None else replace(tree, cluster_field=task.cluster)
    with messages.steps(_STEPS) as steps:
        inputs = _read(task, tree, messages, steps)
        what = how_it_is_gold((task.gold, inputs.gold), (task.extracted, inputs.extracted), inputs.id_field)
        report_gold_itself(what, task.gold_itself, messages)
        run, unreadable = _evaluate(task, inputs, messages, steps)
    _check_run(run, inputs)
    _report(run, task, inputs, messages)
    exclude = task.options.missing.policy.excludes_unreadable
    for line in unreadable_notes(inputs.extracted, unreadable, exclude, run, inputs.id_field):
        messages.note(line)
    return ScoredFiles(run, inputs.gold, inputs.extracted, inputs.id_field, schema_file, inputs.tree)


def _read(task: ScoringTask, tree: SchemaNode | None, messages: Messages, steps: Steps) -> _Inputs:
    """Read both files, infer the schema if there is none, and check gold and gates against it."""
    options = task.options
    id_field = options.schema.id_field or (tree.id_field if tree is not None else None)
    steps.begin("Reading gold")
    gold = load_records(task.gold, "gold", id_field, messages, options.reading.gold)
    if id_field is None:
        gold, id_field = with_keys_as_ids(gold)
        if id_field is not None:
            messages.note(f"{gold.name} holds records by id: its keys become the id field {id_field!r}.")
    early = _with_gold_cells(task, tree, gold, id_field, messages)
    gold = gold if early is None else early.gold
    records = gold_records(gold)
    if id_field is not None:
        # first: no option makes up for an id, and what is extracted need not be read
        usable_gold_ids(records, id_field, FilePlaces(gold))
    if tree is None:
        tree = infer_schema_of(records, messages)
    elif not options.allow_unknown:
        _check_gold(records, tree, id_field, messages)
    check_paths(task.gates, tree, id_field)
    steps.begin("Reading extracted")
    if early is not None:
        extracted = early.extracted
    else:
        extracted = load_records(
            task.extracted, "extracted", id_field, messages, options.reading.extracted, _keys(tree, id_field)
        )
        if options.reading.cells == "auto" and has_text_cells(extracted):
            sides, written = TwoSides(gold, extracted), tree if options.schema.schema_file is not None else None
            extracted = with_cells_alike(
                sides, task.extracted, FilesBeside(), written, id_field, options.reading.extracted, messages
            ).extracted
    if extracted.n_refused and not any(record is not None for record in extracted.records):
        raise InputError(f"{extracted.name} holds no extracted record that can be read: there is nothing to score.")
    if options.missing.ids_as_gold:
        extracted = _with_ids_as_gold(records, extracted, id_field, messages)
    return _Inputs(tree, gold, records, extracted, id_field)


def _with_ids_as_gold(
    gold: list[dict[str, Any]], extracted: LoadedRecords, id_field: str | None, messages: Messages
) -> LoadedRecords:
    """Write the ids of extracted records as gold has them, and say so. Raises InputError where there is no id field."""
    if id_field is None:
        raise InputError("--ids-as-gold pairs by id, and there is no id field: name it with --id-field.")
    of_gold = [record.get(id_field) for record in gold]
    own = [record.get(id_field) for record in extracted.records if record is not None]
    known, there = set(map(strict_key, of_gold)), set(map(strict_key, own))
    missing = [one for one in of_gold if strict_key(one) not in there]
    ids = ids_written_otherwise(of_gold, missing, [one for one in own if strict_key(one) not in known])
    if not ids:
        return extracted
    as_gold = with_ids_as_gold(extracted, id_field, ids)
    messages.note(f"{extracted.name}: {as_gold.problems[-1].message}")
    return as_gold


def _keys(tree: SchemaNode, id_field: str | None) -> frozenset[str]:
    """Return the keys that records may have; none where they may have any."""
    return tree.record_keys | {id_field} if tree.record_keys and id_field else tree.record_keys


def _with_gold_cells(
    task: ScoringTask, tree: SchemaNode | None, gold: LoadedRecords, id_field: str | None, messages: Messages
) -> TwoSides | None:
    """Read the cells of gold by what is extracted, which is read for it; None where gold is no CSV of texts.

    It comes before the schema is inferred, which goes by the types of gold.
    """
    reading = task.options.reading
    if reading.cells != "auto" or not has_text_cells(gold):
        return None
    known = tree or parse_eval_schema(annotate_xeval(infer_with_report(gold_records(gold)).schema))
    extracted = load_records(task.extracted, "extracted", id_field, messages, reading.extracted, _keys(known, id_field))
    sides = TwoSides(gold, extracted)
    return with_cells_alike(sides, task.extracted, task.beside, tree, id_field, reading.extracted, messages)


def _check_gold(records: list[dict[str, Any]], tree: SchemaNode, id_field: str | None, messages: Messages) -> None:
    """Raise GoldValidationError for gold keys outside the schema; report what else does not fit."""
    try:
        findings = validate_gold(records, tree, id_field, warn_missing=False)
    except GoldValidationError as error:
        problem = f"{str(error).rstrip('.')}. Or pass --allow-unknown; then they are not scored"
        raise GoldValidationError(problem, error.record_id, error.path) from error
    if findings:
        said = counted(len(findings), "finding beside missing values", "findings beside missing values")
        messages.note(f"gold does not fully fit the schema ({said}): `evaljson validate` lists all.")


def _evaluate(task: ScoringTask, inputs: _Inputs, messages: Messages, steps: Steps) -> tuple[RunResult, Unreadable]:
    steps.begin("Scoring")
    records, extracted, id_field = inputs.gold_records, inputs.extracted, inputs.id_field
    try:
        unreadable = unreadable_ids(records, extracted, id_field)
        data = records, extracted.records, inputs.tree, id_field
        options = task.options.missing.policy.with_unreadable(unreadable).arguments()
        judge = confirmed_judge(
            task.judge, inputs.tree, lambda: gather(*data, **options), extracted.name, messages, steps
        )
        run = evaluate(*data, list(task.post_process) or None, **options, judge=judge, ask=task.call_paid)
        task.judge.keep_usage(run.judged)
        return with_cut_off(run, records, extracted), unreadable
    except InputError as error:
        candidates = inputs.id_candidates
        if not candidates or len(records) == len(extracted.records):
            raise
        raise InputError(f"{error.problem} --id-field {candidates[0]} would join them by id.", error.path) from error


def _check_run(run: RunResult, inputs: _Inputs) -> None:
    """Raise InputError for a run without records, or with records paired by unreliable positions."""
    if not run.total_records:
        raise InputError(
            "no record is left to score: no gold record has an extracted one; check the files and the ids."
        )
    gold = inputs.gold
    if run.paired_by == "position" and gold.n_refused:
        way_out = "give every extracted record its id" if inputs.id_field else "pass --id-field"
        raise InputError(
            f"{gold.name} has {counted(gold.n_refused, 'unreadable record')}, so positions no longer show which "
            f"records belong together; correct gold, or {way_out}."
        )


def _report(run: RunResult, task: ScoringTask, inputs: _Inputs, messages: Messages) -> None:
    """Print what came up while scoring, with the file's name: there may be several."""
    candidates = inputs.id_candidates
    if candidates:
        messages.note(f"records are paired by position; --id-field {candidates[0]} would join them by id.")
    for setting in inputs.tree.without_effect:
        why = "" if setting.endswith(")") else ": a node above it is compared as one value"
        messages.note(f"{setting} has no effect{why}.")
    unused = _without_values(run, inputs)
    if unused:
        are = "field of the schema is" if len(unused) == 1 else "fields of the schema are"
        messages.note(f"{len(unused):,} {are} in no scored record of either side: {listed(unused)}.")
    for sentence in notes_on_renamed({inputs.extracted.name: renamed_keys(run, inputs.tree)}):
        messages.warn(sentence)
    report_problems(run.problems, task.gold, task.extracted, messages)
    if (ids := _written_otherwise(run, inputs)) is not None:
        messages.note(f"{inputs.extracted.name}: {ids}.")


def _written_otherwise(run: RunResult, inputs: _Inputs) -> str | None:
    """Say how many records would pair if their ids were written as in gold; None where none would."""
    if inputs.id_field is None or run.paired_by != "id" or not run.strays:
        return None
    gold, gone = (record.get(inputs.id_field) for record in inputs.gold_records), [*run.missing, *run.left_out]
    ids = ids_written_otherwise(gold, gone, [one.id for one in run.strays])
    if not ids:
        return None
    own, of_gold = next(iter(ids.items()))
    has = "record without gold has an id of gold, written otherwise"
    have = "records without gold have ids of gold, written otherwise"
    return f"{counted(len(ids), has, have)}, such as {own!r} for {of_gold!r}; --ids-as-gold pairs them"


def _without_values(run: RunResult, inputs: _Inputs) -> list[str]:
    """List the fields of the schema that have no result, as a misspelt one has none; the id is never scored."""
    id_path = None if inputs.id_field is None else child("", inputs.id_field)
    leaves = (leaf for root in inputs.tree.roots for leaf in root.leaves() if not leaf.skip)
    # Of an array that is empty everywhere, or an object that is null, the result stands above its fields.
    scored = set(run.tallies.rows.fields) - {""}
    return [leaf.path for leaf in leaves if leaf.path != id_path and scored.isdisjoint(above(leaf.path))]
