"""Gwet's AC1: agreement beyond chance where one answer dominates, and kappa and alpha say little.

K. L. Gwet: Computing inter-rater reliability and its variance in the presence of high agreement. British Journal of
Mathematical and Statistical Psychology 61, 2008. With `worth` it is AC2, in which a near miss counts in part (Gwet:
Handbook of Inter-Rater Reliability, 2014). The interval is by jackknife: see `jackknife`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.stats.jackknife import (
    Coefficient,
    Shares,
    all_and_without,
    coefficient,
    group_numbers,
    share_of,
    squares_without,
)
from evaljson.stats.ratings import Ratings

_CELLS = 4_000_000
"""Of a block of units x values."""


def gwet_ac1(
    ratings: Ratings,
    groups: npt.ArrayLike | None = None,
    level: float = 0.95,
    *,
    categories: int | None = None,
    worth: Floats | None = None,
) -> Coefficient | None:
    """Compute AC1; None where it is undefined: no unit with two ratings, or one category only.

    `categories` is how many values raters could choose from, if some were never chosen. `worth` says how much each pair
    of values counts as agreement, 0..1, as values x values with ones on the diagonal. `groups` names the group of each
    unit, such as its record. Raises InputError.
    """
    seen = len(ratings.values)
    width = seen if categories is None else categories
    if width < seen:
        raise InputError(f"{seen:,} values were chosen: there cannot be only {width:,} categories")
    pairable = ratings.per_unit > 1
    if width < 2 or not pairable.any():
        return None
    unit, code, counts = ratings.cells()
    own = group_numbers(groups, ratings.units)
    number, each = int(own.max()) + 1, np.maximum(ratings.per_unit, 1)
    alike = counts if worth is None else _alike(unit, code, counts, ratings.units, worth)
    agreed = np.bincount(unit, counts * (alike - 1), ratings.units) / (each * np.maximum(each - 1, 1))
    agreed = np.where(pairable, agreed, 0.0)
    whole, rated = (all_and_without(np.bincount(own, of, number)) for of in (pairable, ratings.per_unit > 0))
    observed = share_of(all_and_without(np.bincount(own, agreed, number)), whole)
    shares = share_of(squares_without(own[unit], code, counts / each[unit], number, seen), rated**2)
    scale = (width if worth is None else float(worth.sum()) + (width - seen)) / (width * (width - 1))
    disagreeing = len(np.unique(own[pairable & (agreed < 1)]))
    return coefficient(Shares(observed, scale * (1 - shares), int(pairable.sum()), disagreeing), level)


def _alike(unit: npt.NDArray[np.intp], code: npt.NDArray[np.intp], counts: Floats, units: int, worth: Floats) -> Floats:
    """Return how much the ratings of a unit count as agreeing with each of its values, itself included."""
    if worth.shape != (len(worth), len(worth)) or not np.allclose(np.diag(worth), 1):
        raise InputError("worth is a square table with 1 on its diagonal")
    from scipy.sparse import csr_array

    table, rows = csr_array((counts, (unit, code)), shape=(units, len(worth))), max(1, _CELLS // len(worth))
    alike = np.empty(len(unit))
    for first in range(0, units, rows):
        of_block = slice(*np.searchsorted(unit, [first, first + rows]).tolist())
        found = np.asarray(table[first : first + rows] @ worth)
        alike[of_block] = found[unit[of_block] - first, code[of_block]]
    return alike
