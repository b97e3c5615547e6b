"""Bounds of a share that hold for any number of things looked at, however few.

Some are drawn at random, without putting back, from a pile whose size is known: the bound of the hypergeometric
distribution (W. Wang: Exact optimal confidence intervals for hypergeometric parameters. Journal of the American
Statistical Association 110, 2015, section 2). The draw alone makes it hold: things in the pile may be related in any
way. Not by scipy.stats, which takes half a second to load.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.stats.special import gammaln
from evaljson.stats.wilson import check_level


def most_of_pile(hits: int, drawn: int, pile: int, level: float = 0.95) -> int:
    """Return how many of a pile there are at most, from one side, if `hits` are among those drawn from it."""
    _check(hits, drawn, level)
    if drawn > pile:
        raise InputError(f"no more can be drawn than there are, {pile:,}, so not {drawn:,}")
    possible, refused = hits, pile - drawn + hits + 1
    while refused - possible > 1:
        middle = (possible + refused) // 2
        fits = chance_of_at_most(hits, middle, drawn, pile) > 1 - level
        possible, refused = (middle, refused) if fits else (possible, middle)
    return possible


def chance_of_at_most(hits: int, there: int, drawn: int, pile: int) -> float:
    """Return how often at most `hits` are among those drawn from a pile in which so many are."""
    if there > pile - drawn + hits:
        return 0.0
    some = np.arange(max(0, drawn - (pile - there)), min(hits, there, drawn) + 1, dtype=np.float64)
    logs = _log_ways(there, some) + _log_ways(pile - there, drawn - some) - _log_ways(pile, np.array([float(drawn)]))
    return float(min(1.0, np.exp(logs).sum()))


class Draw(NamedTuple):
    """An audit of things drawn at random from a pile."""

    drawn: int
    allowed: int
    """How many of them may be wrong."""


def audit_for(allowed: int, pile: int, share: float, level: float = 0.95) -> Draw | None:
    """Return the smallest audit that shows that at most a share of a pile is wrong; None if no draw shows it.

    It does where at most `allowed` of the things drawn are wrong. Raises InputError.
    """
    _check(0, 1, level)
    if not 0 <= share < 1:
        raise InputError(f"a share of wrong values is from 0 to below 1, such as 0.02, not {share}")
    most = int(share * pile + 1e-9)
    if allowed > most:
        return None
    too_few, enough = allowed, pile
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        fits = chance_of_at_most(allowed, most + 1, middle, pile) <= 1 - level
        too_few, enough = (too_few, middle) if fits else (middle, enough)
    return Draw(enough, allowed)


def _log_ways(of: int, some: Floats) -> Floats:
    ways: Floats = gammaln(of + 1) - gammaln(some + 1) - gammaln(of - some + 1)
    return ways


def _check(hits: int, count: int, level: float) -> None:
    check_level(level)
    if not 0 <= hits <= count:
        raise InputError(f"hits are from 0 to the count, {count}, not {hits}")
