"""The records of a file that was scored in parts, each read from its line when someone looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from evaljson.confidence.split import plain_records
from evaljson.load.invented_record import InventedRecord
from evaljson.load.placed_records import ByPlace
from evaljson.scale.chunk_refs import LineSlice
from evaljson.scale.plan import ChunkPlan
from evaljson.scale.run_chunk import records_of
from evaljson.schema.node import SchemaNode
from evaljson.scoring.schema_parts import make_parts

_HELD: Final = 2
"""Slices whose lines stay in memory: one is some 8 MiB."""
_READ: Final = 256
"""Records that stay in memory."""


class LineRecords(ByPlace):
    """All records of one side, by their position in the file. Raises InputError where the file was changed since."""

    def __init__(self, slices: Sequence[LineSlice], kind: str, plan: ChunkPlan) -> None:
        positions = [part.positions() for part in slices]
        whole = np.concatenate(positions)
        super().__init__(len(whole))
        order = np.argsort(whole)
        self._slice = np.repeat(np.arange(len(slices)), [len(one) for one in positions])[order]
        self._line = np.concatenate([np.arange(len(one)) for one in positions])[order]
        self._slices, self._kind, self._plan = slices, kind, plan
        self._lines = lru_cache(_HELD)(self._lines_of)
        self.at = lru_cache(_READ)(self._read)  # type: ignore[method-assign]

    def _lines_of(self, at: int) -> list[bytes]:
        return [line for line in self._slices[at].read().splitlines(keepends=True) if not line.isspace()]

    def _read(self, place: int) -> Any:
        part = int(self._slice[place])
        line = self._lines(part)[int(self._line[place])]
        records = records_of(line, self._slices[part].name, self._kind, self._plan).records
        return records[0] if records else None


class RunGold(ByPlace):
    """The gold records of a run; those of extracted records that gold lacks are made up of their id."""

    def __init__(self, gold: LineRecords, positions: Sequence[int], ids: Sequence[Any], types: Sequence[str | None],
                 id_field: str | None) -> None:  # fmt: skip
        super().__init__(len(positions))
        self._gold, self._positions, self._ids = gold, positions, ids
        self._types, self._id_field = types, id_field

    def at(self, place: int) -> Any:
        """Return the record at a place of the run."""
        position = self._positions[place]
        if position < 0:
            return InventedRecord(str(self._id_field), self._ids[place], self._types[place])
        return self._gold.at(position)


class RunExtracted(ByPlace):
    """The extracted records of a run, without their confidences; None where there is none."""

    def __init__(
        self, extracted: LineRecords, positions: Sequence[int | None], gold: RunGold, tree: SchemaNode
    ) -> None:
        super().__init__(len(positions))
        self._extracted, self._positions, self._gold, self._tree = extracted, positions, gold, tree

    def at(self, place: int) -> Any:
        """Return the record at a place of the run."""
        position = self._positions[place]
        record = None if position is None else self._extracted.at(position)
        if record is None or self._tree.confidence is None:
            return record
        parts = make_parts(self._tree, self._tree.id_field, [self._gold.at(place)])
        return plain_records(self._tree.confidence, parts, [record])[0]
