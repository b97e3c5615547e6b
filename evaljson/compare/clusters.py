"""By what records belong together, and the clusters of those that are compared (evaljson/results/clusters.py).

Whole clusters are swapped and resampled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.slice_labels import values_at
from evaljson.load.loaded_records import LoadedRecords, RecordId
from evaljson.results.clusters import ChosenClusters, Clustered, Clustering, clusters_of, plain_value
from evaljson.results.field_result import RecordResult
from evaljson.results.group_labels import group_labels
from evaljson.results.key_value import value_of
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


def make_clusters(run: RunResult, places: Sequence[int], cluster: ClusterBy) -> Clustered | None:
    """Return the clusters of the records at these places of a run; None where none are asked for.

    None takes those of the run, False none. Raises InputError if no record has a value.
    """
    found = _values(run, places, cluster)
    return None if found is None else clusters_of(*found)


def own_clusters(run: RunResult, places: Sequence[int]) -> Clustered | None:
    """Return the clusters that were chosen for a run, or that its schema names, even if no record has a value."""
    chosen = run.chosen_clusters
    return None if chosen is None else clusters_of(chosen.key, _at(chosen, places))


def with_clusters(run: RunResult, cluster: ClusterBy = None) -> tuple[RunResult, Clustering | None]:
    """Return the run with intervals and comparisons that go by clusters of its records, and what is said of these.

    Figures stay as they are: shares of records and rows, accuracy, groups, conformity and confidence have wider
    intervals. Without a key, x-eval-cluster of the eval schema holds; False leaves that out. Raises InputError if no
    record has a value.
    """
    if cluster is False:
        return replace(run, clusters=None, cluster_field=None), None
    found = _values(run, range(len(run.records)), cluster)
    if found is None:
        return run, None
    key, values = found
    number = {value: at for at, value in enumerate(dict.fromkeys(values)) if value is not None}
    chosen = ChosenClusters(key, tuple(None if value is None else number[value] for value in values))
    return replace(run, clusters=chosen), clusters_of(key, values).about


def _values(run: RunResult, places: Sequence[int], cluster: ClusterBy) -> tuple[str | None, list[object]] | None:
    """Return the key and the value of each record; None where no clusters are asked for."""
    if cluster is None:
        chosen = run.chosen_clusters
        if chosen is None:
            return None
        key, values = chosen.key, _at(chosen, places)
    elif cluster is False:
        return None
    elif cluster == "":
        raise InputError("cluster is the name of a key of gold, such as customer, and not empty")
    else:
        key = cluster if isinstance(cluster, str) else cluster.key if isinstance(cluster, NamedValues) else None
        by = _reader(cluster) if isinstance(cluster, str) else cluster
        values = [plain_value(value) for value in group_labels(run, places, by)]
    if all(value is None for value in values):
        named = f" {key!r}" if key else ""
        known = {name for record in run.records for name in record.gold} if key else ()
        raise InputError(
            f"no compared record has a value for the cluster{named}.{did_you_mean(key or '', sorted(known))} "
            "Name a key of gold, such as customer"
        )
    return key, values


def _at(chosen: ChosenClusters, places: Sequence[int]) -> list[object]:
    return [chosen.of_records[place] if place >= 0 else None for place in places]


def renumbered(numbers: Ints | None, members: Sequence[int]) -> Ints | None:
    """Return the clusters of some of the records, numbered from 0."""
    if numbers is None:
        return None
    distinct, again = np.unique(numbers[list(members)], return_inverse=True)
    return again.astype(np.intp) if len(distinct) < len(again) else None


def _reader(key: str) -> Callable[[RecordResult], Any]:
    return lambda record: value_of(record.gold, key)
