"""The sink that keeps results, in columns: one chunk per node and kind of result, and frames that place them.

A frame holds the rows of one array or map inside its parent's rows; the root frame's rows are the records. Values are
not copied: a chunk names the rows of its node's columns, and field results are built from them when somebody looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import ByteCodes, Floats, Ints
from evaljson.scoring.columns import Columns
from evaljson.scoring.compound_groups import CompoundVerdict
from evaljson.scoring.plan import Compound, PlanNode
from evaljson.scoring.row_pairs import Pairs
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, OMISSION, PENDING, SKIPPED
from evaljson.scoring.unit import LISTED, REFUSES, Unit

NOWHERE = -1


@dataclass(eq=False, slots=True)
class Frame:
    """Rows of one level. For arrays `index` is the shown index; for maps `keys` are the shown keys."""

    parent: Frame | None
    plan: PlanNode | None
    """The array or map whose elements these are; None at the root."""
    parents: Ints
    """Each row's row in the parent frame; its record at the root."""
    order: Ints
    """Sort key within the parent row: gold order, then what only the extraction has."""
    index: Ints
    gold: Ints
    """Position in the gold array, or NOWHERE."""
    extracted: Ints
    """Position in the extracted array, or NOWHERE."""
    keys: list[str] | None = None
    link: Ints | None = None
    """Which strategy of the array's chain paired the row, or NO_LINK; None where all rows are alone."""

    def records(self, rows: Ints) -> Ints:
        """The record of each row."""
        above = self.parents[rows]
        return above if self.parent is None else self.parent.records(above)


@dataclass(eq=False, slots=True)
class Chunk:
    """Results of one node and kind."""

    plan: PlanNode
    frame: Frame
    columns: Columns
    rows: Ints
    status: ByteCodes
    score: Floats
    similarity: Floats | None
    """The score before the threshold, where it differs."""
    gold: Ints | None
    """Row of each gold value in `columns`, NOWHERE where there is none."""
    extracted: Ints | None
    unit: Unit | None = None
    """Set where a field was compared as one value."""
    outcome: Ints | None = None
    """Index into the unit's outcomes."""
    key: str | None = None
    """The unknown key, whose parent `plan` then is."""
    reasons: list[str | None] | None = None
    """Reasons given one by one, by batch and compound comparators."""

    @property
    def field_path(self) -> str:
        """Schema path of the results."""
        return self.plan.path if self.key is None else paths.child(self.plan.path, self.key)

    @property
    def order(self) -> tuple[int, str]:
        """Where the field stands in schema order."""
        return (self.plan.number, "") if self.key is None else (self.plan.unknown_number, self.key)


@dataclass(slots=True)
class ResultStore:
    """All chunks of a run."""

    records: int
    chunks: list[Chunk] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    """Of arrays and maps, those without any result among them."""


