"""What people answered since corrected gold was put in place: whether it asks for other gold than that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from evaljson.review.corrected_gold import change_identity, correct_gold
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import outcome_after
from evaljson.store import ReviewEvent
from evaljson.workspace.gold_lineage import last_put
from evaljson.workspace.read_review import OpenReview, opinion_events

_ANSWERS: Final = ("answer", "settle", "undo", "import")


def is_answered_since(events: Sequence[ReviewEvent]) -> bool:
    """Check whether people answered, settled or took back anything since the gold that is in place was put there."""
    put = last_put(events)
    return any(event.number > put and event.kind in _ANSWERS for event in events)


def says_other_gold(opened: OpenReview, gold: Sequence[Any]) -> bool:
    """Check whether its answers come to other gold by now than when they were put in place.

    An answer may have been changed and changed back, or be one that leaves gold as it is. `gold` are the records that
    the review was made of. Only cards that anyone answered since are looked at: a page waits for it.
    """
    put, index = last_put(opened.events), opened.index
    undone = {event.content.get("act") for event in index.undos if event.number > put}
    answered = (event for event in opened.events if event.number > put or event.act in undone)
    changed = {event.card for event in answered if event.card is not None and event.kind in _ANSWERS}
    if not changed:
        return False
    related = [event for number in changed for event in index.of_card.get(number, ()) if event.kind != "undo"]
    then = sorted((one for one in (*related, *index.undos) if one.number <= put), key=lambda one: one.number)
    before = outcome_after(opened.outcome, opened.cards, read_opinions(opinion_events(opened.stored, then)), changed)
    records = {at.record for number in changed for at in opened.cards[number].places}
    was, now = (
        {change_identity(one) for one in correct_gold(gold, opened.cards, outcome, only=records).changes}
        for outcome in (before, opened.outcome)
    )
    return was != now
