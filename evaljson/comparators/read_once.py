"""Columns of values that are read before they are compared: each distinct value is read once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from evaljson.base.arrays import Codes, Scores
from evaljson.base.jsontypes import strict_key
from evaljson.comparators.base import ComparatorResult, Pairs, PairScorer
from evaljson.comparators.same_code import SameCode


def by_key(values: Sequence[Any], key: Callable[[Any], Hashable | None]) -> PairScorer:
    """Match values whose readings are equal. Values that cannot be read (None) match only themselves."""
    known: dict[Hashable, int] = {}
    keys = np.empty(len(values), np.int32)
    for index, value in enumerate(values):
        read = key(value)
        whole: Hashable = ("as it is", strict_key(value)) if read is None else ("read", read)
        keys[index] = known.setdefault(whole, len(known))

    return SameCode(keys)


def by_calls(values: Sequence[Any], compare: Callable[[Any, Any], ComparatorResult]) -> PairScorer:
    """Call the comparator once per distinct pair; for comparisons that are not an equality, such as a tolerance."""
    known: dict[int, float] = {}

    def score(pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        code = pairs.left(gold).astype(np.int64) * len(values) + pairs.right(extracted)
        distinct, inverse = np.unique(code, return_inverse=True)
        for each in distinct.tolist():
            if each not in known:
                left, right = divmod(each, len(values))
                known[each] = compare(values[left], values[right]).score
        return np.array([known[each] for each in distinct.tolist()], np.float64)[inverse].reshape(code.shape)

    return score
