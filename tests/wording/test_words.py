"""How figures are rounded and statuses named, wherever they are shown."""

import pytest

from evaljson.scoring.status import NAMES
from evaljson.wording.words import (
    BY_STATUS,
    CODES,
    INVENTED,
    MISSING,
    WRONG,
    as_set,
    fraction,
    points,
    points_column,
    ranks,
    signed_points,
)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "–"),
        (1.0, "100.0"),
        (1 - 1e-15, "100.0"),  # a sum of floats
        (0.9999, "99.9"),
        (0.9996, "99.9"),
        (0.9994, "99.9"),
        (0.0, "0.0"),
        (1e-15, "0.0"),
        (0.0001, "0.1"),
        (0.0005, "0.1"),
        (2 / 3, "66.7"),
    ],
)
def test_points_have_one_decimal_and_never_look_perfect_or_nothing_where_they_are_not(
    value: float | None, shown: str
) -> None:
    assert points(value) == shown


@pytest.mark.parametrize(("value", "digits", "shown"), [(0.996, 0, "99"), (0.99996, 2, "99.99"), (0.9999, 2, "99.99")])
def test_other_decimals_are_kept_off_the_ends_too(value: float, digits: int, shown: str) -> None:
    assert points(value, digits) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "–"), (1.0, "1.000"), (0.99999, "0.999"), (0.0, "0.000"), (0.00001, "0.001"), (2 / 3, "0.667")],
)
def test_what_is_not_quite_1_or_0_never_looks_like_it(value: float | None, shown: str) -> None:
    assert fraction(value) == shown


def test_numbers_in_a_column_are_rounded_by_its_format_to_what_points_says() -> None:
    shares = [0.0, 0.0001, 0.123456, 0.9996, 1.0, None]
    column = points_column(shares)
    assert ["–" if figure is None else f"{figure:.1f}" for figure in column] == [points(share) for share in shares]
    assert column[2] == pytest.approx(12.3456)  # rounded by nothing but its format: it sorts as it is


def test_every_status_that_a_result_can_have_has_one_word() -> None:
    assert (WRONG, MISSING, INVENTED) == ("wrong", "missing", "invented")
    assert [NAMES[code] for code in CODES] == [*BY_STATUS] == [name for name in NAMES if name != "pending"]
    assert {status: look.word for status, look in BY_STATUS.items()} == {
        "match": "match",
        "mismatch": WRONG,
        "omission": MISSING,
        "hallucination": INVENTED,
        "skipped": "skipped",
        "batch_error": "not judged",
    }


@pytest.mark.parametrize("noise", [0.0, 1e-16, -1e-16])
def test_the_noise_of_sums_in_another_order_does_not_show(noise: float) -> None:
    assert points(0.7865 + noise) == "78.7"
    assert signed_points(0.7865 + noise) == "+78.7"


@pytest.mark.parametrize(
    ("number", "words"),
    [(0.00005, "0.00005"), (1_234_567, "1234567"), (2e6, "2000000"), (0.1 + 0.2, "0.3"), (7, "7"), (0, "0"),
     (-0.00002, "-0.00002"), (1e-12, "1e-12"), (1e100, "1e+100")],
)  # fmt: skip
def test_a_number_that_somebody_set_reads_as_it_was_typed(number: float, words: str) -> None:
    assert as_set(number) == words


@pytest.mark.parametrize(
    ("best", "worst", "words"),
    [(1, 1, "1st"), (1, 2, "1st or 2nd"), (1, 3, "1st to 3rd"), (4, 11, "4th to 11th"), (12, 13, "12th or 13th"),
     (21, 22, "21st or 22nd"), (111, 123, "111th to 123rd"), (1000, 1000, "1,000th")],
)  # fmt: skip
def test_ranks_are_written_as_people_say_them(best: int, worst: int, words: str) -> None:
    assert ranks(best, worst) == words
