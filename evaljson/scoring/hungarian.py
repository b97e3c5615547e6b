"""Hungarian alignment of many array pairs: all pairs of elements scored in one go, then one assignment per array pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evaljson.align.hungarian import assign
from evaljson.align.pairing import Alignment, expand, leftovers
from evaljson.scoring.columns import Columns, IntArray
from evaljson.scoring.pairs import FlatPairs
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.sums import Floats, SumSink, Totals

if TYPE_CHECKING:
    from evaljson.scoring.structure import Scorer

CELLS_AT_ONCE = 1 << 20
"""Pairs of elements scored at a time, to bound memory; one array pair is never split."""


def align_hungarian(
    scorer: Scorer, plan: PlanNode, element: PlanNode, below: Columns, counts: tuple[IntArray, IntArray], starts: tuple[IntArray, IntArray]
) -> Alignment:
    """Align each pair of arrays for the largest sum of pair scores."""
    cells = counts[0] * counts[1]
    if plan.stand_in and cells.any():
        scorer.problems.add("alignment", plan.path, "its elements hold only fields for a judge: aligned by text similarity")
    chosen: list[tuple[IntArray, IntArray, IntArray]] = []
    for first, last in _slabs(cells):
        chosen += _align_slab(scorer, plan, element, below, counts, starts, first, last)
    owner, gold, extracted = (np.concatenate(column) for column in zip(*chosen, strict=True)) if chosen else (np.zeros(0, np.intp),) * 3
    return leftovers(*counts, owner, gold, extracted)


def _slabs(cells: IntArray) -> list[tuple[int, int]]:
    total = np.cumsum(cells)
    cuts = [0]
    while cuts[-1] < len(cells):
        done = total[cuts[-1] - 1] if cuts[-1] else 0
        cuts.append(max(int(np.searchsorted(total, done + CELLS_AT_ONCE, "right")), cuts[-1] + 1))
    return list(zip(cuts, cuts[1:], strict=False))


def _align_slab(
    scorer: Scorer, plan: PlanNode, element: PlanNode, below: Columns, counts: tuple[IntArray, IntArray],
    starts: tuple[IntArray, IntArray], first: int, last: int,
) -> list[tuple[IntArray, IntArray, IntArray]]:  # fmt: skip
    gold_count, extracted_count = counts[0][first:last], counts[1][first:last]
    cells = gold_count * extracted_count
    scores = _pair_scores(scorer, plan, element, below, cells, extracted_count, starts[0][first:last], starts[1][first:last])
    ends = np.cumsum(cells)
    found = []
    for at in np.flatnonzero(cells).tolist():
        matrix = scores[ends[at] - cells[at] : ends[at]].reshape(gold_count[at], extracted_count[at])
        gold, extracted = assign(matrix)
        found.append((np.full(len(gold), first + at, np.intp), gold, extracted))
    return found


def _pair_scores(
    scorer: Scorer, plan: PlanNode, element: PlanNode, below: Columns, cells: IntArray, extracted_count: IntArray,
    gold_start: IntArray, extracted_start: IntArray,
) -> Floats:  # fmt: skip
    owner, local = expand(cells)
    gold, extracted = np.divmod(local, extracted_count[owner]) if len(owner) else (owner, owner)
    totals = Totals(len(owner))
    pairs = FlatPairs(gold_start[owner] + gold, extracted_start[owner] + extracted, np.arange(len(owner)))
    scorer.pairs(element, below, pairs, SumSink(totals, plan))
    scores = totals.f1()
    if plan.schema.align.min_score:
        scores[scores < plan.schema.align.min_score] = 0.0
    return scores
