"""The outcome of aligning many pairs of arrays at once, and the layout of arrays of different lengths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.scoring.side import GOLD, Side

NO_LINK = -1
"""In place of a strategy, for elements that stay alone."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which elements are paired and which stay alone.

    `…_owner` is the number of the pair of arrays; elements are numbered within their own array.
    """

    paired_owner: Ints
    paired_gold: Ints
    paired_extracted: Ints
    gold_owner: Ints
    gold: Ints
    """Gold elements that stay alone."""
    extracted_owner: Ints
    extracted: Ints
    """Extracted elements that stay alone."""
    rank: Ints
    """Their number within their array pair: 0, 1, …"""
    paired_link: Ints | None = None
    """For each pair, which strategy of the array's chain made it; None within one strategy."""

    def alone(self, side: Side) -> tuple[Ints, Ints]:
        """Return owner and number of the elements of one side that stay alone."""
        return (self.gold_owner, self.gold) if side is GOLD else (self.extracted_owner, self.extracted)


def expand(counts: Ints) -> tuple[Ints, Ints]:
    """Return (owner, local): each owner i counts[i] times, and a number from 0 within each owner."""
    owner = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return owner, np.arange(len(owner)) - starts[owner]


def leftovers(gold_count: Ints, extracted_count: Ints, owner: Ints, gold: Ints, extracted: Ints) -> Alignment:
    """Complete the chosen pairs to an alignment; elements that stay alone keep their order."""
    gold_owner, gold_left = _unchosen(gold_count, owner, gold)
    extracted_owner, extracted_left = _unchosen(extracted_count, owner, extracted)
    return Alignment(
        owner, gold, extracted, gold_owner, gold_left, extracted_owner, extracted_left, rank_within(extracted_owner)
    )


def rank_within(owner: Ints) -> Ints:
    """Number the entries 0, 1, … within each run of equal owners."""
    if not len(owner):
        return owner
    first = np.flatnonzero(np.concatenate([[True], owner[1:] != owner[:-1]]))
    lengths = np.diff(np.append(first, len(owner)))
    return np.arange(len(owner)) - np.repeat(first, lengths)


def _unchosen(count: Ints, owner: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    every_owner, local = expand(count)
    starts = np.cumsum(count) - count
    free = np.ones(len(every_owner), np.bool_)
    free[starts[owner] + chosen] = False
    return every_owner[free], local[free]
