"""The sink that keeps results, in columns: one chunk per node and kind of result, and frames that place them.

A frame holds the rows of one array or map inside its parent's rows; the root frame's rows are the records. Values are
not copied: a chunk names the rows of its node's columns, and field results are built from them when someone looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import ByteCodes, Floats, Ints
from evaljson.scoring.columns import Columns
from evaljson.scoring.compound_groups import CompoundVerdict
from evaljson.scoring.placed import Level, OneSided, Placed, SharedPlaces, UnknownKeys
from evaljson.scoring.plan import Compound, PlanNode
from evaljson.scoring.row_pairs import Pairs
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.status import BATCH_ERROR, HALLUCINATION, MATCH, MISMATCH, OMISSION, PENDING, SKIPPED
from evaljson.scoring.unit import LISTED, REFUSES, Unit

NOWHERE = -1


@dataclass(eq=False, slots=True)
class Frame:
    """The rows of one level: of the records, or of one array or map. For the other fields see `Level`."""

    parent: Frame | None
    plan: PlanNode | None
    """The array or map whose elements these are; None at the root."""
    parents: Ints
    """Each row's row in the parent frame; its record at the root."""
    order: Ints
    index: Ints
    gold: Ints
    extracted: Ints
    keys: list[str] | None = None
    extracted_keys: list[str] | None = None
    link: Ints | None = None

    def keys_of(self, side: Side) -> list[str] | None:
        """Return the keys of a map's entries in the paths of one side; None for an array."""
        return self.keys if side is GOLD or self.extracted_keys is None else self.extracted_keys

    def records(self, rows: Ints) -> Ints:
        """Return the record of each row."""
        above = self.parents[rows]
        return above if self.parent is None else self.parent.records(above)


@dataclass(eq=False, slots=True)
class Chunk:
    """Results of one node and kind."""

    plan: PlanNode
    frame: Frame
    columns: Columns
    placed: Placed
    status: ByteCodes
    score: Floats
    similarity: Floats | None
    """The score before the threshold, where it differs."""
    unit: Unit | None = None
    """Set where a field was compared as one value."""
    outcome: Ints | None = None
    """Index into the unit's outcomes."""
    key: str | None = None
    """The unknown key, whose parent is `plan`; None for fields of the schema."""
    reasons: list[str | None] | None = None
    """One reason per result, from batch and compound comparators."""
    _rows: Ints | None = field(default=None, init=False)
    _gold: Ints | None = field(default=None, init=False)
    _extracted: Ints | None = field(default=None, init=False)

    def __len__(self) -> int:
        return len(self.status)

    def records(self) -> Ints:
        """Return the record of each result, and hold nothing for whoever asks next."""
        return self.frame.records(self.placed.rows)

    @property
    def rows(self) -> Ints:
        """Rows of the frame."""
        if self._rows is None:
            self._rows = self.placed.rows
        return self._rows

    @property
    def gold(self) -> Ints | None:
        """Row of each gold value in `columns`, NOWHERE where gold has none; None where it has nothing around them."""
        if self._gold is None:
            self._gold = self.placed.gold
        return self._gold

    @property
    def extracted(self) -> Ints | None:
        """The same of the extracted values."""
        if self._extracted is None:
            self._extracted = self.placed.extracted
        return self._extracted

    def rows_of(self, side: Side) -> Ints | None:
        """Return the rows of the values of one side in `columns`."""
        return self.extracted if side is EXTRACTED else self.gold

    @property
    def field_path(self) -> str:
        """Schema path of the results."""
        return self.plan.path if self.key is None else paths.child(self.plan.path, self.key)

    @property
    def order(self) -> tuple[int, str]:
        """The place of the field in schema order."""
        return (self.plan.number, "") if self.key is None else (self.plan.unknown_number, self.key)


@dataclass(slots=True)
class ResultStore:
    """All chunks of a run."""

    records: int
    chunks: list[Chunk] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    """Of arrays and maps, including those without any result."""


