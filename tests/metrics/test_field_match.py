"""JSON Field Match: which keys are wrong, and which text is read."""

from typing import Any

import pytest

from evaljson import InputError
from evaljson.metrics import json_field_match
from evaljson.metrics.field_match import fold

NAN = float("nan")


@pytest.mark.parametrize(
    ("actual", "expected", "score"),
    [
        ({"a": 1}, {"a": 1.0}, 1.0), ({"a": True}, {"a": 1}, 0.0), ({"a": False}, {"a": 0}, 0.0),
        ({"a": "1"}, {"a": 1}, 0.0), ({"a": None}, {"a": None}, 1.0), ({}, {"a": None}, 0.0),
        ({"a": NAN}, {"a": NAN}, 1.0),
        ({"a": [1, 2]}, {"a": [2, 1]}, 0.0), ({"a": {"x": 1, "y": 2}}, {"a": {"y": 2, "x": 1.0}}, 1.0),
        ({"a": {"x": 1, "y": 2}}, {"a": {"x": 1}}, 0.0), ({"a": []}, {"a": {}}, 0.0),
        ({"a": 2**53 + 1}, {"a": 2.0**53}, 0.0),
    ],
)  # fmt: skip
def test_values_are_equal_deeply_and_numbers_by_value(actual: Any, expected: Any, score: float) -> None:
    assert json_field_match(actual, expected).score == score
    assert json_field_match(actual, expected, normalized=True).score == score


def test_the_details_name_every_wrong_key() -> None:
    result = json_field_match(
        {"same": 1, "other": 2, "new": 3}, {"same": 1, "other": 1, "gone": 1, "b": 1}, strict=True
    )
    assert result.score == 0.2
    assert result.details == {
        "matched": 1, "total": 5, "mismatched": ["other"], "missing": ["b", "gone"], "extra": ["new"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("actual", "strict", "score"), [({}, False, 1.0), ({}, True, 1.0), ({"x": 1}, False, 1.0), ({"x": 1}, True, 0.0)]
)
def test_against_an_empty_object_only_invented_keys_can_be_wrong(actual: Any, strict: bool, score: float) -> None:
    assert json_field_match(actual, {}, strict=strict).score == score


@pytest.mark.parametrize(
    ("text", "folded"),
    [("SÍ", "si"), ("Straße", "strasse"), ("İ", "i"), ("ﬁ", "fi"), ("か\u3099", "か"), ("A\u0301B", "ab"),
    ("\ud800É", "\ud800e")],
)  # fmt: skip
def test_normalizing_drops_combining_characters_and_case(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_normalizing_leaves_keys_alone() -> None:
    assert json_field_match({"É": 1, "b": {"É": 1}}, {"e": 1, "b": {"e": 1}}, normalized=True).score == 0.0


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}', ' {"a": 1}\n', '```json\n{"a": 1}\n```', 'Sure: {"a": 1}. Anything else?', '{"a": 1} or {"a": 1}',
        'First [1], then\n```\n{"a": 1}\n```\nand {"a": 2}.',
    ],
)  # fmt: skip
def test_the_object_is_found_in_what_a_model_wrote(text: str) -> None:
    assert json_field_match(text, '{"a": 1}').score == 1.0


@pytest.mark.parametrize(
    ("actual", "expected", "why"),
    [
        ("", {}, r"^actual: the text holds no JSON object"),
        ("[1]", {}, r"^actual: the text is JSON of type array, not an object"),
        ('{"a": 1} {"a": 2}', {}, r"^actual: the text holds 2 different objects"),
        ('{"a": 1, "a": 2}', {}, r"^actual: a: this key appears 2 times"),
        ('{"a": ', {}, r"^actual: .*line 1"),
        ([1], {}, r"^actual: this must be a JSON object, not array"),
        (None, {}, r"^actual: this must be a JSON object, not null"),
        ({}, 'Sure: {"a": 1}', r"^expected: the text is not valid JSON: Expecting value"),
        ({}, '{"a": 1} {"a": 1}', r"^expected: the text is not valid JSON: Extra data"),
        ({}, '{"a": 1e999}', r"^expected: a: 1e999 is too large"),
        ({}, "5", r"^expected: this must be a JSON object, not integer"),
        ({}, "[" * 1000, r"^expected: .*"),
        ("{" * 100_000, {}, r"^actual: .*"),
    ],
)  # fmt: skip
def test_what_is_no_object_is_an_error_with_side_and_reason(actual: Any, expected: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        json_field_match(actual, expected)
