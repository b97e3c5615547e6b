"""The columns of a run to save: from the engine's columns, each distinct text written once, or from objects."""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Iterable, Sequence
from json.encoder import encode_basestring
from typing import Any, Final

import numpy as np
import pyarrow as pa

from evaljson.base.any_text import escaped
from evaljson.base.arrays import Ints
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.results.engine_results import EngineResults
from evaljson.results.model import RunResult
from evaljson.results.parts import TextColumn, blank
from evaljson.results.saved.results import TEXTS, VALUES
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.status import CODES
from evaljson.scoring.table_sink import NOWHERE, Chunk

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)
_SAME_TEXT: Final = frozenset({str, int, bool, type(None), type(ABSENT)})
"""Types of which strictly equal values have the same text; floats do too, except for 0.0 and -0.0."""


def columns_of(run: RunResult) -> dict[str, Any]:
    """Return the columns of all results, in record, schema and element order.

    Raises InputError for a value that cannot be written as JSON.
    """
    try:
        if isinstance(run.table, EngineResults) and len(run.tallies.rows.record):
            return _of_engine(run, run.table)
        return of_objects(run)
    except (TypeError, ValueError) as error:
        raise InputError(f"a value cannot be saved as JSON: {error}") from None


def _of_engine(run: RunResult, table: EngineResults) -> dict[str, Any]:
    part, chunk, at, row = table.whole(run.records)
    columns: dict[str, Any] = {
        "record": part.record.astype(np.int32),
        "field": dictionary(part.field),
        "row": row.astype(np.int32),
        "status": part.status.astype(np.int8),
        "score": part.score,
        "weight": part.weight,
        "similarity": pa.array(part.similarity, pa.float64(), mask=np.isnan(part.similarity)),
        **{name: dictionary(getattr(part, name)).dictionary_decode() for name in TEXTS},
        **_values(table.chunks, chunk, at),
    }
    return columns if part.confidence is None else {**columns, "confidence": part.confidence}


def of_objects(run: RunResult) -> dict[str, Any]:
    """Return the same columns from results that are objects, as post-processors leave them."""
    every = run.table.in_order()
    results, listed = every.results, run.tallies.rows.fields
    code = {path: number for number, path in enumerate(listed)}
    fields = TextColumn(np.array([code[path] for path in every.fields], np.intp), list(listed))
    columns: dict[str, Any] = {
        "record": np.array(every.records, np.int32),
        "field": dictionary(fields),
        "row": np.array(every.rows, np.int32),
        "status": np.array([CODES[result.status] for result in results], np.int8),
        "score": np.array([result.score for result in results], np.float64),
        "weight": np.array([result.weight for result in results], np.float64),
        "similarity": pa.array([result.similarity for result in results], pa.float64()),
        **{name: pa.array(_escaped([getattr(result, name) for result in results]), pa.string()) for name in TEXTS},
        **{name: pa.array(_texts([getattr(result, name) for result in results]), pa.string()) for name in VALUES},
    }
    sure = run.table.confidences()
    if sure is not None:  # NaN differs from no column at all
        columns["confidence"] = sure[np.array(every.rows, np.intp)]
    return columns


def _values(chunks: Sequence[Chunk], chunk: Ints, at: Ints) -> dict[str, Any]:
    columns = {name: blank(len(at)) for name in VALUES}
    order = np.argsort(chunk, kind="stable")
    numbers, starts = np.unique(chunk[order], return_index=True)
    for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
        for side, name in ((GOLD, "gold"), (EXTRACTED, "extracted")):
            shown, compared = _of_side(chunks[number], at[places], side)
            columns[f"{name}_value"].put(places, shown)
            columns[f"{name}_compared"].put(places, compared)
    return {name: _decoded(column) for name, column in columns.items()}


def _of_side(chunk: Chunk, at: Ints, side: Side) -> tuple[TextColumn, TextColumn]:
    """Return the texts of one side as it is in the record, and as it is compared; None for null and for no value."""
    rows, column, unit = chunk.rows_of(side), chunk.columns.of(side), chunk.unit
    if rows is None or not len(at):
        nothing = TextColumn(np.zeros(len(at), np.intp), [None])
        return nothing, nothing
    rows = rows[at]
    if unit is None:
        shown = _by_row(column, rows)
        return shown, shown
    raw = unit.raw_extracted if side is EXTRACTED else unit.raw_gold
    of_row = np.where(rows == NOWHERE, NOWHERE, raw[rows])
    codes, first, number = np.unique(of_row, return_index=True, return_inverse=True)
    compared = [None if code == NOWHERE else unit.compared[code] for code in codes.tolist()]
    values = [None if row == NOWHERE else column[row] for row in rows[first].tolist()]
    types = set(map(type, values))
    is_safe = types <= _SAME_TEXT or (types <= _SAME_TEXT | {float} and 0.0 not in values)
    texts = _distinct_texts(compared)
    if not is_safe:
        return _by_row(column, rows), TextColumn(number, texts)
    is_as_read = all(map(operator.is_, values, compared))  # no transform made another value
    return TextColumn(number, texts if is_as_read else _distinct_texts(values)), TextColumn(number, texts)


def _by_row(column: Sequence[Any], rows: Ints) -> TextColumn:
    texts = _texts([None if row == NOWHERE else column[row] for row in rows.tolist()])
    return TextColumn(np.arange(len(texts)), texts)


def _distinct_texts(values: Sequence[Any]) -> list[str | None]:
    """Write values as `_texts` does; a column of texts, which most are, needs no look at each."""
    texts = values[1:] if values and values[0] is None else values
    if set(map(type, texts)) != {str}:
        return _texts(values)
    written: list[str | None] = list(map(encode_basestring, texts))
    together = "".join(map(str, written))
    if not together.isascii() or "\\" in together:
        written = _escaped(written)
    return written if len(texts) == len(values) else [None, *written]


def _texts(values: Iterable[Any]) -> list[str | None]:
    """Write values as JSON text; None stands for null and for no value. Each text is built once.

    What JSON does not have, such as a date that a transform made, is written as its text.
    """
    listed = list(values)
    types = set(map(type, listed))
    if types == {int} or (types == {float} and all(map(math.isfinite, listed))):
        return list(map(repr, listed))
    known: dict[str, str] = {}
    return [known.get(value) or _kept(known, value) if type(value) is str else _text(value) for value in listed]


def _kept(known: dict[str, str], value: str) -> str:
    text = known[value] = escaped(encode_basestring(value))
    return text


def _text(value: Any) -> str | None:
    """Write a value that is no text. The encoder, which takes ten times as long, is for what the types do not tell."""
    if value is None or value is ABSENT:
        return None
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return repr(value)
    return escaped(_ENCODER.encode(value))


def dictionary(column: TextColumn) -> pa.DictionaryArray:
    """Return a column whose texts are escaped here, each once; rows without text are null."""
    return _coded(column, _escaped(column.texts))


def _decoded(column: TextColumn) -> pa.Array:
    """Return a column of texts that are escaped by now."""
    return _coded(column, column.texts).dictionary_decode()


def _coded(column: TextColumn, texts: list[str | None]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(column.codes.astype(np.int32), pa.array(texts, pa.string()))


def _escaped(texts: Sequence[str | None]) -> list[str | None]:
    return [None if text is None else escaped(text) for text in texts]
