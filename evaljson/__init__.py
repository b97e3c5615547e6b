"""evaljson: how good is extracted JSON, field by field, and is prompt B really better than prompt A?"""

from evaljson._version import __version__
from evaljson.agreement import GoldAgreement, agreement
from evaljson.base.errors import (
    ComparatorNotFoundError,
    EvaljsonError,
    GoldValidationError,
    InputError,
    LoadError,
    RegistryError,
    SchemaError,
    SettingError,
    TransformNotFoundError,
)
from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.comparators.nested.compound import CompoundComparator
from evaljson.comparators.registry import get_comparator, register, unregister
from evaljson.compare.comparison import Comparison
from evaljson.compare.many import ManyComparison, compare_many
from evaljson.compare.runs import compare_runs
from evaljson.consistency import Consistency, consistency
from evaljson.effort import ReviewEffort, audited, review_effort
from evaljson.evaluate import evaluate, score_record
from evaljson.floor.floors import floors
from evaljson.floor.model import Floor, Floors
from evaljson.grounding import Grounding, grounding
from evaljson.leaks import Leak, Leaks, leaks
from evaljson.results.field_result import FieldAggregation, FieldResult, RecordResult
from evaljson.results.model import RunResult
from evaljson.results.post_process import NullHandling, propagate_batch_errors, reclassify_nulls
from evaljson.rules import RuleReport, check_rules
from evaljson.scale.chunk import score_chunk
from evaljson.scale.plan import ChunkPlan
from evaljson.scale.read_back import read_stream
from evaljson.scale.stream import evaluate_stream
from evaljson.schema.annotate import annotate_xeval
from evaljson.schema.gold.infer import infer_schema
from evaljson.schema.gold.validate import validate_gold
from evaljson.schema.node import ComparatorSpec, SchemaNode, TransformSpec
from evaljson.schema.parse.parse import parse_eval_schema, parse_xeval_entry
from evaljson.schema.resolve.resolve import resolve_schema_references
from evaljson.schema.type_defaults import reset_type_defaults, set_type_default
from evaljson.shift import Shift, shift
from evaljson.transforms.registry import get_transform, register_transform, unregister_transform

__all__ = [
    "BatchItem",
    "ChunkPlan",
    "ComparatorNotFoundError",
    "ComparatorResult",
    "ComparatorSpec",
    "Comparison",
    "CompoundComparator",
    "Consistency",
    "EvaljsonError",
    "FieldAggregation",
    "FieldResult",
    "Floor",
    "Floors",
    "GoldAgreement",
    "GoldValidationError",
    "Grounding",
    "InputError",
    "Leak",
    "Leaks",
    "LoadError",
    "ManyComparison",
    "NullHandling",
    "RecordResult",
    "RegistryError",
    "ReviewEffort",
    "RuleReport",
    "RunResult",
    "SchemaError",
    "SchemaNode",
    "SettingError",
    "Shift",
    "TransformNotFoundError",
    "TransformSpec",
    "__version__",
    "agreement",
    "annotate_xeval",
    "audited",
    "check_rules",
    "compare_many",
    "compare_runs",
    "consistency",
    "evaluate",
    "evaluate_stream",
    "floors",
    "get_comparator",
    "get_transform",
    "grounding",
    "infer_schema",
    "leaks",
    "parse_eval_schema",
    "parse_xeval_entry",
    "propagate_batch_errors",
    "read_stream",
    "reclassify_nulls",
    "register",
    "register_transform",
    "reset_type_defaults",
    "resolve_schema_references",
    "review_effort",
    "score_chunk",
    "score_record",
    "set_type_default",
    "shift",
    "unregister",
    "unregister_transform",
    "validate_gold",
]
