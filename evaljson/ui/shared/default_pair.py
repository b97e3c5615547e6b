"""Which two variants are compared where nobody has chosen a pair."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.results.ranking import highest_first
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import current_names
from evaljson.workspace.default_baseline import RANKED, is_first_the_baseline


def default_pair(evaluation: OpenEvaluation, names: Sequence[str]) -> tuple[str, str]:
    """Return the baseline and the one compared with it, of at least two scored variants: the two of highest F1.

    Where the first variant is the baseline on purpose, it is the first one, and the best of the others.
    """
    return two_highest(evaluation, names) or (names[0], by_f1(evaluation, names[1:])[0])


def two_highest(evaluation: OpenEvaluation, names: Sequence[str]) -> tuple[str, str] | None:
    """Return the variant with the second highest F1, and the highest, to be compared with it.

    None where someone has put the variants in order, so that the first is the baseline, as in samples and in results of
    folders; and of two variants. Where fewer than three are scored as things are now, it goes by the figures that are
    shown: while all wait to be scored again, the pair stays as it is.
    """
    current = [name for name in names if name in current_names(evaluation)]
    ranked = current if len(current) >= RANKED else list(names)
    if len(ranked) < RANKED or _is_ordered(evaluation):
        return None
    best, second = by_f1(evaluation, ranked)[:2]
    return second, best


def default_variant(evaluation: OpenEvaluation, names: Sequence[str]) -> str | None:
    """Return the variant that a page shows which shows one, where nobody has chosen any: of three and more the one of
    highest F1, as Overview begins with it; None for the first one."""
    return (two_highest(evaluation, names) or (None, None))[1]


def default_beside(evaluation: OpenEvaluation, names: Sequence[str], baseline: str) -> str:
    """Return who is compared with this baseline: of the default pair, or else the best of the others."""
    a, b = default_pair(evaluation, names)
    return b if a == baseline else by_f1(evaluation, [name for name in names if name != baseline])[0]


def by_f1(evaluation: OpenEvaluation, names: Sequence[str]) -> list[str]:
    """Return these variants, highest F1 first, equal ones as they are. It reads no run."""
    figures = {name: run.metrics["mean_f1"] if (run := evaluation.scored_run(name)) else None for name in names}
    return highest_first(figures)


def _is_ordered(evaluation: OpenEvaluation) -> bool:
    return cache.derived(
        ("own order", evaluation.id, evaluation.stored.revision),
        lambda: is_first_the_baseline(server.store(), evaluation.stored),
    )
