"""A small evaluation with a review, and what a test does on its page."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review
from evaljson.ui.session import author, server
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from tests.ui.conftest import Made, Open, loaded

GOLD: list[Any] = [
    {"id": "r1", "name": "Fa. Huber", "total": 10, "paid": True},
    {"id": "r2", "name": "Fa. Huber", "total": 20, "paid": True},
    {"id": "r3", "name": "Fa. Huber", "total": 30, "paid": False},
]
ONE: list[Any] = [
    {"id": "r1", "name": "Firma Huber", "total": 10, "paid": True},
    {"id": "r2", "name": "Firma Huber", "total": 21, "paid": True},
    {"id": "r3", "name": "Firma Huber", "total": 30, "paid": False},
]
SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        "name": {"type": "string", "title": "Name of the vendor"},
        "total": {"type": "integer"}, "paid": {"type": "boolean"},
    },
}  # fmt: skip
ADA, BOB = Actor("Ada"), Actor("Bob", role="reviewer")


def made(gold: list[Any] = GOLD, schema: dict[str, Any] = SCHEMA, **variants: list[Any]) -> Made:
    """One card for the names of three records, one for the total of one."""
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in (variants or {"one": ONE}).items()}
    return Made("reviewed", loaded(gold, "gold.json"), files, schema)


def begin(of: Made, plan: ReviewPlan | None = None, variants: int | None = None, **terms: Any) -> Review:
    """A review of all that differs, made by Ada; of the first variants alone, if so many are named."""
    identity, store = of.keep(), server.store()
    evaluation = store.evaluations.get(identity)
    plan = plan or ReviewPlan(overlap=0, audit=0)
    chosen = None if variants is None else tuple(one.id for one in evaluation.variants[:variants])
    scope = ReviewScope(variants=chosen)
    named = ReviewTerms(**{"name": "Names", **terms})
    return make_review(store, evaluation, runs_to_review(store, evaluation), plan, scope, named, by=ADA)


def answer(review: Review, who: Actor, name: str, session: str = "elsewhere", **more: Any) -> None:
    """Somebody answers the card that is next for them, in another browser."""
    store = server.store()
    taken = store.review_cards.take(review.id, by=who, session=session)
    assert taken is not None
    store.review_events.answer(review.id, taken.token, {"answer": name, **more}, by=who)


def button(page: AppTest, start: str) -> Any:
    """The button whose key starts so: keys of a card end with what it was shown under."""
    return next(one for one in page.button if str(one.key).startswith(start))


def field(page: AppTest, start: str) -> Any:
    """The text field whose key starts so."""
    return next(one for one in page.text_input if str(one.key).startswith(start))


def given(review: Review) -> list[tuple[str, str, str | None]]:
    """(who, kind, answer) of all events, one for each place."""
    events = server.store().review_events.all(review.id)
    return [(event.who, event.kind, event.content.get("answer")) for event in events]


def opened(open_app: Open, review: Review, who: str = "Bob") -> AppTest:
    """The page of a review, as somebody sees it who gave a name."""
    page = open_app("review", review=review.id)
    page.session_state[author.NAME] = who
    return page.run()
