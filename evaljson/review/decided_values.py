"""How many wrong values of a variant, as it was scored, the cards of a review ask about and have decided.

A review pairs a shifted array by what its elements hold, and makes one difference of an element that one side lacks.
Pages that show a run count its values one by one, as it was scored: so they are counted here, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard
from evaljson.review.differences import differing_rows
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.places import CardPlace


@dataclass(frozen=True, slots=True)
class DecidedValues:
    """Values that are wrong, missing or invented in records that both sides have, each as it was scored."""

    decided: int
    open: int
    """On cards, and not decided."""
    unasked: int
    """On no card, and decided in no earlier review."""
    earlier: int = 0
    """On no card, and decided in an earlier review."""
    stay_invented: int = 0
    """Of those not decided: the values of keys that the schema lacks, which count as invented whatever gold has."""


def decided_values(
    run: RunResult,
    variant: str,
    cards: Sequence[ReviewCard],
    outcome: ReviewOutcome,
    earlier: Iterable[CardPlace] = (),
) -> DecidedValues:
    """Count the wrong values of a run by what cards of disagreements have come to; `earlier` are on no card.

    What differs in a shifted array besides its shift is no value as it was scored: the card of the element that shifts
    it stands for all of them. The card of an element that gold should not have stands for what is in it.
    """
    wrong, asked, decided = _wrong(run), set[tuple[int, str]](), set[tuple[int, str]]()
    for number, card in enumerate(cards):
        for at, place in enumerate(card.places if card.kind == "disagreement" else ()):
            if place.variant == variant:
                values = scored_at(place)
                asked.update(values)
                if not outcome.is_open(number, at, place):
                    decided.update(values)
    decided.update(value for value in wrong if outcome.lies_in_removed(*value))
    asked |= decided
    before = {value for place in earlier for value in scored_at(place)} & wrong - asked
    left = _wrong(run, run.undeclared) - decided - before
    return DecidedValues(
        len(wrong & decided), len(wrong & asked - decided), len(wrong - asked - before), len(before), len(left)
    )


def scored_at(place: CardPlace) -> list[tuple[int, str]]:
    """Return the scored values that a place stands for: position of the record in gold, and path of the result."""
    return [] if place.is_shift and not place.parts else [(place.record, path) for path, _ in place.results]


def _wrong(run: RunResult, fields: Collection[str] | None = None) -> set[tuple[int, str]]:
    """Return where a run is wrong, of some fields only where these are given."""
    differing, columns = differing_rows(run), run.tallies.rows
    if fields is not None:
        differing &= np.isin(columns.field, [number for number, path in enumerate(columns.fields) if path in fields])
    rows = np.flatnonzero(differing)
    records = columns.record[rows].tolist()
    positions = [run.positions[record][0] for record in records] if run.positions else records
    return set(zip(positions, run.table.paths_at(rows), strict=True))
