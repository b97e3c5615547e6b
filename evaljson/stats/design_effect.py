"""How much larger a variance is because values come in groups, such as the values of one record.

L. Kish: Survey Sampling, 1965. Values of one record tend to be right or wrong together, so they say less than as many
values of different records.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError


def checked_groups(groups: npt.ArrayLike | None, count: int) -> npt.NDArray[np.intp] | None:
    """Number the groups from 0, one number per value; None if no two values share a group. Raises InputError."""
    if groups is None:
        return None
    labels = np.asarray(groups)
    if labels.shape != (count,):
        raise InputError(f"groups is a row with one group for each of the {count:,} values")
    names, numbers = np.unique(labels, return_inverse=True)
    return None if len(names) == count else numbers.astype(np.intp)


def design_effect(influence: Floats, groups: npt.NDArray[np.intp] | None) -> float:
    """Return the variance of a sum over whole groups as a multiple of that over single values; at least 1.

    `influence` is what each value adds to the sum, with mean 0. A single group counts as one value.
    """
    if groups is None or len(influence) < 2:
        return 1.0
    sums = np.bincount(groups, influence)
    count, number = len(influence), len(sums)
    if number == 1:
        return float(count)
    alone = float(np.square(influence).sum()) * count / (count - 1)
    together = float(np.square(sums).sum()) * number / (number - 1)
    return max(1.0, together / alone) if alone > 0 else count / number
