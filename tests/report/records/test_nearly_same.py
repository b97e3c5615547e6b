"""A card of an element that one side has alone names the one that the other side has nearly so."""

from collections.abc import Mapping
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.records.place_context import place_context
from evaljson.review.differences import differences
from evaljson.review.places import CardPlace
from evaljson.schema import parse_eval_schema

BY_KEY = {"match_by": "key_field", "key": "plate"}
A: dict[str, Any] = {"plate": "KS 1", "make": "Opel", "driver": {"name": "Eva"}, "damage": 450}
B: dict[str, Any] = {"plate": "FD 2", "make": "Fiat", "driver": {"name": "Jan"}, "damage": 800}
A_OTHER = {**A, "plate": "XX 9"}
NEAR, FAR = {**A_OTHER, "driver": {"name": "Ina"}}, {**B, "plate": "XX 9", "damage": 450}


def schema(align: Mapping[str, Any]) -> dict[str, Any]:
    car = {
        "type": "object",
        "properties": {
            "plate": {"type": "string"}, "make": {"type": "string"}, "damage": {"type": "number"},
            "driver": {"type": "object", "properties": {"name": {"type": "string"}}},
        },
    }  # fmt: skip
    cars = {"type": "array", "x-eval-align": dict(align), "items": car}
    return {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}, "cars": cars}}


@pytest.mark.parametrize(
    ("gold", "extracted", "path", "said"),
    [
        ([B, A], [A_OTHER, B], "cars[-1]", "gold has nearly the same element at cars[1]: only plate differs"),
        ([B, A], [A_OTHER, B], "cars[1]", "the extraction has nearly the same element at cars[0]: only plate differs"),
        ([B, A], [NEAR, B], "cars[-1]", "at cars[1]: only plate and driver.name differ"),
        ([B, A], [FAR, B], "cars[-1]", ""),
        ([A], [B, A_OTHER], "cars[-1]", ""),
        ([A], [A_OTHER, {**A, "plate": "XX 8"}], "cars[-1]", ""),
    ],
    ids=["added", "missing", "two values", "less than half", "another one", "one of two"],
)
def test_it_says_what_differs(gold: Any, extracted: Any, path: str, said: str) -> None:
    sides = ([{"id": "1", "cars": cars}] for cars in (gold, extracted))
    run = evaluate(*sides, schema(BY_KEY))
    place = next(pair.place for pair in differences(run, "one") if pair.place.path == path)
    rule = place_context({"one": run}, parse_eval_schema(schema(BY_KEY)), place).rule
    assert said in rule
    assert ("nearly the same" in rule) is bool(said)


def test_a_card_of_an_older_review_of_an_array_in_order_does_too() -> None:
    """Reviews make cards of the value that differs by now."""
    in_order = schema({"ordered": True})
    run = evaluate([{"id": "1", "cars": [A, B]}], [{"id": "1", "cars": [B, A_OTHER]}], in_order)
    for path, gold_path, extracted_path, name in (
        ("cars[-1]", None, "cars[1]", "gold has nearly the same element at cars[0]"),
        ("cars[0]", "cars[0]", None, "the extraction has nearly the same element at cars[1]"),
    ):
        place = CardPlace(0, "1", "one", path, gold_path, extracted_path, 1.0, 0.5, is_shift=True)
        rule = place_context({"one": run}, parse_eval_schema(in_order), place).rule
        assert f"{name}: only plate differs" in rule
