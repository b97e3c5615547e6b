"""Usual tests of paired differences, to set the power of a verdict beside theirs: which would call a pair unlike?"""

from __future__ import annotations

import numpy as np
from scipy import stats

from evaljson.base.arrays import Floats
from evaljson.stats import mcnemar, paired_permutation

TESTS = ("Student's t", "permutation", "Wilcoxon", "exact", "mid-p")
"""The last two are McNemar's, for records that differ by one amount."""


def found_unlike(differences: Floats, resamples: int, level: float) -> dict[str, bool | None]:
    """By test, whether it finds a difference; None where it does not apply. `differences` has one value a record."""
    apart = differences[np.abs(differences) > 1e-12]
    if not len(apart):
        return dict.fromkeys(TESTS, False)
    spread = differences.std(ddof=1)
    t = abs(differences.mean()) / (spread / np.sqrt(len(differences))) if spread > 1e-12 else np.inf
    ranks = stats.rankdata(np.abs(apart).round(9))
    wilcoxon = abs((np.sign(apart) * ranks).sum()) / np.sqrt(np.square(ranks).sum())
    p: list[float | None] = [
        float(2 * stats.t.sf(t, len(differences) - 1)),
        float(paired_permutation(differences.round(9)[:, None], resamples, 0)[0]),
        float(2 * stats.norm.sf(wilcoxon)),
        None,
        None,
    ]
    if np.ptp(np.abs(apart)) < 1e-9:
        up, down = int((apart > 0).sum()), int((apart < 0).sum())
        exact = mcnemar(down, up)
        p[3:] = exact, exact - float(stats.binom.pmf(up, up + down, 0.5))
    return {name: None if one is None else one <= 1 - level for name, one in zip(TESTS, p, strict=True)}
