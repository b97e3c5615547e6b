"""An element of an array that one side lacks is one card, and one answer puts all of it into gold or takes it out."""

import copy
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard, card_content, card_of_json, make_cards, places_to_json
from evaljson.review.corrected_figures import correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.differences import differences
from evaljson.review.label_states import label_states
from evaljson.review.opinions import Opinions, read_opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome, outcome_after
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, looked_at, plan_cards
from evaljson.review.questions import open_questions
from tests.review.planted import SCHEMA, events_of, planted

A = {"sku": "A", "quantity": 1}
B = {"sku": "B", "quantity": 2}
C = {"sku": "C", "quantity": 3}
NESTED: dict[str, Any] = {
    "type": "object",
    "properties": {
        "parts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "screws": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"size": {"type": "integer"}}},
                    },
                },
            },
        }
    },
}


def cards_of(gold: Sequence[Any], extracted: Sequence[Any], schema: Mapping[str, Any] = SCHEMA) -> list[ReviewCard]:
    return make_cards(differences(evaluate(gold, extracted, schema), "one"))


def with_lines(*lines: Any) -> list[dict[str, Any]]:
    return [{"id": "1", "lines": list(lines)}]


@pytest.mark.parametrize(
    ("gold", "extracted", "card", "where"),
    [
        pytest.param([A], [A, B], ("lines[]", ABSENT, B), ("lines[-1]", None, "lines[1]"), id="gold lacks it"),
        pytest.param([A], [B, A], ("lines[]", ABSENT, B), ("lines[-1]", None, "lines[0]"), id="gold lacks the first"),
        pytest.param([A, B], [B], ("lines[]", A, ABSENT), ("lines[0]", "lines[0]", None), id="the extraction lacks it"),
    ],
)
def test_an_element_that_one_side_lacks_is_one_card(gold: Any, extracted: Any, card: Any, where: Any) -> None:
    [made] = cards_of(with_lines(*gold), with_lines(*extracted))
    [place] = made.places
    assert (made.field, made.gold, made.extracted) == card
    assert (place.path, place.gold_path, place.extracted_path) == where


def test_it_has_as_much_at_stake_as_all_values_in_it() -> None:
    [made] = cards_of(with_lines(A), with_lines(A, B))
    assert (made.places[0].weight, made.stake) == (2.0, pytest.approx(1 - 2 * 2 / (2 + 4)))


def test_elements_within_such_an_element_are_part_of_it() -> None:
    part = {"name": "lid", "screws": [{"size": 3}, {"size": 4}]}
    [made] = cards_of([{"parts": [part]}], [{"parts": []}], NESTED)
    assert (made.field, made.gold) == ("parts[]", part)
    [made] = cards_of([{"parts": [part]}], [{"parts": [{**part, "screws": part["screws"][:1]}]}], NESTED)
    assert (made.field, made.gold) == ("parts[].screws[]", {"size": 4})


def test_what_is_missing_in_an_element_that_both_have_stays_a_card_of_its_own() -> None:
    [made] = cards_of(with_lines(A), with_lines({"sku": "A"}))
    assert (made.field, made.gold, made.extracted) == ("lines[].quantity", 1, ABSENT)


def test_where_one_field_is_reviewed_the_element_is_not_asked_about_as_a_whole() -> None:
    run = evaluate(with_lines(A), with_lines(A, B), SCHEMA)
    of_field = np.array([field == "lines[].quantity" for field in run.tallies.rows.fields])
    [pair] = differences(run, "one", of_field[run.tallies.rows.field])
    assert (pair.field, pair.extracted, pair.place.path) == ("lines[].quantity", 2, "lines[-1].quantity")


def test_equal_elements_of_several_records_are_one_card() -> None:
    gold = [{"id": "1", "lines": [A]}, {"id": "2", "lines": []}]
    extracted = [{"id": "1", "lines": [A, B]}, {"id": "2", "lines": [B]}]
    [made] = cards_of(gold, extracted)
    assert [place.record for place in made.places] == [0, 1]


def test_a_card_of_an_element_is_the_same_after_being_written_as_json() -> None:
    for card in cards_of(with_lines(A, C), with_lines(A, B)):
        written = card_content(card), places_to_json(card)
        assert card_of_json(card.key, card.field, card.kind, *written, card.opinions) == card


