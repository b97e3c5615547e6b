"""Changes order and second opinions of a review that is under way, where that leaves its figures right.

The audit stays as it was drawn, so that what was looked at is still a random part of the matches. Its cards keep being
handed out in random order among themselves, whatever the order of the others.
"""

from __future__ import annotations

from dataclasses import replace

from evaljson.base.errors import InputError
from evaljson.review.plan import Order, ReviewPlan, arrange_cards
from evaljson.store import Actor, Review, Store
from evaljson.workspace.read_review import domain_card
from evaljson.workspace.review_gold import runs_of
from evaljson.workspace.stored_runs import read_run


def arrange_review(
    store: Store, review: str, revision: int, *, order: Order, overlap: float, by: Actor
) -> tuple[Review, int]:
    """Give the cards that nobody has begun with another order, and draw again which of them two people answer.

    Return the review, and how many cards that were. Raises InputError where all of them are begun with, and what
    `store.reviews.arrange` raises.
    """
    about = store.reviews.get(review)
    settings = about.settings
    before = ReviewPlan(int(settings.get("opinions", 1)), most=settings.get("most"))
    plan = replace(before, overlap=overlap, order=order, seed=int(settings.get("seed", 1)) + about.last_event + 1)
    untouched = store.review_cards.untouched(review)
    if not untouched:
        raise InputError("someone has begun with every card, so that none is left to put in another order.")
    undeclared = {field for run in runs_of(store, about).values() for field in read_run(store, run).undeclared}
    arranged = arrange_cards([domain_card(card) for card in untouched], plan, undeclared)
    wanted = [(untouched[at].number, opinions) for at, opinions in arranged]
    return store.reviews.arrange(review, revision, wanted, by=by, settings={"order": order, "overlap": overlap})
