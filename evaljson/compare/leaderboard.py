"""Ranks any number of runs over the same gold: the ranks that each may have, as far as chance allows them.

Every pair of runs is compared over the records that all share, as `compare_runs` compares two, and all pairs are one
family (Holm): whoever looks for the best one looks at all pairs. A run is below another only where the difference is
more than chance; the ranks that are left are a confidence set, as in Mogstad, Romano, Shaikh and Wilhelm: Inference
for ranks. Review of Economic Studies 91, 2024.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError
from evaljson.compare.clusters import ClusterBy, make_clusters, own_clusters
from evaljson.compare.estimate import Ratios, chances_of_ratios
from evaljson.compare.shared_records import ABSENT_HERE, refuse_unlike, shared_places
from evaljson.compare.verdict import NOTICED
from evaljson.results.clusters import Clustering
from evaljson.results.fully_right import RightShare
from evaljson.results.losses import lost
from evaljson.results.model import RecordKey, RunResult
from evaljson.results.ranking import highest_first
from evaljson.scoring.tallies import mean, record_figures
from evaljson.stats import mean_intervals
from evaljson.stats.multiple_tests import holm
from evaljson.stats.repeat_variance import Between

WORST_FIELDS: Final = 3
_AT_ONCE: Final = 256
"""Pairs of runs whose differences are held by record at the same time: two hundred runs make 19,900 of them."""


@dataclass(frozen=True, slots=True)
class WorstField:
    """A field that a run loses much by."""

    field: str
    """The schema path."""
    share: float
    """Of the weight that the run loses, 0..1."""


@dataclass(frozen=True, slots=True)
class Place:
    """One run in the ranking."""

    name: str
    f1: float
    """The mean over the shared records."""
    interval: tuple[float, float] | None
    """Where the true mean lies, at 95% confidence; not adjusted for the number of runs."""
    best_rank: int
    """1 and more: the runs that are detectably better, and one."""
    worst_rank: int
    """The number of runs without those that are detectably worse."""
    right: RightShare
    """How many of its own records are fully right."""
    worst: tuple[WorstField, ...]
    """The fields that lose most; keys that the schema lacks are none."""
    beyond: float = 0.0
    """The share of its loss at keys that the schema lacks."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All runs that can be compared, highest F1 first."""

    places: tuple[Place, ...]
    records: int
    """Shared by all of them: the figures are over these."""
    pairs: int
    """Compared with each other, and adjusted for."""
    refused: Mapping[str, str]
    """By name, why a run is not ranked."""
    clusters: Clustering | None = None
    """Of these records, that ranks and intervals go by; None where nothing says which belong together."""

    @property
    def leaders(self) -> tuple[str, ...]:
        """The runs that none is detectably better than: one is the best, several are tied."""
        return tuple(place.name for place in self.places if place.best_rank == 1)

    @property
    def overlaps_apart(self) -> bool:
        """Whether the intervals of two runs overlap although one of them is detectably better."""
        return any(
            lower.interval is not None and higher.interval is not None and lower.interval[1] > higher.interval[0]
            for higher, lower in combinations(self.places, 2)
            if higher.worst_rank < lower.best_rank
        )


