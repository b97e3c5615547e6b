"""Interval for a share of things that come in groups, such as the rows of documents.

Rows of one document tend to be right or wrong together, so they say less than as many rows of different documents. The
design effect (L. Kish: Survey Sampling, 1965) is how much larger the variance of the share is for that, as a ratio of
two sums over groups; Wilson's interval is taken for as many independent rows as say the same. N. Dean, M. Pagano:
Evaluating confidence interval methods for binomial proportions in clustered surveys. Journal of Survey Statistics and
Methodology 3, 2015.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.errors import InputError
from evaljson.stats.wilson import check_level, wilson_share


def clustered_share(
    hits: npt.ArrayLike, counts: npt.ArrayLike, level: float = 0.95, groups: npt.ArrayLike | None = None
) -> tuple[float, float] | None:
    """Return the interval of the share of all hits; `hits` and `counts` are one number per group.

    It is never narrower than Wilson's, and the same for groups of one. Where nothing or everything is a hit, or there
    is one group, the groups do not show how alike their members are, and each group counts as one. None without any
    count. `groups` joins groups, such as the records of one customer. Raises InputError.
    """
    hit, count = np.asarray(hits, np.float64), np.asarray(counts, np.float64)
    if hit.shape != count.shape or (hit < 0).any() or (hit > count).any():
        raise InputError("hits and counts have one number per group, and hits are from 0 to the count of their group")
    check_level(level)
    if groups is not None:
        of = np.asarray(groups, np.intp)
        hit, count = (np.bincount(of, one).astype(np.float64) for one in (hit, count))
    filled = count > 0
    hit, count = hit[filled], count[filled]
    total = float(count.sum())
    if not total:
        return None
    share = float(hit.sum()) / total
    return wilson_share(share, total / _design_effect(hit, count, share, total), level)


def _design_effect(hit: npt.NDArray[np.float64], count: npt.NDArray[np.float64], share: float, total: float) -> float:
    groups, alone = len(count), share * (1 - share) / total
    if groups == total:
        return 1.0
    if groups == 1 or not alone:
        return total / groups
    variance = groups / (groups - 1) * float(np.square(hit - share * count).sum()) / total**2
    return max(1.0, variance / alone)
