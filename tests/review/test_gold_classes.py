"""Where gold has few texts in a field, equal values of different records are equal by chance."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.review.cards import ReviewCard, card_content, card_of_json, places_to_json
from evaljson.review.plan import ReviewPlan, plan_cards

ROLES = ("lead", "co_lead", "postdoc")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "people": {"type": "array", "items": {
        "type": "object", "properties": {"role": {"type": "string"}, "of": {"type": "string"}},
    }}},
}  # fmt: skip


def cards(gold_role: Any, extracted_role: Any, roles: tuple[str, ...] = ROLES) -> list[ReviewCard]:
    """Cards of three records in which the second of two people has another role than gold has."""
    gold: list[Any] = [
        {"name": f"n{number}", "people": [_person(roles[number % len(roles)]), _person(gold_role)]}
        for number in range(30)
    ]
    extracted: list[Any] = [
        {**one, "people": [one["people"][0], _person(extracted_role)]} if number < 3 else one
        for number, one in enumerate(gold)
    ]
    return plan_cards({"one": evaluate(gold, extracted, SCHEMA)}, ReviewPlan(audit=0, overlap=0))


def _person(role: Any) -> dict[str, Any]:
    return {"of": "x"} if role is ABSENT else {"role": role, "of": "x"}


@pytest.mark.parametrize(
    ("gold", "extracted"), [("lead", "postdoc"), ("lead", ABSENT), (ABSENT, "lead"), ("lead", ""), (None, "lead")]
)
def test_values_of_a_small_set_are_equal_by_chance(gold: Any, extracted: Any) -> None:
    [card] = cards(gold, extracted)
    assert card.records == 3
    assert card.is_by_chance


@pytest.mark.parametrize(
    ("gold", "extracted"), [("lead", "Lead"), ("co_lead", "co lead"), ("lead", "chief"), (None, "")]
)
def test_what_gold_writes_nowhere_is_one_question(gold: Any, extracted: Any) -> None:
    """Such as another way to write a value, which is right everywhere or nowhere."""
    [card] = cards(gold, extracted)
    assert not card.is_by_chance


@pytest.mark.parametrize(("different", "is_few"), [(19, True), (20, False), (30, False)])
def test_in_a_field_of_many_texts_equal_ones_are_one_question(different: int, is_few: bool) -> None:
    """30 values of gold are "a", and as many of so many different ones: of more than 20, or few times each."""
    [card] = cards("a", "b 1", tuple(f"b {number}" for number in range(different)))
    assert card.is_by_chance is is_few


def test_a_card_of_one_record_is_not_asked_about_others() -> None:
    gold, extracted = [{"name": one} for one in "aabb"], [{"name": one} for one in "abbb"]
    [card] = plan_cards({"one": evaluate(gold, extracted, SCHEMA)}, ReviewPlan(audit=0, overlap=0))
    assert not card.of_classes


def test_a_card_that_was_stored_still_knows_it() -> None:
    [card] = cards("lead", "postdoc")
    written = card_content(card), places_to_json(card)
    assert card_of_json(card.key, card.field, card.kind, *written, card.opinions) == card
    old = {side: written[0][side] for side in ("gold", "extracted")}
    assert not card_of_json(card.key, card.field, card.kind, old, written[1], 1).is_by_chance
