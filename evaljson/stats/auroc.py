"""AUROC: how well confidence separates right values from wrong ones, whatever its scale.

J. A. Hanley, B. J. McNeil: The meaning and use of the area under a receiver operating characteristic (ROC) curve.
Radiology 143, 1982. The area is the Mann-Whitney U of the right values over the number of pairs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.stats.forecasts import checked


def auroc(confidence: npt.ArrayLike, correct: npt.ArrayLike) -> float | None:
    """Return the chance that a right value has a higher confidence than a wrong one; a tie counts half.

    1 is perfect separation, 0.5 is none. None if all values are right, or all wrong. Raises InputError.
    """
    sure, right = checked(confidence, correct)
    n_right = int(right.sum())
    n_wrong = len(right) - n_right
    if not n_right or not n_wrong:
        return None
    above = float(_mean_ranks(sure)[right].sum()) - n_right * (n_right + 1) / 2  # mean ranks: ties count half
    return above / (n_right * n_wrong)


def _mean_ranks(values: Floats) -> Floats:
    """Rank from 1; ties share their mean rank. `scipy.stats.rankdata` does the same, but takes a second to import."""
    _, group, size = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(size) - (size - 1) / 2)[group]
    return ranks
