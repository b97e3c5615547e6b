"""What one person alone has decided is asked about again, and what is settled of it counts: against the plain way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from evaljson import evaluate, parse_eval_schema
from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_figures import correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.human_ceiling import human_ceiling
from evaljson.review.one_word import is_settled, question_about, questions_of_one_word
from evaljson.review.opinions import OpinionEvent, read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.people_agreement import review_agreement
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.questions import OpenQuestion, open_questions, settled_questions
from tests.review.planted import START

FIELDS = ("a", "b", "c")
SCHEMA: dict[str, Any] = {
    "type": "object", "properties": {
        **{field: {"type": "string"} for field in FIELDS},
        "tags": {"type": "array", "items": {"type": "string"}, "x-eval-align": {"match_by": "hungarian"}},
    },
}  # fmt: skip
PEOPLE = ("ann", "ben")
EXTRACTED, GOLD, BOTH, UNSURE = (
    Answer("extracted_right"), Answer("gold_right"), Answer("both_acceptable"), Answer("unsure"),
)  # fmt: skip


@dataclass(frozen=True)
class Reviewed:
    """Random records, and what people said of how they differ."""

    gold: list[Any]
    extracted: dict[str, list[Any]]
    cards: list[ReviewCard]
    events: list[OpinionEvent]


def reviewed(seed: int) -> Reviewed:
    random = Random(seed)

    def record() -> dict[str, Any]:
        return {field: random.choice("xyz") for field in FIELDS} | {"tags": random.sample("pqrs", random.randint(0, 3))}

    gold = [record() for _ in range(random.randint(1, 4))]
    extracted = {name: [record() for _ in gold] for name in ("one", "two")[: random.randint(1, 2)]}
    runs = {name: evaluate(gold, records, SCHEMA) for name, records in extracted.items()}
    plan = ReviewPlan(overlap=random.choice([0, 0.5]), audit=random.choice([0, 1.0]), seed=seed)
    cards = plan_cards(runs, plan)
    events = list[OpinionEvent]()
    for number, card in enumerate(cards):
        for who in random.sample(PEOPLE, random.choice([0, card.opinions, card.opinions])):
            said = random.choice([EXTRACTED, GOLD, EXTRACTED, GOLD, BOTH, UNSURE, Answer("gold_wrong", "w")])
            events += acts(len(events), "answer", who, number, range(len(card.places)), said)
    return Reviewed(gold, extracted, cards, events)


def acts(start: int, kind: str, who: str, card: int, places: Sequence[int], said: Answer) -> list[OpinionEvent]:
    """Return the events of one click."""
    return [
        OpinionEvent(start + at, f"{kind} {who} {card} {places[0]}", kind, who, START, card, place, said)
        for at, place in enumerate(places)
    ]


def value_of(card: ReviewCard, answer: Answer) -> Any:
    """What gold should have."""
    return {"extracted_right": card.extracted, "gold_wrong": answer.value}.get(answer.name, card.gold)


Place = tuple[int, str | int]
"""A place of gold, or the number of the card on an element that gold lacks."""


def alone_by_hand(of: Reviewed) -> dict[Place, Any]:
    """Return, place by place, what gold is to have where one person says so, from the events alone."""
    said: dict[Place, list[tuple[int, str, Answer]]] = {}
    for event in of.events:
        assert event.card is not None
        assert event.place is not None
        assert event.answer is not None
        at = of.cards[event.card].places[event.place]
        said.setdefault((at.record, at.gold_path or event.card), []).append((event.card, event.who, event.answer))
    found: dict[Place, Any] = {}
    for place, given in said.items():
        certain = [(card, who, answer) for card, who, answer in given if answer != UNSURE]
        values = [value_of(of.cards[card], answer) for card, _, answer in certain]
        on_cards = {
            card: {(one.name, repr(one.value)) for other, _, one in given if other == card} for card, *_ in given
        }
        one_gold = len({repr(value) for value in values}) == 1
        if one_gold and len({who for _, who, _ in certain}) == 1 and not any(len(one) > 1 for one in on_cards.values()):
            found[place] = values[0]
    return found


def questions(of: Reviewed, events: Sequence[OpinionEvent]) -> tuple[list[OpenQuestion], list[OpenQuestion]]:
    """Return what is open, and what rests on one person's word."""
    outcome = find_outcome(of.cards, read_opinions(events))
    left = open_questions(of.cards, outcome)
    return left, questions_of_one_word(of.cards, outcome, left)


