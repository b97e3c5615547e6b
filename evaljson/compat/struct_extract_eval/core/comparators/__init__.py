"""Comparators: their registry, what they take and give, compounds and batches."""

from evaljson.compat.struct_extract_eval.core.comparators.comparator import (
    BatchComparator,
    BatchItem,
    Comparator,
    ComparatorResult,
)
from evaljson.compat.struct_extract_eval.core.comparators.compound import CompoundComparator
from evaljson.compat.struct_extract_eval.core.comparators.registry import (
    ComparatorNotFoundError,
    get_comparator,
    is_batch,
    register,
)

__all__ = [
    "BatchComparator",
    "BatchItem",
    "Comparator",
    "ComparatorNotFoundError",
    "ComparatorResult",
    "CompoundComparator",
    "get_comparator",
    "is_batch",
    "register",
]
