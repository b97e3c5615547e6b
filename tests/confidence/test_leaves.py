"""Values that come as {value, confidence}: what is taken apart, and what the schema says is no such thing."""

from typing import Any

import pytest

from evaljson import RunResult, evaluate, score_record
from evaljson.scoring.problems import Problem

STRING: dict[str, Any] = {"type": "string"}
BARE = {"type": "object"}


def run_of(fields: dict[str, Any], extracted: Any, gold: Any = None, **settings: Any) -> RunResult:
    schema = {"type": "object", "x-eval-confidence": {"leaves": {}, **settings}, "properties": fields}
    return evaluate([gold or {}], [extracted], schema)


def sure(value: Any, confidence: Any = 0.5, **beside: Any) -> dict[str, Any]:
    return {"value": value, "confidence": confidence, **beside}


def carried(run: RunResult) -> dict[str, float]:
    """By field, the mean confidence of its values."""
    confidence = run.confidence()
    assert confidence is not None
    return {
        path: figures.mean_confidence
        for path, figures in confidence.per_field.items()
        if figures.mean_confidence is not None
    }


@pytest.mark.parametrize(
    ("fields", "extracted", "plain", "confidences"),
    [
        pytest.param({"a": STRING, "b": STRING}, {"a": sure("x", 0.9), "b": "y"},
                     {"a": "x", "b": "y"}, {"a": 0.9}, id="some leaves"),
        pytest.param({"a": STRING}, {"a": sure(None, 1)}, {"a": None}, {"a": 1}, id="null"),
        pytest.param({"a": STRING}, {"a": {"value": "x"}}, {"a": "x"}, {}, id="without a confidence"),
        pytest.param({"a": STRING}, {"a": sure("x", None)}, {"a": "x"}, {}, id="confidence null"),
        pytest.param({"a": STRING}, {"a": {"value": "x", "page": 3}}, {"a": {"value": "x", "page": 3}}, {},
                     id="without a confidence and with something else"),
        pytest.param({"a": {"type": "array", "items": STRING}}, {"a": [sure("x", 0.2), "y", sure("z", 0.4)]},
                     {"a": ["x", "y", "z"]}, {"a[]": pytest.approx(0.3)}, id="elements"),
        pytest.param({"a": {"type": "array", "items": STRING}}, {"a": sure(["x", sure("y", 0.9)], 0.5)},
                     {"a": ["x", "y"]}, {"a[]": pytest.approx(0.7)}, id="array for elements without their own"),
        pytest.param({"o": {"type": "object", "properties": {"a": STRING}}}, {"o": sure({"a": "x"}, 0.3)},
                     {"o": {"a": "x"}}, {"o.a": 0.3}, id="object for its leaves"),
        pytest.param({"o": {"type": "object", "additionalProperties": STRING}}, {"o": {"k": sure("x", 0.3)}},
                     {"o": {"k": "x"}}, {"o.*": 0.3}, id="map entries"),
        pytest.param({"a": STRING}, {"b": sure([1, 2], 0.3)}, {"b": [1, 2]}, {"b": 0.3}, id="unknown key"),
        pytest.param({"a": STRING}, {"a": sure(sure("x", 0.1), 0.9)}, {"a": sure("x", 0.1)}, {"a": 0.9}, id="once"),
    ],
)  # fmt: skip
def test_values_are_scored_plain(
    fields: dict[str, Any], extracted: Any, plain: Any, confidences: dict[str, float]
) -> None:
    run = run_of(fields, extracted)
    assert run.records[0].extracted == plain
    assert carried(run) == confidences


@pytest.mark.parametrize(
    ("node", "value"),
    [
        pytest.param({"type": "object", "properties": {"value": STRING, "confidence": STRING}}, sure("x", "high"),
                     id="both keys are fields"),
        pytest.param({"type": "object", "properties": {"value": STRING, "unit": STRING}}, {**sure("5"), "unit": "kg"},
                     id="the value is a field"),
        pytest.param({"type": "object", "x-eval-compare": "exact", "properties": {"value": STRING}}, sure("x"),
                     id="fields of an object that is one value"),
        pytest.param(BARE, sure("x"), id="free keys, and a value that is not an object"),
        pytest.param(BARE, sure({}, {}), id="free keys, and a confidence that is not a scalar"),
        pytest.param(BARE, sure({}, 0.5, unit="kg"), id="free keys, and one more"),
        pytest.param({"type": "object", "additionalProperties": {"type": "number"}}, sure(3, 4), id="map"),
    ],
)  # fmt: skip
def test_an_object_of_the_schema_is_left_alone(node: dict[str, Any], value: Any) -> None:
    run = run_of({"q": node, "a": STRING}, {"q": value, "a": sure("x")})
    assert run.records[0].extracted == {"q": value, "a": "x"}
    assert carried(run) == {"a": 0.5}


