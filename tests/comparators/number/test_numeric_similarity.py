"""numeric_similarity: the number rules of JSON Similarity and JSON Difference."""

from typing import Any

import pytest

from evaljson.comparators.number.numeric_similarity import numeric_similarity

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("gold", "extracted", "similarity", "difference"),
    [
        (20.3, 20.5, 0.99014778, 0.99509804), (100, 90, 0.9, 0.94736842), (90, 100, 0.88888889, 0.94736842),
        (1, 3, 0, 0.5),
        (5, -5, 0, 0), (0, 0.0, 1, 1), (0, 5, 0, 0), (5, 0, 0, 0), (0, 1e-13, 1, 0), (1e-13, 0, 1, 0),
        ("100", " 90 ", 0.9, 0.94736842),
        (None, None, 1, 1), (None, 0, 0, 0), (True, 1, 0, 0), (True, True, 1, 1), ("a", "a", 1, 1), ("a", "b", 0, 0),
        (NAN, NAN, 1, 1),
        ("nan", NAN, 1, 1), (NAN, 1, 0, 0), (INF, INF, 1, 1), (INF, 1, 0, 0), (INF, -INF, 0, 0),
        (10**400, 10**400, 1, 1),
        (10**400, 10**400 + 1, 0, 0), (1e308, -1e308, 0, 0), (1e308, 9e307, 0.9, 0.94736842), (5e-324, 1, 0, 0),
        ([1], [1], 1, 1),
        ([1], [2], 0, 0),
    ],
)  # fmt: skip
def test_both_definitions(gold: Any, extracted: Any, similarity: float, difference: float) -> None:
    assert numeric_similarity(gold, extracted, {}).score == pytest.approx(similarity, abs=1e-8)
    assert numeric_similarity(gold, extracted, {"definition": "difference"}).score == pytest.approx(
        difference, abs=1e-8
    )
    assert numeric_similarity(extracted, gold, {"definition": "difference"}).score == pytest.approx(
        difference, abs=1e-8
    )


@pytest.mark.parametrize(("gold", "extracted"), [(2**53, 2**53 + 1), (1.0, 1.0 - 2**-53), (10**30, 10**30 + 1)])
@pytest.mark.parametrize("definition", ["similarity", "difference"])
def test_unequal_numbers_are_never_a_match(gold: Any, extracted: Any, definition: str) -> None:
    assert 0.999 < numeric_similarity(gold, extracted, {"definition": definition}).score < 1.0


def test_the_reason_says_what_is_wrong() -> None:
    assert numeric_similarity(10, "9", {}).reason == "off by 1; extracted is text, read as a number"
    assert numeric_similarity(10, "nine", {}).reason == "extracted is text that is not a number"
    assert numeric_similarity(True, 1, {}).reason == "gold is boolean"
