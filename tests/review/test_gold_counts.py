"""Values of gold that a review confirms are counted apart from keys that gold rightly lacks."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT, strict_key, value_at
from evaljson.cli.text.corrected import gold_in_counts
from evaljson.review.answers import Answer, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.gold_counts import gold_counts
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, plan_cards
from tests.review.planted import events_of

TEXT = {"type": "string"}
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {"id": TEXT, "name": TEXT, "town": TEXT, "at": {"type": "object", "properties": {"zip": TEXT}}},
}
ANSWERS = ("extracted_right", "gold_right", "gold_wrong", "both_acceptable", "unsure")


def _record(random: Random, number: int) -> dict[str, Any]:
    values = ("a", "b", None, ABSENT)
    drawn = {key: random.choice(values) for key in ("name", "town", "confidence")}
    record = {key: value for key, value in drawn.items() if value is not ABSENT}
    inner = {key: random.choice("ab") for key in ("zip", "source") if random.random() < 0.6}
    return {"id": str(number), **record, "at": inner}


def _counted_one_by_one(
    gold: list[Any], cards: list[ReviewCard], said: dict[tuple[int, int], Answer]
) -> tuple[Counter[str], Counter[str]]:
    """Look each place up in gold, and at everything that was said about it."""
    places: dict[tuple[int, str], list[Any]] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            assert at.gold_path is not None
            says, value = true_value(said[number, place], card.gold, card.extracted)
            places.setdefault((at.record, at.gold_path), []).extend([value] if says else [])
    has, lacks = Counter[str](), Counter[str]()
    for (record, path), values in places.items():
        there = value_at(gold[record], path)
        different = {strict_key(value) for value in values}
        state = "open" if not values else "disputed" if len(different) > 1 else "corrected"
        if different == {strict_key(there)}:
            state = "confirmed"
        (lacks if there is ABSENT else has)[state] += 1
    return has, lacks


@pytest.mark.parametrize("seed", range(40))
def test_counts_are_those_of_looking_each_place_up_in_gold(seed: int) -> None:
    random = Random(seed)
    gold, *sides = ([_record(random, number) for number in range(12)] for _ in range(3))
    runs = {f"variant {at}": evaluate(gold, side, SCHEMA) for at, side in enumerate(sides)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    said: dict[tuple[int, int], Answer] = {}

    def answer(card: ReviewCard, at: CardPlace) -> Answer:
        given = Answer(random.choice(ANSWERS))
        if given.name == "gold_wrong":
            given = Answer("gold_wrong", random.choice(["c", None, ABSENT]))
        return said.setdefault((cards.index(card), card.places.index(at)), given)

    found = gold_counts(cards, find_outcome(cards, read_opinions(events_of(cards, answer))))
    assert (found.values, found.lacking) == _counted_one_by_one(gold, cards, said)
    assert found.lacking["confirmed"], "else nothing is shown"


def test_a_key_that_gold_rightly_lacks_is_no_value_of_gold_that_is_confirmed() -> None:
    gold = [{"id": "1", "name": "a", "town": None}]
    extracted = [{"id": "1", "name": "b", "town": "c", "confidence": "0.9"}]
    cards = plan_cards({"one": evaluate(gold, extracted, SCHEMA)}, ReviewPlan(audit=0, overlap=0))
    events = events_of(cards, lambda card, at: Answer("gold_right"))
    found = gold_counts(cards, find_outcome(cards, read_opinions(events)))
    assert (found.values, found.lacking) == ({"confirmed": 2}, {"confirmed": 1})
    assert gold_in_counts(found.values, found.lacking) == (
        "Gold: 2 confirmed. Elements and keys that gold lacks, not counted there: 1 rightly so."
    )
