"""An amount in another currency is not the same amount, whatever comparing as amounts would forgive."""

from typing import Any

from tests.suggest.made import kinds, of_kind, suggested

RIGHT = [(f"{n}.50 USD", f"{n}.50 USD") for n in range(40, 44)]
OTHER = [(f"{n}.50 USD", f"{n}.50 EUR") for n in range(10, 14)]
SIGNS = [(f"{n}.50 USD", f"${n}.50") for n in range(20, 25)]
NO_NAME = [(f"{n}.50 USD", f"{n}.50") for n in range(30, 35)]


def test_amounts_in_other_currencies_alone_are_no_reason_to_compare_as_amounts() -> None:
    assert "amount" not in kinds(suggested([*OTHER, *RIGHT]))


def test_where_all_name_a_currency_it_has_to_be_the_same_one() -> None:
    one = of_kind(suggested([*OTHER, *SIGNS, *RIGHT]), "amount")
    assert one.edit.params == {"currency": "same"}
    assert "5 of 9 mismatches are the same amounts" in one.sentence
    assert one.risk.level == "low"
    assert one.effect is not None
    assert one.effect.settled.become_right == 5


def test_where_a_currency_is_left_out_other_currencies_would_be_right_too_and_the_risk_says_so() -> None:
    one = of_kind(suggested([*OTHER, *NO_NAME, *RIGHT]), "amount")
    assert "5 of 9 mismatches are the same amounts" in one.sentence
    assert one.risk.level == "high"
    assert "4 amounts in another currency would count as right as well" in one.risk.why


def test_amounts_in_one_currency_are_compared_as_ever() -> None:
    pairs: list[tuple[Any, Any]] = [*NO_NAME, *RIGHT]
    assert of_kind(suggested(pairs), "amount").edit.params == {}


POINTS = [(f"{n}.169,97 €", f"{n}169.97") for n in range(1, 9)] + [
    (f"{n}.003,20 zł", f"{n}003.20") for n in range(1, 9)
]
COMMAS = [(f"97{n},11 €", f"97{n},11 €") for n in range(5)]
BRITISH = [(f"€{n},025.52", f"€{n},025.52") for n in range(3, 6)]


def test_gold_written_in_ways_of_several_countries_is_read_as_far_as_one_reading_takes_it() -> None:
    one = of_kind(suggested([*POINTS, *COMMAS, *BRITISH, ("978,11 €", "978.11")]), "amount")
    assert "16 of 17 mismatches are the same amounts" in one.sentence
    assert one.effect is not None
    assert (one.effect.settled.become_right, one.effect.settled.lost) == (16, 0)
    assert "6 of 25 gold values cannot be read so, and match only what is written the same" in one.risk.why


def test_where_most_errors_of_such_gold_are_others_nothing_is_proposed() -> None:
    wrong = [(f"97{n},60 €", f"{n}97.60") for n in range(9)]
    assert "amount" not in kinds(suggested([*POINTS[:5], *BRITISH, *wrong]))


def test_where_gold_can_be_read_the_risk_says_nothing_of_it() -> None:
    assert "cannot be read" not in of_kind(suggested([*NO_NAME, *RIGHT]), "amount").risk.why


def test_texts_that_are_no_number_are_not_called_amounts_that_are_written_differently() -> None:
    """Under `numeric`, <5 is wrong even where both sides have it."""
    numbers: list[tuple[Any, Any]] = [(n + 0.5, n + 0.5) for n in range(60)]
    limits: list[tuple[Any, Any]] = [("<5", "<5"), ("<7", "<7"), ("<9", "<9")] * 2
    written: list[tuple[Any, Any]] = [(n + 0.25, f"{n}.25 €") for n in range(3)]
    numeric = {"x-eval-compare": "numeric"}
    both = of_kind(suggested([*numbers, *limits, *written], ["number", "string"], **numeric), "amount")
    assert "9 of 9 mismatches are the same amounts, written differently, or (6 of them) the same text" in both.sentence
