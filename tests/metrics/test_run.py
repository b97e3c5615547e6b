"""Metrics over a run: means, records that are missing or at fault, and what stops a run at once."""

from datetime import date
from typing import Any

import pytest

import evaljson
import evaljson.metrics.registry as registry
from evaljson import InputError
from evaljson.metrics import METRICS, Metric, MetricResult, metric_over_run
from evaljson.results.saved.run import load_run, save_run

each_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
GOLD: list[Any] = [{"a": 1, "b": 2}, {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}]
UNREAD = [
    pytest.param(None, None, id="not produced"),
    pytest.param("sorry, no data", "actual: the text holds no JSON object", id="no JSON"),
    pytest.param('{"a": 1, "b"', "actual: the object is not valid JSON", id="cut off"),
    pytest.param([1], "actual: this must be a JSON object, not array", id="an array"),
    pytest.param({"a": date(2024, 1, 1)}, "actual.a: a value of type datetime.date is not a JSON", id="no JSON inside"),
]  # fmt: skip


def test_the_mean_is_over_records_with_the_direction_of_the_metric() -> None:
    extracted = [{"a": 1, "b": 2}, {"a": 1, "b": 0}, {}]
    match = metric_over_run("json_field_match", GOLD, extracted)
    assert (match.scores, match.mean, match.direction) == ((1.0, 0.5, 0.0), 0.5, "higher")
    distance = metric_over_run("json_distance", GOLD, extracted)
    assert (distance.scores, distance.direction) == ((0, 1, 3), "lower")
    assert distance.mean == pytest.approx(4 / 3)


@each_metric
@pytest.mark.parametrize(("record", "error"), UNREAD)
def test_a_record_that_cannot_be_read_counts_as_all_wrong(metric: Metric, record: Any, error: str | None) -> None:
    run = metric_over_run(metric.name, GOLD, [GOLD[0], GOLD[1], record])

    worst = 3.0 if metric.name == "json_distance" else 0.0
    assert run.scores == (metric.best, metric.best, worst)
    assert run.mean == pytest.approx((2 * metric.best + worst) / 3)
    assert (run.missing, run.undefined) == ((2,), 0)
    assert list(run.errors) == ([2] if error else [])
    assert run.errors.get(2, "").startswith(error or "")


@each_metric
@pytest.mark.parametrize(("record", "error"), UNREAD)
def test_a_record_that_cannot_be_read_is_left_out_where_asked(metric: Metric, record: Any, error: str | None) -> None:
    run = metric_over_run(metric.name, GOLD, [GOLD[0], record, GOLD[2]], missing_records="exclude")

    assert (run.scores, run.mean) == ((metric.best, None, metric.best), metric.best)
    assert (run.missing, run.undefined, run.missing_records) == ((1,), 0, "exclude")
    assert bool(run.errors) is bool(error)


@each_metric
@pytest.mark.parametrize(
    ("gold", "error"),
    [
        ("no JSON", "expected: the text is not valid JSON"),
        ("[1]", "expected: this must be a JSON object, not array"),
        (None, "expected: this must be a JSON object, not null"),
        ({"a": (1,)}, "expected.a: a value of type tuple is not a JSON value"),
    ],
)
def test_a_gold_record_at_fault_is_undefined_and_stops_nothing(metric: Metric, gold: Any, error: str) -> None:
    run = metric_over_run(metric.name, [GOLD[0], gold], [GOLD[0], {"a": 1}])
    assert (run.scores, run.mean, run.undefined, run.missing) == ((metric.best, None), metric.best, 1, ())
    assert run.errors[1].startswith(error)


@each_metric
def test_text_records_are_read_like_model_output(metric: Metric) -> None:
    run = metric_over_run(metric.name, ['{"a": 1}'], ['```json\n{"a": 1}\n```'])
    assert (run.mean, run.errors) == (metric.best, {})


@each_metric
def test_a_run_without_records_has_no_mean(metric: Metric) -> None:
    run = metric_over_run(metric.name, [], [])
    assert (run.mean, run.scores, run.undefined, run.missing) == (None, (), 0, ())


def test_undefined_scores_are_counted_beside_the_mean() -> None:
    gold = [{"a": 1}, {"a": 1, "b": 2}]
    run = metric_over_run("json_difference", gold, gold, weights={"a": 0})
    assert (run.scores, run.mean, run.undefined) == ((None, 1.0), 1.0, 1)
    assert "every weight is 0" in run.errors[0]


