"""Which two variants are compared where nobody has chosen a pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaljson.results.ranking import highest_first
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import current_names
from evaljson.workspace.history import is_in_own_order

_RANKED: Final = 3
"""Variants from which on they are ranked: of two, the first is the baseline."""


def default_pair(evaluation: OpenEvaluation, names: Sequence[str]) -> tuple[str, str]:
    """Return the baseline and the one compared with it, of at least two scored variants.

    The highest F1 is compared with the next one. Where someone has put the variants in order, the first of them is the
    baseline, and the best of the others is compared with it; so it is in samples and in results of folders.
    """
    ranked = [name for name in names if name in current_names(evaluation)]
    if len(ranked) >= _RANKED and not _is_ordered(evaluation):
        best, second = by_f1(evaluation, ranked)[:2]
        return second, best
    return names[0], by_f1(evaluation, names[1:])[0]


def default_beside(evaluation: OpenEvaluation, names: Sequence[str], baseline: str) -> str:
    """Return who is compared with this baseline: of the default pair, or else the best of the others."""
    a, b = default_pair(evaluation, names)
    return b if a == baseline else by_f1(evaluation, [name for name in names if name != baseline])[0]


def by_f1(evaluation: OpenEvaluation, names: Sequence[str]) -> list[str]:
    """Return these variants, highest F1 first, equal ones as they are. It reads no run."""
    figures = {name: run.metrics["mean_f1"] if (run := evaluation.scored_run(name)) else None for name in names}
    return highest_first(figures)


def _is_ordered(evaluation: OpenEvaluation) -> bool:
    if evaluation.is_sample or evaluation.is_of_folders:
        return True
    return cache.derived(
        ("own order", evaluation.id, evaluation.stored.revision),
        lambda: is_in_own_order(server.store().evaluations.history(evaluation.id)),
    )
