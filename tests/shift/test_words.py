"""Shift of presence in words: both shares, one after the other, whatever the batches are called."""

from __future__ import annotations

import numpy as np
import pytest

from evaljson.shift.words import of_kinds


@pytest.mark.parametrize(
    ("a", "b", "inside", "said"),
    [
        ([0.2, 0.8], [0.5, 0.5], False, "has a value in 80.0% → 50.0% of records"),
        ([0.2, 0.8], [0.5, 0.5], True, "has a value in 80.0% → 50.0% of elements"),
    ],
)
def test_a_value_that_is_there_less_often_is_said_with_both_shares(
    a: list[float], b: list[float], inside: bool, said: str
) -> None:
    assert of_kinds(("absent", "number"), np.array(a), np.array(b), inside) == said


def test_a_value_of_another_type_is_said_with_both_shares() -> None:
    kinds = ("text", "number", "boolean")
    assert (
        of_kinds(kinds, np.array([0.1, 0.6, 0.3]), np.array([0.7, 0.3, 0.0]), False)
        == "is text in 10.0% → 70.0% of records"
    )
