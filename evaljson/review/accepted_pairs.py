"""The pairs of values that people accept, or call wrong, and which of them a rule for the field would call right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.base.jsontypes import ABSENT
from evaljson.evaluate import score_pairs
from evaljson.review.cards import ReviewCard
from evaljson.review.outcome import ReviewOutcome
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.status import MATCH, SKIPPED

_KEY = "value"


@dataclass(frozen=True, slots=True)
class ReviewedPair:
    """A gold value and an extracted one that differ by the rule, and what people say of the difference."""

    field: str
    gold: Any
    """ABSENT where gold has none."""
    extracted: Any
    is_accepted: bool
    """Whether people accept both; else one side is wrong."""
    places: int
    records: frozenset[int]


def decided_pairs(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> list[ReviewedPair]:
    """List what is decided about differences, a pair for each card and verdict."""
    found: list[ReviewedPair] = []
    for number, card in enumerate(cards):
        if card.kind != "disagreement":
            continue
        by_verdict: dict[bool, list[int]] = {}
        for place, at in enumerate(card.places):
            answer = outcome.places[number, place].answer
            if answer is not None and answer.name != "unsure":
                by_verdict.setdefault(answer.name == "both_acceptable", []).append(at.record)
        for accepted, records in by_verdict.items():
            pair = ReviewedPair(card.field, card.gold, card.extracted, accepted, len(records), frozenset(records))
            found.append(pair)
    return found


def made_right(field: Mapping[str, Any], pairs: Sequence[ReviewedPair]) -> Bools:
    """Mark the pairs that are no error under a field's schema, each by itself; a paid comparator is not asked."""
    if not pairs:
        return np.zeros(0, np.bool_)
    tree = parse_eval_schema({"type": "object", "properties": {_KEY: dict(field)}})
    results = score_pairs(
        tree, [_record(pair.gold) for pair in pairs], [_record(p.extracted) for p in pairs], ask=False
    )
    rows = results.tallies.rows
    wrong = ~np.isin(rows.status, (MATCH, SKIPPED))
    right: Bools = np.bincount(rows.record[wrong], minlength=len(pairs)) == 0
    return right


def _record(value: Any) -> dict[str, Any]:
    return {} if value is ABSENT else {_KEY: value}


def places_of(pairs: Sequence[ReviewedPair]) -> int:
    """Count the places of some pairs."""
    return sum(pair.places for pair in pairs)
