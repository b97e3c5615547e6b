"""The share of records, and of rows of arrays, in which everything is right: what could go straight through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Bools, ByteCodes, Ints
from evaljson.results.array_rows import NOTHING, RIGHT, UNDECIDED, WRONG, ArrayRows, states
from evaljson.scoring.tallies import Rows
from evaljson.stats import clustered_share, wilson_interval


@dataclass(frozen=True, slots=True)
class RightShare:
    """How many of some records or rows are right as a whole."""

    right: int
    wrong: int
    undecided: int
    """Nothing wrong in them, but something was not judged (status `batch_error`); they are not in the share."""
    share: float | None
    """right / (right + wrong); None where that is nothing."""
    interval: tuple[float, float] | None
    """Where the true share lies, at 95% confidence."""


@dataclass(frozen=True, slots=True)
class FullyRight:
    """What is right as a whole: all results that count are matches. Results of weight 0 do not count."""

    records: RightShare
    """A record without anything to score is right, as its F1 is 1. The interval is Wilson's, or that of
    clusters."""
    rows: RightShare
    """The rows of all arrays together. The interval allows for rows of one record being right together."""
    per_array: Mapping[str, RightShare]
    """By schema path of the elements, such as `items[]`, in schema order: arrays with a row in which anything counts.
    Of the rows that only one side has, each counts as wrong."""


def fully_right(rows: Rows, arrays: Mapping[str, ArrayRows], clusters: Ints | None = None) -> FullyRight:
    """Compute the shares from the results of a run, and the rows of its arrays; intervals by `clusters` of records."""
    per_array = {path: _of_rows([one], rows.records, clusters) for path, one in arrays.items()}
    return FullyRight(records_right(rows, clusters), _of_rows(list(arrays.values()), rows.records, clusters), per_array)


def records_right(rows: Rows, clusters: Ints | None = None, places: Ints | None = None) -> RightShare:
    """Count the records alone: quick, as no rows of arrays are looked for.

    `places`: of the records that count, -1 for a stray of another run that this one lacks, so that it has nothing right
    there either: it is not among them. None stands for all. `clusters` are of these.
    """
    worst = _of_records(rows)
    if places is not None:
        worst, clusters = worst[places[places >= 0]], None if clusters is None else clusters[places >= 0]
    counts = np.bincount(worst, minlength=WRONG + 1)
    right, wrong = int(counts[NOTHING] + counts[RIGHT]), int(counts[WRONG])
    decided = right + wrong
    share = right / decided if decided else None
    interval = (
        wilson_interval(right, decided)
        if clusters is None
        else clustered_share(worst <= RIGHT, (worst <= RIGHT) | (worst == WRONG), groups=clusters)
    )
    return RightShare(right, wrong, int(counts[UNDECIDED]), share, interval)


def are_right(rows: Rows) -> Bools:
    """Check for each record whether it is fully right."""
    right: Bools = _of_records(rows) <= RIGHT
    return right


def _of_records(rows: Rows) -> ByteCodes:
    """Return the worst state of each record's results."""
    worst = np.zeros(rows.records, np.int8)
    np.maximum.at(worst, rows.record, states(rows.status, rows.weight))
    return worst


def _of_rows(arrays: list[ArrayRows], records: int, clusters: Ints | None) -> RightShare:
    record = np.concatenate([np.zeros(0, np.intp), *(rows.record for rows in arrays)])
    state = np.concatenate([np.zeros(0, np.int8), *(rows.state for rows in arrays)])
    right, wrong = (np.bincount(record[state == wanted], minlength=records) for wanted in (RIGHT, WRONG))
    hits, decided = int(right.sum()), int((right + wrong).sum())
    share = hits / decided if decided else None
    undecided = int((state == UNDECIDED).sum())
    return RightShare(hits, decided - hits, undecided, share, clustered_share(right, right + wrong, groups=clusters))
