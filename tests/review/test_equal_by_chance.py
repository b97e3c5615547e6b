"""Equal values are one question where they are words, or where only the writing differs; else they may be chance."""

from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.review.equal_by_chance import are_equal_by_chance


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [(True, False), (10, 12), (10, "12"), ("2024-01-02", "2024-01-03"), (None, 0), (5, ABSENT), ("12:30", "12:45")],
)
def test_values_that_differ_in_more_than_their_writing_may_be_equal_by_chance(gold: Any, extracted: Any) -> None:
    assert are_equal_by_chance(gold, extracted)
    assert are_equal_by_chance(extracted, gold)


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        ("Huber", "Firma Huber"), (True, "yes"), (None, "n/a"), (None, ABSENT), ("", None), ([], ABSENT),
        (1250.5, "1,250.50"), (80, "80.00"), (-3, "−3"),
    ],
)  # fmt: skip
def test_words_and_other_ways_to_write_the_same_are_one_question(gold: Any, extracted: Any) -> None:
    assert not are_equal_by_chance(gold, extracted)
    assert not are_equal_by_chance(extracted, gold)
