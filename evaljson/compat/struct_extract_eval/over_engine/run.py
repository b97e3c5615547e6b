"""A run from the engine's columns: its figures at once, results and per_field at the first look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from evaljson.compat.struct_extract_eval.core.record.figures import mean
from evaljson.compat.struct_extract_eval.core.record.results import RecordResult, RunResult
from evaljson.compat.struct_extract_eval.over_engine.field_results import field_results
from evaljson.compat.struct_extract_eval.over_engine.per_field import per_field
from evaljson.results.engine_results import EngineResults
from evaljson.scoring.status import BATCH_ERROR, HALLUCINATION, OMISSION, PENDING, SCORED
from evaljson.scoring.tallies import record_figures


def has_undecided(results: EngineResults) -> bool:
    """Check whether batch comparators have something to decide, or a compound has failed."""
    counts = results.tallies.counts
    return bool(counts[PENDING] or counts[BATCH_ERROR])


def run_of(results: EngineResults, ids: Sequence[Any], gold: Sequence[Any], extracted: Sequence[Any]) -> RunResult:
    """Build a run whose results are all decided."""
    computed = record_figures(*results.tallies.by_record())
    figures = [column.tolist() for column in (computed.precision, computed.recall, computed.f1)]
    records = [
        _record(results, place, *values)
        for place, values in enumerate(zip(ids, gold, extracted, *figures, strict=True))
    ]
    counts = results.tallies.counts.tolist()
    run = object.__new__(RunResult)
    run.records = records
    run.mean_precision, run.mean_recall, run.mean_f1 = map(mean, figures)
    run.total_records = len(records)
    run.total_fields = sum(counts[status] for status in SCORED)
    run.total_omissions, run.total_hallucinations = counts[OMISSION], counts[HALLUCINATION]
    run.total_batch_errors = counts[BATCH_ERROR]
    run.compute_later(per_field=partial(per_field, results))
    return run


def _record(
    results: EngineResults,
    place: int,
    record_id: Any,
    gold: Any,
    extracted: Any,
    precision: float,
    recall: float,
    f1: float,
) -> RecordResult:
    record = object.__new__(RecordResult)
    record.record_id, record.gold, record.extracted = record_id, gold, extracted
    record.precision, record.recall, record.f1 = precision, recall, f1
    record.compute_later(field_results=partial(field_results, results, place))
    return record
