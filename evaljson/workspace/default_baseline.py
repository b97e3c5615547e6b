"""Which variant others are compared with where nobody has chosen one: the second best, or the first of an own order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaljson.results.ranking import highest_first
from evaljson.store import Evaluation, Store
from evaljson.workspace.history import is_in_own_order
from evaljson.workspace.results_folders import is_of_folders

RANKED: Final = 3
"""Variants from which on they are ranked: of two, the first is the baseline."""


def is_first_the_baseline(store: Store, evaluation: Evaluation) -> bool:
    """Check whether the order of the variants was chosen, as in samples, results of folders, and where someone did."""
    if evaluation.is_sample or is_of_folders(evaluation.settings):
        return True
    return is_in_own_order(store.evaluations.history(evaluation.id))


def default_baseline(store: Store, evaluation: Evaluation, f1: Mapping[str, float | None]) -> str | None:
    """Return the baseline of scored variants, by name in their order: the second highest F1, if no order was chosen.

    None without a variant.
    """
    if len(f1) < RANKED or is_first_the_baseline(store, evaluation):
        return next(iter(f1), None)
    return highest_first(f1)[1]
