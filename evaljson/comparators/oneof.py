"""oneof: right if the extracted value is a listed one, whatever gold is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from evaljson.base.arrays import Bools, Codes, Scores
from evaljson.base.jsontypes import strict_key
from evaljson.base.params import Param, short
from evaljson.comparators.base import ComparatorResult, Pairs, PairScorer, Params


def _not_empty(values: list[Any]) -> str | None:
    return None if values else "list at least one value"


def _listed(params: Params) -> list[Any]:
    values = params.get("values")
    if not isinstance(values, list):
        raise TypeError(f"oneof needs the parameter 'values', a list of the accepted values, not {short(values)}")
    return values


def value_key(value: Any) -> Hashable:
    """Equal for numbers of equal value (1 and 1.0, not true); everything else as strict equality has it."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value == value:
        return ("number", value)
    return strict_key(value)


class OneOf:
    """Membership in a list of accepted values. The engine passes the listed values through the field's transforms."""

    params: ClassVar[tuple[Param, ...]] = (
        Param("values", "array", "The accepted values.", required=True, longest=100_000, check=_not_empty),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        values = _listed(params)
        if value_key(extracted) in set(map(value_key, values)):
            return ComparatorResult(1.0, "oneof", "a listed value")
        return ComparatorResult(0.0, "oneof", f"not one of the {len(values)} listed values")

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Membership once per distinct value."""
        listed = set(map(value_key, _listed(params)))
        return _Members(np.fromiter((value_key(value) in listed for value in values), np.bool_, len(values)))


@dataclass(frozen=True, slots=True)
class _Members:
    listed: Bools

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        right = pairs.right(self.listed[extracted])
        return np.broadcast_to(right, np.broadcast_shapes(pairs.left(gold).shape, right.shape))


oneof = OneOf()
