"""Records whose truth is known, gold with errors planted in it, extractions, and a reviewer who knows the truth."""

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from evaljson import RunResult, evaluate
from evaljson.base.jsontypes import strict_equal, value_at
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import OpinionEvent
from evaljson.review.places import CardPlace

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "customer": {"type": "string"},
        "total": {"type": "number"},
        "currency": {"type": "string"},
        "address": {"type": "object", "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}},
        "lines": {
            "type": "array",
            "x-eval-align": {"match_by": "key_field", "key": "sku"},
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "quantity": {"type": "integer"}}},
        },
    },
}
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Planted:
    """A truth, gold with errors, and what two variants extracted."""

    truth: list[dict[str, Any]]
    gold: list[dict[str, Any]]
    extracted: dict[str, list[dict[str, Any]]]
    on_matches: list[tuple[int, str]]
    """Where gold is wrong and every variant says what gold says."""
    on_differences: list[tuple[int, str]]

    def runs(self, gold: Sequence[Any] | None = None) -> dict[str, RunResult]:
        """Score every variant."""
        return {name: evaluate(gold or self.gold, records, SCHEMA) for name, records in self.extracted.items()}

    def rescorer(self, variant: str) -> Callable[[Sequence[Any]], RunResult]:
        """Return what scores one variant against other gold."""
        return lambda gold: evaluate(gold, self.extracted[variant], SCHEMA)


def planted(records: int = 120, *, wrong: int = 15, on_matches: int = 5, seed: int = 1) -> Planted:
    """Plant `wrong` errors in gold, `on_matches` of them where both variants say the same as gold."""
    random = Random(seed)
    truth = [_record(random, number) for number in range(records)]
    gold = copy.deepcopy(truth)
    extracted = {name: [_extracted(random, record) for record in truth] for name in ("prompt_a", "prompt_b")}
    chosen = random.sample(range(records), wrong)
    for number in chosen:
        gold[number]["customer"] = f"Wrong {number} Ltd"
        for variant in extracted.values():
            variant[number]["customer"] = truth[number]["customer"]
    for number in chosen[:on_matches]:
        for variant in extracted.values():
            variant[number]["customer"] = gold[number]["customer"]
    places = [(number, "customer") for number in chosen]
    return Planted(truth, gold, extracted, places[:on_matches], places[on_matches:])


def _record(random: Random, number: int) -> dict[str, Any]:
    skus = random.sample("ABCDEFGH", random.randint(0, 3))
    return {
        "id": f"doc-{number:03}",
        "customer": random.choice(["Acme", "Borg", "Cyan", "Dune"]) + f" {random.randint(1, 30)}",
        "total": random.randint(100, 99_999) / 100,
        "currency": random.choice(["EUR", "USD"]),
        "address": {"city": random.choice(["Ulm", "Bonn", "Graz"]), "zip": f"{random.randint(1000, 9999)}"},
        "lines": [{"sku": sku, "quantity": random.randint(1, 9)} for sku in skus],
    }


def _extracted(random: Random, truth: dict[str, Any]) -> dict[str, Any]:
    record = copy.deepcopy(truth)
    if random.random() < 0.2:
        record["currency"] = "GBP"
    if random.random() < 0.1:
        del record["total"]
    if random.random() < 0.1:
        record["address"]["zip"] += "0"
    if random.random() < 0.1 and record["lines"]:
        record["lines"].pop()
    if random.random() < 0.1:
        record["lines"].append({"sku": "Z", "quantity": 1})
    return record


def knowing(truth: Sequence[Any]) -> Callable[[ReviewCard, CardPlace], Answer]:
    """Return a reviewer who knows the truth; inside elements that gold lacks, gold is right."""

    def answer(card: ReviewCard, place: CardPlace) -> Answer:
        if place.gold_path is None:
            return Answer("gold_right")
        true = value_at(truth[place.record], place.gold_path)
        if strict_equal(true, card.gold):
            return Answer("gold_right")
        return Answer("extracted_right") if strict_equal(true, card.extracted) else Answer("gold_wrong", true)

    return answer


def events_of(
    cards: Iterable[ReviewCard],
    answer: Callable[[ReviewCard, CardPlace], Answer | None],
    who: str = "ann",
    start: int = 0,
) -> list[OpinionEvent]:
    """Return the events of a reviewer who answers every place; None answers nothing."""
    events: list[OpinionEvent] = []
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            said = answer(card, at)
            if said is not None:
                count = start + len(events)
                moment = START + timedelta(seconds=count)
                events.append(
                    OpinionEvent(count, f"{who} {number} {place}", "answer", who, moment, number, place, said)
                )
    return events
