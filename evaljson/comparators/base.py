"""What comparators take and give.

A comparator is `fn(gold, extracted, params) -> ComparatorResult`, pure and small. Optional attributes on it:

    is_batch        it takes list[BatchItem] and returns list[ComparatorResult | None] in the same order
    across_records  (batch) it gets the items of the whole run, with `record_id` set, instead of one record's
    cacheable       False: it is called for every pair instead of once per distinct pair
    params          tuple[Param, ...]: its parameters, checked when a schema is parsed
    vectorise       fn(values, params) -> PairScorer | None: scores whole columns, see `PairScorer`; None: not these
    silent          frozenset[type]: two strictly equal values of such a type are a match without a reason
    reason_by_type  True: the reason depends on nothing but the types of two values, and whether they are equal

An attribute of one of these names that is anything else belongs to the comparator and means nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from evaljson.base.arrays import AnyArray, Codes, Scores
from evaljson.base.params import Param

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ComparatorResult:
    """How alike two values are, and why."""

    score: float
    """0..1."""
    comparator: str = ""
    """Name of the comparator that decided."""
    reason: str | None = None
    skip: bool = False
    """The field becomes `skipped`: visible, in no count."""


def as_result(answer: Any, name: str) -> ComparatorResult | None:
    """Read the answer of comparator `name`: anything with `score` and `reason`, or a bare number; None for all else.

    The score is not checked.
    """
    if isinstance(answer, ComparatorResult):
        return answer
    if isinstance(answer, int | float):
        return ComparatorResult(float(answer), name)
    if not hasattr(answer, "score") or not hasattr(answer, "reason"):
        return None
    comparator = getattr(answer, "comparator", name)
    return ComparatorResult(answer.score, comparator, answer.reason, getattr(answer, "skip", False) is True)


@dataclass(frozen=True, slots=True)
class BatchItem:
    """One field for a batch comparator; raw and transformed values of both sides."""

    path: str
    gold_raw: Any
    extracted_raw: Any
    gold_compared: Any
    extracted_compared: Any
    params: Params = field(default_factory=dict)
    record_id: str | int | None = None
    """Set only for comparators with `across_records = True`."""


class Pairs(Protocol):
    """Which gold elements meet which extracted ones; the two results broadcast against each other."""

    def left(self, values: AnyArray) -> AnyArray:
        """Return the gold value of each pair, from an array over gold elements."""

    def right(self, values: AnyArray) -> AnyArray:
        """Return the extracted value of each pair, from an array over extracted elements."""


class PairScorer(Protocol):
    """Scores pairs of a column, given for each element the index of its value among the strictly distinct values."""

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        """Score all pairs in their broadcast shape: booleans, or floats in 0..1."""


Comparator = Callable[..., Any]


def says(fn: Any, flag: str) -> bool:
    """Check whether a comparator has a flag such as `is_batch` set to True, not only to something true."""
    return getattr(fn, flag, None) is True


def column_scorer(fn: Any) -> Callable[..., Any] | None:
    """Return the comparator's `vectorise`, or None where it has none that can be called."""
    vectorise = getattr(fn, "vectorise", None)
    return vectorise if callable(vectorise) else None


@dataclass(frozen=True, slots=True)
class Registered:
    """A comparator under its name."""

    name: str
    fn: Comparator
    params: tuple[Param, ...] | None
    """Its parameters, or None where they are not described and so not checked."""
