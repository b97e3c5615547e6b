"""An evaluation with as many disagreements as are wanted, and a review of it."""

from __future__ import annotations

import random
from typing import Any, Final

from evaljson.load import read_records
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review, Store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.scoring import score_due
from tests.soak.known import as_file

OWNER: Final = Actor("Olga")
_CURRENCIES: Final = ("EUR", "USD", "CHF")
_SCHEMA: Final[dict[str, Any]] = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        "name": {"type": "string"}, "city": {"type": "string"}, "born": {"type": "integer"},
        "currency": {"type": "string"},
    },
}  # fmt: skip


def review_of(store: Store, cards: int, overlap: float, seed: int) -> Review:
    """A review with so many cards; equal wrong currencies of many records are one card each."""
    gold, extracted = _records(cards, random.Random(seed))
    made = store.evaluations.create(
        "soak", by=OWNER.name, schema=_SCHEMA,
        gold=read_records(as_file(gold), name="gold.json", kind="gold"),
        variants={"A": read_records(as_file(extracted), name="A.json", kind="extracted")},
    )  # fmt: skip
    score_due(store, made.id, by=OWNER.name, tell=lambda share, message: None)
    evaluation = store.evaluations.get(made.id)
    plan = ReviewPlan(overlap=overlap, audit=0, most=cards, seed=seed)
    runs = runs_to_review(store, evaluation)
    review = make_review(store, evaluation, runs, plan, ReviewScope(), ReviewTerms("Soak"), by=OWNER)
    assert review.cards == cards, f"{review.cards} cards in place of {cards}"
    return review


def _records(cards: int, chance: random.Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    gold, extracted = list[dict[str, Any]](), list[dict[str, Any]]()
    for at in range(cards):
        record = {
            "id": f"r-{at}", "name": f"Name {at}", "city": f"City {at}", "born": 1000 + at,
            "currency": _CURRENCIES[at % len(_CURRENCIES)],
        }  # fmt: skip
        wrong = dict(record)
        key = ("name", "city", "born")[at % 3]
        wrong[key] = record["born"] + 7 if key == "born" else f"{record[key]} & Co"
        if chance.random() < 0.1:
            wrong["currency"] = "XXX"
        gold.append(record)
        extracted.append(wrong)
    return gold, extracted
