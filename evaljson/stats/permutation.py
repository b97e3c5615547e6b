"""Paired permutation test: if A and B were interchangeable, how often would swapped records differ as much?

R. A. Fisher: The design of experiments. 1935; p = (b + 1) / (m + 1) after B. Phipson, G. K. Smyth: Permutation p-values
should never be zero. Statistical Applications in Genetics and Molecular Biology 9, 2010. Whole records are swapped, so
elements within one record may be related in any way. Drawn swaps cannot show a p below 1 / (m + 1), and know a small
one badly; where few of them go as far, a saddlepoint approximation takes over (saddlepoint.py).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats, Ints
from evaljson.stats.flipped_sums import exact_p, exact_p_of_few_sizes, rounded_sizes, whole_columns, whole_sizes
from evaljson.stats.resampling import sign_blocks
from evaljson.stats.saddlepoint import flipped_sum_p

_EQUAL = 1e-6
"""Sums this close count as equal, as a share of the largest possible sum: they are float32."""
_ROUNDED: Final = 250
_CELLS: Final = 200
_FEW: Final = 100
"""Drawn swaps that go as far as what was seen: of fewer, their share is known to less than a tenth."""
_NEAR: Final = 0.5
"""Standard deviations from 0 within which swaps that go as far are never few, unless few are drawn."""


def paired_permutation(differences: npt.ArrayLike, resamples: int, seed: int) -> Floats:
    """Return the two-sided p of each column of `differences`, records x columns, for a sum of 0.

    Exact if the sizes in a column are multiples of one (if all are equal, it is McNemar's exact test), if there are few
    sizes (a wrong value, a blank), or if all ways to swap its records are at most `resamples`; up to 250 records that
    differ, of sizes rounded to 1/200 of the largest. Otherwise `resamples` ways are drawn, and where few of them go as
    far, it is approximated.
    """
    data = np.asarray(differences, np.float64)
    p, drawn = np.ones(data.shape[1]), []
    whole, fits = whole_columns(np.abs(data))
    away = np.abs((np.sign(data).astype(np.int64) * whole).sum(axis=0)).tolist()
    for column in np.flatnonzero(fits).tolist():
        if away[column]:
            p[column] = exact_p(whole[:, column], away[column])
    for column in np.flatnonzero(~fits).tolist():
        exact = _exact(data[data[:, column] != 0, column], resamples)
        if exact is None:
            drawn.append(column)
        else:
            p[column] = exact
    if drawn:
        some = (data[:, drawn] != 0).any(axis=1)
        p[drawn] = _drawn(data[np.ix_(some, drawn)], resamples, seed)
    return p


def _exact(values: Floats, resamples: int) -> float | None:
    """Return the exact p of differences other than 0; None if there are too many."""
    sizes = whole_sizes(np.abs(values))
    if sizes is not None:
        return _of_sizes(values, sizes)
    few = exact_p_of_few_sizes(np.abs(values), abs(float(values.sum())))
    if few is not None:
        return few
    if 2.0 ** min(len(values), 1000) <= resamples:
        return _all_ways(values)
    return _of_sizes(values, rounded_sizes(np.abs(values), _CELLS)) if len(values) <= _ROUNDED else None


def _of_sizes(values: Floats, sizes: Ints) -> float:
    """Return the exact p of differences whose sizes are whole."""
    return exact_p(sizes, abs(int(np.where(values > 0, sizes, -sizes).sum())))


def _all_ways(values: Floats) -> float:
    """Try all 2 ** n signs."""
    sums = np.zeros(1)
    for value in values.tolist():
        sums = np.concatenate([sums + value, sums - value])
    least = abs(float(values.sum())) - 1e-12 * float(np.abs(values).sum())
    return float((np.abs(sums) >= least).mean())


def _drawn(values: Floats, resamples: int, seed: int) -> Floats:
    largest = np.abs(values).sum(axis=0)
    shares = (values / largest).astype(np.float32)
    seen = np.abs(values.sum(axis=0))
    least = (seen / largest - _EQUAL).astype(np.float32)
    beyond = np.zeros(values.shape[1], np.int64)
    for signs in sign_blocks(len(values), resamples, seed):
        beyond += (np.abs(signs @ shares) >= least).sum(axis=0)
    p: Floats = (beyond + 1) / (resamples + 1)
    far = seen > _NEAR * np.sqrt(np.square(values).sum(axis=0))
    for column in np.flatnonzero(far & (beyond < _FEW)).tolist():
        sizes = np.abs(values[:, column])
        p[column] = flipped_sum_p(sizes[sizes > 0], float(seen[column]))
    return p
