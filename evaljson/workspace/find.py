"""Finds what people name: by id, else by name."""

from __future__ import annotations

from typing import Final

from evaljson.base.errors import InputError, did_you_mean
from evaljson.store import Evaluation, NotFound, Review, Store
from evaljson.workspace.history import when
from evaljson.workspace.listing import size_in_words

_LISTED: Final = 5


def find_evaluation(store: Store, name_or_id: str) -> Evaluation:
    """Return an evaluation by id, else by name. Raises InputError if there is none, or more than one."""
    listed = store.evaluations.all()
    matching = [one for one in listed if one.id == name_or_id] or [one for one in listed if one.name == name_or_id]
    if len(matching) > 1:
        each = "; ".join(f"{one.id} ({size_in_words(one)}, changed {when(one.updated)})" for one in matching[:_LISTED])
        more = f"; and {len(matching) - _LISTED:,} more" if len(matching) > _LISTED else ""
        raise InputError(f"{len(matching)} evaluations are named {name_or_id!r}: pass the id of one: {each}{more}.")
    if not matching:
        hint = did_you_mean(name_or_id, [one.name for one in listed])
        raise InputError(f"there is no evaluation {name_or_id!r} in this workspace.{hint}")
    return store.evaluations.get(matching[0].id)


def all_reviews(store: Store) -> list[Review]:
    """List the reviews of all evaluations, newest first."""
    found = [review for one in store.evaluations.all() for review in store.reviews.all(one.id)]
    return sorted(found, key=lambda review: review.created, reverse=True)


def find_review(store: Store, name_or_id: str) -> Review:
    """Return a review by id, else by name. Raises InputError if there is none, or more than one."""
    try:
        return store.reviews.get(name_or_id)
    except NotFound:
        listed = all_reviews(store)
    matching = [one for one in listed if one.name == name_or_id]
    if len(matching) > 1:
        raise InputError(
            f"{len(matching)} reviews are named {name_or_id!r}: pass the id, {matching[0].id} for the newest."
        )
    if not matching:
        hint = did_you_mean(name_or_id, [one.name for one in listed])
        raise InputError(f"there is no review {name_or_id!r} in this workspace.{hint}")
    return matching[0]
