"""How far people agree on whole records: F1 of one against the other, and a system beside them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evaljson.agreement.model import LEAST_DOUBLES, MeanF1
from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.results.engine_results import EngineResults
from evaljson.scoring.tallies import Rows, Tallies, record_figures
from evaljson.stats.mean_difference import mean_differences
from evaljson.stats.mean_interval import mean_interval


def f1_of_records(results: EngineResults, paths: frozenset[str] | None) -> Floats:
    """Return F1 of each record; keys outside `paths` do not count, None counts all."""
    tallies = results.tallies
    if paths is not None:
        rows = tallies.rows
        counts = np.array([path in paths for path in rows.fields], np.bool_)
        kept = np.flatnonzero(counts[rows.field]) if len(counts) else np.zeros(0, np.intp)
        parts = (rows.record[kept], rows.field[kept], rows.status[kept], rows.score[kept], rows.weight[kept])
        tallies = Tallies(Rows(*parts, rows.fields, rows.records))
    return record_figures(*tallies.by_record()).f1


class RecordMeans:
    """Means by record of several scorings, such as of all pairs of annotators."""

    def __init__(self, records: int) -> None:
        self._sums, self._counts = np.zeros(records), np.zeros(records)

    def add(self, places: Ints, f1: Floats) -> None:
        """Add the F1 of some records, each named once."""
        self._sums[places] += f1
        self._counts[places] += 1

    @property
    def there(self) -> Bools:
        """Return which records have any."""
        return self._counts > 0

    def means(self, places: Ints) -> Floats:
        """Return the means of some records that have any."""
        return self._sums[places] / self._counts[places]


def mean_f1(values: Floats | Sequence[float], level: float) -> MeanF1:
    """Return the mean with its interval; only the count if there are too few."""
    listed = np.clip(np.asarray(values, np.float64), 0.0, 1.0)
    found = mean_interval(listed, level) if len(listed) >= LEAST_DOUBLES else None
    if found is None:
        return MeanF1(None, None, None, len(listed))
    return MeanF1(float(listed.mean()), found[0], found[1], len(listed))


def mean_gap(system: Floats, people: Floats, level: float) -> MeanF1:
    """Return the mean of the system's F1 less that of people, record by record."""
    if len(system) < LEAST_DOUBLES:
        return MeanF1(None, None, None, len(system))
    gaps = np.clip(system - people, -1.0, 1.0)[:, None]
    found = mean_differences(gaps, np.ones(gaps.shape, np.bool_), level)
    return MeanF1(float(gaps.mean()), float(found.low[0]), float(found.high[0]), len(system))
