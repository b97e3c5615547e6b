"""What holds for every metric, whatever the documents."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson import InputError
from evaljson.metrics import METRICS, Metric, MetricResult, json_difference, json_distance, json_field_match
from tests.profiles import examples

from .values import OBJECTS, VALUES, near_pairs, nested, turned, weights

Pair = tuple[dict[str, Any], dict[str, Any]]
each_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
each_kind = pytest.mark.parametrize("kind", ["objects", "arrays", "both"])
quietly = settings(deadline=None)


@each_metric
@quietly
@given(near_pairs())
def test_scores_keep_to_their_range(metric: Metric, pair: Pair) -> None:
    score = metric(*pair).score
    assert score is not None
    assert 0 <= score <= (float("inf") if metric.direction == "lower" else 1)


@each_metric
@quietly
@given(OBJECTS)
def test_a_document_is_best_with_itself(metric: Metric, document: dict[str, Any]) -> None:
    assert metric(document, document).score == metric.best
    assert metric(turned(document), document).score == metric.best


@each_metric
@quietly
@given(near_pairs())
def test_the_order_of_keys_never_matters(metric: Metric, pair: Pair) -> None:
    left, right = pair
    assert metric(turned(left), turned(right)) == metric(left, right)


@quietly
@given(near_pairs(), st.booleans(), st.none() | weights())
def test_metrics_that_know_no_sides_are_symmetric(pair: Pair, flag: bool, given_weights: dict[str, Any] | None) -> None:
    left, right = pair
    for there, back in (
        (json_distance(left, right, absent_is_null=flag), json_distance(right, left, absent_is_null=flag)),
        (json_difference(left, right, weights=given_weights), json_difference(right, left, weights=given_weights)),
    ):
        assert there == back
    ways = [json_field_match(*sides, strict=True, normalized=flag).score for sides in ((left, right), (right, left))]
    assert ways[0] == ways[1]


@each_metric
@examples(200)
@given(VALUES, VALUES)
def test_any_two_values_give_a_result_or_an_input_error(metric: Metric, actual: Any, expected: Any) -> None:
    result: MetricResult | InputError
    try:
        result = metric(actual, expected)
    except InputError as error:
        result = error
    if isinstance(result, InputError):
        assert result.path in ("actual", "expected")
    else:
        assert result.score is not None or result.details["explanation"]


@each_metric
@each_kind
@pytest.mark.parametrize("depth", [250, 5000])
def test_depth_is_no_limit(metric: Metric, kind: str, depth: int) -> None:
    gold, same, other = ({"top": nested(depth, leaf, kind)} for leaf in ("x", "x", "y"))
    assert metric(same, gold).score == metric.best
    assert metric(other, gold).score == 1 - metric.best


@each_metric
@each_kind
def test_text_may_be_250_levels_deep(metric: Metric, kind: str) -> None:
    deepest, too_deep = ({"top": nested(depth, "x", kind)} for depth in (249, 250))
    for text in (json.dumps(deepest), f"Here:\n```json\n{json.dumps(deepest)}\n```"):
        assert metric(text, deepest).score == metric.best
    if metric.name == "json_distance":
        assert "251 levels deep" in metric(json.dumps(too_deep), too_deep).details["explanation"]
    else:
        with pytest.raises(InputError, match=r"^actual: nested 251 levels deep, at most 250"):
            metric(json.dumps(too_deep), too_deep)


@each_metric
def test_long_arrays_are_compared_in_full(metric: Metric) -> None:
    gold = {"a": list(range(1, 100_001))}
    assert metric({"a": list(range(1, 100_001))}, gold).score == metric.best
    assert metric({"a": [*range(1, 100_000), None]}, gold).score not in (None, metric.best)


@each_metric
@pytest.mark.parametrize(
    ("actual", "expected", "where"),
    [
        ({"a": [1, (2,)]}, {"a": 1}, r"actual\.a\[1\]: a value of type tuple is not a JSON"),
        ({"a": 1}, {"a": {1: 2}}, r"expected\.a: a key of type integer is not a JSON"),
        ({"a": 1}, {"a": object()}, r"expected\.a: a value of type object is not a JSON"),
    ],
)
def test_what_json_does_not_have_is_refused_with_its_path(
    metric: Metric, actual: Any, expected: Any, where: str
) -> None:
    with pytest.raises(InputError, match=where):
        metric(actual, expected)


@each_metric
@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"weigths": {}}, "has no parameter 'weigths'"),
        ({"normalized": "no", "strict": 1, "target_key": None, "weights": 3, "parse_strings": 0}, "takes|no parameter"),
    ],
)
def test_wrong_parameters_are_refused(metric: Metric, params: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        metric({}, {}, **params)


@each_metric
def test_every_metric_describes_itself_for_forms(metric: Metric) -> None:
    assert metric.title
    assert metric.doc.endswith(".")
    defaults = {param.name: param.default for param in metric.params if param.default is not None}
    assert metric({}, {}, **defaults).score == metric.best
