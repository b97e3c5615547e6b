"""The metrics by name: four, and the variants of the first as separate metrics."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from evaljson.base.errors import InputError, did_you_mean
from evaljson.metrics.base import Metric, Record
from evaljson.metrics.difference import WEIGHTS, check_weights, json_difference
from evaljson.metrics.distance import ABSENT_IS_NULL, PARSE_STRINGS, json_distance
from evaljson.metrics.field_match import NORMALIZED, STRICT, json_field_match
from evaljson.metrics.similarity import TARGET_KEY, check_target, json_similarity


def _nothing(gold: Record) -> float:
    return 0.0


def _every_key(gold: Record) -> float:
    return float(len(gold))


_ALL = (
    Metric(
        "json_field_match",
        "JSON Field Match",
        "The share of top-level fields whose values are equal.",
        json_field_match,
        (NORMALIZED, STRICT),
        "higher",
        best=1.0,
        missing=_nothing,
    ),
    Metric(
        "json_field_match_normalized",
        "JSON Field Match, normalized",
        "The share of top-level fields whose values are equal, whatever the accents and case of strings.",
        json_field_match,
        (STRICT,),
        "higher",
        best=1.0,
        missing=_nothing,
        preset={"normalized": True},
    ),
    Metric(
        "json_field_match_strict",
        "JSON Field Match, strict",
        "The share of top-level fields whose values are equal; invented keys count as wrong.",
        json_field_match,
        (NORMALIZED,),
        "higher",
        best=1.0,
        missing=_nothing,
        preset={"strict": True},
    ),
    Metric(
        "json_similarity",
        "JSON Similarity",
        "The mean grade of all leaves of gold: numbers and strings by how close they are.",
        json_similarity,
        (TARGET_KEY,),
        "higher",
        best=1.0,
        missing=_nothing,
        aliases={"target_output_key": "target_key"},
        check_run=check_target,
    ),
    Metric(
        "json_difference",
        "JSON Difference",
        "Weighted means of graded values, level by level; despite its name, higher is better.",
        json_difference,
        (WEIGHTS,),
        "higher",
        best=1.0,
        missing=_nothing,
        check_run=check_weights,
    ),
    Metric(
        "json_distance",
        "JSON Distance",
        "The number of values that differ.",
        json_distance,
        (PARSE_STRINGS, ABSENT_IS_NULL),
        "lower",
        best=0.0,
        missing=_every_key,
    ),
)
METRICS: Final[Mapping[str, Metric]] = MappingProxyType({metric.name: metric for metric in _ALL})


def find_metric(name: str) -> Metric:
    """Return the metric of that name. Raises InputError with a suggestion."""
    metric = METRICS.get(name) if isinstance(name, str) else None
    if metric is None:
        raise InputError(f"there is no metric {name!r}.{did_you_mean(str(name), METRICS)}")
    return metric
