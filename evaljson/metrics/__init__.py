"""Metrics of whole documents. Arguments are always (actual, expected)."""

from evaljson.metrics.base import Direction, Metric, MetricResult
from evaljson.metrics.convert import SchemaWeights, weights_from_schema, weights_to_schema
from evaljson.metrics.difference import json_difference
from evaljson.metrics.distance import json_distance
from evaljson.metrics.field_match import json_field_match
from evaljson.metrics.over_run import RunMetric, metric_over_run
from evaljson.metrics.registry import METRICS, find_metric
from evaljson.metrics.similarity import json_similarity

__all__ = [
    "METRICS",
    "Direction",
    "Metric",
    "MetricResult",
    "RunMetric",
    "SchemaWeights",
    "find_metric",
    "json_difference",
    "json_distance",
    "json_field_match",
    "json_similarity",
    "metric_over_run",
    "weights_from_schema",
    "weights_to_schema",
]
