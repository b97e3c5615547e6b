"""The eval schema: inferred from gold or read from JSON Schema, annotated, checked, and gold checked against it."""

from evaljson.schema.annotate import annotate_xeval
from evaljson.schema.gold.findings import GoldExample, GoldFinding
from evaljson.schema.gold.infer import InferReport, MixedPosition, infer_schema, infer_with_report
from evaljson.schema.gold.validate import find_gold_problems, validate_gold
from evaljson.schema.meta import meta_schema
from evaljson.schema.node import AlignSpec, ComparatorSpec, NullPolicy, SchemaNode, TransformSpec
from evaljson.schema.parse.parse import parse_eval_schema, parse_xeval_entry
from evaljson.schema.resolve.remarks import ResolveReport, SchemaRemark
from evaljson.schema.resolve.resolve import resolve_schema_references, resolve_with_report
from evaljson.schema.type_defaults import reset_type_defaults, set_type_default, type_default

__all__ = [
    "AlignSpec",
    "ComparatorSpec",
    "GoldExample",
    "GoldFinding",
    "InferReport",
    "MixedPosition",
    "NullPolicy",
    "ResolveReport",
    "SchemaNode",
    "SchemaRemark",
    "TransformSpec",
    "annotate_xeval",
    "find_gold_problems",
    "infer_schema",
    "infer_with_report",
    "meta_schema",
    "parse_eval_schema",
    "parse_xeval_entry",
    "reset_type_defaults",
    "resolve_schema_references",
    "resolve_with_report",
    "set_type_default",
    "type_default",
    "validate_gold",
]
