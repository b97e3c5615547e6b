"""Every field result as CSV or Parquet, one row each; values of mixed types as JSON text.

Files are made in pieces, straight from the columns of a run: at no time are all rows in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from evaljson.base.arrays import AnyArray, Floats
from evaljson.base.json_text import clean, json_text
from evaljson.report.export.byte_pieces import BytePieces
from evaljson.report.export.csv_cells import csv_row, quoted_array, text_cell
from evaljson.results.model import RunResult
from evaljson.results.parts import ResultPart, TextColumn
from evaljson.scoring.status import NAMES

_NAMES: Final = (
    "record_id", "path", "field", "status", "score", "weight", "gold", "extracted", "comparator", "reason",
    "similarity", "extracted_path",
)  # fmt: skip
_TEXTS: Final = ("path", "field", "comparator", "reason", "extracted_path")
_NUMBERS: Final = ("score", "weight", "similarity", "confidence")
_TEXT: Final = pa.large_string()


def csv_pieces(run: RunResult) -> Iterator[bytes]:
    """Give UTF-8: a header, one line a result. Text that a spreadsheet would run as a formula gets a ' in front.

    gold and extracted are JSON text, which is never a formula: `null` where there is null, empty where nothing is.
    record_id stays text or integers; where it is both, it is JSON text, so that 1 and "1" stay two records. Where the
    run knows how sure the extraction was of its values, that is in a last column `confidence`, from 0 to 1.
    """
    ids, write_id = _ids(run)
    names = _names(run)
    yield csv_row(names).encode()
    for part in run.table.parts(run.records):
        cells = {name: _taken(getattr(part, name), text_cell) for name in _TEXTS}
        cells["gold"], cells["extracted"] = _values(part, quoted_array)
        cells["record_id"] = _repeated(part.record, lambda place: write_id(ids[place]))
        cells["status"] = _repeated(part.status, NAMES.__getitem__)
        for name in _NUMBERS:
            if name in names:
                cells[name] = _repeated(_numbers(part, name), _number)
        yield _joined([cells[name] for name in names])


def to_csv(run: RunResult) -> bytes:
    """Return all of `csv_pieces`."""
    return b"".join(csv_pieces(run))


def parquet_pieces(run: RunResult) -> Iterator[bytes]:
    """Give the same rows with their types, as Parquet; missing cells are null, and text is as it is."""
    ids, _ = _ids(run)
    whole = all(type(one) is int for one in ids.values())
    names = _names(run)
    kinds = {"record_id": pa.int64() if whole else _TEXT, **dict.fromkeys(_NUMBERS, pa.float64())}
    schema = pa.schema([(name, kinds.get(name, _TEXT)) for name in names])
    sink = BytePieces()
    with pq.ParquetWriter(sink, schema) as writer:
        for part in run.table.parts(run.records):
            columns = {name: _taken(getattr(part, name), clean) for name in _TEXTS}
            columns["gold"], columns["extracted"] = _values(part, lambda texts: texts)
            columns["record_id"] = pa.array([ids[place] for place in part.record.tolist()], kinds["record_id"])
            columns["status"] = _repeated(part.status, NAMES.__getitem__)
            for name in _NUMBERS:
                if name in names:
                    columns[name] = pa.array(_numbers(part, name), pa.float64(), from_pandas=True)  # NaN is null
            writer.write_table(pa.table([columns[name] for name in names], schema=schema))
            yield sink.taken()
    yield sink.taken()


def to_parquet(run: RunResult) -> bytes:
    """Return all of `parquet_pieces`."""
    return b"".join(parquet_pieces(run))


def _names(run: RunResult) -> tuple[str, ...]:
    return _NAMES if run.table.confidences() is None else (*_NAMES, "confidence")


def _ids(run: RunResult) -> tuple[dict[int, Any], Callable[[Any], str]]:
    """Return the id of each record with results, as the files show it, and how CSV writes one."""
    own = {place: run.records[place].record_id for place in np.unique(run.tallies.rows.record).tolist()}
    kinds = set(map(type, own.values()))
    if kinds <= {int} and all(-(2**63) <= one < 2**63 for one in own.values() if one is not None):
        return own, str
    show = clean if kinds <= {str} else json_text
    return {place: show(one) for place, one in own.items()}, text_cell


def _numbers(part: ResultPart, name: str) -> Floats:
    numbers: Floats = getattr(part, name)
    return numbers


def _number(number: float) -> str:
    return "" if number != number else repr(number)


def _taken(column: TextColumn, write: Callable[[str], str]) -> pa.Array:
    """Write each text that the column has once, and give the row of each its own; None stays null."""
    texts = [None if text is None else write(text) for text in column.texts]
    return pa.array(texts, _TEXT).take(pa.array(column.codes))


def _values(part: ResultPart, write: Callable[[pa.Array], pa.Array]) -> tuple[pa.Array, pa.Array]:
    """Write the JSON texts of both sides, once where they share them, and give each row its own."""
    gold, extracted = part.gold, part.extracted
    texts = write(pa.array(gold.texts, _TEXT))
    other = texts if extracted.texts is gold.texts else write(pa.array(extracted.texts, _TEXT))
    return texts.take(pa.array(gold.codes)), other.take(pa.array(extracted.codes))


def _repeated(values: AnyArray, write: Callable[[Any], str]) -> pa.Array:
    """Write each value once, and give the row of each its own."""
    bits = values.view(np.int64) if values.dtype == np.float64 else values  # 0.0 and -0.0 are written differently
    distinct, codes = np.unique(bits, return_inverse=True)
    return pa.array([write(one) for one in distinct.view(values.dtype).tolist()], _TEXT).take(pa.array(codes))


def _joined(columns: Sequence[pa.Array]) -> bytes:
    """Join the cells of each row; null is an empty cell. The rows of an array lie one after another in memory."""
    comma, end, nothing = (pa.scalar(text, _TEXT) for text in (",", "\n", ""))
    rows = pc.binary_join_element_wise(*columns, comma, null_handling="replace", null_replacement="")
    rows = pc.binary_join_element_wise(rows, nothing, end)
    _, offsets, data = rows.buffers()
    first, last = np.frombuffer(offsets, np.int64)[[rows.offset, rows.offset + len(rows)]].tolist()
    whole: bytes = data[first:last].to_pybytes()
    return whole
