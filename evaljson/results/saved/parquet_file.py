"""Reads parts of a Parquet file in memory: some columns, of all rows or of those around a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from evaljson.base.arrays import AnyInts

ROWS = 8192
"""Rows per row group; the whole group is read to show one record."""


class SavedFile:
    """A Parquet file whose bytes stay compressed in memory, or on the disk."""

    def __init__(self, data: bytes | Path) -> None:
        """Open the file. Raises pa.ArrowInvalid where it is not Parquet, OSError where it cannot be read."""
        self._data = data
        file = pq.ParquetFile(self._source())
        self._metadata, self._schema = file.metadata, file.schema_arrow
        groups = [self._metadata.row_group(i).num_rows for i in range(self._metadata.num_row_groups)]
        self._starts = np.concatenate([[0], np.cumsum(groups)]).astype(np.intp)
        self._last: tuple[tuple[int, ...], tuple[str, ...], pa.Table] | None = None

    @property
    def size(self) -> int:
        """Bytes of memory: the file, and the rows that were read last."""
        last = self._last
        held = len(self._data) if isinstance(self._data, bytes) else 0
        return held + (0 if last is None else last[2].nbytes)

    def metadata(self, key: bytes) -> bytes:
        """Return the text stored with the table under a key. Raises KeyError."""
        text: bytes = (self._schema.metadata or {})[key]
        return text

    def has(self, column: str) -> bool:
        """Check whether the table has a column of this name."""
        return column in self._schema.names

    def read(self, columns: Sequence[str]) -> pa.Table:
        """Read some columns of all rows."""
        return self._open().read(columns=list(columns), use_threads=False)

    def span(self, columns: Sequence[str], first: int, end: int) -> pa.Table:
        """Read the rows from `first` to before `end`; their row groups are kept for the next read."""
        low = int(np.searchsorted(self._starts, first, side="right")) - 1
        high = int(np.searchsorted(self._starts, max(end, first + 1), side="left"))
        groups = tuple(range(low, min(high, len(self._starts) - 1)))
        if not groups or end <= first:
            return self._schema_of(columns).empty_table()
        last = self._last
        if last is None or last[:2] != (groups, tuple(columns)):
            last = groups, tuple(columns), self._groups(groups, columns)
            self._last = last
        return last[2].slice(first - int(self._starts[low]), end - first)

    def part(self, columns: Sequence[str], first: int, end: int) -> pa.Table:
        """Read the rows from `first` to before `end`, and keep nothing of them."""
        low = int(np.searchsorted(self._starts, first, side="right")) - 1
        high = int(np.searchsorted(self._starts, end, side="left"))
        return self._groups(range(low, high), columns).slice(first - int(self._starts[low]), end - first)

    def take(self, columns: Sequence[str], places: AnyInts) -> pa.Table:
        """Read these rows, in this order."""
        of = np.searchsorted(self._starts, places, side="right") - 1
        groups = np.unique(of)
        if not len(groups):
            return self._schema_of(columns).empty_table()
        sizes = np.diff(self._starts)[groups]
        moved = np.concatenate([[0], np.cumsum(sizes)[:-1]]) - self._starts[groups]
        part = self._groups(groups.tolist(), columns)
        return part.take(places + moved[np.searchsorted(groups, of)])

    def _groups(self, groups: Sequence[int], columns: Sequence[str]) -> pa.Table:
        return self._open().read_row_groups(list(groups), columns=list(columns), use_threads=False)

    def _schema_of(self, columns: Sequence[str]) -> Any:
        return pa.schema([self._schema.field(name) for name in columns])

    def _open(self) -> pq.ParquetFile:
        """Open a reader for each read: threads share this object."""
        return pq.ParquetFile(self._source(), metadata=self._metadata)

    def _source(self) -> Any:
        return pa.BufferReader(self._data) if isinstance(self._data, bytes) else pa.memory_map(str(self._data))