def test_the_audit_does_not_ask_about_a_value_in_an_element_that_has_a_card() -> None:
    runs = {"one": evaluate(with_lines(A, B), with_lines(A), SCHEMA), "two": evaluate(*[with_lines(A, B)] * 2, SCHEMA)}
    cards = plan_cards(runs, ReviewPlan(audit=1.0))
    assert (0, "lines[1].sku") in looked_at(cards)
    asked = {card.places[0].gold_path for card in cards if card.kind == "audit"}
    assert "lines[0].sku" in asked
    assert not {"lines[1].sku", "lines[1].quantity"} & asked


@pytest.mark.parametrize(
    ("answer", "gold", "extracted", "corrected", "change"),
    [
        ("extracted_right", [A], [A, B], [A, B], ("lines[-1]", ABSENT, B)),
        ("extracted_right", [A, B], [B], [B], ("lines[0]", A, ABSENT)),
        ("gold_right", [A], [A, B], [A], None),
        ("both_acceptable", [A, B], [B], [A, B], None),
    ],
)
def test_an_answer_puts_the_whole_element_into_gold_or_takes_it_out(
    answer: Any, gold: Any, extracted: Any, corrected: Any, change: Any
) -> None:
    cards = cards_of(with_lines(*gold), with_lines(*extracted))
    fixed = correct_gold(with_lines(*gold), cards, decided(cards, Answer(answer)))
    assert fixed.records == with_lines(*corrected)
    assert [(one.path, one.before, one.after) for one in fixed.changes] == ([] if change is None else [change])


@pytest.mark.parametrize(
    ("gold", "extracted", "corrected"), [([A], [A, B], [A, C]), ([A, B], [B], [C, B])], ids=["added", "missing"]
)
def test_another_element_can_be_typed(gold: Any, extracted: Any, corrected: Any) -> None:
    cards = cards_of(with_lines(*gold), with_lines(*extracted))
    fixed = correct_gold(with_lines(*gold), cards, decided(cards, Answer("gold_wrong", C)))
    assert fixed.records == with_lines(*corrected)


def test_two_elements_that_two_variants_found_have_two_names() -> None:
    gold = with_lines()
    runs = {name: evaluate(gold, with_lines(line), SCHEMA) for name, line in (("one", A), ("two", B))}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    fixed = correct_gold(gold, cards, decided(cards, Answer("extracted_right")))
    assert {one.path for one in fixed.changes} == {"lines[-1]", "lines[-2]"}
    assert {line["sku"] for line in fixed.records[0]["lines"]} == {"A", "B"}


def test_every_value_in_the_element_has_the_label_of_what_is_said_of_it() -> None:
    cards = cards_of(with_lines(A), with_lines())
    labels = label_states([(cards, decided(cards, Answer("gold_right")))])
    assert {path: (one.state, one.value, one.field) for path, one in labels[0].items()} == {
        "lines[0].sku": ("confirmed", "A", "lines[].sku"),
        "lines[0].quantity": ("confirmed", 1, "lines[].quantity"),
    }


def cards_that_meet() -> list[ReviewCard]:
    """One variant lacks an element of gold, another one has another value in it."""
    gold, other = with_lines(A), {**A, "quantity": 9}
    runs = {name: evaluate(gold, with_lines(*lines), SCHEMA) for name, lines in (("one", []), ("two", [other]))}
    return sorted(plan_cards(runs, ReviewPlan(audit=0, overlap=0)), key=lambda card: card.field)


