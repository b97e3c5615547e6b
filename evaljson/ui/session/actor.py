"""Who does something in reviews, made here and nowhere else: signing in changes this file and no page."""

from __future__ import annotations

from evaljson.store import Actor, Review
from evaljson.ui.session import author, server
from evaljson.ui.session.open_evaluation import role_here
from evaljson.ui.session.signed_in import proof, way_in


def actor() -> Actor:
    """Return who uses this session, with their role in the open evaluation: that of an owner where nobody signs in.

    Whoever asks is about to change something: that is noted as this session's change.
    """
    return Actor(author.who(), proof(), role_here())


def actor_in(review: Review) -> Actor:
    """Return who answers in a review.

    Where nobody signs in, its owner is who made it, and everyone else a reviewer. Else the role in the evaluation
    counts.
    """
    one = actor()
    if way_in() is not None:
        return Actor(one.name, one.proof, server.role(review.evaluation) or "viewer")
    return one if one.person == review.created_by else Actor(one.name, one.proof, "reviewer")
