"""JSON Distance: the count, its labels, absent keys, and text."""

from typing import Any

import pytest

from evaljson.metrics import json_distance

NAN = float("nan")


@pytest.mark.parametrize(
    ("left", "right", "count"),
    [
        (1, 1.0, 0), (True, 1, 1), (False, 0, 1), (NAN, NAN, 0), (None, None, 0), ({}, [], 1), ([], None, 1),
        ({}, {}, 0),
        ({"a": {"b": 1, "c": 2}}, {}, 1), ({"a": {"b": 1}}, {"a": {}}, 1), ({"a": {"b": 1, "c": 2}}, {"a": 5}, 1),
        ([1, 2, 3], [], 3), ([None], [], 1), ([1, 2], [2, 1], 2), ([[1], [2, 3]], [[1, 1], [2]], 2),
        ({"a": 1, "b": 2}, {"c": 1, "b": 3}, 3), ("5", "5.0", 0), ('"a"', '"b"', 1), ("null", None, 0),
    ],
)  # fmt: skip
def test_differences_are_counted(left: Any, right: Any, count: int) -> None:
    for first, second in ((left, right), (right, left)):
        result = json_distance(first, second)
        assert (result.score, result.details) == (count, {"label": "mismatch" if count else "match"})


@pytest.mark.parametrize(
    ("left", "right", "as_null", "apart"),
    [
        ({"a": None}, {}, 0, 1), ({"x": {"a": None}}, {"x": {"b": None}}, 0, 2), ({"a": 0}, {}, 1, 1),
        ({"a": []}, {}, 1, 1),
        ([None], [], 1, 1), ({"a": None}, {"a": None}, 0, 0), ({"a": {"b": None}}, {}, 1, 1),
    ],
)  # fmt: skip
def test_an_absent_key_is_null_unless_it_is_told_apart(left: Any, right: Any, as_null: int, apart: int) -> None:
    assert json_distance(left, right).score == as_null
    assert json_distance(left, right, absent_is_null=False).score == apart


@pytest.mark.parametrize(
    ("actual", "expected", "message"),
    [
        ("{not json", {}, r"actual: the text is not valid JSON: Expecting property name enclosed in double quotes"),
        ("", "", r"expected: the text is not valid JSON: Expecting value"),
        ({}, 'Here: {"a": 1}', r"expected: .*Expecting value"),
        ('{"a": 1} {"a": 2}', {}, r"actual: .*Extra data.*2 different objects"),
        ('{"a": 1, "a": 2}', {}, r"actual: a: this key appears 2 times"),
        ("[" * 100_000, [], r"actual: .*"),
    ],
)  # fmt: skip
def test_text_that_does_not_parse_is_invalid(actual: Any, expected: Any, message: str) -> None:
    result = json_distance(actual, expected)
    assert (result.score, result.details["label"]) == (None, "invalid")
    with pytest.raises(ValueError, match=message):
        raise ValueError(result.details["explanation"])


def test_what_a_model_wrote_around_its_json_is_no_difference() -> None:
    assert json_distance('Sure!\n```json\n{"a": 1}\n```', '{"a": 2}').score == 1


def test_text_is_a_string_where_it_shall_not_be_parsed() -> None:
    assert json_distance('{"a": 1}', {"a": 1}, parse_strings=False).score == 1
    assert json_distance("{not json", "{not json", parse_strings=False).score == 0
    assert json_distance({"a": "[1]"}, {"a": [1]}).score == 1
