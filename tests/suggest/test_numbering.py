"""Integers that number the elements of an array are a key of it, and amounts are none."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from evaljson import annotate_xeval, infer_schema
from evaljson.suggest import suggest
from evaljson.suggest.kinds.numbering import is_numbering

IN_ORDER = [[1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]]
RISING = [[101, 102, 201], [101, 103, 202, 204], [102, 201, 301, 302]]


@pytest.mark.parametrize(
    ("arrays", "name", "array", "expected"),
    [
        (IN_ORDER, "n", "rows", True),
        ([[2, 3, 1], [4, 3, 2, 1], [0, 1, 3, 2]], "n", "rows", True),
        (RISING, "plot", "plots", True),
        (RISING, "box", "boxes", True),
        (RISING, "n", "rows", False),
        ([[7, 8, 9, 10], [3, 4, 5, 6], [4, 5, 6]], "n", "rows", False),
        (IN_ORDER, "quantity", "rows", False),
        (RISING, "price", "prices", False),
        ([[5, 2, 9], [1, 7, 3, 4], [2, 8, 4]], "plot", "plots", False),
        (IN_ORDER[:2], "plot", "plots", False),
        ([*IN_ORDER, [1, 1, 2]], "plot", "plots", False),
        ([*IN_ORDER, [1, None, 2]], "plot", "plots", False),
        ([*IN_ORDER, [True, 2, 3]], "plot", "plots", False),
        ([*IN_ORDER, [1.0, 2, 3]], "plot", "plots", False),
        ([[7]] * 40, "plot", "plots", False),
        ([], "plot", "plots", False),
    ],
)
def test_what_numbers_elements(arrays: list[list[Any]], name: str, array: str, expected: bool) -> None:
    assert is_numbering(arrays, name, array) is expected


@pytest.mark.parametrize(
    ("numbers", "name", "more", "is_offered"),
    [
        (lambda random, n: range(1, n + 1), "plot", (), True),
        (lambda random, n: range(1, n + 1), "plot", ("first", "second"), True),
        (lambda random, n: sorted(random.sample(range(101, 140), n)), "plot", (), True),
        (lambda random, n: random.sample(range(1, 40), n), "plot", (), False),
        (lambda random, n: range(1, n + 1), "quantity", (), False),
    ],
    ids=["numbers", "numbers beside two texts that are keys", "rising numbers", "any numbers", "quantities"],
)
def test_a_numbering_is_offered_as_a_key(numbers: Any, name: str, more: tuple[str, ...], is_offered: bool) -> None:
    random = Random(4)
    gold, extracted = [], []
    for record in range(8):
        plots = [
            {name: n, "crop": random.choice("abc"), "t": random.random(), **{key: f"{key}{record}-{n}" for key in more}}
            for n in numbers(random, 5)
        ]
        gold.append({"plots": plots})
        extracted.append({"plots": random.sample(plots, 5)})
    found = suggest(gold, {"a": extracted}, annotate_xeval(infer_schema(gold)))
    levels = {one.edit.align["key"]: one.risk.level for one in (*found, *found.alternatives) if one.kind == "key"}
    assert (levels.get(name) == "low") is is_offered


def test_a_numbering_that_only_its_values_tell_is_a_medium_risk_that_says_so() -> None:
    gold = [
        {"rows": [{"n": n, "crop": f"{(n * record) % 4}", "t": n / 7 + record} for n in range(5)]}
        for record in range(8)
    ]
    found = suggest(gold, {"a": [{"rows": one["rows"][::-1]} for one in gold]}, annotate_xeval(infer_schema(gold)))
    [by_key] = [one for one in (*found, *found.alternatives) if one.kind == "key"]
    assert by_key.risk.level == "medium"
    assert by_key.risk.why.startswith("Only its values say that n numbers the elements; elements are still ")
