"""Which records belong together: several documents of one customer, or copies of one document.

They tend to be right or wrong together and say less than as many records that have nothing in common, so whole clusters
are swapped and resampled. A record without a value is a cluster of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.slice_labels import value_of, values_at
from evaljson.load.loaded_records import LoadedRecords, RecordId
from evaljson.results.field_result import RecordResult
from evaljson.results.group_labels import group_labels
from evaljson.results.model import RunResult

ClusterBy = str | Mapping[RecordId | None, Any] | Callable[[RecordResult], Any] | Literal[False] | None
"""A key or path of gold, values by record id, a function of a record; False for none, None for x-eval-cluster."""
FEW: Final = 10


@dataclass(frozen=True, slots=True)
class NamedValues:
    """Values of records that were read from somewhere else, such as beside gold, with the name of their key."""

    key: str
    of: Callable[[RecordResult], Any]

    def __call__(self, record: RecordResult) -> Any:
        """Return the value of a record."""
        return self.of(record)


def values_of_key(key: str, run: RunResult, gold: LoadedRecords) -> NamedValues | None:
    """Return each record's value at a key or path, in gold or kept beside it; None if no record of the run has one."""
    return values_of_records(key, run, values_at(key, run, gold))


def values_of_records(key: str, run: RunResult, values: Sequence[Any]) -> NamedValues | None:
    """Return values, given in the order of the records of a run, by record; None if no record has one."""
    if all(value is None for value in values):
        return None
    places = {id(record): place for place, record in enumerate(run.records)}
    return NamedValues(key, lambda record: values[places[id(record)]])


@dataclass(frozen=True, slots=True)
class Clustering:
    """The clusters of the records that are compared."""

    key: str | None
    """The key whose values they are; None where they came as values or as a function."""
    clusters: int
    largest: int
    """Records of the largest one."""
    without: int
    """Records without a value, each a cluster of its own."""


@dataclass(frozen=True, slots=True)
class Clustered:
    """The clusters of records by number."""

    about: Clustering
    numbers: Ints | None
    """The cluster of each record, from 0; None where each record is one of its own."""


def make_clusters(run: RunResult, places: Sequence[int], cluster: ClusterBy) -> Clustered | None:
    """Return the clusters of the records at these places of a run; None where none are asked for.

    Raises InputError if no record has a value.
    """
    if cluster is None:
        cluster = run.cluster_field
    if cluster is None or cluster is False:
        return None
    if cluster == "":
        raise InputError("cluster is the name of a key of gold, such as customer, and not empty")
    key = cluster if isinstance(cluster, str) else cluster.key if isinstance(cluster, NamedValues) else None
    by = _reader(cluster) if isinstance(cluster, str) else cluster
    values = [_plain(value) for value in group_labels(run, places, by)]
    if all(value is None for value in values):
        named = f" {key!r}" if key else ""
        known = {name for record in run.records for name in record.gold} if key else ()
        raise InputError(
            f"no compared record has a value for the cluster{named}.{did_you_mean(key or '', sorted(known))} "
            "Name a key of gold, such as customer"
        )
    return clusters_of(key, values)


def with_clusters(run: RunResult, cluster: ClusterBy = None) -> tuple[RunResult, Clustering | None]:
    """Return the run with intervals that go by clusters of its records, and what is said of these.

    Figures stay as they are: shares of records and rows, accuracy, groups, conformity and confidence have wider
    intervals. Without a key, x-eval-cluster of the eval schema holds. Raises InputError if no record has a value.
    """
    found = make_clusters(run, range(len(run.records)), cluster)
    return (run, None) if found is None else (replace(run, clusters=found.numbers), found.about)


def clusters_of(key: str | None, values: Sequence[object]) -> Clustered:
    """Number the clusters of these values; None is a cluster of its own."""
    known: dict[object, int] = {}
    numbers, following = np.empty(len(values), np.intp), 0
    for at, value in enumerate(values):
        if value is None or value not in known:
            if value is not None:
                known[value] = following
            numbers[at] = following
            following += 1
        else:
            numbers[at] = known[value]
    sizes = np.bincount(numbers) if len(values) else np.zeros(1, np.intp)
    about = Clustering(key, following, int(sizes.max()), sum(value is None for value in values))
    return Clustered(about, numbers if following < len(values) else None)


def renumbered(numbers: Ints | None, members: Sequence[int]) -> Ints | None:
    """Return the clusters of some of the records, numbered from 0."""
    if numbers is None:
        return None
    distinct, again = np.unique(numbers[list(members)], return_inverse=True)
    return again.astype(np.intp) if len(distinct) < len(again) else None


def _reader(key: str) -> Callable[[RecordResult], Any]:
    return lambda record: value_of(record.gold, key)


def _plain(value: Any) -> object:
    """Return a value that equals others like JSON does; None for containers, null and empty text."""
    if value is None or value == "" or not isinstance(value, str | int | float | bool):
        return None
    if isinstance(value, bool):
        return ("bool", value)
    return None if value != value else value
