"""Amounts: tests/cases/amounts.json says what is read as what, under both decimal separators."""

from typing import Any

import pytest

from evaljson.comparators.quantity.amount import amount
from tests.cases import read_cases

CASES = read_cases("amounts")
POINT, COMMA = CASES["reads"], CASES["with a decimal comma"]
NAN, INF = float("nan"), float("inf")


def reason(gold: Any, extracted: Any, **params: Any) -> str:
    return amount(gold, extracted, params).reason or ""


@pytest.mark.parametrize(
    ("text", "value", "decimal"),
    [*((text, value, ".") for text, value in POINT), *((text, value, ",") for text, value in COMMA)],
)
def test_a_text_is_the_amount_that_it_shows_or_none(text: str, value: float | None, decimal: str) -> None:
    params = {"decimal": decimal}
    if value is None:
        assert [amount(number, text, params).score for number in (0, 5, 50, 1234, 1247.5)] == [0.0] * 5
        assert reason(5, text, **params).startswith("extracted ")
        return
    assert amount(value, text, params).score == 1.0
    assert amount(text, value, params).score == 1.0
    assert amount(value + 1, text, params).score == 0.0


@pytest.mark.parametrize("value", ["no amount", "", None, True, NAN, INF, [1], {"a": 1}, 10**2000, "9" * 500])
def test_what_cannot_be_read_matches_only_itself(value: Any) -> None:
    assert amount(value, value, {}).score == 1.0
    assert amount(value, 5, {}).score == 0.0
    assert reason(value, 5).startswith("gold ")


@pytest.mark.parametrize(
    ("gold", "extracted", "decimal", "said"),
    [
        (1234, "1,234", ".", "extracted '1,234' is 1234: '1,234' read with the decimal separator '.'"),
        (1234, "1.234", ".", "extracted '1.234' is 1.234: '1.234' read with the decimal separator '.'"),
        (1234, "1.234", ",", "extracted '1.234' is 1234: '1.234' read with the decimal separator ','"),
        (1247.5, "1.247,50 EUR", ".", "extracted '1.247,50 EUR' read as 1247.5"),
        (5, "5,5", ".", """'5,5' cannot be read with the decimal separator '.': set "decimal" to "," if all numbers"""),
        (5, "5 kg", ".", "extracted is not an amount ('kg' is not a currency): '5 kg'"),
        (5, "€5 USD", ".", "it names two currencies"), (5, "-(5)", ".", "more than one sign"),
        (5, "(5", ".", "brackets do not match"), (5, "5 to 6", ".", "more than one number"),
        (5, "five", ".", "no digits"),
        (5, None, ".", "extracted is null"), (5, True, ".", "extracted is boolean"), (5, 7, ".", "off by 2"),
    ],
)  # fmt: skip
def test_the_reason_says_how_it_was_read(gold: Any, extracted: Any, decimal: str, said: str) -> None:
    assert said in reason(gold, extracted, decimal=decimal)


def test_plain_numbers_of_equal_value_need_no_words() -> None:
    assert amount(5, "5", {}).reason is None


@pytest.mark.parametrize(
    ("gold", "extracted", "score", "said"),
    [
        ("€5", "5 EUR", 1, ""), ("5 EUR", "5 USD", 0, "gold is in EUR, extracted in USD"),
        ("$5", "5 USD", 1, "taken for the same"),
        ("$5", "5 CAD", 1, "taken for the same"), ("$5", "5 EUR", 0, "gold is in one of"), ("US$5", "5 CAD", 0, "USD"),
        ("$5 CAD", "US$5", 0, "CAD"), ("kr 5", "5 SEK", 1, "DKK"), ("5", 5, 1, ""),
        ("€5", 5, 0, "extracted names no currency"),
        (5, "€5", 0, "gold names no currency"), ("¥5", "5 CNY", 1, "taken for the same"), ("€5", "6 €", 0, "off by 1"),
    ],
)  # fmt: skip
def test_currencies_count_where_they_must_be_the_same(gold: Any, extracted: Any, score: int, said: str) -> None:
    found = amount(gold, extracted, {"currency": "same"})
    assert found.score == score
    assert said in (found.reason or "")
    if "off by" not in said:
        assert amount(gold, extracted, {}).score == 1.0


@pytest.mark.parametrize(
    ("gold", "extracted", "tolerance", "score"),
    [
        (0.2, 0.3, {"abs": 0.1}, 1), ("1,247.50", "1.247,49", {"abs": 0.01}, 1), (100, "€101", {"rel": 0.01}, 1),
        (101, "€100", {"rel": 0.0099}, 0), (0, 0.01, {"rel": 0.01}, 1), (100, 101, {"rel": 0.01, "abs": 0.5}, 0),
        (100, 101, {}, 0), (5, 5.1, {"abs": 0}, 0), (-5, "(5.01)", {"abs": 0.01}, 1),
    ],
)  # fmt: skip
def test_tolerances_hold_in_exact_arithmetic(gold: Any, extracted: Any, tolerance: dict[str, Any], score: int) -> None:
    assert amount(gold, extracted, {"tolerance": tolerance}).score == score