def test_an_object_with_free_keys_may_be_wrapped_itself() -> None:
    run = run_of({"q": BARE}, {"q": sure({"any": 1}, 0.7)})
    assert run.records[0].extracted == {"q": {"any": 1}}
    assert carried(run) == {"q": 0.7}


@pytest.mark.parametrize(
    ("confidence", "message"),
    [
        (85, 'not from 0 to 1: it is not used; "scale": 100 in x-eval-confidence reads per cent'),
        (-0.1, "not from 0 to 1"),
        (float("nan"), "not from 0 to 1"),
        (10**400, "not from 0 to 1"),
        (True, "of type boolean"),
        ("0.9", "of type string"),
        ([0.9], "of type array"),
    ],
)
def test_what_is_no_confidence_is_told_and_not_used(confidence: Any, message: str) -> None:
    run = run_of({"a": {"type": "array", "items": STRING}}, {"a": sure([sure("x", confidence), "y"], 0.5)})
    figures = run.confidence()
    assert figures is not None
    assert (figures.overall.n, figures.overall.n_without, figures.overall.mean_confidence) == (1, 1, 0.5)
    assert [(problem.kind, problem.path) for problem in run.problems] == [("confidence", "a[]")]
    assert message in run.problems[0].message


def test_a_scale_reads_per_cent() -> None:
    assert carried(run_of({"a": STRING}, {"a": sure("x", 85)}, scale=100)) == {"a": 0.85}


def test_keys_may_have_other_names() -> None:
    run = run_of({"a": STRING}, {"a": {"v": "x", "p": 0.9}}, leaves={"value": "v", "confidence": "p"})
    assert (run.records[0].extracted, carried(run)) == ({"a": "x"}, {"a": 0.9})


def test_keys_beside_them_are_told() -> None:
    run = run_of({"a": STRING}, {"a": sure("x", page=3, bbox=[1])})
    assert run.problems == (Problem("confidence", "a", "keys beside 'value' and 'confidence' are not scored", 2),)


def test_parts_of_what_is_one_value_are_unwrapped_and_their_confidences_told() -> None:
    node = {"type": "array", "items": STRING, "x-eval-compare": "exact"}
    run = run_of({"a": node}, {"a": [sure("x"), "y"]}, {"a": ["x", "y"]})
    assert run.total_matches == 1
    assert run.problems[-1].path == "a"
    assert "compared as a whole are not used" in run.problems[-1].message


@pytest.mark.parametrize("value", ["x", {"value": "x", "confidence": 90}, {"value": "x", "confidence": "high"}])
def test_no_confidence_that_can_be_used_is_told(value: Any) -> None:
    problems = run_of({"a": STRING}, {"a": value}, {"a": "x"}).problems
    said = "no extracted record has a confidence that can be used: check x-eval-confidence"
    assert said in [problem.message for problem in problems]


def test_an_id_may_be_wrapped() -> None:
    schema = {"type": "object", "x-eval-id": "id", "x-eval-confidence": {"leaves": {}}, "properties": {"a": STRING}}
    gold, extracted = [{"id": "1", "a": "x"}, {"id": "2", "a": "y"}], [{"id": sure("2"), "a": sure("y")}]
    run = evaluate(gold, extracted, schema)
    assert (run.paired_by, run.missing, run.total_matches) == ("id", ("1",), 1)


def test_a_single_record_is_scored_plain_too() -> None:
    schema = {"type": "object", "x-eval-confidence": {"leaves": {}}, "properties": {"a": STRING}}
    assert [result.status for result in score_record(schema, {"a": "x"}, {"a": sure("x")})] == ["match"]


def test_what_was_handed_in_stays_as_it_is() -> None:
    extracted = {"a": sure("x")}
    run_of({"a": STRING}, extracted)
    assert extracted == {"a": sure("x")}
