"""What mean F1 loses, and by what: every share of a loss that is shown is a share of this.

With the sums of evaljson.scoring.tallies the F1 of a record is 2S / (G + E). So 1 - F1 is the sum of what its results
lose, each x 2 / (G + E): a compared value its weight x (1 - score), a missing or an invented one half of its weight.
Mean F1 over n records loses 1 / n of that, and what all results lose together is 1 - mean F1. A record with a thousand
errors thus counts as one record, as it does in the figure that variants are ranked by.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.scoring.status import HALLUCINATION, MISMATCH
from evaljson.scoring.tallies import Rows, Tallies

_DIGITS: Final = 12
"""Decimals of sums: beyond them they depend on the order of the results."""
_OF_SHARES: Final = 9
"""Decimals of shares: a half of sums that were rounded is a half."""


class Tallied(Protocol):
    """A run, or part of what it counted."""

    @property
    def tallies(self) -> Tallies:
        """Its counts and sums."""
        ...


def f1_lost_by_row(tallies: Tallies) -> Floats:
    """Return what mean F1 loses by each row, 0..1; 0 for what is right or in no figure."""
    at = _losing(tallies.rows)
    by_row = np.zeros(len(tallies.rows.record))
    by_row[at] = _lost_at(tallies, at)
    return by_row


def f1_lost_by_field(tallies: Tallies, counted: Bools | None = None) -> Floats:
    """Return what mean F1 loses by each field, 0..1. `counted`: by record, which ones are in the mean; None: all."""
    rows = tallies.rows
    at = _losing(rows)
    if counted is not None:
        at = at[counted[rows.record[at]]]
    records = rows.records if counted is None else int(counted.sum())
    lost = np.bincount(rows.field[at], _lost_at(tallies, at, records), len(rows.fields))
    return rounded(lost)


def f1_lost_in_all(tallies: Tallies) -> float:
    """Return what mean F1 loses, 1 - mean F1; of tallies that are a part of others, what those lose. 0 if empty."""
    score, gold, extracted = tallies.whole.by_record()
    weight = gold + extracted
    lost = np.divide(weight - 2 * score, weight, out=np.zeros_like(weight), where=weight > 0)
    return float(rounded(lost.sum() / max(len(lost), 1)))


def f1_per_weight(tallies: Tallies, records: int | None = None) -> Floats:
    """Return by record what mean F1 loses there by a wrong value of weight 1, 0..1; a missing or invented one, half.

    `records`: how many the mean is over; None: all of the tallies.
    """
    _, gold, extracted = tallies.whole.by_record()
    weight = gold + extracted
    per_weight = np.divide(2, weight, out=np.zeros_like(weight), where=weight > 0)
    per_weight /= max(tallies.rows.records if records is None else records, 1)
    return per_weight


def shares(lost: Floats, total: float) -> Floats:
    """Return the shares of a total, 0..1; 0 where nothing is lost."""
    return _round(lost / total, _OF_SHARES) if total > 0 else np.zeros_like(lost)


def rounded(lost: npt.ArrayLike) -> Floats:
    """Round sums, so that the order of results changes nothing."""
    return _round(lost, _DIGITS)


def _round(values: npt.ArrayLike, digits: int) -> Floats:
    return np.asarray(np.round(np.asarray(values, np.float64), digits) + 0.0, np.float64)


def _losing(rows: Rows) -> Ints:
    """Return the rows that may lose something: also a match that a post-processor gave a lower score."""
    at = np.flatnonzero((rows.score < 1) | (rows.status > MISMATCH))
    return at[rows.status[at] <= HALLUCINATION]


def _lost_at(tallies: Tallies, at: Ints, records: int | None = None) -> Floats:
    """Return what mean F1 over so many records loses by some rows; None stands for all records."""
    rows = tallies.rows
    wrong = np.where(rows.status[at] <= MISMATCH, 1 - rows.score[at], 0.5)
    lost: Floats = rows.weight[at] * wrong * f1_per_weight(tallies, records)[rows.record[at]]
    return lost
