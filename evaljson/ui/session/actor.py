"""Who does something in reviews, made here and nowhere else: signing in changes this file and no page."""

from __future__ import annotations

from evaljson.store import Actor, Review
from evaljson.ui.session import author
from evaljson.ui.session.signed_in import proof


def actor() -> Actor:
    """Return who uses this session. Whoever can open an evaluation may change it, and make reviews of it.

    Whoever asks is about to change something: that is noted as this session's change.
    """
    return Actor(author.who(), proof(), "owner")


def actor_in(review: Review) -> Actor:
    """Return who answers in a review: its owner is who made it, and everyone else a reviewer."""
    one = actor()
    return one if one.person == review.created_by else Actor(one.name, one.proof, "reviewer")
