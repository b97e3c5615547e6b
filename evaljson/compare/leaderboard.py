"""Ranks any number of runs over the same gold: the ranks that each may have, as far as chance allows them.

Every pair of runs is compared over the records that all share, as `compare_runs` compares two, and all pairs are one
family (Holm): whoever looks for the best one looks at all pairs. A run is below another only where the difference is
more than chance; the ranks that are left are a confidence set, as in Mogstad, Romano, Shaikh and Wilhelm: Inference
for ranks. Review of Economic Studies 91, 2024.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.errors import InputError
from evaljson.base.paths import is_below, split
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.ranks import RankedRuns
from evaljson.compare.shared_records import ABSENT_HERE, comparable_runs
from evaljson.results.clusters import Clustering
from evaljson.results.f1_lost import f1_lost_by_field, f1_lost_by_row, shares
from evaljson.results.fully_right import RightShare, records_right
from evaljson.results.model import RunResult, StrayId
from evaljson.results.ranking import highest_first
from evaljson.results.rolled_up import where_losses_add_up
from evaljson.scoring.tallies import mean
from evaljson.stats import mean_intervals

WORST_FIELDS: Final = 3


@dataclass(frozen=True, slots=True)
class WorstField:
    """A field that costs a run much of its F1."""

    field: str
    """The schema path."""
    share: float
    """Of what the mean F1 of the run loses, 0..1."""
    declared: bool = True
    """Whether the eval schema has it; if not, it is a key that the run adds."""


@dataclass(frozen=True, slots=True)
class WorstContainer:
    """An array or object whose fields cost a run much of its F1 in sum, though none of its parts has half of it."""

    path: str
    """The schema path: of an array, that of its elements."""
    share: float
    """Of what the mean F1 of the run loses, 0..1: the sum over the fields in it."""
    fields: int
    """How many of them lose anything."""
    worst: str
    """The one that loses most."""


@dataclass(frozen=True, slots=True)
class RepeatedKey:
    """A key that the eval schema lacks and a run adds in several places, as all of these together."""

    key: str
    share: float
    """Of what the mean F1 of the run loses, 0..1: the sum over its places."""
    places: int
    """How many schema paths end in it."""
    worst: str
    """The one that loses most."""


@dataclass(frozen=True, slots=True)
class LackedRecords:
    """Gold records without an extracted one, whose values all count as missing."""

    records: int
    share: float
    """Of what the mean F1 of the run loses, 0..1."""


@dataclass(frozen=True, slots=True)
class InventedRecords:
    """Extracted records that gold lacks, whose values all count as invented."""

    records: int
    share: float
    """Of what the mean F1 of the run loses, 0..1."""


OfFields = WorstField | WorstContainer | RepeatedKey
Loss = OfFields | LackedRecords | InventedRecords


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
    """How many of the shared records are fully right."""
    worst: tuple[OfFields, ...]
    """What costs most of that F1 in records that it and gold have: fields, keys that the schema lacks, and arrays and
    objects whose fields do so in sum."""
    behind: tuple[str, ...] = ()
    """The runs that are detectably better, highest F1 first."""
    lacking: LackedRecords | None = None
    """The records that it lacks, where these cost anything: no field is to blame for them."""
    invented: InventedRecords | None = None
    """Its records that gold lacks, where these cost anything: no field is to blame for them either."""

    @property
    def loses_most(self) -> tuple[Loss, ...]:
        """Return what costs most of that F1, fields, containers and whole records alike, the greatest share first."""
        return greatest(self.worst, self.lacking, self.invented)


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
    p_of_pairs: tuple[float, ...] = ()
    """Not adjusted; in the order of `combinations(places, 2)`."""
    clusters: Clustering | None = None
    """Of these records, that ranks and intervals go by; None where nothing says which belong together."""

    @property
    def leaders(self) -> tuple[str, ...]:
        """The runs that none is detectably better than: one is the best, several are tied."""
        return tuple(place.name for place in self.places if place.best_rank == 1)

    def p_among(self, names: Collection[str]) -> list[float]:
        """Return the p of each pair of these runs; those that are not ranked have none."""
        pairs = zip(combinations(self.places, 2), self.p_of_pairs, strict=True)
        return [p for (one, other), p in pairs if one.name in names and other.name in names]

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
    return board_and_ranked(runs, confidence, cluster)[0]


def board_and_ranked(
    runs: Mapping[str, RunResult], confidence: float = 0.95, cluster: ClusterBy = None
) -> tuple[Leaderboard, RankedRuns]:
    """Return the leaderboard, and its runs lined up, to ask what changes would make of it."""
    if not runs:
        raise InputError("there is no run to rank")
    ranked, refused = comparable_runs(runs)
    lined_up = RankedRuns(ranked, confidence, cluster)
    names, f1, better = lined_up.names, lined_up.f1, lined_up.better
    intervals = mean_intervals(f1, confidence, lined_up.clusters)
    means = [mean(column) or 0.0 for column in f1.T]
    number = {name: column for column, name in enumerate(names)}
    order = highest_first(dict(zip(names, means, strict=True)))
    places = tuple(
        Place(
            name,
            means[number[name]],
            intervals[number[name]],
            1 + int(better[:, number[name]].sum()),
            len(names) - int(better[number[name]].sum()),
            records_right(ranked[name].tallies.rows, lined_up.clusters, lined_up.places[number[name]]),
            worst_fields(ranked[name], lined_up.places[number[name]]),
            tuple(other for other in order if better[number[other], number[name]]),
            lacked_records(ranked[name], lined_up.places[number[name]]),
            records_without_gold(ranked[name], lined_up.places[number[name]]),
        )
        for name in order
    )
    p = dict(zip(map(frozenset, combinations(names, 2)), lined_up.p_of_pairs.tolist(), strict=True))
    p_of_pairs = tuple(p[frozenset(pair)] for pair in combinations(order, 2))
    board = Leaderboard(places, len(f1), len(p), refused, p_of_pairs, lined_up.about)
    return board, lined_up


def worst_fields(run: RunResult, places: Ints | None = None) -> tuple[OfFields, ...]:
    """Return the fields, keys that the schema lacks, and arrays and objects in sum, that cost mean F1 most.

    What a container costs is what its declared fields cost, so these are not there beside it, and a key that the schema
    lacks is there once for all of its places: nothing counts twice.

    `places`: of the records that the mean is over, -1 for one that the run lacks; None stands for all of the run. What
    the records of `lacked_records` and `records_without_gold` cost is no field's: only the others count. All are shares
    of what the mean loses.
    """
    fields: Sequence[str] = run.tallies.rows.fields
    counted = _counted(run, places)
    total, kept = float(f1_lost_by_field(run.tallies, counted).sum()), counted & _produced(run) & ~_invented(run)
    of_all = float(kept.sum() / counted.sum()) if counted.any() else 0.0
    undeclared, parts = set(run.undeclared), shares(f1_lost_by_field(run.tallies, kept) * of_all, total)
    of_field = {field: part for field, part in zip(fields, parts.tolist(), strict=True) if part > 0}
    of_declared = {field: part for field, part in of_field.items() if field not in undeclared}
    containers = [WorstContainer(*one) for one in where_losses_add_up(of_declared)]
    keys, in_several = _repeated({field: part for field, part in of_field.items() if field in undeclared})
    in_sum = in_several | {field for field in of_declared if any(is_below(field, one.path) for one in containers)}
    of_fields = [
        WorstField(field, part, field not in undeclared) for field, part in of_field.items() if field not in in_sum
    ]
    every: list[OfFields] = [*containers, *keys, *of_fields]
    return tuple(sorted(every, key=lambda one: -one.share)[:WORST_FIELDS])


def _repeated(added: Mapping[str, float]) -> tuple[list[RepeatedKey], set[str]]:
    """Return the keys that end several of these paths, each with the sum of their shares, and those paths."""
    by_key: defaultdict[str, list[str]] = defaultdict(list)
    for path in added:
        by_key[next((step for step in reversed(split(path)) if isinstance(step, str)), path)].append(path)
    several = {key: paths for key, paths in by_key.items() if len(paths) > 1}
    keys = [
        RepeatedKey(key, sum(map(added.__getitem__, paths)), len(paths), max(paths, key=added.__getitem__))
        for key, paths in several.items()
    ]
    return keys, {path for paths in several.values() for path in paths}


def lacked_records(run: RunResult, places: Ints | None = None) -> LackedRecords | None:
    """Return the records that a run lacks and what they cost; None if it lacks none that counts. `places` as above."""
    found = _of_whole_records(run, places, ~_produced(run))
    return None if found is None else LackedRecords(*found)


def records_without_gold(run: RunResult, places: Ints | None = None) -> InventedRecords | None:
    """Return the records of a run that gold lacks and what they cost; None if none counts. `places` as above."""
    found = _of_whole_records(run, places, _invented(run))
    return None if found is None else InventedRecords(*found)


def greatest(worst: Sequence[OfFields], *of_records: LackedRecords | InventedRecords | None) -> tuple[Loss, ...]:
    """Return the fields, containers and whole records with the greatest shares, WORST_FIELDS at most."""
    every: list[Loss] = [*(one for one in of_records if one is not None), *worst]
    return tuple(sorted(every, key=lambda one: -one.share)[:WORST_FIELDS])


def _of_whole_records(run: RunResult, places: Ints | None, chosen: Bools) -> tuple[int, float] | None:
    """Count the chosen records that lose anything, and return their share of what all lose; None if there are none."""
    rows = run.tallies.rows
    by_record = np.bincount(rows.record, f1_lost_by_row(run.tallies), rows.records)
    by_record[~_counted(run, places)] = 0.0
    at = np.flatnonzero(chosen & (by_record > 0))
    return (len(at), float(by_record[at].sum() / by_record.sum())) if len(at) else None


def _produced(run: RunResult) -> Bools:
    return np.array([extracted is not None for _, extracted in run.positions], np.bool_)


def _invented(run: RunResult) -> Bools:
    return np.array([isinstance(key, StrayId) for key in run.record_keys], np.bool_)


def _counted(run: RunResult, places: Ints | None) -> Bools:
    records = run.tallies.rows.records
    return np.ones(records, np.bool_) if places is None else _are_in(places, records)


def _are_in(places: Ints, records: int) -> Bools:
    are_in = np.zeros(records, np.bool_)
    are_in[places[places != ABSENT_HERE]] = True
    return are_in