class TableSink:
    """Keeps each result as a row of a chunk."""

    def __init__(self, store: ResultStore, frame: Frame) -> None:
        self.store = store
        self.frame = frame

    def descend(self, plan: PlanNode, level: Level) -> TableSink:
        """Return the sink for the elements of an array or map."""
        frame = Frame(
            self.frame,
            plan,
            level.parents,
            level.order,
            level.index,
            level.gold,
            level.extracted,
            level.keys,
            level.extracted_keys,
            level.link,
        )
        self.store.frames.append(frame)
        return type(self)(self.store, frame)

    def unit(self, plan: PlanNode, columns: Columns, unit: Unit, pairs: Pairs) -> None:
        """Keep pairs of one field's values."""
        if unit.all_present:
            self._compared(plan, columns, unit, pairs, pairs)
            return
        gold, extracted = pairs.left(unit.state_gold), pairs.right(unit.state_extracted)
        has_gold, has_extracted = gold >= REFUSES, extracted >= REFUSES
        both = has_gold & has_extracted
        self._compared(plan, columns, unit, pairs.where(both), SharedPlaces.where_of(pairs, both))
        self._same(plan, columns, unit, OMISSION, pairs.where(has_gold & ~has_extracted))
        self._same(plan, columns, unit, HALLUCINATION, pairs.where(has_extracted & ~has_gold))
        if unit.any_listed:
            listed = ~has_gold & ~has_extracted & ((gold == LISTED) | (extracted == LISTED))
            self._same(plan, columns, unit, _both_absent(plan), pairs.where(listed))

    def _compared(self, plan: PlanNode, columns: Columns, unit: Unit, pairs: Pairs, placed: Placed) -> None:
        """Compare pairs; `placed` says the same of them."""
        if not len(pairs):
            return
        if unit.rule.is_batch:
            status = np.full(len(pairs), PENDING, np.int8)
            self._keep(plan, columns, placed, status, np.zeros(len(pairs)), unit=unit)
            return
        scored = unit.score(pairs)
        score = np.asarray(scored.score, np.float64)
        status = np.where(score == 1.0, MATCH, MISMATCH).astype(np.int8)
        if scored.skip is not None:
            status[scored.skip] = SKIPPED
            score = np.where(scored.skip, 0.0, score)
        similarity = None if scored.similarity is scored.score else np.asarray(scored.similarity, np.float64)
        self._keep(plan, columns, placed, status, score, similarity, unit=unit, outcome=scored.outcome)

    def unit_one_sided(self, plan: PlanNode, columns: Columns, unit: Unit, alone: OneSided) -> None:
        """Keep values that only one side has."""
        state = unit.states(alone.side)[alone.index]
        one_sided = OMISSION if alone.side is GOLD else HALLUCINATION
        self._same(plan, columns, unit, one_sided, alone.where(state >= REFUSES))
        self._same(plan, columns, unit, _both_absent(plan), alone.where(state == LISTED))

    def node(self, plan: PlanNode, columns: Columns, status: int, placed: Placed) -> None:
        """Keep one result at the node for each row."""
        self._same(plan, columns, None, status, placed)

    def unknown(self, plan: PlanNode, columns: Columns, unknown: UnknownKeys, pairs: Pairs) -> None:
        """Keep extracted keys that the schema lacks."""
        by_key: dict[str, list[int]] = {}
        rows, objects = pairs.extracted, columns.extracted
        some = np.flatnonzero(unknown.counts[rows])
        for place, row in zip(some.tolist(), rows[some].tolist(), strict=True):
            for key in unknown.by_row[row]:
                by_key.setdefault(key, []).append(place)
        for key, places in sorted(by_key.items()):
            at = np.array(places, np.intp)
            status, score = np.full(len(at), HALLUCINATION, np.int8), np.zeros(len(at))
            values = Columns([], [objects[row][key] for row in rows[at].tolist()], "")
            alone = OneSided(EXTRACTED, np.arange(len(at)), pairs.rows[at])
            self._keep(plan, values, alone, status, score, key=key)

    def compound(self, compound: Compound, columns: Columns, verdict: CompoundVerdict, placed: Placed) -> None:
        """Keep results at the primary field; where both objects exist, siblings that either side has are skipped."""
        paired = np.isin(verdict.status, (MATCH, MISMATCH, SKIPPED, BATCH_ERROR))
        for (key, member), seen in zip(compound.members, verdict.member_seen, strict=True):
            declared = key in compound.comparator.fields
            primary = declared and member is compound.primary
            mask = verdict.status >= 0 if primary else seen & paired if declared else seen
            if not mask.any():
                continue
            count = int(mask.sum())
            status = verdict.status[mask] if primary else np.full(count, SKIPPED, np.int8)
            score, similarity = (v[mask] if primary else np.zeros(count) for v in (verdict.score, verdict.similarity))
            together = f"judged with {paths.key_step(compound.comparator.primary)}"
            all_reasons = [reason if primary else together for reason in verdict.reasons]
            reasons = [reason for reason, wanted in zip(all_reasons, mask, strict=True) if wanted]
            below = columns.child(key, member.path)
            unit = below.cache.get("unit")
            self._keep(member, below, placed.where(mask), status, score, similarity, unit=unit, reasons=reasons)

    def _same(self, plan: PlanNode, columns: Columns, unit: Unit | None, status: int, placed: Placed) -> None:
        """Keep results that all have one status."""
        count = len(placed.rows)
        if count:
            score = np.full(count, float(status == MATCH))
            self._keep(plan, columns, placed, np.full(count, status, np.int8), score, unit=unit)

    def _keep(
        self, plan: PlanNode, columns: Columns, placed: Placed, status: ByteCodes, score: Floats,
        similarity: Floats | None = None, *, unit: Unit | None = None, outcome: Ints | None = None,
        key: str | None = None, reasons: list[str | None] | None = None,
    ) -> None:  # fmt: skip
        chunk = Chunk(plan, self.frame, columns, placed, status, score, similarity, unit, outcome, key, reasons)
        self.store.chunks.append(chunk)


class OneSidedSink(TableSink):
    """Keeps results of records that only one side has, not produced or invented: nothing in them is right.

    What the null policy takes as absent on both sides is skipped, though it be a match in a record that is there.
    """

    def compound(self, compound: Compound, columns: Columns, verdict: CompoundVerdict, placed: Placed) -> None:
        """Keep results at the primary field."""
        right = verdict.status == MATCH
        status = np.where(right, SKIPPED, verdict.status).astype(np.int8)
        score, similarity = (np.where(right, 0.0, given) for given in (verdict.score, verdict.similarity))
        super().compound(compound, columns, replace(verdict, status=status, score=score, similarity=similarity), placed)

    def _same(self, plan: PlanNode, columns: Columns, unit: Unit | None, status: int, placed: Placed) -> None:
        super()._same(plan, columns, unit, SKIPPED if status == MATCH else status, placed)


def root_frame(records: Ints) -> Frame:
    """Return the frame whose rows are these records."""
    return Frame(None, None, records, records, records, records, records)


def _both_absent(plan: PlanNode) -> int:
    return MATCH if plan.nulls is not None and plan.nulls.both_absent_matches else SKIPPED
