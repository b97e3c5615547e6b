"""Schemas: inferred or read from JSON Schema, annotated, parsed into a tree, and gold checked against them."""

from evaljson.base.errors import GoldValidationError, SchemaError
from evaljson.compat.struct_extract_eval.core.schema.annotate import annotate_xeval
from evaljson.compat.struct_extract_eval.core.schema.combine import (
    collapse_multi_type_anyof,
    merge_all_of,
    remove_null_anyof,
)
from evaljson.compat.struct_extract_eval.core.schema.gold import validate_gold
from evaljson.compat.struct_extract_eval.core.schema.infer import infer_schema
from evaljson.compat.struct_extract_eval.core.schema.json_nodes import (
    get_children,
    get_leaf_paths,
    get_node_at_path,
    is_leaf,
    iter_schema,
    load_schema,
    non_null_types,
    resolve_type,
)
from evaljson.compat.struct_extract_eval.core.schema.node import ComparatorSpec, SchemaNode, TransformSpec
from evaljson.compat.struct_extract_eval.core.schema.parse import parse_eval_schema
from evaljson.compat.struct_extract_eval.core.schema.resolve import resolve_schema_references
from evaljson.compat.struct_extract_eval.core.schema.type_defaults import (
    parse_xeval_entry,
    reset_type_defaults,
    set_type_default,
)

__all__ = [
    "ComparatorSpec",
    "GoldValidationError",
    "SchemaError",
    "SchemaNode",
    "TransformSpec",
    "annotate_xeval",
    "collapse_multi_type_anyof",
    "get_children",
    "get_leaf_paths",
    "get_node_at_path",
    "infer_schema",
    "is_leaf",
    "iter_schema",
    "load_schema",
    "merge_all_of",
    "non_null_types",
    "parse_eval_schema",
    "parse_xeval_entry",
    "remove_null_anyof",
    "reset_type_defaults",
    "resolve_schema_references",
    "resolve_type",
    "set_type_default",
    "validate_gold",
]
