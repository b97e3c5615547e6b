"""What people accept becomes a rule; a rule that forgives what they called wrong says so."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.rules import AcceptedRules, accepted_rules
from evaljson.suggest.search import suggest_from
from tests.review.planted import events_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"unit": {"type": "string"}, "total": {"type": "number"}, "paid": {"type": "boolean"}},
}
GOLD = [{"unit": "kilogram", "total": 10.0 + at, "paid": True} for at in range(6)]
EXTRACTED = [
    {"unit": "kg", "total": 10.0, "paid": True},
    {"unit": "kg", "total": 11.004, "paid": False},
    {"unit": "KILOGRAM", "total": 12.004, "paid": True},
    {"unit": "gram", "total": 13.003, "paid": True},
    {"unit": "kilogram", "total": 19.0, "paid": True},
    {"unit": "kilogram", "total": 15.0, "paid": True},
]


def rules(accepted: set[Any], known: bool = False) -> AcceptedRules:
    """The rules where people accept these extracted values, and call all others wrong."""
    runs = {"one": evaluate(GOLD, EXTRACTED, SCHEMA)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))

    def answer(card: ReviewCard, at: CardPlace) -> Answer:
        return Answer("both_acceptable" if repr(card.extracted) in map(repr, accepted) else "gold_right")

    outcome = find_outcome(cards, read_opinions(events_of(cards, answer)))
    found = suggest_from(runs, SCHEMA) if known else []
    return accepted_rules(cards, outcome, SCHEMA, runs, [*found])


def test_accepted_texts_become_synonyms_with_their_measured_effect() -> None:
    [rule] = rules({"kg"}).rules
    assert (rule.accepted, rule.of, rule.forgiven, rule.is_risky) == (2, 2, 0, False)
    assert rule.suggestion.edit.transforms == ({"map_values": {"values": {"kg": "kilogram"}}},)
    assert rule.suggestion.gain == pytest.approx(2 / 18)


def test_a_rule_that_is_known_for_how_texts_are_written_comes_before_synonyms_for_them() -> None:
    gold = [{"unit": unit} for unit in ("Kilo gram", "Ton", "Pound", "Stone", "Ounce", "Gram")]
    extracted = [{"unit": one["unit"].lower()} for one in gold]
    schema = {"type": "object", "properties": {"unit": {"type": "string"}}}
    runs = {"one": evaluate(gold, extracted, schema)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("both_acceptable"))))
    first = accepted_rules(cards, outcome, schema, runs).rules[0]
    assert first.suggestion.edit.transforms == ("lowercase",)
    assert (first.accepted, first.of) == (6, 6)


def test_a_rule_that_rests_on_one_record_is_risky() -> None:
    [rule] = rules({"gram"}).rules
    assert (rule.records, rule.forgiven, rule.is_risky) == (1, 0, True)


def test_accepted_numbers_become_a_tolerance_that_just_covers_them() -> None:
    [rule] = rules({11.004, 12.004, 13.003}).rules
    assert (rule.accepted, rule.forgiven) == (3, 0)
    assert rule.suggestion.edit.params == {"tolerance": {"abs": 0.004}}
    assert "which differ by at most 0.004" in rule.suggestion.sentence


def test_a_rule_that_forgives_what_people_called_wrong_is_a_warning() -> None:
    [rule] = rules({12.004}).rules
    assert (rule.accepted, rule.forgiven, rule.is_risky) == (1, 2, True)
    assert {pair.extracted for pair in rule.warnings} == {11.004, 13.003}


def test_what_no_rule_explains_is_listed() -> None:
    found = rules({False})
    assert found.rules == ()
    assert [pair.extracted for pair in found.left] == [False]
    assert found.accepted == 1


def test_known_suggestions_come_before_rules_made_of_the_pairs() -> None:
    kinds = {rule.suggestion.kind for rule in rules({11.004, 12.004, 13.003}, known=True).rules}
    assert "tolerance" in kinds


def test_what_the_schema_calls_right_by_now_needs_no_rule() -> None:
    runs = {"one": evaluate(GOLD, EXTRACTED, SCHEMA)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("both_acceptable"))))
    lenient = {
        **SCHEMA,
        "properties": {name: {**node, "x-eval-skip": True} for name, node in SCHEMA["properties"].items()},
    }
    found = accepted_rules(cards, outcome, lenient, {"one": evaluate(GOLD, EXTRACTED, lenient)})
    assert (found.rules, found.left, found.accepted) == ((), (), 0)
