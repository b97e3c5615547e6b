"""Names in the order of a figure."""

import math

import pytest

from evaljson.results.ranking import highest_first, leading, lowest_first

FIGURES = {"none": None, "low": 0.0, "nan": math.nan, "high": 0.9, "mid": 0.5, "as high": 0.3 + 0.6, "as mid": 0.5}


def test_what_is_undefined_comes_after_everything_defined_either_way() -> None:
    assert highest_first(FIGURES) == ["high", "as high", "mid", "as mid", "low", "none", "nan"]
    assert lowest_first(FIGURES) == ["low", "mid", "as mid", "high", "as high", "none", "nan"]


@pytest.mark.parametrize("order", [highest_first, lowest_first])
def test_nothing_has_an_order(order: object) -> None:
    assert callable(order)
    assert order({}) == []


def test_who_leads_before_and_after_is_named_once_where_it_is_the_same() -> None:
    before = {"a": 0.626, "b": 0.633, "c": 0.826}
    assert leading(before, {"a": 0.95, "b": 0.953, "c": 0.855}) == ["c", "b"]
    assert leading(before, before) == ["c"]
    assert leading({}, {}) == []
