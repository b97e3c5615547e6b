"""Hungarian alignment of many arrays: all pairs of elements scored in one go, then one assignment per array pair."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np

from evaljson.base import limits
from evaljson.base.arrays import Floats, Ints
from evaljson.base.jsontypes import strict_key
from evaljson.scoring.align.alignment import Alignment, expand, leftovers
from evaljson.scoring.align.assignment import assign_each, assign_scoring
from evaljson.scoring.align.element_scorer import ElementScorer
from evaljson.scoring.align.large_arrays import assign_in_slabs, pair_equal_ones, too_large
from evaljson.scoring.columns import Columns
from evaljson.scoring.pair_totals import Totals
from evaljson.scoring.plan import Link, PlanNode
from evaljson.scoring.row_pairs import FlatPairs, GridPairs
from evaljson.scoring.sum_sink import SumSink

CELLS_AT_ONCE = 1 << 17
"""Pairs of elements scored at a time, to bound memory; a pair of arrays is only split if it is larger than LARGE."""
LARGE = 1 << 20
"""Pairs of elements in one pair of arrays from which on it is scored in slabs of so many."""
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

    def of(self, owner: int) -> Ints:
        """Return the rows of the elements of one list."""
        return self.rows[self.start[owner] : self.start[owner] + self.count[owner]]


def align_hungarian(
    scorer: ElementScorer, plan: PlanNode, link: Link, below: Columns, gold: Lists, extracted: Lists
) -> Alignment:
    """Align each pair of lists for the largest sum of pair scores."""
    lists = gold, extracted
    cells = gold.count * extracted.count
    if link.stand_in and not scorer.is_judged(link.element) and cells.any():
        why = "its elements hold only fields for a judge: aligned by text similarity"
        scorer.problems.add("alignment", plan.path, why, int((cells > 0).sum()))
    chosen: list[Chosen] = []
    most = limits.value_of("aligned_pairs")
    large = cells > min(LARGE, most)
    for each in np.flatnonzero(large).tolist():
        rows = gold.of(each), extracted.of(each)
        if cells[each] <= most:
            places = _in_slabs(scorer, link, below, *rows)
        else:
            scorer.problems.add("alignment", plan.path, too_large())
            places = pair_equal_ones(*_keys(below, *rows))
        chosen.append((np.full(len(places[0]), each, np.intp), *places))
    for owners, grid in _batches(np.where(large, 0, gold.count), np.where(large, 0, extracted.count)):
        pairs = _grid(owners, *lists) if grid else _flat(owners, *lists)
        totals = _totals(scorer, link, below, pairs)
        few = totals.scoring()
        if few is None:
            chosen.append(assign_each(owners, _f1(totals, link).ravel(), gold.count, extracted.count))
        else:
            enough = few[1] >= link.spec.min_score if link.spec.min_score else slice(None)
            chosen.append(assign_scoring(owners, few[0][enough], few[1][enough], gold.count, extracted.count))
    owner, left, right = (
        (np.concatenate(column) for column in zip(*chosen, strict=True)) if chosen else (np.zeros(0, np.intp),) * 3
    )
    return leftovers(gold.count, extracted.count, owner, left, right)


def _totals(scorer: ElementScorer, link: Link, below: Columns, pairs: GridPairs | FlatPairs) -> Totals:
    totals = Totals(pairs.shape)
    scorer.pairs(link.element, below, pairs, SumSink(totals, link))
    return totals


def _f1(totals: Totals, link: Link) -> Floats:
    """Return F1 of all pairs, in their shape; 0 below the least score that counts."""
    scores = totals.f1()
    if link.spec.min_score:
        scores[scores < link.spec.min_score] = 0.0
    return scores


def _in_slabs(scorer: ElementScorer, link: Link, below: Columns, gold: Ints, extracted: Ints) -> tuple[Ints, Ints]:
    """Align one pair of large arrays, given the rows of their elements."""

    def score(start: int, end: int) -> Floats:
        slab: Floats = _f1(_totals(scorer, link, below, GridPairs(gold[None, start:end], extracted[None])), link)[0]
        return slab

    return assign_in_slabs(score, len(gold), len(extracted), max(1, LARGE // len(extracted)))


def _keys(below: Columns, gold: Ints, extracted: Ints) -> tuple[list[Hashable], list[Hashable]]:
    left, right = (
        [column[row] for row in rows.tolist()] for column, rows in ((below.gold, gold), (below.extracted, extracted))
    )
    try:
        return list(map(strict_key, left)), list(map(strict_key, right))
    except (RecursionError, TypeError):  # such values are refused with their path when they are scored
        return list(map(id, left)), list(map(id, right))


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
