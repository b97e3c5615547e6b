"""Hungarian alignment of many arrays: all pairs of elements scored in one go, then one assignment per array pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.scoring.align.alignment import Alignment, expand, leftovers
from evaljson.scoring.align.assignment import assign
from evaljson.scoring.align.element_scorer import ElementScorer
from evaljson.scoring.columns import Columns
from evaljson.scoring.plan import Link, PlanNode
from evaljson.scoring.row_pairs import FlatPairs, GridPairs
from evaljson.scoring.sum_sink import SumSink, Totals

CELLS_AT_ONCE = 1 << 17
"""Pairs of elements scored at a time, to bound memory; one pair of arrays is never split."""
GRID_FROM = 1 << 11
"""From this many cells on, arrays of equal lengths are scored together."""
Chosen = tuple[Ints, Ints, Ints]


@dataclass(frozen=True, slots=True)
class Lists:
    """Arrays, or the elements of them that are not paired yet. List i has count[i] elements, from place start[i] on."""

    count: Ints
    start: Ints
    rows: Ints
    """By place: the row of the element in its column."""
    local: Ints
    """By place: the index of the element in its whole array."""


def align_hungarian(
    scorer: ElementScorer, plan: PlanNode, link: Link, below: Columns, gold: Lists, extracted: Lists
) -> Alignment:
    """Align each pair of lists for the largest sum of pair scores."""
    lists = gold, extracted
    if link.stand_in and not scorer.is_judged(link.element) and (gold.count * extracted.count).any():
        scorer.problems.add(
            "alignment", plan.path, "its elements hold only fields for a judge: aligned by text similarity"
        )
    chosen: list[Chosen] = []
    for owners, grid in _batches(gold.count, extracted.count):
        pairs = _grid(owners, *lists) if grid else _flat(owners, *lists)
        totals = Totals(pairs.shape)
        scorer.pairs(link.element, below, pairs, SumSink(totals, link))
        scores = totals.f1().ravel()
        if link.spec.min_score:
            scores[scores < link.spec.min_score] = 0.0
        chosen += _assigned(owners, scores, gold.count, extracted.count)
    owner, left, right = (
        (np.concatenate(column) for column in zip(*chosen, strict=True)) if chosen else (np.zeros(0, np.intp),) * 3
    )
    return leftovers(gold.count, extracted.count, owner, left, right)


def _batches(gold_count: Ints, extracted_count: Ints) -> Iterator[tuple[Ints, bool]]:
    """Yield array pairs to score together, and whether as a grid: equal shapes with many cells, or any others."""
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


def _slabs(owners: Ints, cells: Ints) -> Iterator[Ints]:
    total = np.cumsum(cells[owners])
    first = 0
    while first < len(owners):
        done = total[first - 1] if first else 0
        last = max(int(np.searchsorted(total, done + CELLS_AT_ONCE, "right")), first + 1)
        yield owners[first:last]
        first = last


def _grid(owners: Ints, gold: Lists, extracted: Lists) -> GridPairs:
    left, right = (
        lists.rows[lists.start[owners][:, None] + np.arange(lists.count[owners[0]])] for lists in (gold, extracted)
    )
    return GridPairs(left, right)


def _flat(owners: Ints, gold: Lists, extracted: Lists) -> FlatPairs:
    owner, local = expand(gold.count[owners] * extracted.count[owners])
    owner = owners[owner]
    left, right = np.divmod(local, extracted.count[owner])
    return FlatPairs(
        gold.rows[gold.start[owner] + left], extracted.rows[extracted.start[owner] + right], np.arange(len(owner))
    )


def _assigned(owners: Ints, scores: Floats, gold_count: Ints, extracted_count: Ints) -> Iterator[Chosen]:
    end = 0
    for owner in owners.tolist():
        shape = int(gold_count[owner]), int(extracted_count[owner])
        first, end = end, end + shape[0] * shape[1]
        gold, extracted = assign(scores[first:end].reshape(shape))
        yield np.full(len(gold), owner, np.intp), gold, extracted
