"""Agreement of people in a review: on answers, on values, with a judge, and as a ceiling."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from evaljson import evaluate, parse_eval_schema
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.human_ceiling import human_ceiling
from evaljson.review.opinions import OpinionEvent, Opinions, read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.people_agreement import ReviewAgreement, review_agreement
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.same_meaning import RulesOfFields
from tests.review.planted import SCHEMA, Planted, events_of, knowing, planted

Says = Callable[[ReviewCard, CardPlace], Answer | None]
TREE = parse_eval_schema(SCHEMA)


@pytest.fixture(scope="module")
def data() -> Planted:
    return planted(60)


@pytest.fixture(scope="module")
def cards(data: Planted) -> list[ReviewCard]:
    return plan_cards(data.runs(), ReviewPlan(opinions=2, audit=0.1))


def opinions(cards: list[ReviewCard], **people: Says) -> Opinions:
    events: list[OpinionEvent] = []
    for name, says in people.items():
        events += events_of(cards, says, name, len(events))
    return read_opinions(events)


def agreement(cards: list[ReviewCard], given: Opinions) -> ReviewAgreement:
    return review_agreement(cards, given, find_outcome(cards, given), TREE)


def test_who_says_the_same_agrees_in_full(data: Planted, cards: list[ReviewCard]) -> None:
    found = agreement(cards, opinions(cards, ann=knowing(data.truth), ben=knowing(data.truth)))
    assert found.overall.share == 1.0
    assert found.overall.alpha is not None
    assert found.overall.alpha.value == 1.0
    assert found.overall.doubles == len(cards), "a card is one unit, whatever number of places it has"
    assert found.judge is None


def test_answers_may_differ_while_values_agree(data: Planted, cards: list[ReviewCard]) -> None:
    """One says that both are acceptable where the other says that gold is right: gold stays as it is for both."""
    truth = knowing(data.truth)

    def lenient(card: ReviewCard, at: CardPlace) -> Answer:
        said = truth(card, at)
        return Answer("both_acceptable") if said.name == "gold_right" and card.kind == "disagreement" else said

    found = agreement(cards, opinions(cards, ann=truth, ben=lenient))
    assert found.overall.share is not None
    assert found.overall.share < 0.9
    values = [field.values.value for field in found.fields if field.values is not None and field.values.value]
    assert values
    assert {value.share for value in values} == {1.0}


def test_typed_values_are_the_same_answer_only_where_they_are_equal(cards: list[ReviewCard]) -> None:
    """Of each ten cards, both type the same on four."""
    some, numbers = cards[:20], {card.key: number for number, card in enumerate(cards[:20])}

    def typing(name: str) -> Says:
        return lambda card, at: Answer("gold_wrong", "both" if numbers[card.key] % 10 < 4 else f"as {name} says")

    found = agreement(some, opinions(some, ann=typing("ann"), ben=typing("ben"))).overall
    assert found.share == pytest.approx(0.4)
    assert found.cohen is not None
    assert found.cohen.observed == pytest.approx(0.4)
    assert all(one is not None and one.value < 0.4 for one in (found.alpha, found.fleiss, found.ac1))


@pytest.mark.parametrize("people", [("ann", "ben"), ("ben", "ann")])
def test_typed_values_that_mean_the_same_by_the_rule_of_the_field_are_one_answer(
    cards: list[ReviewCard], people: tuple[str, str]
) -> None:
    """Both type one date, in two writings; where the field is a text, these are two."""
    some = [card for card in cards if card.field == "customer"]
    typed = {card.key for card in some[::2]}
    written = {"ann": "2031-05-24", "ben": "24.05.2031"}

    def typing(name: str) -> Says:
        return lambda card, at: Answer("gold_wrong", written[name]) if card.key in typed else Answer("gold_right")

    given = opinions(some, **{name: typing(name) for name in people})
    node = {"type": "string", "x-eval-compare": "date"}
    dates = {**SCHEMA, "properties": {**SCHEMA["properties"], "customer": node}}
    outcome = find_outcome(some, given, RulesOfFields(dates))
    found = review_agreement(some, given, outcome, parse_eval_schema(dates)).overall
    assert {one.state for one in outcome.places.values()} == {"decided"}
    assert found.share == 1.0
    assert found.cohen is not None
    assert found.cohen.value == 1.0
    strict = agreement(some, given).overall.share
    assert strict is not None
    assert strict < 1.0


def test_below_ten_doubles_there_are_only_counts(data: Planted, cards: list[ReviewCard]) -> None:
    few = cards[:9]
    found = agreement(few, opinions(few, ann=knowing(data.truth), ben=knowing(data.truth)))
    assert (found.overall.doubles, found.overall.share, found.overall.alpha) == (9, None, None)
    assert all(field.values is None for field in found.fields)


def test_order_of_people_and_cards_changes_nothing(data: Planted, cards: list[ReviewCard]) -> None:
    def often(card: ReviewCard, at: CardPlace) -> Answer:
        return Answer("gold_right") if at.record % 3 else Answer("unsure")

    one = agreement(cards, opinions(cards, ann=knowing(data.truth), ben=often))
    turned = cards[::-1]
    other = agreement(turned, opinions(turned, ben=often, ann=knowing(data.truth)))
    assert one.overall.share == pytest.approx(other.overall.share)
    assert one.overall.alpha is not None
    assert other.overall.alpha is not None
    assert one.overall.alpha.value == pytest.approx(other.overall.alpha.value)
    assert [field.path for field in one.fields] == [field.path for field in other.fields]


def test_people_are_held_against_the_judge(data: Planted) -> None:
    schema = {
        **SCHEMA,
        "properties": {**SCHEMA["properties"], "customer": {"type": "string", "x-eval-compare": "semantic"}},
    }
    drawn = plan_cards(data.runs(), ReviewPlan(opinions=1, overlap=0, audit=0.3))
    cards = [  # a judge may call texts the same that differ
        replace(card, extracted=f"{card.gold} Ltd") if card.kind == "audit" and number % 2 else card
        for number, card in enumerate(drawn)
    ]
    given = opinions(cards, ann=lambda card, at: Answer("both_acceptable"))
    found = review_agreement(cards, given, find_outcome(cards, given), parse_eval_schema(schema))
    assert found.judge is not None
    customers = [card for card in cards if card.field == "customer"]
    asked = [card for card in customers if ABSENT not in (card.gold, card.extracted) and card.gold != card.extracted]
    differ = sum(card.kind == "disagreement" for card in asked)
    assert found.judge.different == (differ, 0)
    assert found.judge.same == (len(asked) - differ, 0)
    assert 0 < differ < len(asked) < len(customers), "equal values never went to a judge, and a lone one neither"


def test_the_ceiling_is_one_where_people_agree_and_lower_where_they_do_not(
    data: Planted, cards: list[ReviewCard]
) -> None:
    agreed = opinions(cards, ann=knowing(data.truth), ben=knowing(data.truth))
    apart = opinions(cards, ann=knowing(data.truth), ben=lambda card, at: Answer("gold_right"))
    full, less = (human_ceiling(cards, given, data.gold, SCHEMA, data.extracted) for given in (agreed, apart))
    assert full is not None
    assert less is not None
    assert full.f1.value == 1.0
    assert less.f1.value is not None
    assert less.f1.value < 1.0
    assert [system.name for system in full.systems] == list(data.extracted)


def test_a_record_is_double_only_if_two_people_answered_all_of_it(data: Planted, cards: list[ReviewCard]) -> None:
    first = {place.record for place in cards[0].places}

    def skips(card: ReviewCard, at: CardPlace) -> Answer | None:
        return None if at.record in first else Answer("gold_right")

    whole = human_ceiling(cards, opinions(cards, ann=knowing(data.truth), ben=knowing(data.truth)), data.gold, SCHEMA)
    part = human_ceiling(cards, opinions(cards, ann=knowing(data.truth), ben=skips), data.gold, SCHEMA)
    assert whole is not None
    assert part is not None
    assert part.doubles == whole.doubles - len(first)
    none = opinions([replace(card, opinions=1) for card in cards], ann=knowing(data.truth))
    assert human_ceiling(cards, none, data.gold, SCHEMA) is None


def test_a_system_is_scored_against_people_on_the_same_records(data: Planted, cards: list[ReviewCard]) -> None:
    given = opinions(cards, ann=knowing(data.truth), ben=knowing(data.truth))
    found = human_ceiling(cards, given, data.gold, SCHEMA, {"perfect": data.truth})
    assert found is not None
    [perfect] = found.systems
    assert perfect.f1.value is not None
    assert perfect.f1.value >= evaluate(data.gold, data.truth, SCHEMA).mean_f1 - 1e-9  # type: ignore[operator]
