"""JSON Similarity: the grade of each leaf, the target key, and text."""

from typing import Any

import pytest

from evaljson import InputError
from evaljson.metrics import METRICS, json_similarity

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("actual", "expected", "grade"),
    [
        (0, 0, 1.0), (1e-13, 0, 1.0), (1e-9, 0, 0.0), (0, 1e-13, 1.0), (5, 10, 0.5), (15, 10, 0.5), (25, 10, 0.0),
        (-10, 10, 0.0),
        (1, 1.0, 1.0), (True, 1, 0.0), (1, True, 0.0), (False, 0, 0.0), (True, True, 1.0), (None, None, 1.0),
        (0, None, 0.0),
        ("30", 30, 0.0), ("", "", 1.0), ("", "ab", 0.0), ("ab", "abcd", 0.5), ("AB", "ab", 0.0),
        (NAN, NAN, 1.0), (NAN, 1, 0.0), (1, NAN, 0.0), (INF, INF, 1.0), (-INF, INF, 0.0), (INF, 1, 0.0), (1, INF, 0.0),
        (10**400, 10**400, 1.0), (10**400, 2 * 10**400, 0.5), (1.5, 10**400, 0.0), (10**400, 1.5, 0.0),
        (-1e308, 1e308, 0.0),
    ],
)  # fmt: skip
def test_a_leaf_is_graded(actual: Any, expected: Any, grade: float) -> None:
    result = json_similarity({"x": actual}, {"x": expected})
    assert result.score == pytest.approx(grade)
    assert result.details == {"matched_leaves": pytest.approx(grade), "total_leaves": 1.0}


@pytest.mark.parametrize(
    ("actual", "expected", "matched", "total"),
    [
        ({}, {"a": {"b": [1, 2]}, "c": 1}, 0, 3),
        ({"a": 5, "c": 1}, {"a": {"b": [1, 2]}, "c": 1}, 1, 3),
        ({"a": [1]}, {"a": [1, 2, {"b": 3}]}, 1, 3),
        ({"a": [1, 2, 3]}, {"a": [1]}, 1, 1),
        ({"a": {"0": 1}}, {"a": [1]}, 0, 1),
        ({}, {"a": {}, "b": []}, 0, 0),
        ([1, 2], [1, 3], 1.6666666666, 2),
        (5, {"a": 1}, 0, 1),
    ],
)
def test_only_what_expected_has_is_counted(actual: Any, expected: Any, matched: float, total: int) -> None:
    result = json_similarity(actual, expected)
    assert result.details == {"matched_leaves": pytest.approx(matched), "total_leaves": total}
    assert result.score == pytest.approx(matched / total if total else 1.0)


@pytest.mark.parametrize("name", ["target_key", "target_output_key"])
@pytest.mark.parametrize("actual", [{"other": 1}, {}, [1], 5])
def test_a_target_key_that_actual_lacks_scores_nothing(name: str, actual: Any) -> None:
    for expected in ({"a": 1}, {}):
        assert json_similarity(actual, {"result": expected}, **{name: "result"}).score == 0.0


def test_the_alias_of_target_key_means_the_same() -> None:
    documents = {"a": 1, "b": 2}, {"a": 1, "b": 3}
    assert json_similarity(*documents, target_output_key="a").score == 1.0
    assert METRICS["json_similarity"](*documents, target_output_key="a").score == 1.0
    assert json_similarity(*documents, target_key="*") == json_similarity(*documents)


@pytest.mark.parametrize(
    ("expected", "params", "why"),
    [
        ({"result": 1}, {"target_key": "resullt"}, r"^expected: there is no target_key .*Did you mean 'result'"),
        ([1], {"target_key": "a"}, r"^expected: array has no keys"),
        ({"a": 1}, {"target_key": "a", "target_output_key": "b"}, "is another name for 'target_key'"),
        ({"a": 1}, {"target_key": 5}, "'target_key' of json_similarity takes a string, not integer"),
    ],
)  # fmt: skip
def test_a_target_key_that_makes_no_sense_is_refused(expected: Any, params: Any, why: str) -> None:
    for similarity in (json_similarity, METRICS["json_similarity"]):
        with pytest.raises(InputError, match=why):
            similarity({"a": 1}, expected, **params)


@pytest.mark.parametrize(
    ("actual", "expected", "score"),
    [
        ('{"a": 1}', '{"a": 2}', 0.5), ('Here:\n```json\n{"a": 2}\n```', {"a": 2}, 1.0), ("[1, 2]", [1, 2], 1.0),
        ("[1]", '\n[1, 2]', 0.5), ("abcd", "abxx", 0.5), ('{"a": 1}', '"quoted"', 0.0), ("5", 5, 0.0),
        ("5", {"a": 5}, 0.0),
        ({"a": '{"b": 1}'}, {"a": {"b": 1}}, 0.0),
    ],
)  # fmt: skip
def test_text_is_read_as_json_where_an_object_or_array_is_expected(actual: Any, expected: Any, score: float) -> None:
    assert json_similarity(actual, expected).score == pytest.approx(score)


@pytest.mark.parametrize(
    ("actual", "expected", "why"),
    [
        ("sorry", {"a": 1}, r"^actual: the text is not valid JSON: Expecting value.* Also, the text holds no"),
        ("sorry", '{"a": 1', r"^expected: the text is not valid JSON"),
        ("[1, 2", "[1, 2]", r"^actual: the text is not valid JSON"),
    ],
)  # fmt: skip
def test_text_that_cannot_be_read_is_an_error_never_a_score(actual: Any, expected: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        json_similarity(actual, expected)
