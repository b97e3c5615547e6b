"""parse_number reads what `amount` reads, without currencies; see tests/cases/amounts.json for the separators."""

from typing import Any

import pytest

from evaljson.transforms.parse_number import parse_number


def same(found: Any, expected: Any) -> bool:
    return type(found) is type(expected) and found == expected


@pytest.mark.parametrize(
    ("value", "decimal", "number"),
    [
        ("1.247,50", ".", 1247.5), ("1,247.50", ".", 1247.5), ("1'247.50", ".", 1247.5), ("1 247,5", ".", 1247.5),
        ("1,234", ".", 1234),
        ("1.234", ".", 1.234), ("1,234", ",", 1.234), ("1.234", ",", 1234), ("12,34,567", ".", 1234567),
        ("٣٫٥", ".", 3.5),
        ("-5", ".", -5), ("− 5", ".", -5), ("+5", ".", 5), ("5.00", ".", 5), (5.0, ".", 5), (5, ".", 5),
        (0.1, ".", 0.1), ("0.1", ".", 0.1),
        ("1e3", ".", 1000), (1e300, ".", 1e300), ("123456789012345678901", ".", 123456789012345678901), (" 7 ", ".", 7),
    ],
)  # fmt: skip
def test_text_becomes_the_number_it_holds_and_whole_ones_an_integer(value: Any, decimal: str, number: Any) -> None:
    assert same(parse_number(value, {"decimal": decimal}), number)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("5 EUR", "not a number: '5 EUR'"), ("1247,50", 'set "decimal" to ","'), ("", "not a number"),
        ("five", "not a number"),
        ("(5)", "not a number"), ("5-", "not a number"), ("1 2", "cannot be read"), ("9" * 500, "long text"),
        ("0.1234567890123456789", "more digits than a number can hold"),
        ("1e-999", "more digits than a number can hold"),
        (True, "takes numbers and text, not boolean"), ([5], "not array"), ({}, "not object"),
    ],
)  # fmt: skip
def test_what_is_no_number_or_would_lose_digits_is_refused(value: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_number(value, {})
