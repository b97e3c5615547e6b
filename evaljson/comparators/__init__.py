"""Comparators: how alike two values of one field are."""

from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.comparators.builtin import BUILT_IN
from evaljson.comparators.nested.compound import CompoundComparator
from evaljson.comparators.registry import comparator_names, get_comparator, register, set_built_in

__all__ = ["BatchItem", "ComparatorResult", "CompoundComparator", "comparator_names", "get_comparator", "register"]

set_built_in(BUILT_IN)
