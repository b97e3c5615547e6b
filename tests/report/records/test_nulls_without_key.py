"""Nulls in Parquet where gold has no key."""

from typing import Any

import pytest

from evaljson.report.records.nulls_without_key import nulls_without_key


@pytest.mark.parametrize(
    ("gold", "extracted", "found"),
    [
        ([{"a": 1}, {}], [{"a": 1}, {"a": None}], {"a": 1}),
        ([{"a": None}, {}], [{"a": None}, {"a": None}], {"a": 1}),
        ([{"a": 1}, {"a": 2}], [{"a": None}, None], {}),
        ([{"t": {"a": 1}}, {"t": {}}, {}], [{"t": {"a": None, "b": None}}] * 3, {"t.b": 3, "t.a": 2}),
        ([{"t": {"a": None}}, {"t": {}}], [{"t": {"a": 1}}, {"t": {"a": None}}], {"t.a": 1}),
        ([{"t": "text"}, {"x": []}], [{"t": {"a": None}}, {"x": [{"a": None}]}], {}),
    ],
)
def test_nulls_are_counted_where_gold_lacks_the_key(
    gold: list[Any], extracted: list[Any], found: dict[str, int]
) -> None:
    assert nulls_without_key(gold, extracted) == found
