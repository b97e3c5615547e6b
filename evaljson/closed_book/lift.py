"""How much better answers fit their own records than others: means, intervals, and p by permutations.

If a model knows nothing of a document but what its name says, its answer fits any other record of the group as well. So
answers are dealt to the records at random again and again, within groups; p is the share of deals that fit at least as
well as the true one (R. A. Fisher: The design of experiments. 1935), with one more for the true one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.closed_book.scores import AskedTogether
from evaljson.stats.mean_difference import mean_differences

DEALS: Final = 1999
_AT_ONCE: Final = 100
_EQUAL: Final = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Lift:
    """Records x fields, with the record as a whole in the last column."""

    there: Bools
    """Whether there is something to compare."""
    own: Floats
    """The share of gold's values that the own answer has."""
    others: Floats
    """The mean share that answers about other records have."""
    beyond: Floats
    """What only the own answer to the own record adds: less how often any answer fits the record, and how often the
    answer fits any record. Its mean is that of own - others; its spread is that of the lift."""
    majority: Floats
    answered: Floats
    """By record: the mean share that its answer has of the values of other records."""
    fits_best: Bools
    """By record: whether its answer fits no other record of its group as well, and at least something."""
    p: Floats
    """By column."""


def lift_of(groups: Sequence[AskedTogether], records: int, seed: int) -> Lift:
    """Compare each answer with those about other records."""
    width = (groups[0].weight.shape[1] if groups else 0) + 1
    there, own = np.zeros((records, width), bool), np.zeros((records, width))
    others, common, beyond = np.zeros_like(own), np.zeros_like(own), np.zeros_like(own)
    answered, best = np.zeros(records), np.zeros(records, bool)
    seen, dealt, rng = np.zeros(width), np.zeros((DEALS, width)), np.random.default_rng(seed)
    for group in groups:
        right, valid = _with_whole(group.right, group.weight), _valid(group.weight)
        right = right[:, group.own] * valid[:, None]  # gold x record that was asked about
        count, at = len(group.places), np.arange(len(group.places))
        there[group.places], own[group.places] = valid, right[at, at]
        common[group.places] = _with_whole(group.majority[:, None], group.weight)[:, 0] * valid
        off = (right.sum(axis=1) - right[at, at]) / max(1, count - 1)
        others[group.places] = off
        beyond[group.places] = _beyond(right, valid, off)
        whole = right[:, :, -1]
        answered[group.places] = (whole.sum(axis=0) - whole[at, at]) / max(1, count - 1)
        away = np.where(np.eye(count, dtype=bool), -1.0, whole).max(axis=0, initial=0.0)
        best[group.places] = (whole[at, at] > away + _EQUAL) & (count > 1)
        seen += right[at, at].sum(axis=0)
        dealt += _dealt(right, rng)
    p = (1 + (dealt >= seen - _EQUAL).sum(axis=0)) / (DEALS + 1)
    return Lift(there, own, others, beyond, common, answered, best, p)


def _beyond(right: Floats, valid: Bools, off: Floats) -> Floats:
    """Return own shares less the means of their rows and columns, by record and field; 0 where there is nothing."""
    at = np.arange(len(right))
    records = np.maximum(valid.sum(axis=0), 1)
    of_answers = (right.sum(axis=0) - right[at, at]) / np.maximum(records - valid, 1)
    mean = (of_answers * valid).sum(axis=0) / records
    found: Floats = (right[at, at] - off - of_answers + mean) * valid
    return found


def _dealt(right: Floats, rng: np.random.Generator) -> Floats:
    """Return the sums of each deal of the answers to the records, by column."""
    count = len(right)
    at: Ints = np.arange(count)
    sums = np.zeros((DEALS, right.shape[2]))
    for first in range(0, DEALS, _AT_ONCE):
        many = min(_AT_ONCE, DEALS - first)
        ways = rng.permuted(np.tile(at, (many, 1)), axis=1)
        sums[first : first + many] = right[at[None], ways].sum(axis=1)
    return sums


def _valid(weight: Floats) -> Bools:
    found: Bools = np.concatenate([weight > 0, (weight > 0).any(axis=1, keepdims=True)], axis=1)
    return found


def _with_whole(right: Floats, weight: Floats) -> Floats:
    """Add a column with the share of all values of the record."""
    total = weight.sum(axis=1)
    whole = np.einsum("ijk,ik->ij", right, weight)
    whole = np.divide(whole, total[:, None], out=np.zeros_like(whole), where=total[:, None] > 0)
    return np.concatenate([right, whole[:, :, None]], axis=2)


def interval(differences: Floats, there: Bools) -> tuple[Floats, Floats]:
    """Return the ends of the 95% intervals of the means of columns."""
    values = np.where(there, differences, 0.0)
    size = max(1.0, float(np.abs(values).max(initial=0.0)))
    found = mean_differences(values / size, there, 0.95)
    return found.low * size, found.high * size
