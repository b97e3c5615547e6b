"""Saves a run whose results come in parts: each waits on the disk, so that memory holds one of them and the numbers.

The bytes are those that `save_run` writes of the same results.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from evaljson.results.engine_results import in_places
from evaljson.results.model import RunResult
from evaljson.results.parts import TextColumn
from evaljson.results.protocol import FiguresAlone
from evaljson.results.saved.columns import columns_of, dictionary
from evaljson.results.saved.parquet_file import ROWS
from evaljson.results.saved.run import COMPRESSION, about_run
from evaljson.scoring.tallies import Rows, Tallies

if TYPE_CHECKING:
    import pandas as pd

_AT_ONCE: Final = 4 * ROWS
"""Rows that are written together: whole row groups."""


class SavedInParts:
    """Parts of a run on their way into one file; a context, at whose end what waits on the disk is gone."""

    def __init__(self) -> None:
        self._spool: Any = tempfile.TemporaryFile(prefix="evaljson-parts-")  # noqa: SIM115 (closed by the context)
        self._writer: pa.RecordBatchStreamWriter | None = None
        self._rows: list[Rows] = []
        self._alignments: list[pd.DataFrame] = []
        self._records, self._results = 0, 0

    def __enter__(self) -> SavedInParts:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._spool.close()

    def add(self, part: RunResult) -> None:
        """Take the results of the next records. Raises InputError for a value that cannot be written as JSON."""
        rows, columns = part.tallies.rows, columns_of(part)
        columns["record"] = columns["record"] + np.int32(self._records)
        columns["row"] = columns["row"] + np.int32(self._results)
        columns["field"] = self._field_codes(columns["field"])
        table = pa.table(columns)
        if self._writer is None:
            options = pa.ipc.IpcWriteOptions(compression="lz4")
            self._writer = pa.ipc.new_stream(self._spool, table.schema, options=options)
        self._writer.write_table(table)
        self._rows.append(rows)
        self._alignments.append(part.table.alignments(list(range(self._records, self._records + rows.records))))
        self._records += rows.records
        self._results += len(rows.record)

    def _field_codes(self, column: pa.DictionaryArray) -> pa.Array:
        """Return the field of each result as a number: the names of a part are those of `Rows.fields`."""
        return column.indices

    def figures(self) -> FiguresAlone:
        """Return the tallies of all parts, without what was compared."""
        listed, orders = self._fields()
        number = {path: at for at, path in enumerate(listed)}
        before = np.cumsum([0, *(rows.records for rows in self._rows)]).tolist()
        together = {
            name: np.concatenate([getattr(rows, name) for rows in self._rows]) for name in ("status", "score", "weight")
        }
        record = [rows.record + np.int32(first) for rows, first in zip(self._rows, before, strict=False)]
        field = [_renumbered(rows.fields, number)[rows.field] for rows in self._rows]
        return FiguresAlone(
            Tallies(
                Rows(np.concatenate(record), np.concatenate(field), **together, fields=listed, records=before[-1],
                     orders=orders)
            )
        )  # fmt: skip

    def _fields(self) -> tuple[list[str], tuple[tuple[int, str], ...]]:
        placed = {place for rows in self._rows for place in zip(rows.orders, rows.fields, strict=True)}
        code, orders = in_places(sorted(placed))
        return list(code), orders

    def saved(self, run: RunResult) -> bytes:
        """Return the run as `save_run` does; `run` has the figures of all parts."""
        import pandas as pd

        assert self._writer is not None
        self._writer.close()
        about = about_run(run, pd.concat(self._alignments, ignore_index=True))
        sink = io.BytesIO()
        writer: pq.ParquetWriter | None = None
        for table in self._tables(run.tallies.rows.fields):
            table = table.replace_schema_metadata(about)
            writer = writer or pq.ParquetWriter(sink, table.schema, compression=COMPRESSION)
            writer.write_table(table, row_group_size=ROWS)
        assert writer is not None
        writer.close()
        return sink.getvalue()

    def _tables(self, listed: list[str]) -> Iterator[pa.Table]:
        """Read what waits on the disk, in whole row groups; one table without rows where there is none."""
        self._spool.seek(0)
        names = {path: at for at, path in enumerate(listed)}
        waiting: list[pa.Table] = []
        held = 0
        with pa.ipc.open_stream(self._spool) as stream:
            batches = iter(stream)
            nothing = stream.schema.empty_table()
            for rows in self._rows:
                left = len(rows.record)
                while left:
                    batch = next(batches)
                    left -= len(batch)
                    waiting.append(pa.Table.from_batches([_named(batch, _renumbered(rows.fields, names))]))
                    held += len(batch)
                if held >= _AT_ONCE:
                    whole = pa.concat_tables(waiting)
                    end = held - held % ROWS
                    yield _with_names(whole.slice(0, end), listed)
                    waiting, held = [whole.slice(end)], held - end
        if held or not self._results:
            yield _with_names(pa.concat_tables([*waiting, nothing]), listed)


def _renumbered(fields: list[str], number: dict[str, int]) -> Any:
    return np.array([number[path] for path in fields], np.int32)


def _named(batch: pa.RecordBatch, number: Any) -> pa.RecordBatch:
    """Give the fields of a part their numbers among those of all parts."""
    at = batch.schema.get_field_index("field")
    return batch.set_column(at, "field", pa.array(number[batch.column(at).to_numpy()], pa.int32()))


def _with_names(table: pa.Table, listed: list[str]) -> pa.Table:
    at = table.schema.get_field_index("field")
    codes = table.column(at).to_numpy().astype(np.intp)
    return table.set_column(at, "field", dictionary(TextColumn(codes, list(listed))))
