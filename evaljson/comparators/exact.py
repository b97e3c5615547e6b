"""exact: same type and same value, at every depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, PairScorer, Params
from evaljson.comparators.same_code import all_differ


class Exact:
    """Strict equality: 1, 1.0 and true are three values."""

    params: ClassVar[tuple[Param, ...]] = ()
    reason_by_type: ClassVar[bool] = True
    silent: ClassVar[frozenset[type]] = frozenset({str, int, float, bool, type(None), dict, list})

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if strict_equal(gold, extracted):
            return ComparatorResult(1.0, "exact")
        left, right = type_name(gold), type_name(extracted)
        reason = "the values differ" if left == right else f"gold is {left}, extracted is {right}"
        return ComparatorResult(0.0, "exact", reason)

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Compare codes: distinct values have distinct codes, so equal codes are equal values."""
        return all_differ(len(values))


exact = Exact()
