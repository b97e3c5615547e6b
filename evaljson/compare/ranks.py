"""Who is above whom by more than chance, and what becomes of that where records get another F1.

Every pair of runs is compared over the records that all share, as `compare_runs` compares two, and all pairs are one
family (Holm).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError
from evaljson.compare.clusters import ClusterBy, make_clusters, own_clusters, renumbered
from evaljson.compare.estimate import Ratios, chances_of_ratios
from evaljson.compare.ranking_change import RankingChange, Ranks, ranking_change
from evaljson.compare.shared_records import ABSENT_HERE, comparable_runs, shared_places
from evaljson.compare.verdict import NO_DIFFERENCE, verdict_of
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.scoring.tallies import mean, record_figures
from evaljson.stats.multiple_tests import holm
from evaljson.stats.repeat_variance import Between

_AT_ONCE: Final = 256
"""Pairs of runs whose differences are held by record at the same time: two hundred runs make 19,900 of them."""


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Each pair of runs in the order of `combinations`: p, and the mean difference of F1, second minus first."""

    p: Floats
    difference: Floats


class RankedRuns:
    """Runs that can be compared, over the records that all of them share."""

    def __init__(
        self, runs: Mapping[str, RunResult], confidence: float = 0.95, cluster: ClusterBy = None
    ) -> None:  # fmt: skip
        """Line up the shared records. Raises InputError where there are none, and as `leaderboard` for `cluster`."""
        self.names, self.confidence = tuple(runs), confidence
        self.places = shared_places(list(runs.values()), (self.names[0], self.names[-1]))
        """By run, the places of the shared records in it; -1 for a stray that it lacks."""
        first, at_first = runs[self.names[0]], self.places[0].tolist()
        clustered = own_clusters(first, at_first) if cluster is None else make_clusters(first, at_first, cluster)
        self.clusters = None if clustered is None else clustered.numbers
        self.about = None if clustered is None else clustered.about
        every = [record_figures(*run.tallies.by_record()).f1 for run in runs.values()]
        self.f1: Floats = np.stack([_at(f1, at) for f1, at in zip(every, self.places, strict=True)], axis=1)

    @cached_property
    def better(self) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        """Say of each pair of runs whether the first is detectably better than the second."""
        return self._better(self._pairs)

    @property
    def p_of_pairs(self) -> Floats:
        """Not adjusted, two-sided; in the order of `combinations(names, 2)`."""
        return self._pairs.p

    @property
    def ranks(self) -> Ranks:
        """The order, and who is above whom."""
        return self._ranks(self.f1, self.better)

    def change(self, after: Mapping[str, Floats]) -> RankingChange | None:
        """Say what becomes of the ranking where runs get another F1 by record, in the order of their records.

        Runs that are not in `after` keep theirs. A record that is NaN in any run is compared in none. Only pairs whose
        F1 changes are compared again. None where no record is left.
        """
        f1 = self.f1.copy()
        for number, name in enumerate(self.names):
            if name in after:
                f1[:, number] = _at(after[name], self.places[number])
        there = ~np.isnan(f1).any(axis=1)
        if not there.any():
            return None
        if there.all():
            moved = (f1 != self.f1).any(axis=0)
            pairs = self._pairs if not moved.any() else _pairs(f1, self.clusters, moved, self._pairs)
        else:
            f1 = f1[there]
            pairs = _pairs(f1, renumbered(self.clusters, np.flatnonzero(there).tolist()))
        before = self.ranks
        after_it = self._ranks(f1, self._better(pairs), before.order)  # of equal ones who was first stays first
        change = ranking_change(before, after_it)
        means = dict(zip(self.names, map(mean, f1.T), strict=True))
        leaders = tuple((name, figure) for name in after_it.leaders if (figure := means[name]) is not None)
        ranks = after_it.ranks_of(before.order[0])
        return replace(change, f1=self._moved(f1), records=len(f1), leaders=leaders, ranks_of_first=ranks)

    def _moved(self, f1: Floats) -> dict[str, tuple[float, float]]:
        """Return the means before and after of the runs whose mean changes."""
        before, after = ([mean(column) for column in of.T] for of in (self.f1, f1))
        return {
            name: (was, then)
            for name, was, then in zip(self.names, before, after, strict=True)
            if was is not None and then is not None and was != then
        }

    @cached_property
    def _pairs(self) -> _Pairs:
        return _pairs(self.f1, self.clusters)

    def _better(self, pairs: _Pairs) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        count = len(self.names)
        better = np.zeros((count, count), np.bool_)
        rows = zip(combinations(range(count), 2), holm(pairs.p).tolist(), pairs.difference.tolist(), strict=True)
        for (left, right), p, difference in rows:
            verdict = verdict_of(difference, p, self.confidence)
            if verdict != NO_DIFFERENCE:
                better[(right, left) if verdict == "better" else (left, right)] = True
        return better

    def _ranks(
        self, f1: Floats, better: np.ndarray[tuple[int, int], np.dtype[np.bool_]], order: Sequence[str] = ()
    ) -> Ranks:
        """Rank by these F1; equal ones are in this `order`, that of the runs if there is none."""
        by_name = dict(zip(self.names, f1.T, strict=True))
        means = {name: mean(by_name[name]) for name in order or self.names}
        above = ((self.names[high], self.names[low]) for high, low in np.argwhere(better).tolist())
        return Ranks(tuple(highest_first(means)), frozenset(above))


def lined_up(runs: Mapping[str, RunResult]) -> RankedRuns | None:
    """Return runs lined up to be ranked; None for fewer than two, and where some cannot be compared with the first."""
    if len(runs) < 2:
        return None
    with suppress(InputError):
        ranked, refused = comparable_runs(runs)
        return None if refused else RankedRuns(ranked)
    return None


def _at(f1: Floats, places: Ints) -> Floats:
    """Return the F1 of the shared records; a stray of another run is nothing to this one, so nothing is wrong."""
    of_shared: Floats = np.where(places == ABSENT_HERE, 1.0, f1[places])
    return of_shared


def _pairs(f1: Floats, clusters: Ints | None, moved: np.ndarray | None = None, known: _Pairs | None = None) -> _Pairs:
    """Compare pairs of columns; of those with no column that moved, what is known stays."""
    pairs = np.array(list(combinations(range(f1.shape[1]), 2)), np.intp).reshape(-1, 2)
    p, difference = (
        (np.zeros(len(pairs)), np.zeros(len(pairs))) if known is None else (known.p.copy(), known.difference.copy())
    )
    again = np.arange(len(pairs)) if moved is None else np.flatnonzero(moved[pairs].any(axis=1))
    for part in np.array_split(again, max(-(-len(again) // _AT_ONCE), 1)):
        if len(part):
            p[part], difference[part] = _chances(f1, pairs[part], clusters)
    return _Pairs(p, difference)


def _chances(f1: Floats, pairs: Ints, clusters: Ints | None) -> tuple[Floats, Floats]:
    """Return p and the mean difference of some pairs of columns."""
    before, after, ones = f1[:, pairs[:, 0]], f1[:, pairs[:, 1]], np.ones((len(f1), len(pairs)))
    p = chances_of_ratios(Ratios(before, ones, after, ones), Between.none(len(pairs)), clusters)
    return p, (after - before).mean(axis=0)
