"""A setting needs a pairing only where it gains much less without it, and then it has the risk of that as well."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson import annotate_xeval, infer_schema
from evaljson.suggest import Suggestions, suggest
from tests.suggest.made import of_kind

WORDS = ("Weigh", "Dissolve", "Heat", "Stir")


def gold_of(name: str) -> list[dict[str, Any]]:
    return [
        {"id": f"r{n}", name: [{"what": f"{word} {n}", "minutes": n + place} for place, word in enumerate(WORDS)]}
        for n in range(20)
    ]


def found_for(name: str, turned: int) -> Suggestions:
    """For elements written in capitals, and in so many of 20 records in another order."""
    gold = gold_of(name)
    loud = [
        {**record, name: [{**one, "what": one["what"].upper()} for one in record[name]][:: -1 if n < turned else 1]}
        for n, record in enumerate(gold)
    ]
    return suggest(gold, {"loud": loud}, annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"})


@pytest.mark.parametrize(
    ("turned", "needs"),
    [
        pytest.param(2, False, id="gains nearly all of it without"),
        pytest.param(10, True, id="gains half of it without"),
        pytest.param(20, True, id="gains nothing without"),
    ],
)
def test_a_pairing_is_needed_where_much_less_is_gained_without_it(turned: int, needs: bool) -> None:
    found = found_for("items", turned)
    case, pairing = of_kind(found, "case"), of_kind(found, "hungarian")
    assert case.builds_on == ((pairing.id,) if needs else ())
    assert case.evidence.explained == (80 if needs else 80 - 4 * turned)
    assert ("once elements are paired" in case.sentence) is needs


@pytest.mark.parametrize(
    ("name", "turned", "level"),
    [
        pytest.param("items", 2, "low", id="needs nothing"),
        pytest.param("items", 20, "medium", id="needs pairing by content"),
        pytest.param("steps", 2, "low", id="needs no pairing of what has an order"),
        pytest.param("steps", 20, "high", id="needs pairing of what has an order"),
    ],
)
def test_the_risk_of_a_setting_is_no_lower_than_that_of_what_it_needs(name: str, turned: int, level: str) -> None:
    found = found_for(name, turned)
    case, pairing = of_kind(found, "case"), of_kind(found, "hungarian")
    assert case.risk.level == level
    if case.builds_on:
        assert case.risk.why.endswith(f"; it needs “{pairing.title}”, which is of {level} risk.")
    else:
        assert "needs" not in case.risk.why
    assert (case in found.for_all) is (level != "high")
    assert [one for one in found if not one.needs_a_look] == list(found.for_all)
