"""What each pair of annotators has at each field, from the engine's results of one against the other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Codes, Floats, Ints
from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.results.engine_results import EngineResults
from evaljson.schema.node import SchemaNode
from evaljson.scoring.columns import codes_of
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.status import MATCH, MISMATCH
from evaljson.scoring.table_sink import NOWHERE, Chunk, Frame

NONE_HERE = -1
"""In place of the code of a value that is absent."""


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """Places of one field where two annotators could both have a value, as parallel arrays."""

    record: Ints
    left: Ints
    """Codes of values, NONE_HERE where there is none."""
    right: Ints
    score: Floats
    """By the engine; NaN where it gave none."""

    @property
    def both(self) -> Bools:
        """Return where both have a value."""
        both: Bools = (self.left != NONE_HERE) & (self.right != NONE_HERE)
        return both


@dataclass(slots=True, eq=False)
class FieldPairs:
    """One field, over all pairs of annotators."""

    plan: PlanNode
    inside: SchemaNode | None
    """The innermost array or map that it is in."""
    root: SchemaNode
    values: list[Any] = field(default_factory=list)
    """Distinct raw values."""
    parts: list[Meetings] = field(default_factory=list)
    _codes: dict[Hashable, int] = field(default_factory=dict)

    def add(self, meetings: Meetings, distinct: list[Any]) -> None:
        """Add meetings whose codes are places in `distinct`."""
        used = np.unique(np.concatenate([meetings.left, meetings.right]))
        number = np.full(len(distinct) + 1, NONE_HERE, np.intp)
        for code in used[used != NONE_HERE].tolist():
            key = strict_key(distinct[code])
            if key not in self._codes:
                self._codes[key] = len(self.values)
                self.values.append(distinct[code])
            number[code] = self._codes[key]
        self.parts.append(Meetings(meetings.record, number[meetings.left], number[meetings.right], meetings.score))

    def all(self) -> Meetings:
        """Return the meetings of all pairs of annotators."""
        columns = ([getattr(part, name) for part in self.parts] for name in ("record", "left", "right", "score"))
        return Meetings(*(np.concatenate(column) for column in columns))


@dataclass(slots=True, eq=False)
class ElementPairs:
    """The elements of one array, or entries of one map, over all pairs of annotators."""

    node: SchemaNode
    both: Ints
    """By record, elements that two have both."""
    alone: Ints
    """By record, elements that one of two has alone."""


class Gathered:
    """Fields and arrays of all pairs of annotators."""

    def __init__(self, tree: SchemaNode, records: int) -> None:
        self._records = records
        self._root_of = {id(node): root for root in tree.roots for node in root.walk()}
        self.fields: dict[int, FieldPairs] = {}
        """By the `id` of the field's node."""
        self.arrays: dict[int, ElementPairs] = {}
        self.shared: dict[int, Ints] = {}
        """By the `id` of a root, how many pairs of annotators each record has that it scores."""

    def add(self, results: EngineResults, records: Ints, roots: Iterable[SchemaNode]) -> None:
        """Add one annotator scored against another; `roots` are the schemas of the documents `records`."""
        for record, root in zip(records.tolist(), roots, strict=True):
            self.shared.setdefault(id(root), np.zeros(self._records, np.intp))[record] += 1
        for frame in results.frames:
            self._add_frame(frame, records)
        for chunk in results.chunks:
            if chunk.key is None and chunk.plan.unit is not None and not chunk.plan.schema.skip:
                self._add_chunk(chunk, records)

    def _add_frame(self, frame: Frame, records: Ints) -> None:
        if frame.plan is None:
            return
        node = frame.plan.schema
        none = np.zeros(self._records, np.intp)
        known = self.arrays.setdefault(id(node), ElementPairs(node, none, none))
        record, both = records[frame.records(np.arange(len(frame.parents)))], _aligned(frame)
        known.both = known.both + np.bincount(record[both], minlength=self._records)
        known.alone = known.alone + np.bincount(record[~both], minlength=self._records)

    def _add_chunk(self, chunk: Chunk, records: Ints) -> None:
        node = chunk.plan.schema
        inside = None if chunk.frame.plan is None else chunk.frame.plan.schema
        kept = np.arange(len(chunk.rows)) if inside is None else np.flatnonzero(_aligned(chunk.frame)[chunk.rows])
        if not len(kept):
            return
        left, right, distinct = _codes(chunk, kept)
        scored = np.isin(chunk.status[kept], (MATCH, MISMATCH))
        score = np.where(scored, chunk.score[kept], np.nan)
        record = records[chunk.frame.records(chunk.rows[kept])]
        if id(node) not in self.fields:
            self.fields[id(node)] = FieldPairs(chunk.plan, inside, self._root_of[id(node)])
        self.fields[id(node)].add(Meetings(record, left, right, score), distinct)

    def both_absent(self, of_field: FieldPairs) -> Ints:
        """Count by record where neither of two annotators has the field, though both have what it is in."""
        places = self.shared[id(of_field.root)] if of_field.inside is None else self.arrays[id(of_field.inside)].both
        here = np.bincount(of_field.all().record, minlength=self._records)
        absent: Ints = np.maximum(places - here, 0)
        return absent

    def in_schema_order(self, tree: SchemaNode) -> Iterator[tuple[str, FieldPairs | None, ElementPairs | None]]:
        """Yield names of fields and arrays with what is known of them."""
        for name, node in tree.fields_by_name():
            found, elements = self.fields.get(id(node)), self.arrays.get(id(node))
            if found is not None or elements is not None:
                yield name, found, elements


def _aligned(frame: Frame) -> Bools:
    both: Bools = (frame.gold != NOWHERE) & (frame.extracted != NOWHERE)
    return both


def _codes(chunk: Chunk, kept: Ints) -> tuple[Ints, Ints, list[Any]]:
    """Return codes of the raw values on both sides, and the distinct values."""
    gold, extracted = (None if rows is None else rows[kept] for rows in (chunk.gold, chunk.extracted))
    unit, columns = chunk.unit, chunk.columns
    if unit is not None:
        left = _present(gold, unit.raw_gold, unit.present_gold, len(kept))
        return left, _present(extracted, unit.raw_extracted, unit.present_extracted, len(kept)), unit.raw
    # The values of compounds are not coded.
    listed = [*_listed(gold, columns.gold, len(kept)), *_listed(extracted, columns.extracted, len(kept))]
    codes, distinct = codes_of(listed, chunk.plan.path)
    there = np.array([value is not ABSENT for value in distinct], np.bool_)
    known = np.where(there[codes], codes, NONE_HERE).astype(np.intp)
    return known[: len(kept)], known[len(kept) :], distinct


def _present(rows: Ints | None, codes: Codes, there: Bools, count: int) -> Ints:
    if rows is None:
        return np.full(count, NONE_HERE, np.intp)
    known: Ints = np.where((rows != NOWHERE) & there[rows], codes[rows], NONE_HERE).astype(np.intp)
    return known


def _listed(rows: Ints | None, column: list[Any], count: int) -> list[Any]:
    if rows is None:
        return [ABSENT] * count
    return [ABSENT if row == NOWHERE else column[row] for row in rows.tolist()]
