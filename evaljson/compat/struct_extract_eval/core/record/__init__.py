"""Records scored, and figures from field results."""

from evaljson.compat.struct_extract_eval.core.record.evaluate import evaluate, score_record
from evaljson.compat.struct_extract_eval.core.record.figures import build_record_result, build_run_result
from evaljson.compat.struct_extract_eval.core.record.results import (
    FieldAggregation,
    FieldResult,
    RecordResult,
    RunResult,
)

__all__ = [
    "FieldAggregation",
    "FieldResult",
    "RecordResult",
    "RunResult",
    "build_record_result",
    "build_run_result",
    "evaluate",
    "score_record",
]
