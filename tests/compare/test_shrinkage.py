"""Differences of fields and groups, drawn together."""

import pytest

from evaljson import compare_runs
from evaljson.compare import compare_slices, shrunken_fields, shrunken_slices
from tests.compare.made import run

A, B = run(40, {"name": range(20), "sku": range(5)}), run(40, {"name": range(8), "total": range(3), "price": range(4)})


def test_fields_move_towards_each_other_and_keep_their_raw_differences() -> None:
    comparison = compare_runs(A, B, resamples=1000)
    drawn = shrunken_fields(comparison)
    raw = {field.path: field.difference for field in comparison.fields}
    assert {path: one.raw for path, one in drawn.items()} == raw
    values = [one.value for one in drawn.values()]
    assert max(values) - min(values) < max(raw.values()) - min(raw.values())
    assert all(one.low <= one.value <= one.high and 0 < one.kept < 1 for one in drawn.values())
    assert drawn["name"].value > drawn["total"].value, "a clear gain stays the largest"


def test_groups_move_too() -> None:
    slices = compare_slices(A, B, lambda record: record.gold["total"] % 5, resamples=1000)
    drawn = shrunken_slices(slices)
    assert list(drawn) == [group.label for group in slices.slices]
    assert drawn["0"].records == 8
    assert drawn["0"].raw == pytest.approx(slices.slices[list(drawn).index("0")].estimate.difference)


def test_fewer_than_four_groups_say_nothing_of_each_other() -> None:
    assert shrunken_slices(compare_slices(A, B, lambda record: record.gold["total"] % 3, resamples=1000)) == {}
