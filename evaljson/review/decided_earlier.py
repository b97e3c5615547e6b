"""What earlier reviews decided of differences that no card of a review asks about: its figures go by that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import CardPlace
from evaljson.review.unasked import unasked, unasked_pairs

DecidedEarlier = Literal["right", "accepted", "wrong"]
"""What people said of the extraction: it is right and gold is not, it is acceptable as gold is, or it is wrong."""
Earlier = Callable[[PlacedPair], DecidedEarlier | None]
"""Tells what earlier reviews decided of a difference; None where they did not."""


@dataclass(frozen=True, slots=True)
class Unasked:
    """The differences of a variant that no card of a review asks about."""

    left: tuple[CardPlace, ...]
    """Those that nobody has decided."""
    right: tuple[CardPlace, ...] = ()
    """Those of which earlier reviews say that the extraction is right; the next ones in the same way."""
    accepted: tuple[CardPlace, ...] = ()
    wrong: tuple[CardPlace, ...] = ()

    @property
    def decided(self) -> tuple[CardPlace, ...]:
        """Those that earlier reviews decided."""
        return (*self.right, *self.accepted, *self.wrong)


def unasked_and_decided(
    run: RunResult, variant: str, cards: Sequence[ReviewCard], earlier: Earlier | None = None
) -> Unasked:
    """Find what no card asks about, and tell by `earlier` what is decided of it all the same."""
    if earlier is None:
        return Unasked(tuple(unasked(run, variant, cards)))
    said: dict[DecidedEarlier, list[CardPlace]] = {"right": [], "accepted": [], "wrong": []}
    for pair in unasked_pairs(run, variant, cards):
        if (known := earlier(pair)) is not None:
            said[known].append(pair.place)
    taken = {place for places in said.values() for place in places}
    left = tuple(place for place in unasked(run, variant, cards) if place not in taken)
    return Unasked(left, tuple(said["right"]), tuple(said["accepted"]), tuple(said["wrong"]))
