"""What is missing or invented in a list: the list, an element of it, or a key of an element that is there."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.patterns import error_patterns

TEXT = {"type": "string"}
ROW = {"type": "object", "properties": {"sku": TEXT, "name": TEXT, "tags": {"type": "array", "items": TEXT}}}
ROWS = {"type": "array", "items": ROW}
BY_SKU = {**ROWS, "x-eval-align": {"match_by": "key_field", "key": "sku"}}
WORDS = {"type": "array", "items": TEXT}
A, B = {"sku": "a", "name": "one"}, {"sku": "b", "name": "two"}
TWO = {"rows": [A, B]}


def patterns(gold: Any, extracted: Any, **fields: Any) -> dict[str, int]:
    properties = {"id": TEXT, "rows": ROWS, "words": WORDS, "in": {"type": "object", "properties": {"words": WORDS}}}
    run = evaluate([gold], [extracted], {"type": "object", "properties": {**properties, **fields}})
    return {one.kind.name: one.values for one in error_patterns(run)}


@pytest.mark.parametrize(
    ("side", "other", "name", "count"),
    [
        (TWO, {"id": "1"}, "list_{}", 4),
        (TWO, {"rows": None}, "list_{}", 4),
        (TWO, {"rows": []}, "list_{}", 4),
        ({"in": {"words": ["x"]}}, {"id": "1"}, "list_{}", 1),
        ({"in": {"words": ["x"]}}, {"in": {}}, "list_{}", 1),
        (TWO, {"rows": [A]}, "{}_in_list", 2),
        ({"words": ["x", "y"]}, {"words": ["x"]}, "{}_in_list", 1),
        (TWO, {"rows": [A, {"sku": "b"}]}, "key_{}_in_list", 1),
        ({"rows": [{**A, "tags": ["t"]}]}, {"rows": [A]}, "list_{}", 1),
        ({"rows": [{**A, "tags": ["t", "u"]}]}, {"rows": [{**A, "tags": ["t"]}]}, "{}_in_list", 1),
        ({"rows": [{**A, "tags": ["t"]}, B]}, {"rows": [A, B]}, "list_{}", 1),
    ],
)
def test_the_list_an_element_and_a_key_are_three(side: Any, other: Any, name: str, count: int) -> None:
    side, other = {"id": "1", **side}, {"id": "1", **other}
    assert patterns(side, other) == {name.format("missing"): count}
    assert patterns(other, side) == {name.format("invented"): count}


def test_elements_are_looked_for_where_they_are_paired() -> None:
    gold = {"rows": [A, B, {"sku": "c", "name": "three"}]}
    extracted = {"rows": [{"sku": "c", "name": "three"}, {"sku": "b"}]}
    assert patterns(gold, extracted, rows=BY_SKU) == {"missing_in_list": 2, "key_missing_in_list": 1}
    assert patterns(extracted, gold, rows=BY_SKU) == {"invented_in_list": 2, "key_invented_in_list": 1}


C = {"sku": "c", "name": "three"}


@pytest.mark.parametrize(
    ("gold", "extracted", "expected"),
    [
        ({"rows": [A, B]}, {"rows": [A, B, A]}, {"copy_in_list": 2}),
        ({"rows": [A, B]}, {"rows": [A, B, {**A, "name": "One"}]}, {"invented_in_list": 2}),
        ({"rows": [A, A]}, {"rows": [A, A, A]}, {"copy_in_list": 2}),
        ({"rows": [A]}, {"rows": [A, C, C]}, {"invented_in_list": 4}),
        ({"rows": [A]}, {"rows": [A, C, A, A]}, {"copy_in_list": 4, "invented_in_list": 2}),
        ({"words": ["x", "1"]}, {"words": ["x", "1", "x", "y"]}, {"copy_in_list": 1, "invented_in_list": 1}),
        ({"rows": [{**A, "tags": ["t"]}]}, {"rows": [{**A, "tags": ["t", "t"]}]}, {"copy_in_list": 1}),
        ({"rows": [A]}, {"rows": [A, {**C, "tags": ["t", "t"]}]}, {"invented_in_list": 4}),
    ],
)
@pytest.mark.parametrize("rows", [ROWS, {**ROWS, "x-eval-align": {"match_by": "hungarian"}}])
def test_an_invented_element_that_is_there_already_is_a_copy(
    rows: Any, gold: Any, extracted: Any, expected: dict[str, int]
) -> None:
    assert patterns(gold, extracted, rows=rows) == expected


def test_a_null_element_is_a_missing_one_and_a_value_that_counts_as_absent_is_a_missing_key() -> None:
    assert patterns(TWO, {"rows": [A, None]}) == {"missing_in_list": 2}
    absent = {**TEXT, "x-eval-nulls": {"absent": [None]}}
    rows = {"type": "array", "items": {"type": "object", "properties": {"sku": TEXT, "name": absent}}}
    assert patterns(TWO, {"rows": [A, {"sku": "b", "name": None}]}, rows=rows) == {"key_missing_in_list": 1}
