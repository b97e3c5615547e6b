"""Matches at places of gold that people decided about: the audit drew them, or another variant differs there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaljson.base import paths
from evaljson.base.jsontypes import strict_key, value_at
from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.plan import GoldPlace, is_looked_at
from evaljson.scoring.status import MATCH


def seen_matches(run: RunResult, cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> tuple[int, int]:
    """Count the matches of a run where people decided about gold, and those of them where they say that it is wrong."""
    decided = _decided(cards, outcome)
    if not decided:
        return 0, 0
    rows = run.tallies.rows
    positions = np.array([at for at, _ in run.positions] if run.positions else range(len(run.records)), np.intp)
    touched = np.isin(positions, sorted({record for record, _ in decided}))
    at = np.flatnonzero((rows.status == MATCH) & touched[rows.record])
    records = positions[rows.record[at]].tolist()
    seen = [place for place in zip(records, run.table.paths_at(at), strict=True) if is_looked_at(place, decided)]
    return len(seen), sum(_is_wrong(place, outcome) for place in seen)


def _decided(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> set[GoldPlace]:
    """Return every place of gold about which an answer of any card is decided, and no other card disputes it."""
    return {
        (at.record, path)
        for number, card in enumerate(cards)
        for place, at in enumerate(card.places)
        if outcome.places[number, place].answer is not None and not outcome.is_disputed(at)
        for path in at.gold_paths
    }


def _is_wrong(place: GoldPlace, outcome: ReviewOutcome) -> bool:
    """Check whether gold is corrected at a place, or is another value there once an element around it is corrected."""
    record, path = place
    for around in dict.fromkeys((path, *paths.elements_above(path))):
        found = outcome.gold.get((record, around))
        if found is not None and found.state == "corrected":
            within = path.removeprefix(around).removeprefix(".")
            before, after = (value_at(value, within) for value in (found.gold, found.value))
            if around == path or strict_key(before) != strict_key(after):
                return True
    return False
