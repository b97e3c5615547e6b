"""Transforms in words, as rules name them."""

from typing import Any

import pytest

from evaljson.transforms.registry import register_transform, transform_names, unregister_transform
from evaljson.wording.transforms import transform_in_words


@pytest.mark.parametrize("name", [name for name in transform_names() if name != "round_digits"])
def test_every_transform_has_plain_words(name: str) -> None:
    words = transform_in_words(name, {"to": "str"})
    assert words != name
    assert "_" not in words


@pytest.mark.parametrize(
    ("name", "params", "words"),
    [
        ("type_convert", {"to": "str"}, "conversion to text"),
        ("type_convert", {"to": "number"}, "conversion to a number"),
        ("round_digits", {"digits": 2}, "rounding to 2 decimals"),
        ("round_digits", {"digits": 1}, "rounding to 1 decimal"),
        ("round_digits", {"digits": 0}, "rounding to whole numbers"),
        ("round_digits", {"digits": -2}, "rounding to multiples of 100"),
        ("round_digits", {"digits": -30}, "rounding to multiples of 1e30"),
        ("round_digits", {"digits": "2"}, "rounding"),
        ("null_if", {"values": [0, 0.0]}, "reading 0 as null"),
        ("null_if", {"values": [False]}, "reading false as null"),
        ("null_if", {"values": ["n/a", "-"]}, "reading “n/a” and “-” as null"),
        ("null_if", {"values": ["a", "b", "c", "d", 1.5]}, "reading “a”, “b”, “c” and 2 more as null"),
        ("null_if", {"values": ["a" * 30]}, f"reading “{'a' * 19}…” as null"),
        ("null_if", {"values": []}, "reading nothing as null"),
        ("null_if", {}, "reading some values as null"),
        ("regex_replace", {"pattern": r"\s+"}, "removing all white space"),
        ("regex_replace", {"pattern": r"\s+", "replacement": " "}, "replacing a pattern"),
        ("own_name", {}, "own_name"),
    ],
)
def test_what_a_transform_does_is_said_with_its_parameters(name: str, params: dict[str, Any], words: str) -> None:
    assert transform_in_words(name, params) == words


def test_a_transform_that_was_replaced_is_called_by_its_name() -> None:
    register_transform("strip", str.title)
    try:
        assert transform_in_words("strip", {}) == "strip"
    finally:
        unregister_transform("strip")
