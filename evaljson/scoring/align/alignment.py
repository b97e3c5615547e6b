"""The outcome of aligning many array pairs at once, and how ragged ranges are laid out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Ints

NO_LINK = -1
"""In place of a strategy, of elements that stay alone."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """`owner` is the array pair; elements are numbered within their own array."""

    paired_owner: Ints
    paired_gold: Ints
    paired_extracted: Ints
    gold_owner: Ints
    """Owners of the gold elements that stay alone, with `gold`."""
    gold: Ints
    extracted_owner: Ints
    """Owners of the extracted elements that stay alone, with `extracted` and `rank` (0, 1, … within the owner)."""
    extracted: Ints
    rank: Ints
    paired_link: Ints | None = None
    """For each pair, which strategy of an array's chain made it; None where nothing asks."""


def expand(counts: Ints) -> tuple[Ints, Ints]:
    """(owner, local): owner i stands counts[i] times, local counts from 0 within each owner."""
    owner = np.repeat(np.arange(len(counts)), counts)
    starts = np.cumsum(counts) - counts
    return owner, np.arange(len(owner)) - starts[owner]


def leftovers(gold_count: Ints, extracted_count: Ints, owner: Ints, gold: Ints, extracted: Ints) -> Alignment:
    """Complete chosen pairs to an alignment: what stays alone keeps its order."""
    gold_owner, gold_left = _unchosen(gold_count, owner, gold)
    extracted_owner, extracted_left = _unchosen(extracted_count, owner, extracted)
    return Alignment(
        owner, gold, extracted, gold_owner, gold_left, extracted_owner, extracted_left, rank_within(extracted_owner)
    )


def rank_within(owner: Ints) -> Ints:
    """0, 1, … within each run of equal owners."""
    if not len(owner):
        return owner
    first = np.flatnonzero(np.concatenate([[True], owner[1:] != owner[:-1]]))
    lengths = np.diff(np.append(first, len(owner)))
    return np.arange(len(owner)) - np.repeat(first, lengths)


def _unchosen(count: Ints, owner: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    all_owner, local = expand(count)
    starts = np.cumsum(count) - count
    free = np.ones(len(all_owner), np.bool_)
    free[starts[owner] + chosen] = False
    return all_owner[free], local[free]