@pytest.mark.parametrize(
    ("of_element", "of_value", "states", "corrected"),
    [
        ("extracted_right", "extracted_right", ("disputed", "corrected"), [{**A, "quantity": 9}]),
        ("extracted_right", "gold_right", ("disputed", "confirmed"), [A]),
        ("gold_right", "extracted_right", ("confirmed", "corrected"), [{**A, "quantity": 9}]),
        ("extracted_right", "unsure", ("corrected", "open"), []),
    ],
)
def test_an_element_is_not_removed_while_another_card_keeps_a_value_in_it(
    of_element: Any, of_value: Any, states: Any, corrected: Any
) -> None:
    cards = cards_that_meet()
    said = {"lines[]": Answer(of_element), "lines[].quantity": Answer(of_value)}
    opinions = read_opinions(events_of(cards, lambda card, _: said[card.field]))
    outcome = find_outcome(cards, opinions)
    assert (outcome.gold[0, "lines[0]"].state, outcome.gold[0, "lines[0].quantity"].state) == states
    assert correct_gold(with_lines(A), cards, outcome).records == with_lines(*corrected)
    asked = [question.why for question in open_questions(cards, outcome) if question.card == 0]
    assert asked == (["inside"] if "disputed" in states else [])
    nothing = find_outcome(cards, Opinions({}, {}, {}))
    for order in ([0, 1], [1, 0]):  # whichever is answered first
        so_far = nothing
        for number in order:
            so_far = outcome_after(so_far, cards, until(opinions, order[: order.index(number) + 1]), [number])
        assert so_far == outcome


def until(opinions: Opinions, cards: Sequence[int]) -> Opinions:
    return Opinions({at: given for at, given in opinions.given.items() if at[0] in cards}, {}, {})


def test_a_decision_on_the_element_stands_above_what_is_said_of_a_value_in_it() -> None:
    cards = cards_that_meet()
    said = {"lines[]": Answer("gold_right"), "lines[].quantity": Answer("extracted_right")}
    events = events_of(cards, lambda card, _: said[card.field])
    settle = events_of(cards[:1], lambda *_: Answer("extracted_right"), "owner", len(events))
    object.__setattr__(settle[0], "kind", "settle")
    outcome = find_outcome(cards, read_opinions([*events, *settle]))
    fixed = correct_gold(with_lines(A), cards, outcome)
    assert fixed.records == with_lines()
    assert [(one.change.path, one.why) for one in fixed.refused] == [
        ("lines[0].quantity", "the element around it is removed")
    ]


@pytest.mark.parametrize("seed", range(5))
def test_once_all_is_reviewed_corrected_gold_and_f1_are_those_of_the_truth(seed: int) -> None:
    """Gold lacks elements, and has some too many; what is said of whole elements makes it the truth again."""
    data = planted(60, wrong=6, on_matches=2, seed=seed)
    random, gold = Random(seed), copy.deepcopy(data.gold)
    for record in gold:
        if random.random() < 0.3 and record["lines"]:
            record["lines"].pop(random.randrange(len(record["lines"])))
        if random.random() < 0.3:
            record["lines"].insert(random.randint(0, len(record["lines"])), {"sku": "TOO MANY", "quantity": 1})
    runs = data.runs(gold)
    cards = plan_cards(runs, ReviewPlan(audit=1.0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: by_truth(data.truth, card, at))))
    fixed = correct_gold(gold, cards, outcome)
    assert not fixed.refused
    assert [by_sku(record) for record in fixed.records] == [by_sku(record) for record in data.truth]
    for name, run in runs.items():
        figures = correct_figures(run, name, gold, cards, outcome, fixed.changes, data.rescorer(name))
        at_truth = evaluate(data.truth, data.extracted[name], SCHEMA)
        assert figures.mean_f1 is not None
        assert figures.mean_f1.value == pytest.approx(at_truth.mean_f1, abs=1e-12)
        assert figures.open == 0


def by_truth(truth: Sequence[Any], card: ReviewCard, at: CardPlace) -> Answer:
    """Answer as someone does who knows which elements a record should have."""
    record = truth[at.record]
    if card.field == "lines[]":
        is_there = card.gold is not ABSENT
        element = card.gold if is_there else card.extracted
        return Answer("gold_right" if (element in record["lines"]) == is_there else "extracted_right")
    if card.kind == "audit" and at.path.startswith("lines["):
        return Answer("gold_right")
    right = record["address"][card.field.split(".")[1]] if "." in card.field else record[card.field]
    if right == card.gold:
        return Answer("gold_right")
    return Answer("extracted_right") if right == card.extracted else Answer("gold_wrong", right)


def by_sku(record: Mapping[str, Any]) -> dict[str, Any]:
    return {**record, "lines": sorted(record["lines"], key=lambda line: str(line["sku"]))}


def decided(cards: Sequence[ReviewCard], answer: Answer) -> ReviewOutcome:
    return find_outcome(cards, read_opinions(events_of(cards, lambda *_: answer)))
