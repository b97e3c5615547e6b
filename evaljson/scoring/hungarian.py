"""Hungarian alignment of many arrays: all pairs of elements scored in one go, then one assignment per array pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from evaljson.align.hungarian import assign
from evaljson.align.pairing import Alignment, expand, leftovers
from evaljson.scoring.columns import Columns, IntArray
from evaljson.scoring.pairs import FlatPairs, GridPairs
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.sums import Floats, SumSink, Totals

if TYPE_CHECKING:
    from evaljson.scoring.structure import Scorer

CELLS_AT_ONCE = 1 << 17
"""Pairs of elements scored at a time, to bound memory; one pair of arrays is never split."""
GRID_FROM = 1 << 11
"""Cells that make it worth while to score arrays of equal lengths together."""
Counts = tuple[IntArray, IntArray]
Chosen = tuple[IntArray, IntArray, IntArray]


def align_hungarian(
    scorer: Scorer, plan: PlanNode, element: PlanNode, below: Columns, counts: Counts, starts: Counts
) -> Alignment:
    """Align each pair of arrays for the largest sum of pair scores."""
    cells = counts[0] * counts[1]
    if plan.stand_in and cells.any():
        scorer.problems.add(
            "alignment", plan.path, "its elements hold only fields for a judge: aligned by text similarity"
        )
    chosen: list[Chosen] = []
    for owners, grid in _batches(*counts):
        pairs = _grid(owners, counts, starts) if grid else _flat(owners, counts, starts)
        totals = Totals(pairs.shape)
        scorer.pairs(element, below, pairs, SumSink(totals, plan))
        scores = totals.f1().ravel()
        if plan.schema.align.min_score:
            scores[scores < plan.schema.align.min_score] = 0.0
        chosen += _assigned(owners, scores, counts)
    owner, gold, extracted = (
        (np.concatenate(column) for column in zip(*chosen, strict=True)) if chosen else (np.zeros(0, np.intp),) * 3
    )
    return leftovers(*counts, owner, gold, extracted)


def _batches(gold_count: IntArray, extracted_count: IntArray) -> Iterator[tuple[IntArray, bool]]:
    """Array pairs to be scored together: those of equal shape as grids, the rest of the small ones as they come."""
    cells = gold_count * extracted_count
    owners = np.flatnonzero(cells)
    order = owners[np.lexsort((extracted_count[owners], gold_count[owners]))]
    same = (np.diff(gold_count[order]) == 0) & (np.diff(extracted_count[order]) == 0)
    small = []
    for group in np.split(order, np.flatnonzero(~same) + 1) if len(order) else []:
        if cells[group].sum() < GRID_FROM:
            small.append(group)
        else:
            yield from ((part, True) for part in _slabs(group, cells))
    if small:
        yield from ((part, False) for part in _slabs(np.concatenate(small), cells))


def _slabs(owners: IntArray, cells: IntArray) -> Iterator[IntArray]:
    total = np.cumsum(cells[owners])
    first = 0
    while first < len(owners):
        done = total[first - 1] if first else 0
        last = max(int(np.searchsorted(total, done + CELLS_AT_ONCE, "right")), first + 1)
        yield owners[first:last]
        first = last


def _grid(owners: IntArray, counts: Counts, starts: Counts) -> GridPairs:
    gold, extracted = (
        start[owners][:, None] + np.arange(count[owners[0]])[None, :]
        for start, count in zip(starts, counts, strict=True)
    )
    return GridPairs(gold, extracted)


def _flat(owners: IntArray, counts: Counts, starts: Counts) -> FlatPairs:
    owner, local = expand(counts[0][owners] * counts[1][owners])
    owner = owners[owner]
    gold, extracted = np.divmod(local, counts[1][owner])
    return FlatPairs(starts[0][owner] + gold, starts[1][owner] + extracted, np.arange(len(owner)))


def _assigned(owners: IntArray, scores: Floats, counts: Counts) -> Iterator[Chosen]:
    end = 0
    for owner in owners.tolist():
        shape = int(counts[0][owner]), int(counts[1][owner])
        first, end = end, end + shape[0] * shape[1]
        gold, extracted = assign(scores[first:end].reshape(shape))
        yield np.full(len(gold), owner, np.intp), gold, extracted
