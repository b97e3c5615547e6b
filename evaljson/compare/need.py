"""Holds what the records of one figure or field show, and how many it takes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from evaljson.stats.sample_size import smallest_mean
from evaljson.stats.special import stdtrit

POWER: Final = 0.8


def spread_of(low: float, high: float, counted: int, confidence: float) -> float:
    """Return the standard deviation of a difference between records or clusters, as its interval shows it.

    `counted` are the records or clusters, at least two; `confidence` is that of the interval.
    """
    return (high - low) / 2 * math.sqrt(counted) / float(stdtrit(counted - 1, (1 + confidence) / 2))


def as_one_of(confidence: float, tests: int) -> float:
    """Return the confidence of one of so many tests (Bonferroni)."""
    return 1 - (1 - confidence) / tests


@dataclass(frozen=True, slots=True)
class Need:
    """What the records of one figure or field show, and how many it takes; differences from 0 to 1."""

    name: str
    """The figure, or the schema path of a field."""
    is_field: bool
    records: int
    """Records that have something to score for it."""
    spread: float
    """Standard deviation of the difference between records, or clusters, as the interval shows it."""
    confidence: float
    """Of its verdict; for a field, adjusted for the number of fields."""
    smallest: float | None
    """The true difference that these records show with a chance of `power`; None for one record."""
    margin: float | None
    """The margin that they keep with that chance if nothing differs, by the lower end of the interval."""
    needed: int | None
    """Records that show the wanted difference, or keep the wanted margin; None if none is wanted, or none do. In
    clusters, the records that so many clusters of the present mean size have."""
    clusters: int | None = None
    """The clusters that the records are in: they are what counts. None where each record counts by itself."""
    needed_clusters: int | None = None
    """The clusters behind `needed`."""

    @property
    def more(self) -> int | None:
        """Records still to be labelled; 0 if there are enough."""
        return None if self.needed is None else max(0, self.needed - self.records)

    @property
    def more_clusters(self) -> int | None:
        """Clusters still to be labelled; 0 if there are enough."""
        if self.needed_clusters is None or self.clusters is None:
            return None
        return max(0, self.needed_clusters - self.clusters)

    def clusters_of(self, records: int) -> int | None:
        """Return how many clusters of the present mean size so many records fill; None without clusters."""
        return None if self.clusters is None else math.floor(records * self.clusters / self.records)

    def smallest_with(self, records: int, power: float = POWER) -> float | None:
        """Return the difference that so many records would show."""
        clusters = self.clusters_of(records)
        return smallest_mean(self.spread, records if clusters is None else clusters, self.confidence, power)
