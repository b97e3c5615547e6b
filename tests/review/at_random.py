"""Reviews of random records with arrays in them, and random answers and decisions, some of them still to come."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.one_word import questions_of_one_word
from evaljson.review.opinions import OpinionEvent, read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.questions import open_questions
from tests.review.planted import START

TEXT = {"type": "string"}
WAYS: list[dict[str, Any]] = [
    {"ordered": True}, {"match_by": "key_field", "key": "k"}, {"match_by": "hungarian"},
    {"match_by": "hungarian", "min_score": 0.5},
]  # fmt: skip
EXTRACTED, GOLD, BOTH, UNSURE = map(Answer, ("extracted_right", "gold_right", "both_acceptable", "unsure"))  # type: ignore[arg-type]
ANSWERS = [EXTRACTED] * 3 + [GOLD] * 3 + [BOTH, UNSURE, Answer("gold_wrong", "w"), Answer("gold_wrong", ABSENT)]
WHOLE = {"k": "A", "p": "7", "q": "1"}
PEOPLE = ("ann", "ben")


@dataclass(frozen=True)
class AtRandom:
    """Gold, the cards about it, and all that was said, in order."""

    gold: list[Any]
    cards: list[ReviewCard]
    events: list[OpinionEvent]


def at_random(seed: int, decisions: int = 0) -> AtRandom:
    """Draw a review. After some of the answers come so many decisions at most, and then the other answers."""
    random = Random(seed)
    schema = _schema(random.choice(WAYS))
    gold = [_record(random) for _ in range(2)]
    names = ("one", "two", "three")[: random.randint(1, 3)]
    runs = {name: evaluate(gold, [_extracted(random, record) for record in gold], schema) for name in names}
    plan = ReviewPlan(overlap=random.choice([0, 0.5]), audit=random.choice([0, 1.0]), seed=seed)
    of = AtRandom(gold, plan_cards(runs, plan), [])
    clicks = [(number, who) for number, card in enumerate(of.cards) for who in _who_answers(random, card)]
    random.shuffle(clicks)
    late = random.randint(0, len(clicks)) if decisions else 0
    for number, who in clicks[late:]:
        _answer(random, of, number, who)
    for _ in range(random.randint(0, decisions)):
        _decide(random, of)
    for number, who in clicks[:late]:
        _answer(random, of, number, who)
    return of


def add(of: AtRandom, kind: str, who: str, card: int, places: Sequence[int], said: Answer) -> None:
    """Add one click: an answer or a decision."""
    act = f"{kind} {len(of.events)}"
    for place in places:
        of.events.append(OpinionEvent(len(of.events) + 1, act, kind, who, START, card, place, said))


def _schema(way: dict[str, Any]) -> dict[str, Any]:
    element = {"type": "object", "properties": dict.fromkeys("kpq", TEXT)}
    items = {"type": "array", "x-eval-align": way, "items": element}
    return {"type": "object", "properties": {"a": TEXT, "items": items}}


def _record(random: Random) -> dict[str, Any]:
    keys = random.sample("ABCD", random.randint(0, 4))
    elements = [{"k": key, "p": random.choice("12"), "q": random.choice("12")} for key in keys]
    return {"a": random.choice("xy"), "items": elements}


def _extracted(random: Random, gold: dict[str, Any]) -> dict[str, Any]:
    record = copy.deepcopy(gold)
    for element in record["items"]:
        for field in "pq":
            if random.random() < 0.5:
                element[field] = random.choice("123")
    if record["items"] and random.random() < 0.5:
        record["items"].pop(random.randrange(len(record["items"])))
    if random.random() < 0.3:
        record["items"].insert(random.randint(0, len(record["items"])), {"k": "Z", "p": "9", "q": "9"})
    if random.random() < 0.3:
        record["a"] = "z"
    return record


def _who_answers(random: Random, card: ReviewCard) -> list[str]:
    return random.sample(PEOPLE, random.choice([0, 1, 1, min(2, card.opinions)]))


def _answer(random: Random, of: AtRandom, number: int, who: str) -> None:
    """One person answers a card: for each of its records in another way."""
    card = of.cards[number]
    for record in dict.fromkeys(at.record for at in card.places):
        places = [place for place, at in enumerate(card.places) if at.record == record]
        add(of, "answer", who, number, places, _drawn(random, card, places[0]))


def _drawn(random: Random, card: ReviewCard, place: int) -> Answer:
    said = random.choice(ANSWERS)
    if said.name == "gold_wrong" and said.value == "w" and card.places[place].is_element:
        return Answer("gold_wrong", WHOLE)
    return said if card.kind != "audit" or said.name in card.answers else GOLD


def _decide(random: Random, of: AtRandom) -> None:
    """Settle a question, rather about an element than another, and by chance one that rests on one person's word."""
    outcome = find_outcome(of.cards, read_opinions(of.events))
    asked = open_questions(of.cards, outcome)
    asked += questions_of_one_word(of.cards, outcome, asked) if random.random() < 0.7 else []
    of_elements = [one for one in asked if of.cards[one.card].places[one.places[0]].is_element]
    if asked:
        one = random.choice(of_elements or asked)
        goes = bool(of_elements) and random.random() < 0.6
        said = EXTRACTED if goes else _drawn(random, of.cards[one.card], one.places[0])
        add(of, "settle", "own", one.card, one.places, said)
