"""What stands beside a field of the schema."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.fields.examples import FieldExample, field_examples, share_at, weight_shares

GOLD = [
    {"a": "x", "n": {"b": 1, "c": 2}},
    {"a": "y", "n": {"b": 3, "c": 4}},
]
EXTRACTED = [{"a": "x", "n": {"b": 1}}, {"a": "", "n": {"b": 3, "c": 4}}]
SCHEMA = {
    "type": "object",
    "properties": {
        "a": {"type": "string", "x-eval-weight": 2},
        "n": {"type": "object", "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}}},
    },
}


def test_an_example_is_from_a_record_in_which_the_field_is_wrong() -> None:
    assert field_examples(evaluate(GOLD, EXTRACTED, SCHEMA)) == {
        "a": FieldExample("y", '""', 0.5),
        "n.b": FieldExample("1", "1", 0.0),
        "n.c": FieldExample("2", "(absent)", 0.5),
    }


@pytest.mark.parametrize(
    ("gold", "extracted", "shown"),
    [({"b": None}, {"b": 1}, ("null", "1")), ({}, {"b": 1}, ("(absent)", "1")), ({"b": 1}, {"b": None}, ("1", "null"))],
)
def test_absent_and_null_are_two_things_in_an_example(gold: Any, extracted: Any, shown: tuple[str, str]) -> None:
    example = field_examples(evaluate([{"n": gold}], [{"n": extracted}], SCHEMA))["n.b"]
    assert (example.gold, example.extracted) == shown


def test_shares_add_up_and_a_container_holds_those_inside() -> None:
    shares = weight_shares(evaluate(GOLD, EXTRACTED, SCHEMA).tallies)
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["a"] == pytest.approx(8 / 15)
    assert share_at(shares, "n") == pytest.approx(7 / 15)
    assert share_at(shares, "nowhere") == 0
