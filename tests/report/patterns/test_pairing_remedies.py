"""Pairing by content, as the rule of a pattern: it settles the errors that it is named for, and makes no other."""

from random import Random
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.patterns import error_patterns
from evaljson.report.patterns.kinds import OF_PLACES
from evaljson.suggest.edit import edited
from tests.report.patterns.prepared import remedies_of


@pytest.mark.parametrize("seed", range(3))
def test_pairing_by_content_leaves_nothing_misplaced_or_shifted(seed: int) -> None:
    random, seen = Random(seed), 0
    row = {"type": "object", "properties": {name: {"type": "string"} for name in "abc"}}
    for _ in range(40):
        gold = [{name: random.choice(["p", "q", "rs", "tu"]) for name in "abc"} for _ in range(random.randint(2, 6))]
        extracted = [one for one in random.sample(gold, len(gold)) if random.random() < 0.8]
        schema = {"type": "object", "properties": {"n": {"type": "array", "items": row}}}
        found = remedies_of(evaluate([{"n": gold}], [{"n": extracted}], schema), schema)
        for remedy in (found[name] for name in OF_PLACES if name in found):
            assert remedy is not None
            after = error_patterns(evaluate([{"n": gold}], [{"n": extracted}], edited(schema, remedy)))
            assert not {one.kind.name for one in after} & set(OF_PLACES)
            seen += 1
    assert seen


def test_pairing_that_leaves_as_many_errors_is_no_remedy() -> None:
    row = {"type": "object", "properties": {name: {"type": "string"} for name in "abc"}}
    schema = {"type": "object", "properties": {"n": {"type": "array", "items": row}}}
    gold, extracted = (
        [dict(zip("abc", values, strict=True)) for values in side]
        for side in (("qrt", "pts", "sqr", "tqs"), ("qrt", "tqs", "trr", "sqs"))
    )
    found = remedies_of(evaluate([{"n": gold}], [{"n": extracted}], schema), schema)
    assert found["misplaced"] is None


def rooms(*names: str) -> dict[str, Any]:
    """Rooms in this order, each with features of its own, in one order."""
    return {"rooms": [{"name": name, "features": [f"{name} {n}" for n in range(3)]} for name in names]}


ROOM = {"name": {"type": "string"}, "features": {"type": "array", "items": {"type": "string"}}}
HOUSE = {
    "type": "object",
    "properties": {"rooms": {"type": "array", "items": {"type": "object", "properties": ROOM}}},
}


@pytest.mark.parametrize("records", [1, 90])
def test_of_nested_arrays_the_one_is_paired_whose_elements_are_out_of_order(records: int) -> None:
    outer = [rooms("attic", "cellar", "hall")] * records, [rooms("hall", "attic", "cellar")] * records
    turned = [{**room, "features": room["features"][::-1]} for room in rooms("attic", "cellar")["rooms"]]
    inner = [rooms("attic", "cellar")] * records, [{"rooms": turned}] * records
    for sides, array in ((outer, "rooms"), (inner, "rooms[].features")):
        run = evaluate(*sides, HOUSE)
        remedy = remedies_of(run, HOUSE)["misplaced"]
        assert remedy is not None
        assert remedy.path == array
        assert evaluate(*sides, edited(HOUSE, remedy)).mean_f1 == 1.0
