"""The results of a chunk as Arrow record batches, whose columns are the same in every chunk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa

from evaljson.base.arrays import AnyInts
from evaljson.base.json_text import clean
from evaljson.results.aggregate import Records
from evaljson.results.model import RunResult
from evaljson.results.parts import ResultPart, TextColumn
from evaljson.scale.plan import RowKind
from evaljson.scoring.status import NAMES
from evaljson.scoring.tallies import record_figures

_FIGURES: Final = (
    ("position", pa.int64()), ("record_id", pa.string()), ("field", pa.string()), ("status", pa.string()),
    ("score", pa.float64()), ("weight", pa.float64()),
)  # fmt: skip
_TEXTS: Final = ("path", "gold", "extracted", "comparator", "reason", "extracted_path")
_VALUES: Final = (*((name, pa.string()) for name in _TEXTS), ("similarity", pa.float64()), ("confidence", pa.float64()))
ROWS: Final = {"figures": pa.schema(_FIGURES), "app": pa.schema(_FIGURES), "all": pa.schema((*_FIGURES, *_VALUES))}
"""The columns of results by kind. `position` is that in gold, from 0; below 0 for records that gold lacks."""
RECORDS: Final = pa.schema(
    [
        ("position", pa.int64()), ("record_id", pa.string()), ("id_is_number", pa.bool_()),
        ("extracted_position", pa.int64()), ("type", pa.string()), ("precision", pa.float64()),
        ("recall", pa.float64()), ("f1", pa.float64()), ("score", pa.float64()), ("gold", pa.float64()),
        ("extracted", pa.float64()),
    ]
)  # fmt: skip
"""The columns of records: score, gold and extracted are the sums that the three figures come from."""


def result_rows(run: RunResult, at: AnyInts, kind: RowKind) -> pa.RecordBatch:
    """Return one row per field result, by record; `at` is the position in gold of each record."""
    if kind == "all":
        parts = [_whole(part, run, at) for part in run.table.parts(run.records)]
        table = pa.Table.from_batches(parts, ROWS["all"]).combine_chunks()
        return table.to_batches()[0] if len(table) else _empty(ROWS["all"])
    rows = run.tallies.rows
    order = np.argsort(rows.record, kind="stable")
    record = rows.record[order]
    columns = [
        pa.array(at[record]),
        _taken(_ids(run, at), record),
        _taken(list(rows.fields), rows.field[order]),
        _taken(list(NAMES), rows.status[order]),
        pa.array(rows.score[order]),
        pa.array(rows.weight[order]),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=ROWS["figures"])


def record_rows(run: RunResult, at: AnyInts, extracted: AnyInts) -> pa.RecordBatch:
    """Return one row per record; `extracted` has the position in its file of each extracted record of the chunk."""
    score, gold, produced = run.tallies.by_record()
    figures = record_figures(score, gold, produced)
    other = extracted.tolist()
    types = run.types or [None] * len(at)
    columns = [
        pa.array(at),
        pa.array(_ids(run, at), pa.string()),
        pa.array([type(one) is int for one in _own(run, at)], pa.bool_()),
        pa.array([None if place is None else other[place] for _, place in run.positions], pa.int64()),
        pa.array(list(types), pa.string()),
        *map(pa.array, (figures.precision, figures.recall, figures.f1, score, gold, produced)),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=RECORDS)


def _own(run: RunResult, at: AnyInts) -> Sequence[Any]:
    """Return the id of each record; its position in gold where records have none."""
    if run.id_field is None:
        return at.tolist()  # type: ignore[no-any-return]
    return run.records.ids if isinstance(run.records, Records) else [record.record_id for record in run.records]


def _ids(run: RunResult, at: AnyInts) -> list[str | None]:
    return [clean(one) if isinstance(one, str) else str(one) for one in _own(run, at)]


def _whole(part: ResultPart, run: RunResult, at: AnyInts) -> pa.RecordBatch:
    columns: dict[str, Any] = {name: _text(getattr(part, name)) for name in ("field", *_TEXTS)}
    columns |= {
        "position": pa.array(at[part.record]),
        "record_id": _taken(_ids(run, at), part.record),
        "status": _taken(list(NAMES), part.status),
        "score": pa.array(part.score),
        "weight": pa.array(part.weight),
        "similarity": pa.array(part.similarity, from_pandas=True),
        "confidence": pa.nulls(len(part.record), pa.float64())
        if part.confidence is None
        else pa.array(part.confidence, from_pandas=True),
    }
    return pa.RecordBatch.from_arrays([columns[name] for name in ROWS["all"].names], schema=ROWS["all"])


def _text(column: TextColumn, write: Callable[[str], str] = clean) -> pa.Array:
    """Write each text that the column has once, and give the row of each its own; None stays null."""
    return _taken([None if text is None else write(text) for text in column.texts], column.codes)


def _taken(texts: Sequence[str | None], codes: AnyInts) -> pa.Array:
    return pa.array(texts, pa.string()).take(pa.array(codes))


def _empty(schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)
