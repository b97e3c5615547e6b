"""evaluate(): load, schema, align, compare, classify, aggregate, on one screen."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from evaljson.errors import InputError, SchemaError
from evaljson.jsontypes import ABSENT
from evaljson.load.collection import gc_paused
from evaljson.load.pairing import Pairing, pair_by_id
from evaljson.results.aggregate import run_result
from evaljson.results.model import FieldResult, RunResult
from evaljson.results.pairs import refuse_non_json_records, refuse_odd_gold, report_pairing, without_missing
from evaljson.results.postprocessing import PostProcess, postprocessed
from evaljson.results.signature import Signer
from evaljson.results.stored import StoredResults
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse import parse_eval_schema
from evaljson.scoring.batches import resolve_batches
from evaljson.scoring.batching import batches
from evaljson.scoring.columns import Columns
from evaljson.scoring.gold import report_unknown_gold
from evaljson.scoring.locate import Locator
from evaljson.scoring.pairs import FlatPairs
from evaljson.scoring.plan import PlanNode, make_plan
from evaljson.scoring.problems import Problems
from evaljson.scoring.shapes import report_shapes
from evaljson.scoring.structure import Scorer
from evaljson.scoring.table import Store, TableSink, root_frame

logger = logging.getLogger(__name__)
Schema = SchemaNode | Mapping[str, Any]
Record = dict[str, Any]


def evaluate(
    gold: Iterable[Record],
    extracted: Iterable[Record | None],
    schema: Schema,
    id_field: str | None = None,
    post_process: PostProcess | Sequence[PostProcess] | None = None,
    *,
    missing_records: Literal["omit", "exclude"] = "omit",
) -> RunResult:
    """Score extracted records against gold, field by field.

    Joins by `id_field` (or the schema's x-eval-id), by position where there is none. None in `extracted` is a record
    that was not produced: `missing_records` says whether it counts as omitted leaf by leaf or is left out. The result
    reads its values from the records given here when somebody looks: do not change them afterwards.

    Raises SchemaError, InputError (both ValueError).
    """
    tree, gold, extracted = parse_eval_schema(schema), list(gold), list(extracted)
    id_field = _one_id_field(id_field, tree.id_field)
    signer = Signer(tree, gold, extracted, {"missing_records": missing_records, "id_field": id_field}, post_process)
    if missing_records not in ("omit", "exclude"):
        raise InputError(f'missing_records is "omit" or "exclude", not {missing_records!r}')
    refuse_odd_gold(gold)
    pairing = pair_by_id(gold, extracted, id_field)
    plan, problems = make_plan(tree, id_field), Problems()
    report_pairing(pairing, id_field, missing_records, problems)
    missing = tuple(pairing.record_ids[place] for place in pairing.missing)
    if missing_records == "exclude":
        gold, pairing = without_missing(gold, pairing)
    try:
        results = _score(plan, gold, pairing, problems)
    except InputError:
        refuse_non_json_records(gold, pairing)
        raise
    final = postprocessed(results, post_process, plan) if post_process else results
    run = run_result(final, gold, pairing, missing, problems.listed(), missing_records, signer)
    for problem in run.problems:
        logger.warning("%s%s (%d times)", f"{problem.path}: " if problem.path else "", problem.message, problem.count)
    return run


def score_record(tree: Schema, gold: Record, extracted: Record | None) -> list[FieldResult]:
    """The field results of one record; None for a record that was not produced."""
    refuse_odd_gold([gold])
    root = parse_eval_schema(tree)
    pairing = pair_by_id([gold], [extracted], None)
    return _score(make_plan(root, root.id_field), [gold], pairing, Problems()).field_results(0)


def _one_id_field(given: str | None, declared: str | None) -> str | None:
    if given is not None and declared is not None and given != declared:
        raise SchemaError(
            f"id_field is {given!r} but the schema's x-eval-id is {declared!r}: pass one of them, or the same"
        )
    return given if given is not None else declared


def _score(plan: PlanNode, gold: Sequence[Record], pairing: Pairing, problems: Problems) -> StoredResults:
    """The engine: a batch of records at a time, column by column."""
    store = Store(len(gold))
    with gc_paused():
        for first, last in batches(plan, len(gold)):
            _score_batch(plan, gold[first:last], pairing.extracted[first:last], first, store, problems)
    report_shapes(store, problems)
    locator = Locator()
    resolve_batches(store, locator, pairing.record_ids, problems)
    return StoredResults(store, locator)


def _score_batch(
    plan: PlanNode, gold: Sequence[Record], extracted: Sequence[Any], first: int, store: Store, problems: Problems
) -> None:
    columns = Columns(list(gold), [ABSENT if record is None else record for record in extracted], "")
    there = np.fromiter((record is not None for record in extracted), np.bool_, len(gold))
    both, alone = np.flatnonzero(there), np.flatnonzero(~there)
    scorer, sink = Scorer(problems), TableSink(store, root_frame(first, first + len(gold)))
    scorer.pairs(plan, columns, FlatPairs(both, both, both), sink)
    scorer.one_sided(plan, columns, False, alone, alone, sink)
    report_unknown_gold(plan, columns, problems)