def leaderboard(
    runs: Mapping[str, RunResult], confidence: float = 0.95, cluster: ClusterBy = None
) -> Leaderboard:  # fmt: skip
    """Rank runs by mean F1. Those that cannot be compared with the first one are left out, with the reason.

    Whole clusters of records count, as in `compare_runs`; but where no record has a value for the x-eval-cluster of the
    schema, each counts by itself. Raises InputError for no run, where the runs share no record, and for a `cluster`
    that no record has a value for.
    """
    if not runs:
        raise InputError("there is no run to rank")
    ranked, refused = _comparable(runs)
    names = list(ranked)
    at_places = shared_places(list(ranked.values()), (names[0], names[-1]))
    f1 = np.stack([_f1(run, at) for run, at in zip(ranked.values(), at_places, strict=True)], axis=1)
    first, at_first = ranked[names[0]], at_places[0].tolist()
    clustered = own_clusters(first, at_first) if cluster is None else make_clusters(first, at_first, cluster)
    numbers = None if clustered is None else clustered.numbers
    better = _better(f1, confidence, numbers)
    intervals, means = mean_intervals(f1, confidence, numbers), [mean(column) or 0.0 for column in f1.T]
    number = {name: column for column, name in enumerate(names)}
    order = highest_first(dict(zip(names, means, strict=True)))
    places = tuple(
        Place(
            name,
            means[number[name]],
            intervals[number[name]],
            1 + int(better[:, number[name]].sum()),
            len(names) - int(better[number[name]].sum()),
            ranked[name].records_right,
            *_worst(ranked[name]),
        )
        for name in order
    )
    about = None if clustered is None else clustered.about
    return Leaderboard(places, len(f1), len(names) * (len(names) - 1) // 2, refused, about)


def _comparable(runs: Mapping[str, RunResult]) -> tuple[dict[str, RunResult], dict[str, str]]:
    """Return the runs that can be compared with the first one, and why the others cannot."""
    first = next(iter(runs))
    ranked, refused = {first: runs[first]}, {}
    shared = _in_gold(runs[first])
    for name, run in runs.items():
        if name == first:
            continue
        try:
            refuse_unlike(runs[first], run, (first, name))
            left = shared & _in_gold(run)
            if not left:
                shared_places([*ranked.values(), run], (first, name))  # which says why
            ranked[name], shared = run, left
        except InputError as error:
            refused[name] = error.problem
    return ranked, refused


def _in_gold(run: RunResult) -> frozenset[RecordKey]:
    return frozenset(key for key in run.record_keys if isinstance(key, int))


def _f1(run: RunResult, places: Ints) -> Floats:
    """Return the F1 of the shared records; a stray of another run is nothing to this one, so nothing is wrong."""
    f1 = record_figures(*run.tallies.by_record()).f1
    of_shared: Floats = np.where(places == ABSENT_HERE, 1.0, f1[places])
    return of_shared


def _better(f1: Floats, confidence: float, clusters: Ints | None) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Say of each pair of columns whether the first is detectably better than the second."""
    count = f1.shape[1]
    pairs = np.array(list(combinations(range(count), 2)), np.intp).reshape(-1, 2)
    better = np.zeros((count, count), np.bool_)
    if not len(pairs):
        return better
    parts = np.array_split(pairs, -(-len(pairs) // _AT_ONCE))
    chances, means = zip(*(_chances(f1, part, clusters) for part in parts), strict=True)
    p = np.asarray(holm(np.concatenate(chances)))
    for (left, right), chance, change in zip(pairs.tolist(), p.tolist(), np.concatenate(means).tolist(), strict=True):
        if chance <= 1 - confidence + 1e-12 and abs(change) > NOTICED:
            better[(right, left) if change > 0 else (left, right)] = True
    return better


def _chances(f1: Floats, pairs: Ints, clusters: Ints | None) -> tuple[Floats, Floats]:
    """Return p and the mean difference of some pairs of columns."""
    before, after, ones = f1[:, pairs[:, 0]], f1[:, pairs[:, 1]], np.ones((len(f1), len(pairs)))
    p = chances_of_ratios(Ratios(before, ones, after, ones), Between.none(len(pairs)), clusters)
    return p, (after - before).mean(axis=0)


def _worst(run: RunResult) -> tuple[tuple[WorstField, ...], float]:
    """Return the fields that lose most, and the share of the loss at keys that are no fields."""
    losses = lost(*run.tallies.by_field())
    total = float(losses.sum())
    fields: Sequence[str] = run.tallies.rows.fields
    undeclared = set(run.undeclared)
    of_fields = np.array([0.0 if path in undeclared else 1.0 for path in fields]) * losses
    order = np.argsort(-of_fields, kind="stable")[:WORST_FIELDS].tolist()
    worst = tuple(WorstField(fields[at], float(losses[at]) / total) for at in order if of_fields[at] > 0)
    return worst, 1 - float(of_fields.sum()) / total if total else 0.0
