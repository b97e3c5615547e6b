"""JSON Difference: grades, means, weights, and what is wrong with weights."""

from typing import Any

import pytest

from evaljson import InputError
from evaljson.metrics import json_difference

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("left", "right", "grade"),
    [
        (0, 0, 1.0), (0, 5, 0.0), (1, 3, 0.5), (-1, 3, 0.0), (1, 1.0, 1.0), (True, 1, 1.0), (True, False, 0.0),
        (True, 3, 0.5),
        (False, 0.0, 1.0), (None, None, 1.0), (None, 0, 0.0), (None, False, 0.0), ("1", 1, 0.0), ("", "", 1.0),
        ("ab", "abcd", 0.5),
        ({}, {}, 1.0), ([], [], 1.0), ({}, [], 0.0), ({}, None, 0.0), ([1], 1, 0.0),
        (NAN, NAN, 1.0), (NAN, 1, 0.0), (INF, INF, 1.0), (INF, -INF, 0.0), (INF, 1, 0.0), (INF, 10**400, 0.0),
        (10**400, 3 * 10**400, 0.5), (10**400, 0.5, 0.0), (1e308, 1e308 / 3, 0.5), (1e308, -1e308, 0.0),
    ],
)  # fmt: skip
def test_two_values_are_graded(left: Any, right: Any, grade: float) -> None:
    for first, second in ((left, right), (right, left)):
        assert json_difference({"x": first}, {"x": second}).score == pytest.approx(grade)
        assert json_difference(first, second).score == pytest.approx(grade)


@pytest.mark.parametrize(
    ("left", "right", "score"),
    [
        ({"a": 1}, {"b": 1}, 0.0), ({"a": 1}, {"a": 1, "b": None}, 0.5), ({}, {"a": 1}, 0.0), ([], [None], 0.0),
        ([1], [1, 2, 3, 4], 0.25), ([[1], [2]], [[1], [2, 3]], 0.75),
        ({"a": {"b": 1, "c": 2}, "d": 1}, {"a": {"b": 1}, "d": 1}, 0.75),
    ],
)  # fmt: skip
def test_what_one_side_lacks_scores_nothing(left: Any, right: Any, score: float) -> None:
    assert json_difference(left, right).score == pytest.approx(score)
    assert json_difference(right, left).score == pytest.approx(score)


@pytest.mark.parametrize(
    ("weights", "score"),
    [
        (None, 0.5), ({}, 0.5), ({"a": 0}, 1.0), ({"b": 0.0}, 0.0), ({"a": 0.25}, 0.8), ({"b": {"__b": 0.25}}, 0.2),
        ({"b": 0.25}, 0.2), ({"b": {"c": 0.5}}, 0.5), ({"a": {"__a": 0.25, "z": 1}}, 0.8),
    ],
)  # fmt: skip
def test_a_key_counts_with_its_weight(weights: Any, score: float) -> None:
    result = json_difference({"a": 0, "b": {"c": 1}}, {"a": 5, "b": {"c": 1}}, weights=weights)
    assert result.score == pytest.approx(score)


def test_weights_inside_an_array_apply_to_each_element_however_deep() -> None:
    actual, expected = {"m": [[{"x": 1, "y": 1}], [{"x": 0, "y": 1}]]}, {"m": [[{"x": 1, "y": 0}], [{"x": 5, "y": 1}]]}
    assert json_difference(actual, expected, weights={"m": {"__m": 0.5, "y": 0}}).score == 0.5
    assert json_difference(actual, expected, weights={"m": {"x": 0.25}}).score == pytest.approx(0.5)
    assert json_difference(actual["m"], expected["m"], weights={"y": 0}).score == 0.5


def test_a_key_called_like_the_weight_of_its_container_weighs_one() -> None:
    documents = {"m": {"__m": 0, "x": 1}, "n": 1}, {"m": {"__m": 5, "x": 1}, "n": 1}
    assert json_difference(*documents, weights={"m": {"__m": 0.0}}).score == 1.0
    assert json_difference(*documents, weights={"m": {"__m": 1.0, "x": 0.5}}).score == pytest.approx((1 / 3 + 1) / 2)


def test_with_every_weight_0_the_score_is_undefined() -> None:
    result = json_difference({"a": 1}, {"a": 1}, weights={"a": 0})
    assert result.score is None
    assert "every weight is 0" in result.details["explanation"]


@pytest.mark.parametrize("of_elements", [True, False])
def test_what_is_undefined_inside_is_left_out_of_the_mean_above(of_elements: bool) -> None:
    inside: Any = [{"x": 1}, {"x": 2}] if of_elements else {"x": 1}
    assert json_difference({"a": inside, "b": 1}, {"a": inside, "b": 3}, weights={"a": {"x": 0}}).score == 0.5


@pytest.mark.parametrize(
    ("weights", "unused"),
    [
        ({"a": 1, "m": {"x": 1, "y": 1}}, []), ({"z": 1}, ["z"]), ({"m": {"z": 1, "a": 1}}, ["m.a", "m.z"]),
        ({"z": {"p": 1, "q": 1}}, ["z"]), ({"m": {"__a": 0.5}}, ["m.__a"]), ({"a": {"b": 1}}, ["a.b"]),
        ({"odd.key": 1}, ["['odd.key']"]),
    ],
)  # fmt: skip
def test_weights_for_keys_that_neither_side_has_are_listed(weights: Any, unused: list[str]) -> None:
    result = json_difference({"m": [{"x": 1}]}, {"a": 1, "m": [{}, {"y": 2}]}, weights=weights)
    assert result.details["unused_weights"] == unused


@pytest.mark.parametrize(
    ("weights", "path", "why"),
    [
        ({"a": 1.5}, "a", "a number from 0 to 1, not 1.5"), ({"a": -0.1}, "a", "not -0.1"),
        ({"a": NAN}, "a", "not nan"),
        ({"a": 10**400}, "a", "not a number this large"), ({"a": {"b": {"__b": 2}}}, "a.b.__b", "not 2"),
        ({"a": {"b": "1"}}, "a.b", "not string"),
        ({"a": True}, "a", "not boolean"), ({"a": None}, "a", "not null"), ({"a": [1]}, "a", "not array"),
        ({"a": {"__a": {"b": 1}}}, "a.__a", "not object"), ({"a": {1: 1}}, "a", "is a string, not 1"),
        ([], "", "takes an object, not array"),
    ],
)  # fmt: skip
def test_a_wrong_weight_is_refused_with_its_path(weights: Any, path: str, why: str) -> None:
    with pytest.raises(InputError, match=why) as caught:
        json_difference({"a": 1}, {"a": 1}, weights=weights)
    assert caught.value.path == path