class TableSink:
    """Keeps each result as a row of a chunk."""

    def __init__(self, store: ResultStore, frame: Frame) -> None:
        self.store = store
        self.frame = frame

    def descend(
        self,
        parents: Ints,
        plan: PlanNode,
        order: Ints,
        index: Ints,
        gold: Ints,
        extracted: Ints,
        keys: list[str] | None,
        link: Ints | None,
    ) -> TableSink:
        """The sink for the elements of an array or map."""
        frame = Frame(self.frame, plan, parents, order, index, gold, extracted, keys, link)
        self.store.frames.append(frame)
        return TableSink(self.store, frame)

    def unit(self, plan: PlanNode, columns: Columns, unit: Unit, pairs: Pairs) -> None:
        """Pairs of one field's values."""
        gold, extracted = pairs.left(unit.state_gold), pairs.right(unit.state_extracted)
        if unit.all_present:
            self._compared(plan, columns, unit, pairs)
            return
        has_gold, has_extracted = gold >= REFUSES, extracted >= REFUSES
        both = has_gold & has_extracted
        self._compared(plan, columns, unit, pairs.where(both))
        for status, mask in ((OMISSION, has_gold & ~has_extracted), (HALLUCINATION, has_extracted & ~has_gold)):
            self._fixed(plan, columns, unit, status, pairs.where(mask))
        if unit.any_listed:
            listed = ~has_gold & ~has_extracted & ((gold == LISTED) | (extracted == LISTED))
            self._fixed(plan, columns, unit, _both_absent(plan), pairs.where(listed))

    def _compared(self, plan: PlanNode, columns: Columns, unit: Unit, pairs: Pairs) -> None:
        if not len(pairs):
            return
        if unit.rule.is_batch:
            status = np.full(len(pairs), PENDING, np.int8)
            self._keep(
                Chunk(
                    plan,
                    self.frame,
                    columns,
                    pairs.rows,
                    status,
                    np.zeros(len(pairs)),
                    None,
                    pairs.gold,
                    pairs.extracted,
                    unit,
                )
            )
            return
        found = unit.score(pairs)
        score = np.asarray(found.score, np.float64)
        status = np.where(score == 1.0, MATCH, MISMATCH).astype(np.int8)
        if found.skip is not None:
            status[found.skip] = SKIPPED
            score = np.where(found.skip, 0.0, score)
        similarity = None if found.similarity is found.score else np.asarray(found.similarity, np.float64)
        self._keep(
            Chunk(
                plan,
                self.frame,
                columns,
                pairs.rows,
                status,
                score,
                similarity,
                pairs.gold,
                pairs.extracted,
                unit,
                found.outcome,
            )
        )

    def _fixed(self, plan: PlanNode, columns: Columns, unit: Unit | None, status: int, pairs: Pairs) -> None:
        self._same(plan, columns, unit, status, pairs.rows, pairs.gold, pairs.extracted)

    def unit_one_sided(
        self, plan: PlanNode, columns: Columns, unit: Unit, extracted: bool, index: Ints, rows: Ints
    ) -> None:
        """Values that only one side has."""
        state = (unit.state_extracted if extracted else unit.state_gold)[index]
        for status, mask in (
            (HALLUCINATION if extracted else OMISSION, state >= REFUSES),
            (_both_absent(plan), state == LISTED),
        ):
            there = index[mask]
            gold, other = (None, there) if extracted else (there, None)
            self._same(plan, columns, unit, status, rows[mask], gold, other)

    def node(
        self,
        plan: PlanNode,
        columns: Columns,
        status: int,
        rows: Ints,
        gold: Ints | None,
        extracted: Ints | None,
    ) -> None:
        """One result at the node for each row."""
        self._same(plan, columns, None, status, rows, gold, extracted)

    def unknown(self, plan: PlanNode, columns: Columns, unknown: dict[int, list[str]], pairs: Pairs) -> None:
        """Extracted keys that the schema lacks, by extracted row."""
        by_key: dict[str, list[int]] = {}
        for place, row in enumerate(pairs.extracted.tolist()):
            for key in unknown.get(row, ()):
                by_key.setdefault(key, []).append(place)
        for key, places in sorted(by_key.items()):
            at = np.array(places, np.intp)
            status, score = np.full(len(at), HALLUCINATION, np.int8), np.zeros(len(at))
            values = Columns([], [columns.extracted[row][key] for row in pairs.extracted[at].tolist()], "")
            self._keep(
                Chunk(plan, self.frame, values, pairs.rows[at], status, score, None, None, np.arange(len(at)), key=key)
            )

    def compound(
        self,
        compound: Compound,
        columns: Columns,
        verdict: CompoundVerdict,
        rows: Ints,
        gold: Ints | None,
        extracted: Ints | None,
    ) -> None:
        """Results at the primary field; where both objects are there, siblings that either side has are skipped."""
        paired = (verdict.status == MATCH) | (verdict.status == MISMATCH) | (verdict.status == SKIPPED)
        for (key, member), seen in zip(compound.members, verdict.member_seen, strict=True):
            primary = member is compound.primary
            mask = verdict.status >= 0 if primary else seen & paired
            if not mask.any():
                continue
            count = int(mask.sum())
            status = verdict.status[mask] if primary else np.full(count, SKIPPED, np.int8)
            score, similarity = (v[mask] if primary else np.zeros(count) for v in (verdict.score, verdict.similarity))
            together = f"judged with {paths.key_step(compound.comparator.primary)}"
            whys = [why if primary else together for why in verdict.reasons]
            reasons = [why for why, kept in zip(whys, mask, strict=True) if kept]
            below = columns.child(key, member.path)
            unit = below.cache.get("unit")
            left, right = (None if side is None else side[mask] for side in (gold, extracted))
            at = rows[mask]
            self._keep(
                Chunk(member, self.frame, below, at, status, score, similarity, left, right, unit, reasons=reasons)
            )

    def _same(
        self,
        plan: PlanNode,
        columns: Columns,
        unit: Unit | None,
        status: int,
        rows: Ints,
        gold: Ints | None,
        extracted: Ints | None,
    ) -> None:
        if len(rows):
            score = np.full(len(rows), float(status == MATCH))
            self._keep(
                Chunk(
                    plan,
                    self.frame,
                    columns,
                    rows,
                    np.full(len(rows), status, np.int8),
                    score,
                    None,
                    gold,
                    extracted,
                    unit,
                )
            )

    def _keep(self, chunk: Chunk) -> None:
        self.store.chunks.append(chunk)


def root_frame(records: Ints) -> Frame:
    """A frame whose rows are these records."""
    return Frame(None, None, records, records, records, records, records)


def _both_absent(plan: PlanNode) -> int:
    return MATCH if plan.nulls is not None and plan.nulls.both_absent_matches else SKIPPED
