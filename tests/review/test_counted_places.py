"""What is counted of a review is one thing wherever it is counted: places, values of gold, questions and minutes."""

from collections import Counter
from dataclasses import replace

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT, strict_equal, value_at
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_gold import CorrectedGold, correct_gold
from evaljson.review.counted_places import counted_places
from evaljson.review.gold_counts import gold_counts
from evaljson.review.opinions import OpinionEvent, read_opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome, outcome_after
from evaljson.review.plan import ReviewPlan, plan_cards
from tests.review.at_random import EXTRACTED, GOLD, UNSURE, AtRandom, at_random
from tests.review.planted import START

SEEDS = range(80)


def outcome_of(of: AtRandom) -> ReviewOutcome:
    return find_outcome(of.cards, read_opinions(of.events))


def decided_places(cards: list[ReviewCard], outcome: ReviewOutcome) -> int:
    return sum(one.state in ("decided", "settled") for one in counted_places(cards, outcome))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_places_that_are_decided_are_the_values_of_gold_that_are_found_wrong_or_confirmed(seed: int) -> None:
    of = at_random(seed, decisions=6)
    outcome = outcome_of(of)
    counts = gold_counts(of.cards, outcome)
    known = sum(some[state] for some in (counts.values, counts.lacking) for state in ("confirmed", "corrected"))
    assert decided_places(of.cards, outcome) == known


def kept_by_hand(of: AtRandom, fixed: CorrectedGold, outcome: ReviewOutcome) -> tuple[int, int]:
    """Look each value that people confirm up in corrected gold: how many are there, and how many are not.

    An element that gold rightly has is there though a value in it is corrected, an array though it gets an element.
    """
    there = Counter[bool]()
    for decided in outcome.gold.values():
        if decided.state == "confirmed" and decided.gold is not ABSENT:
            moved = fixed.moves.get(decided.record)
            path = decided.path if moved is None else moved.path_after(decided.path)
            now = ABSENT if path is None else value_at(fixed.records[decided.record], path)
            is_whole = isinstance(decided.gold, list | dict)
            there[now is not ABSENT if is_whole else strict_equal(now, decided.gold)] += 1
    return there[True], there[False]


@pytest.mark.parametrize("seed", SEEDS)
def test_values_that_are_counted_are_those_that_corrected_gold_changes_and_those_that_it_keeps(seed: int) -> None:
    of = at_random(seed, decisions=6)
    outcome = outcome_of(of)
    fixed, counts = correct_gold(of.gold, of.cards, outcome), gold_counts(of.cards, outcome)
    assert (counts.values["confirmed"], counts.overruled) == kept_by_hand(of, fixed, outcome)
    changed = [one for one in (*fixed.changes, *(one.change for one in fixed.refused)) if not one.is_added]
    keys = sum(
        one.state == "corrected" and one.gold is ABSENT and not outcome.counts_with_element(one)
        for one in outcome.gold.values()
    )
    assert len(changed) == counts.values["corrected"] + keys


@pytest.mark.parametrize("seed", range(40))
def test_what_waits_for_another_opinion_changes_no_count_and_is_told_beside_what_is_decided(seed: int) -> None:
    of = at_random(seed)
    cards = [replace(card, opinions=2) if card.kind == "disagreement" and number % 2 else card
             for number, card in enumerate(of.cards)]  # fmt: skip
    answered = {event.card for event in of.events}
    waiting = [number for number, card in enumerate(cards) if card.opinions == 2 and number not in answered]
    before = find_outcome(cards, read_opinions(of.events))
    events = list(of.events)
    for number in waiting:
        for place in range(len(cards[number].places)):
            events.append(
                OpinionEvent(len(events) + 1, f"late {number}", "answer", "eva", START, number, place, EXTRACTED)
            )
    after = find_outcome(cards, read_opinions(events))
    assert decided_places(cards, after) == decided_places(cards, before)
    assert correct_gold(of.gold, cards, after) == correct_gold(of.gold, cards, before)
    assert gold_counts(cards, after) == gold_counts(cards, before)
    for one in counted_places(cards, after):
        waits = any(number in waiting for number in one.cards)
        assert (one.still == "waiting" or one.state in ("disputed", "waiting", "open")) or not waits


@pytest.mark.parametrize("seed", range(40))
def test_what_is_worked_out_answer_by_answer_is_what_all_of_them_come_to(seed: int) -> None:
    of = at_random(seed, decisions=6)
    so_far = find_outcome(of.cards, read_opinions([]))
    clicks = dict.fromkeys(event.act for event in of.events)
    for at, act in enumerate(clicks, 1):
        known = list(clicks)[:at]
        opinions = read_opinions([event for event in of.events if event.act in known])
        changed = {event.card for event in of.events if event.act == act and event.card is not None}
        so_far = outcome_after(so_far, of.cards, opinions, changed)
    assert so_far == outcome_of(of)


def two_about_one(waiting: Answer | None) -> tuple[list[ReviewCard], ReviewOutcome]:
    """Ann keeps gold on one card; another one about the same value has this answer, and wants two."""
    runs = {name: evaluate([{"a": "gold"}], [{"a": name}], {"type": "object", "properties": {"a": {"type": "string"}}})
            for name in ("one", "two")}  # fmt: skip
    first, second = plan_cards(runs, ReviewPlan(overlap=0, audit=0))
    cards = [first, replace(second, opinions=2 if waiting != UNSURE else 1)]
    said = [("ann", 0, GOLD), *([("ben", 1, waiting)] if waiting is not None else [])]
    events = [OpinionEvent(at + 1, str(at), "answer", who, START, card, 0, answer)
              for at, (who, card, answer) in enumerate(said)]  # fmt: skip
    return cards, find_outcome(cards, read_opinions(events))


@pytest.mark.parametrize(
    ("waiting", "still"), [(EXTRACTED, "waiting"), (GOLD, "waiting"), (None, "open"), (UNSURE, "unsure")]
)
def test_a_value_that_one_card_decides_is_decided_and_what_is_left_on_another_is_said(
    waiting: Answer | None, still: str
) -> None:
    cards, outcome = two_about_one(waiting)
    [place] = counted_places(cards, outcome)
    assert (place.state, place.still, place.cards) == ("decided", still, {0, 1})
    assert gold_counts(cards, outcome).values == {"confirmed": 1}
