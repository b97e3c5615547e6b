"""The texts of gold in fields that have few: roles, currencies, kinds. There, equal values are equal by chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import value_at
from evaljson.results.class_figures import MOST_CLASSES
from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard
from evaljson.scoring.status import MATCH, MISMATCH, OMISSION
from evaljson.suggest.kinds.nulls import is_nothing

_IN_GOLD: Final = (MATCH, MISMATCH, OMISSION)
_FIRST: Final = 200
"""Values that show of most fields that they have many texts, before all of theirs are read."""
_LEAST_EACH: Final = 2
"""As many values as this for each distinct one, on average, as the Classes of Fields have it."""


def with_classes(cards: Iterable[ReviewCard], runs: Mapping[str, RunResult]) -> list[ReviewCard]:
    """Mark the cards whose values are of the few texts that gold has in their field; `runs` are over one gold.

    What only the extraction has is how something is written there, and that is one question in all records.
    """
    known: dict[str, frozenset[str]] = {}
    run = next(iter(runs.values()), None)

    def classes(field: str) -> frozenset[str]:
        if field not in known:
            known[field] = frozenset() if run is None else _classes(run, field)
        return known[field]

    return [replace(card, of_classes=True) if _may_be(card) and _is_of(card, classes(card.field)) else card
            for card in cards]  # fmt: skip


def _may_be(card: ReviewCard) -> bool:
    """Check for what is found without reading gold: most cards are of one record, or not of texts."""
    sides = _sides(card)
    return card.records > 1 and bool(sides) and all(isinstance(one, str) for one in sides)


def _is_of(card: ReviewCard, classes: frozenset[str]) -> bool:
    return all(one in classes for one in _sides(card))


def _sides(card: ReviewCard) -> list[Any]:
    return [one for one in (card.gold, card.extracted) if not is_nothing(one)]


def _classes(run: RunResult, field: str) -> frozenset[str]:
    rows = run.tallies.rows
    if field not in rows.fields:
        return frozenset()
    at = np.flatnonzero((rows.field == rows.fields.index(field)) & np.isin(rows.status, _IN_GOLD))
    if len(_texts(run, at[:_FIRST])) > MOST_CLASSES:
        return frozenset()
    texts = _texts(run, at)
    return texts if len(texts) <= MOST_CLASSES and len(at) >= _LEAST_EACH * len(texts) else frozenset()


def _texts(run: RunResult, at: Ints) -> frozenset[str]:
    records = run.tallies.rows.record[at].tolist()
    values = (value_at(run.records[one].gold, path) for one, path in zip(records, run.table.paths_at(at), strict=True))
    return frozenset(value for value in values if isinstance(value, str))
