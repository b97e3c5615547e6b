"""A confidence sequence: an interval of the mean of bounded values that holds whenever and however often one looks.

I. Waudby-Smith, A. Ramdas: Estimating means of bounded random variables by betting. Journal of the Royal Statistical
Society B 86, 2024. Whoever bets on each value that the mean is larger than supposed gains nothing on average if it is
not, so the capital seldom grows (Ville 1939: beyond 1 / error in at most that share of cases, ever). A supposed mean is
left out once the capital of bets against it is large. The stakes are a fixed mixture, many of them small, so the order
of the values changes nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.stats.special import logsumexp

_STAKES: Final[Floats] = np.geomspace(0.004, 0.98, 24)
"""Shares of the largest stake that cannot lose everything."""
_STEPS: Final = 40


class Anytime(NamedTuple):
    """An interval of a mean, and the p for a mean of 0: both hold at any time."""

    low: float
    high: float
    p: float


def anytime_interval(values: npt.ArrayLike, level: float) -> Anytime:
    """Compute the interval of the mean of `values`, which are from -1 to 1."""
    distinct, counts = np.unique(np.asarray(values, np.float64), return_counts=True)
    wanted = float(np.log(2 / (1 - level)))  # half of the error for each side
    low = _end(distinct, counts, wanted)
    high = -_end(-distinct, counts, wanted)
    return Anytime(low, high, _p(distinct, counts))


def anytime_p(values: npt.ArrayLike) -> float:
    """Return the p for a mean of 0 alone."""
    return _p(*np.unique(np.asarray(values, np.float64), return_counts=True))


def anytime_above_p(values: npt.ArrayLike) -> float:
    """Return the p for a mean of at most 0 of `values`, which are from -1 up."""
    distinct, counts = np.unique(np.asarray(values, np.float64), return_counts=True)
    return float(min(1.0, np.exp(-_log_capital(distinct, counts, 0.0))))


def anytime_sign_p(up: npt.ArrayLike, down: npt.ArrayLike) -> Floats:
    """Return p-values of records that went up and down, equally likely if nothing differs; they hold at any time."""
    ups, downs = (np.asarray(one, np.float64)[..., None] for one in (up, down))
    gained, lost = np.log1p(_STAKES), np.log1p(-_STAKES)
    ways = np.concatenate([ups * gained + downs * lost, downs * gained + ups * lost], axis=-1)
    p: Floats = np.minimum(1.0, np.exp(np.log(ways.shape[-1]) - logsumexp(ways, axis=-1)))
    return p


def _p(distinct: Floats, counts: npt.NDArray[np.int64]) -> float:
    capital = max(_log_capital(sign * distinct, counts, 0.0) for sign in (-1.0, 1.0))
    return float(min(1.0, 2 * np.exp(-capital)))


def _log_capital(distinct: Floats, counts: npt.NDArray[np.int64], mean: float) -> float:
    """Return the logarithm of the capital of bets that the mean is above the supposed one."""
    gains = (distinct - mean) / (1 + mean) if mean > -1 else np.full(len(distinct), np.inf)
    each = np.log1p(_STAKES[:, None] * gains) @ counts
    return float(logsumexp(each) - np.log(len(_STAKES)))


def _end(distinct: Floats, counts: npt.NDArray[np.int64], wanted: float) -> float:
    """Return the largest mean that the capital leaves out, by bisection: it falls as the mean grows."""
    outside, inside = -1.0, float(distinct @ counts / counts.sum()) if len(counts) else 1.0
    for _ in range(_STEPS):
        middle = (outside + inside) / 2
        left_out = _log_capital(distinct, counts, middle) >= wanted
        outside, inside = (middle, inside) if left_out else (outside, middle)
    return outside
