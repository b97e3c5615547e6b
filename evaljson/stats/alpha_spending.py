"""Boundaries for looking several times at growing data, so that all looks together err no more often than one would.

K. K. G. Lan, D. L. DeMets: Discrete sequential boundaries for clinical trials. Biometrika 70, 1983: each look may spend
a part of the error, by the share of the planned records that is there, however many looks there are and wherever they
fall. The part is that of O'Brien and Fleming, who spend little early and almost all at the end. How often a boundary is
crossed first at a look is worked out by integrating from look to look: P. Armitage, C. K. McPherson, B. C. Rowe:
Repeated significance tests on accumulating data. Journal of the Royal Statistical Society A 132, 1969.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.stats.special import ndtr, ndtri

_FARTHEST: Final = 8.2
"""Standard deviations; a boundary beyond is never crossed."""
_STEPS: Final = 50
_NODES, _MOST_NODES = 80, 1200
_ERRORS: Final = 32
"""Total errors at which boundaries are worked out; between them they are interpolated."""


def spent(share: float, error: float) -> float:
    """Return the part of a two-sided `error` that is spent when a `share` of the records is there, from 0 to 1."""
    return float(4 * ndtr(ndtri(error / 4) / np.sqrt(min(share, 1.0))))


@lru_cache(maxsize=4096)
def boundaries(shares: tuple[float, ...], error: float) -> tuple[float, ...]:
    """Return two-sided boundaries of z at looks with these shares of the planned records, each larger than the last.

    The last share may be above 1, if there are more records than planned: then all of the error is spent there.
    Raises InputError.
    """
    check_shares(shares)
    found: list[float] = []
    nodes = weights = np.zeros(0)
    before = spent_before = 0.0
    for share in shares:
        part = max(spent(share, error) - spent_before, 0.0)
        step = (share - before) ** 0.5
        crossed = _Crossing(nodes, weights, step)
        end = _solved(crossed, part, share**0.5)
        found.append(end / share**0.5)
        nodes, weights = crossed.onwards(end)
        before, spent_before = share, spent(share, error)
    return tuple(found)


def check_shares(shares: tuple[float, ...]) -> None:
    """Raise InputError for shares that do not grow, or that go on after the planned end."""
    if not shares or shares[0] <= 0 or (np.diff(shares) <= 0).any():
        raise InputError("each look has more records than the one before")
    if len(shares) > 1 and shares[-2] >= 1:
        raise InputError("an earlier look had all planned records: the plan ended there")


class _Crossing:
    """The sum at the look before, where it stayed within the boundaries, and what one more step does to it."""

    def __init__(self, nodes: Floats, weights: Floats, step: float) -> None:
        """Take the density of the sum at `nodes`, times their weights; none before the first look."""
        self._nodes, self._weights, self._step = nodes, weights, step
        if not len(nodes):
            self._nodes, self._weights = np.zeros(1), np.ones(1)

    def beyond(self, end: float) -> float:
        """Return the chance that the sum is beyond `end` on either side, for the first time."""
        up, down = (end - self._nodes) / self._step, (end + self._nodes) / self._step
        return float(self._weights @ (ndtr(-up) + ndtr(-down)))

    def onwards(self, end: float) -> tuple[Floats, Floats]:
        """Return nodes and weighted density of the sum within `end` on either side, after the step."""
        count = int(min(max(_NODES, 8 * end / self._step), _MOST_NODES))
        at, of = _gauss(-(-count // _NODES) * _NODES)
        nodes = at * end
        away = (nodes[:, None] - self._nodes) / self._step
        density = np.exp(-np.square(away) / 2) @ self._weights / (self._step * np.sqrt(2 * np.pi))
        return nodes, density * of * end


@lru_cache(maxsize=32)
def _gauss(count: int) -> tuple[Floats, Floats]:
    return np.polynomial.legendre.leggauss(count)


def _solved(crossed: _Crossing, part: float, spread: float) -> float:
    """Return the end that is crossed with a chance of `part`, by bisection."""
    inside, outside = 0.0, _FARTHEST * spread
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if crossed.beyond(middle) > part else (inside, middle)
    return outside


def repeated_p(p: npt.ArrayLike, shares: tuple[float, ...], error: float) -> Floats:
    """Return p-values that hold at any look: the smallest total error whose boundary at the last look is reached.

    C. Jennison, B. W. Turnbull: Interim analyses: the repeated confidence interval approach. Journal of the Royal
    Statistical Society B 51, 1989. At most `error` exactly where that boundary is reached.
    """
    errors, ends = _reached(shares, error)
    z = -ndtri(np.asarray(p, np.float64) / 2)
    # Straight lines in standard deviations of both; below the largest total error nothing is shown.
    total = np.interp(np.minimum(z, ends[0]), ends[::-1], ndtri(errors / 2)[::-1])
    repeated: Floats = np.where(z < ends[-1] - 1e-9, 1.0, 2 * ndtr(-np.abs(total)))
    return np.maximum(repeated, np.asarray(p, np.float64))


@lru_cache(maxsize=256)
def _reached(shares: tuple[float, ...], error: float) -> tuple[Floats, Floats]:
    """Return total errors from small to large, and the boundary of each at the last look."""
    spread = np.linspace(-6.5, float(ndtri(0.5 * (1 - 1e-6))), _ERRORS)
    errors = np.union1d(2 * ndtr(spread), [error])
    ends = np.array([boundaries(shares, float(one))[-1] for one in errors])
    return errors, np.minimum.accumulate(ends)
