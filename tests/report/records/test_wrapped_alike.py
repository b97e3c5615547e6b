"""Gold and variants that both have each record under a key."""

from typing import Any

import pytest

from evaljson.report.records.wrapped_alike import Wrappers, wrappers_of

GOLD = [{"id": "x", "record": {"a": 1, "b": 2}}, {"id": "y", "record": {"a": 3}}]
FLAT = [{"id": "x", "a": 1}]


@pytest.mark.parametrize(
    ("gold", "variant", "keys"),
    [
        (GOLD, GOLD, ("record", "record")),
        (GOLD, [{"id": "x", "output": {"a": 1}}], ("record", "output")),
        (GOLD, [{"id": "x", "record": {"a": 1}, "ms": 5}, None, {"id": "y", "record": None}], ("record", "record")),
        ([{"text": "t", "gold": {"a": 1}, "split": "test"}], [{"text": "t", "answer": {"a": 1}}], ("gold", "answer")),
        ([{"Record": {"a": 1}, "meta": {"by": "me"}}], GOLD, ("Record", "record")),
        ([{"id": 1, "text": "t", "data": {"a": 1}}], [{"data": {"a": 1}, "ms": 5}], ("data", "data")),
    ],
)
def test_records_are_found_under_keys_on_both_sides(gold: Any, variant: Any, keys: tuple[str, str]) -> None:
    assert wrappers_of(gold, {"p": variant}) == Wrappers(keys[0], {"p": keys[1]})


@pytest.mark.parametrize(
    ("gold", "variant"),
    [
        (GOLD, FLAT),  # `place_of` reads that
        (FLAT, FLAT),
        (FLAT, GOLD),
        (GOLD, [{"id": "x", "record": {"z": 1}}]),
        ([{"id": "x", "vendor": {"a": 1}}], [{"id": "x", "vendor": {"a": 1}}]),  # a part of the record
        ([{"total": 1, "data": {"a": 1}}], [{"total": 1, "data": {"a": 1}}]),  # a field beside it is scored
        ([{"record": {"a": 1}, "data": {"a": 1}}], GOLD),
        ([{"total": 1, "data": {"a": 1}}], [{"data": {"a": 1}}]),  # the variant leaves the total out
        ([{"id": 1, "Entity": {"a": 1}, "total": 3}], [{"id": 1, "entity": {"a": 1}, "ms": 5}]),
        ([*GOLD, {"id": "z"}], GOLD),
        ([], GOLD),
        (GOLD, []),
        ([{"record": {}}], [{"record": {}}]),
    ],
)
def test_entries_are_the_records_where_no_one_key_holds_them(gold: Any, variant: Any) -> None:
    assert wrappers_of(gold, {"p": variant}) is None


def test_a_variant_may_have_its_records_flat_beside_others() -> None:
    assert wrappers_of(GOLD, {"p": GOLD, "q": FLAT}) == Wrappers("record", {"p": "record"})


def test_nothing_is_taken_where_one_variant_has_neither() -> None:
    assert wrappers_of(GOLD, {"p": GOLD, "q": [{"id": "x", "other": 1}]}) is None
