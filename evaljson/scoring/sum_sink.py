"""The sink that only adds up what each pair of array elements scores, without building any result."""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Ints, Scores
from evaljson.scoring.columns import Columns
from evaljson.scoring.compound_groups import CompoundVerdict
from evaljson.scoring.pair_totals import Total, Totals
from evaljson.scoring.placed import Level, OneSided, Placed, UnknownKeys
from evaljson.scoring.plan import Compound, Link, PlanNode
from evaljson.scoring.row_pairs import Pairs
from evaljson.scoring.side import GOLD
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.unit import LISTED, REFUSES, Unit


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
            self._add_scores(pairs, scored.score, None, weight)
            self._add(self._totals.gold, pairs, weight)
            self._add(self._totals.extracted, pairs, weight)
            return
        gold, extracted = pairs.left(unit.present_gold), pairs.right(unit.present_extracted)
        if scored.skip is not None:
            counted = ~(scored.skip & gold & extracted)
            gold, extracted = gold & counted, extracted & counted
        needs_no_look = scored.skip is None and not rule.is_batch and unit.scores_only_values
        self._add_scores(pairs, scored.score, None if needs_no_look else gold & extracted, weight)
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

    def unknown(self, plan: PlanNode, columns: Columns, unknown: UnknownKeys, pairs: Pairs) -> None:
        """Add extracted keys that the schema lacks."""
        self._add(self._totals.extracted, pairs, pairs.right(unknown.counts) * self._weights[plan.number])

    def compound(self, compound: Compound, columns: Columns, verdict: CompoundVerdict, placed: Placed) -> None:
        """Add results at the primary field; its siblings are skipped."""
        rows = placed.rows
        status, weight = verdict.status, self._weights[compound.primary.number]
        paired = (status == MATCH) | (status == MISMATCH)
        self._add(self._totals.scores, rows, np.where(paired, verdict.score, 0.0) * weight)
        self._add(self._totals.gold, rows, (paired | (status == OMISSION)) * weight)
        self._add(self._totals.extracted, rows, (paired | (status == HALLUCINATION)) * weight)

    def _add_scores(self, pairs: Pairs, score: Scores, counted: Bools | None, weight: float) -> None:
        """Add the scores of the pairs that count."""
        if self._covers_all(pairs) and score.dtype == np.bool_:
            marks: Bools = np.asarray(score, np.bool_)
            self._totals.scores.add_marks(marks if counted is None else marks & counted, weight)
        else:
            self._add(self._totals.scores, pairs, (score if counted is None else score * counted) * weight)

    def _covers_all(self, pairs: Pairs) -> bool:
        """Check whether these are all pairs of a whole batch."""
        return self._target is None and pairs.shape == self._totals.shape

    def _add_match(self, pairs: Pairs | Ints, weight: Any) -> None:
        for total in (self._totals.scores, self._totals.gold, self._totals.extracted):
            self._add(total, pairs, weight)

    def _add(self, total: Total, pairs: Pairs | Ints, values: Any) -> None:
        """Add to all pairs of a whole batch, or to the pairs that some rows belong to."""
        if not isinstance(pairs, np.ndarray) and self._covers_all(pairs):
            total.add(values)
            return
        rows = pairs if isinstance(pairs, np.ndarray) else pairs.rows
        flat = (
            values
            if np.ndim(values) == 0 or isinstance(pairs, np.ndarray)
            else np.broadcast_to(values, pairs.shape).ravel()
        )
        total.add_at(rows if self._target is None else self._target[rows], flat)
