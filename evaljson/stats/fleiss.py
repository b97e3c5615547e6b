"""Fleiss' kappa: how much several raters agree beyond chance, each unit rated equally often.

J. L. Fleiss: Measuring nominal scale agreement among many raters. Psychological Bulletin 76, 1971. The interval is by
jackknife: see `jackknife`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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


def fleiss_kappa(ratings: Ratings, groups: npt.ArrayLike | None = None, level: float = 0.95) -> Coefficient | None:
    """Compute kappa; None where it is undefined: no unit, or one value only.

    `groups` names the group of each unit, such as its record: they are left out together. Raises InputError for gaps,
    which the method does not know: Krippendorff's alpha takes them.
    """
    each = ratings.per_unit
    if not ratings.units:
        return None
    raters = int(each[0])
    if raters < 2 or (each != raters).any():
        odd = int(np.flatnonzero(each != raters)[0]) if (each != raters).any() else 0
        raise InputError(
            f"Fleiss' kappa needs equally many ratings of each unit, at least two: unit {odd + 1:,} has {each[odd]:,}, "
            f"the first has {raters:,}; use krippendorff_alpha, which takes gaps"
        )
    unit, _, counts = ratings.cells()
    own = group_numbers(groups, ratings.units)
    number, width = int(own.max()) + 1, max(1, len(ratings.values))
    agreed = np.bincount(unit, counts * (counts - 1), ratings.units) / (raters * (raters - 1))
    each_once = np.ones(len(ratings.unit))
    units = all_and_without(np.bincount(own, minlength=number).astype(np.float64))
    squares = squares_without(own[ratings.unit], ratings.code, each_once, number, width)
    observed = share_of(all_and_without(np.bincount(own, agreed, number)), units)
    disagreeing = len(np.unique(own[agreed < 1]))
    return coefficient(Shares(observed, share_of(squares, (units * raters) ** 2), ratings.units, disagreeing), level)
