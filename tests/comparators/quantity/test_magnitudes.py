"""Words for thousands and millions behind a number, which amounts read where they are asked to."""

import pytest

from evaljson.comparators.quantity.amount import amount
from evaljson.comparators.quantity.amount_text import read_amount


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("60k", 60_000), ("60 K", 60_000), ("5.2k EUR", 5_200), ("€1.5m", 1_500_000),
        ("3 Mio. CHF", 3_000_000), ("1.2 million", 1_200_000), ("USD 4bn", 4_000_000_000), ("(2k)", -2_000),
        ("7 thousand", 7_000), ("60", 60), ("60 kg", None), ("60 kk", None), ("k60", None),
    ],
)  # fmt: skip
def test_a_word_behind_a_number_multiplies_it(text: str, number: int | None) -> None:
    assert read_amount(text, magnitudes=True).number.value == number


def test_the_decimal_comma_is_read_before_it() -> None:
    assert read_amount("1,2 Mio. €", ",", magnitudes=True).number.value == 1_200_000


def test_such_words_are_read_only_where_that_is_asked_for() -> None:
    assert amount(60_000, "60k", {}).score == 0.0
    assert amount(60_000, "60k", {"magnitudes": True}).score == 1.0
