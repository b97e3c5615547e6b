"""Where gold is to lose an element, or get it otherwise, and people keep a value in it: nothing of that is silent."""

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.counted_places import counted_places
from evaljson.review.gold_counts import gold_counts
from evaljson.review.gold_outcome import given_inside
from evaljson.review.opinions import OpinionEvent, read_opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.questions import open_questions
from tests.review.at_random import BOTH, EXTRACTED, GOLD, UNSURE, add, at_random
from tests.review.planted import SCHEMA, START

LINE = {"sku": "A", "quantity": 1}
RECORD = [{"id": "1", "lines": [LINE]}]
WHOLE = Answer("gold_wrong", {**LINE, "quantity": 9})
ELEMENT, VALUE = 0, 1
"""The numbers of the cards: one variant lacks the element, another one has 9 for the quantity in it."""
Act = tuple[str, str, int, Answer]
"""(kind, who, card, answer)"""
REMOVES: Act = ("answer", "ann", ELEMENT, EXTRACTED)
KEEPS: Act = ("answer", "ben", VALUE, GOLD)
SETTLED: Act = ("settle", "own", ELEMENT, EXTRACTED)
BEN = "ben: lines[0].quantity: Gold is right"


def cards_that_meet() -> list[ReviewCard]:
    sides = {"one": [], "two": [{**LINE, "quantity": 9}]}
    runs = {name: evaluate(RECORD, [{"id": "1", "lines": lines}], SCHEMA) for name, lines in sides.items()}
    return sorted(plan_cards(runs, ReviewPlan(audit=0, overlap=0)), key=lambda card: card.field)


def after(*acts: Act) -> ReviewOutcome:
    events = [
        OpinionEvent(number, f"act {number}", kind, who, START, card, 0, said)
        for number, (kind, who, card, said) in enumerate(acts, 1)
    ]
    return find_outcome(cards_that_meet(), read_opinions(events))


@pytest.mark.parametrize(
    ("acts", "asked", "lines", "others"),
    [
        pytest.param([REMOVES, KEEPS], ["inside"], [LINE], [], id="not settled: gold keeps the element"),
        pytest.param(
            [REMOVES, ("answer", "ben", VALUE, BOTH)], ["inside"], [LINE], [], id="what is accepted there is kept, too"
        ),
        pytest.param([REMOVES, KEEPS, SETTLED], [], [], [BEN], id="settled: it goes, and Ben stands beside it"),
        pytest.param([REMOVES, KEEPS, ("settle", "own", ELEMENT, GOLD)], [], [LINE], [], id="settled: it stays"),
        pytest.param(
            [REMOVES, SETTLED, KEEPS], ["inside_since"], [], [BEN], id="said since it was settled: asked about again"
        ),
        pytest.param(
            [REMOVES, SETTLED, KEEPS, SETTLED], [], [], [BEN], id="settled again, by whoever saw that: it goes"
        ),
        pytest.param([REMOVES, SETTLED, ("answer", "ben", VALUE, UNSURE)], [], [], [], id="nobody says otherwise"),
        pytest.param([REMOVES, ("answer", "ben", VALUE, Answer("gold_wrong", ABSENT))], [], [], [], id="both remove"),
        pytest.param(
            [("answer", "ann", ELEMENT, WHOLE), KEEPS], ["inside"], [LINE], [], id="another value as a whole"
        ),
        pytest.param(
            [("answer", "ann", ELEMENT, WHOLE), ("answer", "ben", VALUE, EXTRACTED)], [], [{**LINE, "quantity": 9}], [],
            id="the same value as a whole",
        ),
    ],
)  # fmt: skip
def test_a_value_kept_in_an_element_that_is_to_go_is_asked_about_unless_whoever_settled_it_knew(
    acts: list[Act], asked: list[str], lines: list[object], others: list[str]
) -> None:
    cards, outcome = cards_that_meet(), after(*acts)
    fixed = correct_gold(RECORD, cards, outcome)
    assert [one.why for one in open_questions(cards, outcome) if one.card == ELEMENT] == asked
    assert fixed.records[0]["lines"] == lines
    of_element = [one for one in fixed.changes if one.path == "lines[0]"]
    assert [f"{other.who}: {other.said}" for one in of_element for other in one.others] == others


def test_a_value_that_people_confirm_in_an_element_that_is_to_go_is_not_counted_as_confirmed() -> None:
    cards, outcome = cards_that_meet(), after(REMOVES, KEEPS, SETTLED)
    counts = gold_counts(cards, outcome)
    assert (counts.values, counts.overruled) == ({"corrected": 1}, 1)
    [place] = counted_places(cards, outcome)
    assert (place.state, place.cards) == ("settled", {ELEMENT, VALUE})


def test_what_was_said_in_it_counts_by_what_was_settled() -> None:
    cards, outcome = cards_that_meet(), after(REMOVES, KEEPS, SETTLED)
    assert outcome.state_at(VALUE, 0, cards[VALUE].places[0]) == "settled"
    assert outcome.is_overruled(cards[VALUE], VALUE, 0)
    assert outcome.settled_on(VALUE, 0, cards[VALUE].places[0]) == (ELEMENT,)
    assert outcome.answer_at(cards[VALUE], VALUE, 0) == Answer("gold_wrong", ABSENT)


@pytest.mark.parametrize("seed", range(100))
def test_whoever_says_otherwise_of_a_value_in_an_element_is_heard(seed: int) -> None:
    """They are asked about, or whoever settled the element knew: then their answer stands beside the change."""
    of = at_random(seed, decisions=6)
    outcome = find_outcome(of.cards, read_opinions(of.events))
    asked = {(of.cards[one.card].places[place].record, of.cards[one.card].places[place].gold_path)
             for one in open_questions(of.cards, outcome) for place in one.places}  # fmt: skip
    decided_at = {
        (at.record, at.gold_path): event.number
        for event in of.events if event.kind == "settle" and event.card is not None and event.place is not None
        for at in [of.cards[event.card].places[event.place]]
    }  # fmt: skip
    fixed = correct_gold(of.gold, of.cards, outcome)
    for inner in outcome.gold.values():
        around = outcome.corrected_around(inner.record, inner.path)
        if around is None or inner.state not in ("confirmed", "corrected"):
            continue
        if strict_equal(given_inside(around.value, around.path, inner.path), inner.value):
            continue
        where = (around.record, around.path)
        assert around.settled, "else it is disputed"
        [change] = [one for one in fixed.changes if (one.record, one.path) == where]
        for who in inner.people:
            assert any(other.who == who and inner.path in other.said for other in change.others)
        places = (of.cards[event.card].places[event.place] for event in of.events if event.number > decided_at[where])  # type: ignore[index]
        if any((at.record, at.gold_path) == (inner.record, inner.path) for at in places):
            assert where in asked
    settled = [one for one in outcome.gold.values() if one.is_against_since]
    for one in settled:
        assert (one.record, one.path) in asked
        for number in one.settled:
            places = [place for place, at in enumerate(of.cards[number].places)
                      if (at.record, at.gold_path) == (one.record, one.path)]  # fmt: skip
            add(of, "settle", "own", number, places, EXTRACTED)
    again = find_outcome(of.cards, read_opinions(of.events))
    assert not any(again.gold[one.record, one.path].is_against_since for one in settled)
