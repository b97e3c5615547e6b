"""How far apart values are, as values x values: 0 where they agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.stats.ratings import Ratings

Metric = Literal["nominal", "ordinal", "interval", "ratio"]
Distance = Metric | Callable[[object, object], float] | Floats
"""A name, a function of two values, or the distances themselves, as values x values in the order of the ratings."""


def distances_of(ratings: Ratings, distance: Distance) -> Floats:
    """Return the distances between the distinct values. Raises InputError.

    NaN stands for two values that cannot be compared. What is not symmetric is averaged over both directions.
    """
    if isinstance(distance, str):
        return _of_metric(ratings, distance)
    if callable(distance):
        return symmetric(np.array([[float(distance(a, b)) for b in ratings.values] for a in ratings.values]))
    return symmetric(np.asarray(distance, np.float64), len(ratings.values))


def symmetric(table: Floats, width: int | None = None) -> Floats:
    """Average a table of distances over both directions. Raises InputError for one that is none."""
    if not table.size:
        table = table.reshape(0, 0)
    wrong_size = width is not None and len(table) != width
    if table.ndim != 2 or table.shape[0] != table.shape[1] or wrong_size:
        raise InputError(f"distances are a square table with a row per distinct value, not {table.shape}")
    if (table < 0).any() or np.isinf(table).any():
        raise InputError("distances are numbers from 0 up")
    both: Floats = (table + table.T) / 2
    return both


def _of_metric(ratings: Ratings, metric: str) -> Floats:
    values = ratings.values
    if metric == "nominal":
        return 1 - np.eye(len(values))
    if metric not in ("ordinal", "interval", "ratio"):
        raise InputError(f"a distance is nominal, ordinal, interval or ratio, a function or a table, not {metric!r}")
    numbers = _numbers(values, metric)
    left, right = numbers[:, None], numbers[None, :]
    if metric == "interval":
        return np.square(left - right)
    if metric == "ratio":
        if (numbers < 0).any():
            raise InputError("ratio distances need numbers from 0 up")
        whole = left + right
        return np.square(np.divide(left - right, whole, out=np.zeros(whole.shape), where=whole > 0))
    # Ranks by how many ratings lie between two values (Krippendorff 2011), half of each of the two included.
    counts = np.bincount(ratings.pairable().code, minlength=len(values)).astype(np.float64)
    order = np.argsort(numbers, kind="stable")
    middle = np.empty(len(values))
    middle[order] = np.cumsum(counts[order]) - counts[order] / 2
    return np.square(middle[:, None] - middle[None, :])


def _numbers(values: Sequence[object], metric: str) -> Floats:
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not np.isfinite(value):
            raise InputError(f"{metric} distances are between finite numbers, and {value!r} is none")
    return np.array(values, np.float64)
