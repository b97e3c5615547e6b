"""The p of the pairs of variants that comparisons with one baseline leave out, and a ranking does not.

All pairs are one family (together.py), so that a verdict is the same whoever is the baseline, and as in the ranking.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import combinations

from evaljson.base.errors import InputError
from evaljson.compare.chances import p_of_whole
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.leaderboard import Leaderboard
from evaljson.compare.looks import Looks
from evaljson.compare.runs import compare_runs
from evaljson.compare.shared_records import Repeats
from evaljson.results.model import RunResult


def p_of_other_pairs(
    runs: Mapping[str, Repeats],
    baseline: str,
    board: Leaderboard | None,
    *,
    figure: str = "f1",
    cluster: ClusterBy = None,
    looks: Looks | None = None,
    confidence: float = 0.95,
) -> list[float]:
    """Return the two-sided p of each pair without the baseline, not adjusted; those that cannot be compared have none.

    `board` ranks the runs by the same figure, if they are ranked. The other arguments are those of `compare_runs`.
    """
    others = {name: side for name, side in runs.items() if name != baseline}
    if board is not None and not board.refused and _have_the_same_records(runs.values()):
        return board.p_among(others)
    found = []
    for a, b in combinations(others, 2):
        with suppress(InputError):
            if looks is None:
                found.append(p_of_whole(others[a], others[b], (a, b), figure, cluster))
            else:
                held = compare_runs(
                    others[a], others[b], names=(a, b), figure=figure, cluster=cluster, looks=looks,
                    confidence=confidence,
                ).estimate.p  # fmt: skip
                found.append(1.0 if held is None else held)
    return found


def _have_the_same_records(runs: Iterable[Repeats]) -> bool:
    """Check whether pairs of runs share the records that all share."""
    first, *others = (set(run.record_keys) for run in runs if isinstance(run, RunResult))
    return all(other == first for other in others)