def places_of(of: Reviewed, asked: Sequence[OpenQuestion], why: str) -> set[Place]:
    at = (
        (one.card, of.cards[one.card].places[place])
        for one in asked
        for place in one.places
        if one.why == why or not why
    )
    return {(place.record, place.gold_path or card) for card, place in at}


@pytest.mark.parametrize("seed", range(150))
def test_all_that_rests_on_one_persons_word_is_asked_about_what_changes_gold_first(seed: int) -> None:
    of = reviewed(seed)
    by_hand, (_, asked) = alone_by_hand(of), questions(of, of.events)
    gold_at = {
        (at.record, at.gold_path or number): card.gold for number, card in enumerate(of.cards) for at in card.places
    }
    changed = {place for place, value in by_hand.items() if not strict_equal(value, gold_at[place])}
    assert places_of(of, asked, "changed_alone") == changed
    kept = places_of(of, asked, "kept_alone")
    assert by_hand.keys() - changed <= kept
    assert [one.why for one in asked] == sorted(one.why for one in asked)
    outcome = find_outcome(of.cards, read_opinions(of.events))
    accepted = {
        (of.cards[card].places[place].record, of.cards[card].places[place].gold_path)
        for (card, place), found in outcome.places.items() if found.answer == BOTH
    }  # fmt: skip
    assert kept - by_hand.keys() <= accepted, "of a value that two keep, one alone has accepted what was extracted"


@pytest.mark.parametrize("seed", range(150))
def test_what_is_settled_of_it_counts_everywhere_and_is_no_opinion(seed: int) -> None:
    """The owner overrules or confirms each by chance: gold, figures and counts are those of that, agreement stays."""
    of, random = reviewed(seed), Random(seed)
    events, by_hand = list(of.events), alone_by_hand(of)
    while True:
        left, asked = questions(of, events)
        if not asked:
            break
        one = random.choice(asked)
        said = random.choice([EXTRACTED, GOLD, Answer("gold_wrong", "v")])
        for place in one.places:
            at = of.cards[one.card].places[place]
            if (where := (at.record, at.gold_path or one.card)) in by_hand:
                by_hand[where] = value_of(of.cards[one.card], said)
        events += acts(len(events), "settle", "own", one.card, one.places, said)
    opinions, before = read_opinions(events), read_opinions(of.events)
    assert opinions.given == before.given
    outcome = find_outcome(of.cards, opinions)
    for (record, path), value in by_hand.items():
        if isinstance(path, str):
            assert strict_equal(outcome.gold[record, path].value, value), path
            assert "own" in outcome.gold[record, path].people
    for field in FIELDS:
        fixed = correct_gold(of.gold, of.cards, outcome).records
        for record in range(len(of.gold)):
            if (record, field) in by_hand:
                assert fixed[record][field] == by_hand[record, field]
    at_first, _ = questions(of, of.events)
    decided, waiting = {event.card for event in events if event.kind == "settle"}, {one.card for one in left}
    answered = ({one.card for one in at_first} | decided) - waiting
    assert len(settled_questions(of.cards, opinions, outcome, left)) == len(answered), "a card has one answer here"
    gone = places_of(of, at_first, "") - places_of(of, left, "")
    assert gone <= {at for at in by_hand if isinstance(at[1], str)}, "nobody was sure on another card of the same value"
    agreed, agreed_before = (
        review_agreement(of.cards, one, find_outcome(of.cards, one), parse_eval_schema(SCHEMA))
        for one in (opinions, before)
    )
    assert agreed == agreed_before
    assert human_ceiling(of.cards, opinions, of.gold, SCHEMA) == human_ceiling(of.cards, before, of.gold, SCHEMA)
    for name, records in of.extracted.items():
        changes = correct_gold(of.gold, of.cards, outcome).changes
        run = evaluate(of.gold, records, SCHEMA)

        def rescore(gold: Sequence[Any], records: list[Any] = records) -> Any:
            return evaluate(gold, records, SCHEMA)

        figures = correct_figures(run, name, of.gold, of.cards, outcome, changes, rescore)
        assert figures.f1_in_place == pytest.approx(rescore(correct_gold(of.gold, of.cards, outcome).records).mean_f1)


def simple(*extracted: str, opinions: int = 1) -> list[ReviewCard]:
    runs = {f"v{i}": evaluate([{"a": "gold"}], [{"a": text}], SCHEMA) for i, text in enumerate(extracted)}
    return [replace(card, opinions=opinions) for card in plan_cards(runs, ReviewPlan(overlap=0, audit=0))]


