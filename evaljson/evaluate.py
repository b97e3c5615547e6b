"""evaluate(): pair the records, score them, count the results."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError, SchemaError
from evaljson.base.jsontypes import ABSENT
from evaljson.confidence.split import Mirrors, plain_ids, split
from evaljson.load.gc_pause import gc_paused
from evaljson.load.loaded_records import LoadedRecords, RecordId
from evaljson.load.missing_policy import MissingPolicy, MissingRecords, Strays
from evaljson.load.pairing import Pairing, Unpaired, pair_by_id, with_strays
from evaljson.results.apply_post_process import PostProcess, postprocessed
from evaljson.results.build import run_result
from evaljson.results.cut_off import with_cut_off
from evaljson.results.engine_results import EngineResults
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.results.protocol import Results
from evaljson.results.scored_records import (
    ARE_INVENTED,
    ScoredRecords,
    choose_records,
    how_often,
    refuse_non_json_records,
    refuse_odd_gold,
)
from evaljson.results.signature import Signer
from evaljson.results.undeclared_fields import undeclared_fields
from evaljson.schema.given import AnySchema
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import schema_of
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.align.large_arrays import signed
from evaljson.scoring.all_pairs import AllPairs
from evaljson.scoring.batch import score_batch
from evaljson.scoring.batch_comparators import resolve_batches, settle_refused
from evaljson.scoring.columns import Columns
from evaljson.scoring.judging import JudgeUsage, Judging, judged_fields
from evaljson.scoring.kept_columns import KeptColumns
from evaljson.scoring.locate import Locator
from evaljson.scoring.plan import KeptPlans, Names
from evaljson.scoring.problems import Problems
from evaljson.scoring.progress import report_progress
from evaljson.scoring.record_blocks import blocks
from evaljson.scoring.schema_parts import SchemaPart, make_parts, types_of
from evaljson.scoring.scorer import Scorer
from evaljson.scoring.shape_problems import report_shapes
from evaljson.scoring.table_sink import ResultStore

logger = logging.getLogger(__name__)
Schema = SchemaNode | AnySchema
Record = dict[str, Any]


def evaluate(
    gold: Iterable[Record] | LoadedRecords,
    extracted: Iterable[Record | None] | LoadedRecords,
    schema: Schema,
    id_field: str | None = None,
    post_process: PostProcess | Sequence[PostProcess] | None = None,
    *,
    missing_records: MissingRecords = "omit",
    leave_out: Iterable[RecordId] = (),
    strays: Strays = "report",
    judge: Judging | None = None,
    ask: bool = True,
) -> RunResult:
    """Score extracted records against gold, field by field.

    Joins by `id_field` (or the schema's x-eval-id), by position where there is none. None in `extracted` is a record
    that was not produced: `missing_records` says whether it is missing in every field or left out. `leave_out`
    are ids of gold records (positions, without an id field) that are not scored, whatever was extracted. With `strays`
    "invented", extracted records whose id gold lacks are records of the run too, in which everything is invented; their
    positions in gold are behind its end. `judge`
    decides fields under `semantic`, see `evaljson.judge`; it is asked about the distinct pairs of the whole run.
    Without `ask`, other paid comparators are not called: their fields become `batch_error`. The result reads its values
    from these records when someone looks at them: do not change them afterwards. What `read_records` returned stands
    for its records, and of an extraction it says which replies ended early.

    Raises SchemaError, InputError (both ValueError).
    """
    golden: list[Any] = list(gold.records if isinstance(gold, LoadedRecords) else gold)
    run, _ = scored_run(
        golden, extracted.records if isinstance(extracted, LoadedRecords) else extracted, schema, id_field,
        post_process, missing_records=missing_records, leave_out=leave_out, strays=strays, judge=judge, ask=ask,
    )  # fmt: skip
    if isinstance(extracted, LoadedRecords):
        run = with_cut_off(run, golden, extracted)
    for problem in () if getattr(judge, "is_silent", False) else run.problems:
        place = f"{problem.path}: " if problem.path else ""
        logger.warning("%s%s%s", place, problem.message, how_often(problem))
    return run


def scored_run(
    gold: Iterable[Record],
    extracted: Iterable[Record | None],
    schema: Schema,
    id_field: str | None = None,
    post_process: PostProcess | Sequence[PostProcess] | None = None,
    *,
    missing_records: MissingRecords = "omit",
    leave_out: Iterable[RecordId] = (),
    strays: Strays = "report",
    judge: Judging | None = None,
    ask: bool = True,
) -> tuple[RunResult, Problems]:
    """Score as `evaluate` does without logging; return the run, and its problems in a form that can be added up."""
    policy = MissingPolicy(missing_records, leave_out=tuple(leave_out), strays=strays)
    with gc_paused():
        joined = _joined(gold, extracted, schema, id_field, post_process, policy, judge, ask)
    try:
        results, judged = _score(joined.parts, joined.gold, joined.pairing, joined.problems, joined.mirrors, ask, judge)
    except InputError:
        refuse_non_json_records(joined.gold, joined.pairing)
        raise
    final = postprocessed(results, post_process, joined.parts) if post_process else results
    return joined.run(final, judged), joined.problems


class SlicedEvaluation:
    """Scores some records after the others, so that the results of all of them are never in memory together.

    The arguments are those of `evaluate`. Slices of whole blocks give the results that all records at once give.
    """

    def __init__(
        self, gold: Iterable[Record], extracted: Iterable[Record | None], schema: Schema, *, records: int,
        missing_records: MissingRecords = "omit", leave_out: Iterable[RecordId] = (), strays: Strays = "report",
    ) -> None:  # fmt: skip
        """Join and check all records; `records` are those of a slice. Raises as `evaluate`."""
        policy = MissingPolicy(missing_records, leave_out=tuple(leave_out), strays=strays)
        self._joined, self.records = _joined(gold, extracted, schema, None, None, policy, None, True), records

    def __len__(self) -> int:
        """Return the number of records that are scored."""
        return len(self._joined.gold)

    def scored(self) -> Iterator[RunResult]:
        """Score and give a slice at a time: its results and records, without what is said of the run as a whole."""
        joined = self._joined
        for first in range(0, max(len(self), 1), self.records):
            span = slice(first, first + self.records)
            gold, ids = joined.gold[span], joined.pairing.record_ids[span]
            pairing = replace(joined.pairing, extracted=joined.pairing.extracted[span], record_ids=ids,
                              positions=joined.pairing.positions[span])  # fmt: skip
            parts = make_parts(joined.tree, joined.id_field, gold)
            mirrors = None if joined.mirrors is None else Mirrors(joined.mirrors.records[span], parts)
            try:
                results, _ = _score(parts, gold, pairing, joined.problems, mirrors)
            except InputError:
                refuse_non_json_records(joined.gold, joined.pairing)
                raise
            yield run_result(
                results, gold, pairing, missing=(), missing_records=joined.policy.missing_records, left_out=(),
                invented_records=(), id_field=joined.id_field, cluster_field=None, types=None, undeclared=(),
                problems=(), judged=None, signer=dict,
            )  # fmt: skip

    def run(self, results: Results) -> RunResult:
        """Return the run of all slices, once all are scored; `results` are those of all of them."""
        return self._joined.run(results, None)


@dataclass(frozen=True, slots=True)
class _Joined:
    """Records that are joined and checked, ready for the engine."""

    tree: SchemaNode
    parts: Sequence[SchemaPart]
    gold: list[Any]
    pairing: Pairing
    reported: Sequence[Unpaired]
    """Strays, also where they are scored as invented."""
    mirrors: Mirrors | None
    scored: ScoredRecords
    invented: tuple[RecordId, ...]
    policy: MissingPolicy
    id_field: str | None
    problems: Problems
    signer: Signer

    def run(self, results: Results, judged: JudgeUsage | None) -> RunResult:
        """Return the run with these results."""
        problems = self.problems.listed()
        signer = replace(self.signer, options={**self.signer.options, **signed(problems)})
        return run_result(
            results,
            self.gold,
            replace(self.pairing, strays=list(self.reported)),
            missing=self.scored.missing,
            missing_records=self.policy.missing_records,
            left_out=self.scored.left_out,
            invented_records=self.invented,
            id_field=self.id_field,
            cluster_field=self.tree.cluster_field,
            types=types_of(self.parts, len(self.gold)),
            undeclared=undeclared_fields(results.tallies.rows.fields, self.tree),
            problems=problems,
            judged=judged,
            signer=signer if judged is None else replace(signer, verdicts=judged.verdicts),
        )


def _joined(
    gold: Iterable[Record], extracted: Iterable[Record | None], schema: Schema, id_field: str | None,
    post_process: PostProcess | Sequence[PostProcess] | None, policy: MissingPolicy, judge: Judging | None, ask: bool,
) -> _Joined:  # fmt: skip
    tree, gold, extracted = parse_eval_schema(schema), list(gold), list(extracted)
    id_field = _one_id_field(id_field, tree.id_field)
    refuse_odd_gold(gold)
    with_ids, problems = plain_ids(extracted, id_field, tree.confidence), Problems()
    pairing = pair_by_id(gold, with_ids, id_field)
    given_gold, reported, invented = gold, pairing.strays, list[RecordId]()
    if policy.strays == "invented" and pairing.strays and id_field is not None:
        gold, pairing = _scored_strays(gold, with_ids, id_field, tree, problems)
        invented = pairing.record_ids[len(given_gold) :]
    scored = choose_records(gold, pairing, policy, id_field, problems)
    judged_by = judge.identity() if judge is not None and any(judged_fields(tree)) else None
    options = _signed_options(policy, id_field, scored.left_out, ask)
    signer = Signer.of(tree, given_gold, extracted, options, post_process, judged_by)
    parts = make_parts(tree, id_field, scored.gold)
    pairing, mirrors = split(tree.confidence, parts, scored.pairing, problems)
    if policy.strays != "invented":
        reported = pairing.strays
    return _Joined(
        tree, parts, scored.gold, pairing, reported, mirrors, scored, tuple(invented), policy, id_field, problems,
        signer,
    )  # fmt: skip


def score_record(
    schema: Schema, gold: Record, extracted: Record | None, *, judge: Judging | None = None
) -> list[FieldResult]:
    """Return the field results of one record; `extracted` is None for a record that was not produced."""
    refuse_odd_gold([gold])
    root = parse_eval_schema(schema)
    parts, pairing = make_parts(root, root.id_field, [gold]), pair_by_id([gold], [extracted], None)
    pairing, _ = split(root.confidence, parts, pairing, Problems())
    results, _ = _score(parts, [gold], pairing, Problems(), judge=judge)
    return results.field_results(0)


def score_pairs(
    tree: SchemaNode,
    gold: Sequence[Record],
    extracted: Sequence[Record | None],
    only: Collection[str] | None = None,
    ask: bool = True,
    judge: Judging | None = None,
    kept: KeptPlans | None = None,
    columns: KeptColumns | None = None,
) -> EngineResults:
    """Run the engine alone, on records that are paired and carry no confidences: nothing is checked or signed.

    `only` are the schema paths at or below which results are wanted; containers around them get results too. Without
    `ask`, paid comparators are not called; `judge` is asked all the same. `kept` is for callers that score again and
    again under schemas that share nodes: plans of what is not wanted, which are then made once. So are the columns of
    the records with `columns`, which must always come with the same records.
    """
    pairing = pair_by_id(gold, extracted, None)
    parts = make_parts(tree, tree.id_field, gold, only, kept)
    return _score(parts, gold, pairing, Problems(), ask=ask, judge=judge, columns=columns)[0]


def results_of_pairs(
    tree: SchemaNode,
    gold: Sequence[Record],
    extracted: Sequence[Record | None],
    post_process: PostProcess | Sequence[PostProcess] | None = None,
    *,
    judge: Judging | None = None,
    ask: bool = True,
) -> Results:
    """Run the engine as `score_pairs` does, and the post-processors."""
    parts = make_parts(tree, tree.id_field, gold)
    results, _ = _score(parts, gold, pair_by_id(gold, extracted, None), Problems(), ask=ask, judge=judge)
    return postprocessed(results, post_process, parts) if post_process else results


def score_undecided(
    tree: SchemaNode, gold: Sequence[Any], extracted: Sequence[Any], names: Names, problems: Problems
) -> EngineResults:
    """Run the engine alone, as `score_pairs` does, with names looked up elsewhere and no batch comparator called.

    What those decide stays `pending`. Problems are added to `problems`.
    """
    store = _scored(make_parts(tree, None, gold, names=names), gold, extracted, problems)
    settle_refused(store)
    return EngineResults(store, Locator())


def _scored_strays(
    gold: list[Any], extracted: Sequence[Any], id_field: str, tree: SchemaNode, problems: Problems
) -> tuple[list[Any], Pairing]:
    """Give extracted records whose id gold lacks an empty gold record.

    Of several document types, each has the one that it names itself. Those of a type without a schema are not scored.
    """
    named = plain_ids(extracted, tree.by, tree.confidence) if tree.by is not None else extracted
    longer = with_strays(gold, named, id_field, tree.by)
    if not tree.has_own:
        longer = [*gold, *(record for record in longer[len(gold) :] if schema_of(tree, record) is not tree)]
    if len(longer) > len(gold):
        problems.add("records", "", ARE_INVENTED, len(longer) - len(gold))
    return longer, pair_by_id(longer, extracted, id_field)


def _signed_options(
    policy: MissingPolicy, id_field: str | None, left_out: Sequence[RecordId], ask: bool
) -> dict[str, Any]:
    """Return the options that the numbers depend on; those added later are left out where they are not used."""
    options: dict[str, Any] = {"missing_records": policy.missing_records, "id_field": id_field}
    invented = {} if policy.strays == "report" else {"strays": policy.strays}
    return options | ({"leave_out": list(left_out)} if left_out else {}) | ({} if ask else {"ask": False}) | invented


def _one_id_field(argument: str | None, declared: str | None) -> str | None:
    if argument is not None and declared is not None and argument != declared:
        raise SchemaError(
            f"id_field is {argument!r} but the schema's x-eval-id is {declared!r}: pass one of them, or the same"
        )
    return argument if argument is not None else declared


def _score(
    parts: Sequence[SchemaPart],
    gold: Sequence[Record],
    pairing: Pairing,
    problems: Problems,
    mirrors: Mirrors | None = None,
    ask: bool = True,
    judge: Judging | None = None,
    columns: KeptColumns | None = None,
) -> tuple[EngineResults, JudgeUsage | None]:
    """Score a batch of records at a time, column by column.

    Where a judge decides which elements of arrays belong together, score again until it was asked about all pairs.
    """
    all_pairs = None if judge is None else AllPairs.of(part.plan for part in parts)
    # With a judge, scoring is the first half of the work.
    work = len(gold) if judge is None else 2 * len(gold)
    while True:
        scoring_problems = Problems()
        store = _scored(parts, gold, pairing.extracted, scoring_problems, all_pairs, work, columns)
        if judge is None or all_pairs is None or not all_pairs.ask(judge):
            break
    problems.take(scoring_problems)
    report_shapes(store, problems)
    locator = Locator()
    judged = resolve_batches(store, locator, pairing.record_ids, problems, ask, judge)
    if all_pairs is not None and all_pairs.usage is not None:
        judged = all_pairs.usage if judged is None else all_pairs.usage.plus(judged)
    return EngineResults(store, locator, mirrors, are_new=True), judged


def _scored(
    parts: Sequence[SchemaPart], gold: Sequence[Any], extracted: Sequence[Any], problems: Problems,
    all_pairs: AllPairs | None = None, work: int | None = None, columns: KeptColumns | None = None,
) -> ResultStore:  # fmt: skip
    """Score all records once; `work` is the number of records that progress counts towards."""
    store, scorer, done = ResultStore(len(gold)), Scorer(problems, all_pairs), 0
    with gc_paused():
        for part in parts:
            for records in blocks(part):
                make = partial(_columns, part, records, gold, extracted)
                values = make() if columns is None else columns.of(part, records, make)
                score_batch(part, records, values, store, scorer)
                done += len(records)
                report_progress(done, len(gold) if work is None else work)
    return store


def _columns(part: SchemaPart, records: Ints, gold: Sequence[Record], extracted: Sequence[Any]) -> Columns:
    left, right = (part.bare_ones([side[place] for place in records.tolist()]) for side in (gold, extracted))
    return Columns(left, [ABSENT if record is None else record for record in right], "")
