"""F1 of A if it had B's mix of the groups of one field: could the shift of that field explain the change in F1?

Groups are the values of a field of few values, quarters of the values of both batches for numbers and dates, lengths
for arrays, or whether there is a value at all. Fields inside arrays have none: a record is in one group.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.jsontypes import strict_key
from evaljson.shift.columns import NUMBER, FieldColumn
from evaljson.shift.dates import day_numbers
from evaljson.shift.model import ChangeOfF1, UnderMix
from evaljson.shift.tests import MOST_CATEGORIES, Batches
from evaljson.shift.words import of_mix
from evaljson.stats.reweighting import reweighted

_QUARTERS: Final = (0.25, 0.5, 0.75)
_NOISE: Final = 1e-9


def groups_of(column: FieldColumn, records: int) -> Ints | None:
    """Return the group of each record by a field; None for fields inside arrays, and where there is one group."""
    if column.inside:
        return None
    labels: list[Hashable] = ["(nothing)"] * records
    for place, label in zip(column.record.tolist(), _labels(column), strict=True):
        labels[place] = label
    return numbers_of(labels)


def numbers_of(labels: Sequence[Hashable]) -> Ints | None:
    """Number labels; None if all are the same."""
    number = {label: at for at, label in enumerate(dict.fromkeys(labels))}
    return np.array([number[label] for label in labels], np.intp) if len(number) > 1 else None


def _labels(column: FieldColumn) -> Iterator[Hashable]:
    kinds = column.kinds()
    if column.lengths is not None:
        yield from (length if length < 0 else _quarter(length, column.lengths) for length in column.lengths.tolist())
        return
    if column.plan.unit is None:
        yield from kinds
        return
    numbers = _ordered(column, kinds)
    if numbers is not None:
        known = numbers[np.isfinite(numbers)]
        for kind, number in zip(kinds, numbers.tolist(), strict=True):
            yield kind if not np.isfinite(number) else _quarter(number, known)
        return
    keys = [strict_key(value) for value in column.values]
    yield from keys if len(set(keys)) <= MOST_CATEGORIES else kinds


def _quarter(value: float, values: Any) -> tuple[str, int]:
    return "quarter", int(np.searchsorted(np.quantile(values, _QUARTERS), value))


def _ordered(column: FieldColumn, kinds: Sequence[str]) -> Floats | None:
    numeric = [kind == NUMBER for kind in kinds]
    if not column.values:
        return None
    if sum(numeric) * 2 >= len(numeric):
        pairs = zip(column.values, numeric, strict=True)
        return np.array([_float(value) if is_number else np.nan for value, is_number in pairs])
    return day_numbers(column.values, column.plan)


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.nan


def under_mix(
    path: str, groups: Ints, scores: Floats, f1: ChangeOfF1, batches: Batches, level: float
) -> UnderMix | None:
    """Reweight F1 of A's records to B's mix of the groups; None if no group is in both."""
    found = reweighted(scores[batches.in_a], groups[batches.in_a], groups[~batches.in_a], level)
    if found is None:
        return None
    explained = found.difference / f1.change if abs(f1.change) > _NOISE else None
    words = of_mix(path, found, batches.names, level)
    count = int(groups.max()) + 1
    return UnderMix(path, count, found.mean, found.difference, found.low, found.high, explained, found.unmatched, words)
