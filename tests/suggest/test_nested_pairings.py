"""Arrays in arrays that are both in another order: each pairing is measured over the one around it, and needed."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.suggest import Suggestions, apply, suggest

PARTS = ["bolt", "nut", "plate", "washer"]


def orders(count: int) -> list[Any]:
    """Orders of three items each, whose lists of parts hold the same in another order."""
    return [
        {
            "id": str(number),
            "items": [
                {"sku": f"S{number}-{place}", "parts": PARTS[place:] + PARTS[:place]} for place in range(3)
            ],
        }
        for number in range(count)
    ]  # fmt: skip


def found_in(gold: list[Any], extracted: list[Any]) -> Suggestions:
    return suggest(gold, {"a": extracted}, id_field="id")


def turned(gold: list[Any], *, items: bool, parts: bool) -> list[Any]:
    return [
        {
            **order,
            "items": [
                {**item, "parts": item["parts"][::-1] if parts else item["parts"]}
                for item in (order["items"][::-1] if items else order["items"])
            ],
        }
        for order in gold
    ]


@pytest.mark.parametrize(
    ("items", "parts", "paths"),
    [
        pytest.param(True, False, ["items"], id="settled by the pairing around it"),
        pytest.param(True, True, ["items", "items[].parts"], id="both"),
    ],
)
def test_a_pairing_is_proposed_where_the_one_around_it_leaves_something_wrong(
    items: bool, parts: bool, paths: list[str]
) -> None:
    gold = orders(12)
    extracted = turned(gold, items=items, parts=parts)
    found = found_in(gold, extracted)
    every = (*found, *found.alternatives)
    assert sorted({one.path for one in every if one.kind in ("key", "hungarian")}) == paths
    assert evaluate(gold, extracted, apply(found.schema, found), id_field="id").mean_f1 == 1.0


def test_what_needs_a_pairing_around_it_is_measured_with_that() -> None:
    gold = [{"id": str(n), "items": [{"sku": f"{n}{m}", "parts": [f"{n}{m}{k}" for k in "abcd"]} for m in "xyz"]}
            for n in range(12)]  # fmt: skip
    found = found_in(gold, turned(gold, items=True, parts=True))
    by_path = {one.path: one for one in found}
    inner, outer = by_path["items[].parts"], by_path["items"]
    assert inner.builds_on == (outer.id,)
    assert inner.sentence.startswith("In items[].parts, 144 of 144 wrong results are right once elements are paired")
    assert inner.effect is not None
    assert inner.effect.variants["a"].after.f1 == 1.0