def asked(cards: list[ReviewCard], *said: tuple[str, str, int, Answer]) -> list[tuple[int, str]]:
    """(card, why) of what rests on one person's word after some acts: (kind, who, card, answer)."""
    events = [
        OpinionEvent(number, f"act {number}", kind, who, START, card, 0, answer)
        for number, (kind, who, card, answer) in enumerate(said)
    ]
    outcome = find_outcome(cards, read_opinions(events))
    return [(one.card, one.why) for one in questions_of_one_word(cards, outcome)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param([], [], id="nobody has answered"),
        pytest.param([("answer", "ann", 0, EXTRACTED)], [(0, "changed_alone")], id="gold changes"),
        pytest.param([("answer", "ann", 0, Answer("gold_wrong", ABSENT))], [(0, "changed_alone")], id="gold loses it"),
        pytest.param([("answer", "ann", 0, GOLD)], [(0, "kept_alone")], id="gold stays"),
        pytest.param([("answer", "ann", 0, BOTH)], [(0, "kept_alone")], id="both are acceptable"),
        pytest.param([("answer", "ann", 0, UNSURE)], [], id="not sure decides nothing"),
        pytest.param(
            [("answer", "ann", 0, EXTRACTED), ("settle", "own", 0, GOLD)], [], id="it is settled, against her",
        ),
        pytest.param(
            [("answer", "ann", 0, EXTRACTED), ("settle", "ann", 0, EXTRACTED)], [], id="she has settled it herself",
        ),
        pytest.param(
            [("answer", "ann", 0, GOLD), ("answer", "ann", 1, GOLD)], [(0, "kept_alone")],
            id="on two cards about one value, once",
        ),
        pytest.param(
            [("answer", "ann", 0, GOLD), ("answer", "ben", 1, GOLD)], [], id="somebody else says so on another card",
        ),
        pytest.param(
            [("answer", "ann", 0, GOLD), ("answer", "ben", 1, BOTH)], [(1, "kept_alone")],
            id="gold rests on two, what is accepted on one",
        ),
        pytest.param(
            [("answer", "ann", 0, GOLD), ("answer", "ben", 1, BOTH), ("settle", "own", 0, GOLD)], [(1, "kept_alone")],
            id="what gold has is settled, what is accepted is not",
        ),
        pytest.param(
            [("answer", "ann", 0, GOLD), ("answer", "ben", 1, BOTH), ("settle", "own", 0, EXTRACTED)], [],
            id="what was accepted is overruled",
        ),
        pytest.param(
            [("answer", "ann", 0, GOLD), ("answer", "ben", 1, EXTRACTED)], [], id="they contradict: an open question",
        ),
    ],
)  # fmt: skip
def test_it_is_asked_about_until_someone_settles_it(
    said: list[tuple[str, str, int, Answer]], expected: list[tuple[int, str]]
) -> None:
    assert asked(simple("x", "y"), *said) == expected


def test_where_two_were_to_answer_and_agree_nothing_rests_on_one() -> None:
    two = simple("x", opinions=2)
    assert asked(two, ("answer", "ann", 0, GOLD), ("answer", "ben", 0, GOLD)) == []
    assert asked(two, ("answer", "ann", 0, GOLD)) == []


@pytest.mark.parametrize("seed", range(60))
def test_the_question_about_a_change_is_found_where_one_person_says_so_and_no_other_question_has_it(seed: int) -> None:
    of = reviewed(seed)
    outcome = find_outcome(of.cards, read_opinions(of.events))
    _, alone = questions(of, of.events)
    for change in correct_gold(of.gold, of.cards, outcome).changes:
        found = question_about(change, of.cards, alone)
        assert (found is not None) == (len(change.people) == 1)
        if found is not None:
            question, place = found
            assert question.card in change.cards
            assert question.why == "changed_alone"
            assert of.cards[question.card].places[place].record == change.record
        assert not is_settled(change, of.cards, outcome)
    events = [*of.events]
    for one in alone:
        events += acts(len(events), "settle", "own", one.card, one.places, Answer("gold_wrong", "v"))
    after = find_outcome(of.cards, read_opinions(events))
    for change in correct_gold(of.gold, of.cards, after).changes:
        assert is_settled(change, of.cards, after) == ("own" in change.people)
