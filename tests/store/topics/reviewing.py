"""Reviews for the tests of the store, a clock that they turn, and what nobody may ever see."""

import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from evaljson.store import Actor, Conflict, Evaluation, NewCard, Review, Store

ANN, BOB, CARL = (Actor(name) for name in ("ann", "bob", "carl"))


class Clock:
    """Stands still until it is turned."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 31, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def turn(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


def new_card(number: int = 0, places: int = 1, opinions: int = 1, **changes: Any) -> NewCard:
    content = {"gold": {"value": number}, "extracted": {}}
    at = [{"record": record, "variant": "A", "path": "total"} for record in range(places)]
    fields = {
        "field": "total",
        "kind": "disagreement",
        "content": content,
        "places": at,
        "stake": float(places),
        "opinions": opinions,
    }
    return NewCard(f"{number:064x}", **{**fields, **changes})


def make_review(
    store: Store, evaluation: Evaluation, cards: Sequence[NewCard] | int = 3, *, by: Actor = ANN, **changes: Any
) -> Review:
    made = [new_card(number) for number in range(cards)] if isinstance(cards, int) else cards
    assert evaluation.gold is not None
    revision = store.evaluations.get(evaluation.id).revision
    fields = {"gold": evaluation.gold.id, "schema_number": 1, "runs": ["r"], **changes}
    return store.reviews.make(evaluation.id, revision, "Totals", made, by=by, **fields)


def answer_all(
    store: Store, review: str, name: str, say: Callable[[tuple[str, str]], object] | None = None
) -> list[tuple[str, str]]:
    """Answer until there is no card left; return (who, act) of each answer, in order, and say so after each."""
    said, by = list[tuple[str, str]](), Actor(name)
    session = f"{name} {threading.get_ident()}"
    while taken := store.review_cards.take(review, by=by, session=session):
        try:
            act = store.review_events.answer(review, taken.token, {"by": name}, by=by)[0].act
        except Conflict:
            continue  # the same person took it in another tab
        said.append((name, act))
        if say is not None:
            say(said[-1])
    return said
