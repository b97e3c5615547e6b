"""Scores records, on evaljson's engine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from evaljson.base.errors import InputError
from evaljson.compat.struct_extract_eval.core.comparators.batch import process_batches
from evaljson.compat.struct_extract_eval.core.record.figures import build_record_result, build_run_result
from evaljson.compat.struct_extract_eval.core.record.results import FieldResult, RunResult
from evaljson.compat.struct_extract_eval.core.schema.json_nodes import Json
from evaljson.compat.struct_extract_eval.core.schema.node import SchemaNode
from evaljson.compat.struct_extract_eval.core.schema.parse import parse_eval_schema
from evaljson.compat.struct_extract_eval.over_engine.field_results import field_results, spread_failures
from evaljson.compat.struct_extract_eval.over_engine.names import NAMES
from evaljson.compat.struct_extract_eval.over_engine.post_process import processed
from evaljson.compat.struct_extract_eval.over_engine.run import has_undecided, run_of
from evaljson.compat.struct_extract_eval.over_engine.tree import engine_tree
from evaljson.evaluate import score_undecided
from evaljson.results.engine_results import EngineResults
from evaljson.scoring.problems import Problems

PostProcess = Callable[[list[FieldResult]], Any]
logger = logging.getLogger(__name__)


def evaluate(
    gold: Iterable[Any],
    extracted: Iterable[Any],
    schema: Json | SchemaNode,
    id_field: str | None = None,
    post_process: PostProcess | Sequence[PostProcess] | None = None,
) -> RunResult:
    """Score extracted records against gold, paired by position. `id_field` names the records, it does not join them.

    Raises ValueError where the two are not equally long, SchemaError.
    """
    tree, gold, extracted = parse_eval_schema(schema), list(gold), list(extracted)
    if len(gold) != len(extracted):
        raise InputError(f"{len(gold):,} gold and {len(extracted):,} extracted records: they are paired by position")
    ids = [_record_id(record, place, id_field) for place, record in enumerate(gold)]
    results = _scored(tree, gold, extracted)
    if post_process is None and not has_undecided(results):
        return run_of(results, ids, gold, extracted)
    steps = [] if post_process is None else [post_process] if callable(post_process) else list(post_process)
    records = []
    for place, record_id in enumerate(ids):
        decided = process_batches(spread_failures(field_results(results, place)), tree)
        records.append(build_record_result(record_id, processed(decided, steps), gold[place], extracted[place]))
    return build_run_result(records)


def score_record(schema: Json | SchemaNode, gold: Any, extracted: Any) -> list[FieldResult]:
    """Return the field results of one record. Those that a batch comparator decides are `pending`."""
    tree = parse_eval_schema(schema)
    return spread_failures(field_results(_scored(tree, [gold], [extracted]), 0))


def _scored(tree: SchemaNode, gold: list[Any], extracted: list[Any]) -> EngineResults:
    problems = Problems()
    results = score_undecided(engine_tree(tree), gold, extracted, NAMES, problems)
    for problem in problems.listed():
        logger.warning("%s: %s (%d)", problem.path or "the run", problem.message, problem.count)
    return results


def _record_id(record: Any, place: int, id_field: str | None) -> Any:
    """Return the label of a record: its place where it has none."""
    return place if id_field is None or not isinstance(record, dict) else record.get(id_field, place)
