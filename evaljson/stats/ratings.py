"""What raters said of units, in long form: one entry per rating, so that gaps cost nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_key


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings of units by any raters; who gave which one plays no part."""

    unit: Ints
    """The unit of each rating, from 0 up."""
    code: Ints
    """The place of each rating in `values`."""
    units: int
    values: tuple[object, ...]
    """The distinct values."""

    @property
    def per_unit(self) -> Ints:
        """Return how many ratings each unit has."""
        return np.bincount(self.unit, minlength=self.units)

    def pairable(self) -> Ratings:
        """Return the ratings of units with two or more; a lone rating can agree with nothing."""
        kept = self.per_unit[self.unit] > 1
        return Ratings(self.unit[kept], self.code[kept], self.units, self.values)

    def cells(self) -> tuple[Ints, Ints, Floats]:
        """Return unit, code and count of each value that a unit has."""
        width = max(1, len(self.values))
        cell, counts = np.unique(self.unit * width + self.code, return_counts=True)
        return cell // width, cell % width, counts.astype(np.float64)


def ratings_of(table: Iterable[Sequence[object]], gap: object = None) -> Ratings:
    """Code a table of units x raters. `gap` stands where a rater did not rate a unit.

    Values are compared strictly: 1, 1.0 and true are three values.
    """
    codes: dict[object, int] = {}
    values: list[object] = []
    unit: list[int] = []
    code: list[int] = []
    units = 0
    for units, row in enumerate(table, 1):
        for value in row:
            if value is gap:
                continue
            key = strict_key(value)
            if key not in codes:
                codes[key] = len(values)
                values.append(value)
            unit.append(units - 1)
            code.append(codes[key])
    return Ratings(np.array(unit, np.intp), np.array(code, np.intp), units, tuple(values))


def ratings_of_counts(table: npt.ArrayLike) -> Ratings:
    """Code a table of units x categories that says how many raters chose each. Raises InputError."""
    counts = np.asarray(table)
    if counts.ndim != 2 or not np.issubdtype(counts.dtype, np.integer) or (counts < 0).any():
        raise InputError("a table of ratings has a row per unit and a column per category, and whole counts from 0 up")
    unit, code = np.nonzero(counts)
    times = counts[unit, code]
    return Ratings(np.repeat(unit, times), np.repeat(code, times), len(counts), tuple(range(counts.shape[1])))