def test_a_target_key_that_one_gold_record_lacks_costs_only_that_record() -> None:
    run = metric_over_run("json_similarity", [{"a": 1}, {"b": 1}], [{"a": 1}, {"a": 1}], target_output_key="a")
    assert (run.scores, run.undefined, run.params) == ((1.0, None), 1, {"target_key": "a"})
    assert run.errors == {1: "expected: there is no target_key 'a'. Known: b."}


def test_text_that_shall_not_be_parsed_counts_as_missing() -> None:
    run = metric_over_run("json_distance", [{"a": 1, "b": 2}], ['{"a": 1, "b": 2}'], parse_strings=False)
    assert (run.scores, run.missing) == ((2.0,), (0,))
    assert "parse_strings is off" in run.errors[0]


def test_a_metric_that_raises_costs_only_that_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def fragile(actual: Any, expected: Any) -> MetricResult:
        return MetricResult(1 / expected["a"])

    fake = Metric("fragile", "Fragile", "Breaks.", fragile, (), "higher", best=1.0, missing=lambda gold: 0.0)
    monkeypatch.setattr(registry, "METRICS", {"fragile": fake})
    run = metric_over_run("fragile", [{"a": 1}, {"a": 0}, {"a": 2}], [{}, {}, {}])
    assert (run.scores, run.mean) == ((1.0, None, 0.5), 0.75)
    assert run.errors == {1: "fragile raised ZeroDivisionError: division by zero"}


def test_a_weight_is_used_where_any_record_of_either_side_has_its_key() -> None:
    gold: list[Any] = [{"m": [{"x": 1}]}, {"n": 1}]
    weights = {"m": {"x": 0.5, "y": 0.5}, "n": 1, "o": 1}
    run = metric_over_run("json_difference", gold, [None, '{"m": {"y": 1}, "o": 1}'], weights=weights)
    assert run.scores == (0.0, 0.0)


@pytest.mark.parametrize(
    ("name", "params", "why"),
    [
        ("json_distnace", {}, "there is no metric 'json_distnace'. Did you mean 'json_distance'"),
        (None, {}, "there is no metric None"),
        ("json_similarity", {"target_key": "xx"}, r"^target_key: no record has the key 'xx'"),
        ("json_difference", {"weights": {"a": 2}}, r"^a: a weight is a number from 0 to 1, not 2"),
        ("json_difference", {"weights": {"bb": 1}}, r"^bb: no record has this key"),
        ("json_difference", {"weights": {"x": {"pirce": 1}}}, r"^x\.pirce: no record has .*Did you mean 'price'"),
        ("json_difference", {"weights": {"p": 1, "q": 1, "r": 1}}, r"^p: .*\(2 more: q, r\)"),
        ("json_similarity", {"target_key": 5}, "takes a string, not integer"),
        ("json_similarity", {"target_key": "a", "target_output_key": "a"}, "is another name for 'target_key'"),
        ("json_field_match", {"strict": "yes"}, "takes a boolean, not string"),
        ("json_field_match_strict", {"strict": True}, "has no parameter 'strict'"),
        ("json_distance", {"missing_records": "ignore"}, 'missing_records is "omit" or "exclude"'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_whole_run_is_refused_at_once(name: Any, params: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        metric_over_run(name, [{"a": 1, "x": [{"price": 1}]}], [{}], **params)


def test_records_that_do_not_pair_are_refused() -> None:
    with pytest.raises(InputError, match="2 gold and 1 extracted records cannot be paired by position"):
        metric_over_run("json_distance", [{}, {}], [{}])


def test_the_id_that_joins_the_two_sides_is_in_no_metric() -> None:
    gold = [{"id": n, "a": "x", "b": 1} for n in range(4)]
    extracted = [{"id": n, "a": "y", "b": 2} for n in reversed(range(4))]
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"}}}
    run = evaljson.evaluate(gold, [*extracted[:3], None], schema, "id")
    saved = load_run(save_run(run), gold, [*extracted[:3], None])
    for some_run in (run, saved, run.only([0, 1, 2, 3])):
        assert some_run.id_field == "id"
        assert some_run.metric("json_field_match").scores == (0.0,) * 4
        assert some_run.metric("json_distance").scores == (2.0,) * 4
        assert some_run.metric("json_difference", weights={"id": 1, "a": 0.5}).mean is not None


def test_without_an_id_every_key_counts() -> None:
    schema = {"type": "object", "properties": {"id": {"type": "integer"}, "a": {"type": "string"}}}
    run = evaljson.evaluate([{"id": 1, "a": "x"}], [{"id": 1, "a": "y"}], schema)
    assert run.metric("json_field_match").mean == 0.5
