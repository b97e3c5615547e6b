"""Paired permutation test: if A and B were interchangeable, how often would swapped records differ as much?

R. A. Fisher: The design of experiments. 1935; p = (b + 1) / (m + 1) after B. Phipson, G. K. Smyth: Permutation p-values
should never be zero. Statistical Applications in Genetics and Molecular Biology 9, 2010. Whole records are swapped, so
elements within one record may be related in any way.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.stats.resampling import sign_blocks

_EQUAL = 1e-6
"""Sums this close count as equal, as a share of the largest possible sum: they are float32."""


def paired_permutation(differences: npt.ArrayLike, resamples: int, seed: int) -> Floats:
    """Return the two-sided p of each column of `differences`, records x columns, for a sum of 0.

    Exact if a column has so few differences other than 0 that all ways to swap them are at most `resamples`.
    """
    data = np.asarray(differences, np.float64)
    apart = data != 0
    exact = 2.0 ** np.minimum(apart.sum(axis=0), 1000) <= resamples
    p = np.ones(data.shape[1])
    for column in np.flatnonzero(exact).tolist():
        p[column] = _exact(data[apart[:, column], column])
    drawn = np.flatnonzero(~exact)
    if len(drawn):
        some = apart[:, drawn].any(axis=1)
        p[drawn] = _drawn(data[np.ix_(some, drawn)], resamples, seed)
    return p


def _exact(values: Floats) -> float:
    """Try all 2 ** n signs."""
    sums = np.zeros(1)
    for value in values.tolist():
        sums = np.concatenate([sums + value, sums - value])
    least = abs(float(values.sum())) - 1e-12 * float(np.abs(values).sum())
    return float((np.abs(sums) >= least).mean())


def _drawn(values: Floats, resamples: int, seed: int) -> Floats:
    largest = np.abs(values).sum(axis=0)
    shares = (values / largest).astype(np.float32)
    least = (np.abs(values.sum(axis=0)) / largest - _EQUAL).astype(np.float32)
    beyond = np.zeros(values.shape[1], np.int64)
    for signs in sign_blocks(len(values), resamples, seed):
        beyond += (np.abs(signs @ shares) >= least).sum(axis=0)
    p: Floats = (beyond + 1) / (resamples + 1)
    return p
