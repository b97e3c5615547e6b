"""struct_extract_eval's names, as programs know them, over evaljson's engine.

Replace `struct_extract_eval` by `evaljson.compat.struct_extract_eval` in the imports of a program. What stays
different is listed in docs/moving-over.md.
"""

from evaljson.base.errors import GoldValidationError
from evaljson.compat.struct_extract_eval.core.comparators.compound import CompoundComparator
from evaljson.compat.struct_extract_eval.core.record.evaluate import evaluate, score_record
from evaljson.compat.struct_extract_eval.core.record.results import (
    FieldAggregation,
    FieldResult,
    RecordResult,
    RunResult,
)
from evaljson.compat.struct_extract_eval.core.schema.annotate import annotate_xeval
from evaljson.compat.struct_extract_eval.core.schema.gold import validate_gold
from evaljson.compat.struct_extract_eval.core.schema.infer import infer_schema
from evaljson.compat.struct_extract_eval.core.schema.node import ComparatorSpec, SchemaNode, TransformSpec
from evaljson.compat.struct_extract_eval.core.schema.parse import parse_eval_schema
from evaljson.compat.struct_extract_eval.core.schema.resolve import resolve_schema_references
from evaljson.compat.struct_extract_eval.core.schema.type_defaults import (
    parse_xeval_entry,
    reset_type_defaults,
    set_type_default,
)
from evaljson.results.post_process import NullHandling, reclassify_nulls

__all__ = [
    "ComparatorSpec",
    "CompoundComparator",
    "FieldAggregation",
    "FieldResult",
    "GoldValidationError",
    "NullHandling",
    "RecordResult",
    "RunResult",
    "SchemaNode",
    "TransformSpec",
    "annotate_xeval",
    "evaluate",
    "infer_schema",
    "parse_eval_schema",
    "parse_xeval_entry",
    "reclassify_nulls",
    "reset_type_defaults",
    "resolve_schema_references",
    "score_record",
    "set_type_default",
    "validate_gold",
]
