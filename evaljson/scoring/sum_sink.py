"""The sink that only adds up what each pair of array elements scores, without building any result."""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.scoring.columns import Columns
from evaljson.scoring.compound_groups import CompoundVerdict
from evaljson.scoring.placed import Level, OneSided, Placed
from evaljson.scoring.plan import Compound, Link, PlanNode
from evaljson.scoring.row_pairs import Pairs
from evaljson.scoring.side import GOLD
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.unit import LISTED, REFUSES, Unit


class Total:
    """A sum over the pairs, in one part per broadcast shape: a weight that depends on the gold element alone is added
    once per gold element, not once per pair."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape
        self._parts: dict[tuple[int, ...], Any] = {}

    def add(self, values: Any) -> None:
        """Add values of a shape that broadcasts to all pairs."""
        shape = np.shape(values)
        if shape in self._parts:
            self._parts[shape] = (
                self._parts[shape] + values
                if shape == ()
                else np.add(self._parts[shape], values, out=self._parts[shape])
            )
        else:
            self._parts[shape] = np.array(values, np.float64)

    def add_at(self, rows: Ints, values: Any) -> None:
        """Add a value to each of some rows, which may repeat; rows count the pairs in order."""
        weights = np.broadcast_to(np.asarray(values, np.float64), rows.shape)
        self.add(np.bincount(rows, weights, int(np.prod(self._shape))).reshape(self._shape))

    def summed(self) -> Any:
        """Return the sum, in a shape that broadcasts to all pairs."""
        return sum(sorted(self._parts.values(), key=np.size), start=np.zeros((1,) * len(self._shape)))


class Totals:
    """Per pair: S, the weighted scores; G and E, the weights of gold and extracted."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.scores, self.gold, self.extracted = Total(shape), Total(shape), Total(shape)

    def f1(self) -> Floats:
        """Return F1 = 2S / (G + E) per pair, 1.0 where there is nothing to score, rounded to 12 decimals."""
        both = np.broadcast_to(self.gold.summed() + self.extracted.summed(), self.shape)
        f1 = np.ones(self.shape)
        np.divide(2 * self.scores.summed(), both, out=f1, where=both != 0)
        return np.round(f1, 12, out=f1)


