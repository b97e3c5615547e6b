"""The pairs of values that people accept, or call wrong, and which of them a rule for the field would call right."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.evaluate import score_pairs
from evaljson.review.answers import Answer, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.places import CardPlace
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
    is_typed: bool = False
    """Whether `gold` is what people typed by now: nobody was asked whether `extracted` says the same."""


GoldNow = Callable[[CardPlace, ReviewCard], Any]
"""Returns the value that gold has by now at a place of a card; ABSENT if it has none."""

StillHas = Callable[[CardPlace, ReviewCard], bool]
"""Tells whether the variant of a place of a card still has there what was extracted."""


def decided_pairs(
    cards: Sequence[ReviewCard],
    outcome: ReviewOutcome,
    gold_now: GoldNow | None = None,
    still_has: StillHas | None = None,
) -> list[ReviewedPair]:
    """List what is decided about differences: each pair of values of a field once, or twice where verdicts differ.

    Where gold has another value by now, by `gold_now`, the pair has that one if people said that gold should have it.
    Nobody was asked about other values: such places are left out, and those of which `still_has` tells that their
    variant has another value by now. What they typed may be what the extraction says in another writing.
    """
    # Several cards have the same pair, once a record was taken out of one of them.
    groups: dict[Hashable, tuple[ReviewedPair, list[int]]] = {}
    for number, card in enumerate(cards):
        if card.kind != "disagreement":
            continue
        for place, at in enumerate(card.places):
            answer = outcome.places[number, place].answer
            if answer is None or answer.name == "unsure" or not (still_has is None or still_has(at, card)):
                continue
            accepted = answer.name == "both_acceptable" and not outcome.is_overruled(card, number, place)
            gold = card.gold if gold_now is None else gold_now(at, card)
            is_new = not strict_equal(gold, card.gold)
            if is_new and (accepted or not _is_decided(gold, at, card, answer, outcome)):
                continue
            is_typed = is_new and answer.name == "gold_wrong"
            same = card.field, strict_key(gold), strict_key(card.extracted), accepted, is_typed
            pair = ReviewedPair(card.field, gold, card.extracted, accepted, 0, frozenset(), is_typed)
            groups.setdefault(same, (pair, []))[1].append(at.record)
    return [replace(pair, places=len(records), records=frozenset(records)) for pair, records in groups.values()]


def _is_decided(gold: Any, at: CardPlace, card: ReviewCard, answer: Answer, outcome: ReviewOutcome) -> bool:
    """Check whether people said that gold should have a value at a place."""
    decided = None if at.gold_path is None else outcome.gold.get((at.record, at.gold_path))
    value = true_value(answer, card.gold, card.extracted)[1] if decided is None else decided.value
    return strict_equal(gold, value)


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
