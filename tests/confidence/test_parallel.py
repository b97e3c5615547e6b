"""Confidences in an object that mirrors the record."""

from typing import Any

import pytest

from evaljson import RunResult, evaluate
from tests.confidence.test_leaves import STRING, carried

FIELDS: dict[str, Any] = {
    "a": STRING,
    "o": {"type": "object", "properties": {"b": STRING, "c": STRING}},
    "l": {
        "type": "array",
        "x-eval-align": {"match_by": "hungarian"},
        "items": {"type": "object", "properties": {"k": STRING}},
    },
    "t": {"type": "array", "items": STRING, "x-eval-compare": "exact"},
}
RECORD = {"a": "x", "o": {"b": "y", "c": "z"}, "l": [{"k": "1"}, {"k": "2"}], "t": ["u", "v"]}


def run_of(extracted: Any, place: str = "sure", gold: Any = None) -> RunResult:
    schema = {"type": "object", "x-eval-confidence": {"parallel": place}, "properties": FIELDS}
    return evaluate([gold or RECORD], [extracted], schema)


@pytest.mark.parametrize(
    ("sure", "confidences"),
    [
        pytest.param({"a": 0.9, "o": {"b": 0.5}}, {"a": 0.9, "o.b": 0.5}, id="some fields"),
        pytest.param({"o": 0.4}, {"o.b": 0.4, "o.c": 0.4}, id="an object for its leaves"),
        pytest.param({"l": [{"k": 0.1}, {"k": 0.5}]}, {"l[].k": 0.3}, id="elements"),
        pytest.param({"l": [0.1, {"k": 0.5}]}, {"l[].k": 0.3}, id="an element for its leaves"),
        pytest.param({"l": 0.7}, {"l[].k": 0.7}, id="an array for all of its leaves"),
        pytest.param({"t": 0.6}, {"t": 0.6}, id="an array that is one value"),
        pytest.param(0.8, {"a": 0.8, "o.b": 0.8, "o.c": 0.8, "l[].k": 0.8, "t": 0.8}, id="the record for all"),
        pytest.param({"a": None, "o": {"b": None, "c": 1}}, {"o.c": 1.0}, id="null is none"),
    ],
)
def test_each_value_has_the_confidence_at_its_place(sure: Any, confidences: dict[str, float]) -> None:
    run = run_of({**RECORD, "sure": sure})
    assert run.records[0].extracted == RECORD
    assert run.total_hallucinations == 0
    assert carried(run) == pytest.approx(confidences)
    assert run.problems == ()


def test_arrays_mirror_the_extracted_order() -> None:
    run = run_of({**RECORD, "l": [{"k": "2"}, {"k": "9"}], "sure": {"l": [{"k": 0.9}, {"k": 0.2}]}})
    confidence = run.confidence()
    assert confidence is not None
    figures = confidence.per_field["l[].k"]
    assert (figures.n, figures.omissions, figures.auroc) == (2, 1, 1.0)


@pytest.mark.parametrize(
    ("sure", "path", "message"),
    [
        ({"a": {"b": 1}}, "a", "there are several confidences for one value"),
        ({"t": [0.5, 0.5]}, "t", "there are several confidences for one value"),
        ({"nope": 0.5}, "", "there are confidences without a value"),
        ({"l": [0.5, 0.5, 0.5]}, "l[]", "there are confidences without a value"),
        ({"o": [0.5]}, "o", "the confidences are an array where the record has an object"),
        ({"l": {"k": 0.5}}, "l[]", "the confidences are an object where the record has an array"),
        ({"a": "high"}, "a", "is not a number but of type string"),
    ],
)
def test_what_mirrors_nothing_is_told(sure: Any, path: str, message: str) -> None:
    problems = run_of({**RECORD, "sure": {"o": {"c": 1}, **sure} if "o" not in sure else {"a": 1, **sure}}).problems
    assert [(problem.kind, problem.path) for problem in problems] == [("confidence", path)]
    assert message in problems[0].message


def test_a_confidence_of_what_is_null_or_empty_stays_with_it() -> None:
    run = run_of({**RECORD, "o": None, "l": [], "sure": {"o": 0.9, "l": 0.9, "a": 0.1}})
    assert carried(run) == {"a": 0.1}
    assert run.problems == ()


@pytest.mark.parametrize(
    ("extracted", "place", "plain"),
    [
        ({**RECORD, "meta": {"sure": {"a": 1}}}, "meta.sure", RECORD),
        ({**RECORD, "meta": {"sure": {"a": 1}, "model": "m"}}, "meta.sure", {**RECORD, "meta": {"model": "m"}}),
        ({**RECORD, "o": {"sure": {"a": 1}}}, "o.sure", {**RECORD, "o": {}}),
        ({**RECORD, "a.b": {"a": 1}}, "['a.b']", RECORD),
        ({**RECORD, "meta": [1]}, "meta.sure", {**RECORD, "meta": [1]}),
    ],
)
def test_the_object_is_taken_off_the_record(extracted: Any, place: str, plain: Any) -> None:
    run = run_of(extracted, place)
    assert run.records[0].extracted == plain


def test_a_record_without_the_object_carries_none() -> None:
    schema = {"type": "object", "x-eval-confidence": {"parallel": "sure"}, "properties": FIELDS}
    run = evaluate([RECORD, RECORD, RECORD], [RECORD, None, {**RECORD, "sure": 1}], schema)
    confidence = run.confidence()
    assert confidence is not None
    assert (confidence.overall.n, confidence.overall.n_without, confidence.overall.omissions) == (6, 6, 6)