class SumSink:
    """Adds the weights and scores of each result to the totals of its pair."""

    def __init__(self, totals: Totals, link: Link, target: Ints | None = None) -> None:
        self._totals = totals
        self._link = link
        self._weights = link.pair_weights
        self._target = target

    def descend(self, plan: PlanNode, level: Level) -> SumSink:
        """Return the sink for rows below, whose results belong to the pairs of their parent rows."""
        target = level.parents if self._target is None else self._target[level.parents]
        return SumSink(self._totals, self._link, target)

    def unit(self, plan: PlanNode, columns: Columns, unit: Unit, pairs: Pairs) -> None:
        """Add pairs of one field's values."""
        rule, weight = unit.rule, self._weights[plan.number]
        if not (unit.present_gold.any() and unit.present_extracted.any()):
            self._one_side_at_most(unit, pairs, weight)
            return
        scored = unit.equality(pairs, self._link.stand_in) if rule.is_batch else unit.score(pairs)
        if unit.all_present and scored.skip is None:
            self._add(self._totals.scores, pairs, scored.score * weight)
            self._add(self._totals.gold, pairs, weight)
            self._add(self._totals.extracted, pairs, weight)
            return
        gold, extracted = pairs.left(unit.present_gold), pairs.right(unit.present_extracted)
        if scored.skip is not None:
            counted = ~(scored.skip & gold & extracted)
            gold, extracted = gold & counted, extracted & counted
        self._add(self._totals.scores, pairs, scored.score * (gold & extracted) * weight)
        self._add(self._totals.gold, pairs, gold * weight)
        self._add(self._totals.extracted, pairs, extracted * weight)
        self._add_listed(unit, pairs, weight)

    def _one_side_at_most(self, unit: Unit, pairs: Pairs, weight: float) -> None:
        """Add pairs of which no two sides can be compared: what no record has costs no look at every pair."""
        if unit.present_gold.any():
            self._add(self._totals.gold, pairs, pairs.left(unit.present_gold) * weight)
        if unit.present_extracted.any():
            self._add(self._totals.extracted, pairs, pairs.right(unit.present_extracted) * weight)
        self._add_listed(unit, pairs, weight)

    def _add_listed(self, unit: Unit, pairs: Pairs, weight: float) -> None:
        """Add the pairs that match since the null policy lists what both sides have."""
        if unit.any_listed and unit.rule.nulls and unit.rule.nulls.both_absent_matches:
            listed = pairs.left(unit.state_gold == LISTED) | pairs.right(unit.state_extracted == LISTED)
            absent = pairs.left(unit.state_gold < REFUSES) & pairs.right(unit.state_extracted < REFUSES)
            self._add_match(pairs, (listed & absent) * weight)

    def unit_one_sided(self, plan: PlanNode, columns: Columns, unit: Unit, alone: OneSided) -> None:
        """Add values that only one side has."""
        state, rows = unit.states(alone.side)[alone.index], alone.rows
        side = self._totals.gold if alone.side is GOLD else self._totals.extracted
        self._add(side, rows, (state >= REFUSES) * self._weights[plan.number])
        if unit.any_listed and unit.rule.nulls and unit.rule.nulls.both_absent_matches:
            self._add_match(rows, (state == LISTED) * self._weights[plan.number])

    def node(self, plan: PlanNode, columns: Columns, status: int, placed: Placed) -> None:
        """Add one result at the node for each row."""
        rows = placed.rows
        if status == MATCH:
            self._add_match(rows, self._weights[plan.number])
        if status in (MISMATCH, OMISSION):
            self._add(self._totals.gold, rows, self._weights[plan.number])
        if status in (MISMATCH, HALLUCINATION):
            self._add(self._totals.extracted, rows, self._weights[plan.number])

    def unknown(self, plan: PlanNode, columns: Columns, unknown: dict[int, list[str]], pairs: Pairs) -> None:
        """Add extracted keys that the schema lacks, by extracted row."""
        counts = np.zeros(len(columns.extracted))
        for row, keys in unknown.items():
            counts[row] = len(keys)
        self._add(self._totals.extracted, pairs, pairs.right(counts) * self._weights[plan.number])

    def compound(self, compound: Compound, columns: Columns, verdict: CompoundVerdict, placed: Placed) -> None:
        """Add results at the primary field; its siblings are skipped."""
        rows = placed.rows
        status, weight = verdict.status, self._weights[compound.primary.number]
        paired = (status == MATCH) | (status == MISMATCH)
        self._add(self._totals.scores, rows, np.where(paired, verdict.score, 0.0) * weight)
        self._add(self._totals.gold, rows, (paired | (status == OMISSION)) * weight)
        self._add(self._totals.extracted, rows, (paired | (status == HALLUCINATION)) * weight)

    def _add_match(self, pairs: Pairs | Ints, weight: Any) -> None:
        for total in (self._totals.scores, self._totals.gold, self._totals.extracted):
            self._add(total, pairs, weight)

    def _add(self, total: Total, pairs: Pairs | Ints, values: Any) -> None:
        """Add to all pairs of a whole batch, or to the pairs that some rows belong to."""
        if self._target is None and not isinstance(pairs, np.ndarray) and pairs.shape == self._totals.shape:
            total.add(values)
            return
        rows = pairs if isinstance(pairs, np.ndarray) else pairs.rows
        flat = (
            values
            if np.ndim(values) == 0 or isinstance(pairs, np.ndarray)
            else np.broadcast_to(values, pairs.shape).ravel()
        )
        total.add_at(rows if self._target is None else self._target[rows], flat)
