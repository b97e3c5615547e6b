"""JSON Difference (Lynxius): weighted means of graded values, level by level."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from evaljson.base.params import Param
from evaljson.metrics.alike import equal_scalars, text_similarity
from evaljson.metrics.base import MetricResult, check_given
from evaljson.metrics.documents import read_documents
from evaljson.metrics.weights import NEUTRAL, Weight, read_weights, refuse_unused, unused_weights

WEIGHTS = Param("weights", "object", "Weights from 0 to 1 in the shape of the document.")


def json_difference(actual: Any, expected: Any, *, weights: Mapping[str, Any] | None = None) -> MetricResult:
    """Average keys by weight and elements equally; None if nothing has a weight above 0.

    A container without anything of weight above 0 is left out of the mean above it. Details: with `weights`,
    `unused_weights` are paths of keys that neither side has; `explanation` if the score is None.
    Raises InputError for wrong weights and text that cannot be read.
    """
    check_given({"weights": weights}, (WEIGHTS,), "json_difference")
    read = read_weights(weights)
    actual_document, expected_document = read_documents(actual, expected)
    score = _score(actual_document, expected_document, read)
    details: dict[str, Any] = {}
    if weights is not None:
        details["unused_weights"] = unused_weights(read, (expected_document, actual_document))
    if score is None:
        details["explanation"] = "every weight is 0, so there is nothing to average."
    return MetricResult(score, details)


def check_weights(documents: Sequence[Any], params: Mapping[str, Any]) -> None:
    """Raise InputError for a weight of a key that no record of a run has."""
    if documents:
        refuse_unused(params.get("weights"), documents)


@dataclass(slots=True)
class _Mean:
    """The mean of a container's children while they are collected."""

    above: int
    """Index of the mean it goes into."""
    weight: float
    """Its weight there."""
    weighted: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    empty: bool = False
    """Whether there are no children on either side."""

    def add(self, weight: float, score: float) -> None:
        self.weighted.append(weight * score)
        self.weights.append(weight)

    def value(self) -> float | None:
        if self.empty:
            return 1.0
        total = math.fsum(self.weights)
        return math.fsum(self.weighted) / total if total else None


_Todo = tuple[int, float, Any, Any, Weight]
"""Index of the mean that a pair of values goes into, its weight there, actual, expected, the weights below."""


def _score(actual: Any, expected: Any, weights: Weight) -> float | None:
    # A mean comes after the one it goes into: going backwards, each is complete when it is used. No recursion, so depth
    # is not limited.
    means = [_Mean(0, 1.0)]
    todo: list[_Todo] = [(0, 1.0, actual, expected, weights)]
    while todo:
        above, weight, actual_part, expected_part, below = todo.pop()
        kind = dict if isinstance(actual_part, dict) else list
        if isinstance(actual_part, dict | list) and isinstance(expected_part, kind):
            means.append(_Mean(above, weight, empty=not actual_part and not expected_part))
            open_container = _open_object if kind is dict else _open_array
            todo.extend(open_container(len(means) - 1, means[-1], actual_part, expected_part, below))
        else:
            means[above].add(weight, _grade(actual_part, expected_part))
    for mean in reversed(means[1:]):
        value = mean.value()
        if value is not None:
            means[mean.above].add(mean.weight, value)
    return means[0].value()


def _open_object(place: int, mean: _Mean, actual: Any, expected: Any, weights: Weight) -> list[_Todo]:
    """Pair the keys on both sides; a key on one side only scores 0."""
    for key in actual.keys() ^ expected.keys():
        mean.add(weights.inner.get(key, NEUTRAL).own, 0.0)
    named = ((key, weights.inner.get(key, NEUTRAL)) for key in actual.keys() & expected.keys())
    return [(place, weight.own, actual[key], expected[key], weight) for key, weight in named]


def _open_array(place: int, mean: _Mean, actual: Any, expected: Any, weights: Weight) -> list[_Todo]:
    """Pair elements by position; the rest of the longer array scores 0."""
    for _ in range(abs(len(actual) - len(expected))):
        mean.add(1.0, 0.0)
    return [
        (place, 1.0, actual_element, expected_element, weights)
        for actual_element, expected_element in zip(actual, expected, strict=False)
    ]


def _grade(actual: Any, expected: Any) -> float:
    """Grade two values. A boolean is a number here, unlike in other metrics."""
    if isinstance(actual, str) and isinstance(expected, str):
        return text_similarity(actual, expected)
    if isinstance(actual, int | float) and isinstance(expected, int | float):
        return _grade_numbers(actual, expected)
    return float(equal_scalars(actual, expected))


def _grade_numbers(left: float, right: float) -> float:
    """Return 1 - |left - right| / (|left| + |right|); a value that is not finite scores 1 with itself, else 0."""
    if left == right or (left != left and right != right):
        return 1.0
    try:
        total = abs(left) + abs(right)
        if math.isfinite(total):
            return 1.0 - abs(left - right) / total
        if not (math.isfinite(left) and math.isfinite(right)):
            return 0.0
    except OverflowError:  # an integer that no float can hold
        if any(isinstance(number, float) and not math.isfinite(number) for number in (left, right)):
            return 0.0
    exact_left, exact_right = Fraction(left), Fraction(right)
    return 1.0 - float(abs(exact_left - exact_right) / (abs(exact_left) + abs(exact_right)))
