"""Differences that no card of a review asks about: a review may be limited in cards, fields or records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard
from evaljson.review.differences import differences
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import CardPlace

_Value = tuple[int, str, str | None]
"""(position of the record in gold, instance path of a result, path in the extracted record)"""


def unasked(run: RunResult, variant: str, cards: Sequence[ReviewCard]) -> list[CardPlace]:
    """List the differences of a variant that no card asks about, in records that both sides have.

    An element of an array that one side lacks is one difference. Where cards ask about some values in it, each of the
    others is one.
    """
    every = [pair.place for pair in differences(run, variant)]
    known = {_identity(place) for place in every}
    asked, apart = set[tuple[_Value, bool]](), set[_Value]()
    for card in cards:
        for place in card.places if card.kind == "disagreement" else ():
            if place.variant == variant:
                asked.add(_identity(place))
                if _identity(place) not in known:
                    apart.update(_values(place))
    return [left for place in every if _identity(place) not in asked for left in _left(place, apart)]


def unasked_pairs(run: RunResult, variant: str, cards: Sequence[ReviewCard]) -> list[PlacedPair]:
    """List those of them that no card asks about in any part, with their values."""
    left = set(unasked(run, variant, cards))
    return [pair for pair in differences(run, variant) if pair.place in left]


def _identity(place: CardPlace) -> tuple[_Value, bool]:
    return (place.record, place.path, place.extracted_path), place.is_shift


def _values(place: CardPlace) -> list[_Value]:
    return [(place.record, path, extracted_path) for path, extracted_path in place.results]


def _left(place: CardPlace, apart: set[_Value]) -> list[CardPlace]:
    """Return what no card asks about of a difference."""
    values = _values(place)
    left = [value for value in values if value not in apart]
    if len(left) == len(values):
        return [place]
    return [replace(place, path=path, extracted_path=beside, parts=()) for _, path, beside in left]
