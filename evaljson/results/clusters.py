"""Which records belong together: several documents of one customer, or copies of one document.

They tend to be right or wrong together and say less than as many records that have nothing in common, so intervals and
comparisons go by whole clusters. A record without a value is a cluster of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Ints


@dataclass(frozen=True, slots=True)
class ChosenClusters:
    """Clusters of the records of a run that were chosen for it (`evaljson.compare.with_clusters`)."""

    key: str | None
    """The key whose values they are; None where they came as values or as a function."""
    of_records: tuple[int | None, ...]
    """By place of the record; None is one without a value."""

    def only(self, places: Sequence[int]) -> ChosenClusters:
        """Return those of some of the records."""
        return ChosenClusters(self.key, tuple(self.of_records[place] for place in places))


@dataclass(frozen=True, slots=True)
class Clustering:
    """The clusters of the records that are counted or compared."""

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


def plain_value(value: object) -> object:
    """Return a value that equals others like JSON does; None for containers, null and empty text."""
    if value is None or value == "" or not isinstance(value, str | int | float | bool):
        return None
    if isinstance(value, bool):
        return ("bool", value)
    return None if value != value else value
