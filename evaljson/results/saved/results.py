"""The results of a saved run: numbers in memory; texts and values are read from the file when needed."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from evaljson.base.any_text import unescaped
from evaljson.base.arrays import Codes, Floats, Ints
from evaljson.results.array_rows import NOTHING, ArrayRows, rows_of_coded_paths, states
from evaljson.results.compared_values import ComparedValues, values_by_status
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.parts import ResultPart
from evaljson.results.protocol import InOrder, Listed
from evaljson.results.saved.parquet_file import SavedFile
from evaljson.results.saved.parts import SavedRows, texts_of
from evaljson.scoring.status import NAMES
from evaljson.scoring.tallies import Rows, Tallies

if TYPE_CHECKING:
    import pandas as pd

ALIGNMENTS: Final = b"evaljson.alignments"
VALUES: Final = ("gold_value", "extracted_value", "gold_compared", "extracted_compared")
"""Columns of JSON text; null stands for None, as in FieldResult."""
INDICES: Final = ("gold_index", "extracted_index")
"""Columns of the alignments: as numbers, or where there are keys among them as JSON."""
TEXTS: Final = ("path", "extracted_path", "comparator", "reason")
_NUMBERS = ("record", "field", "row", "status", "score", "weight")
_SHOWN = (*TEXTS, *VALUES, "status", "score", "weight", "similarity")


class SavedResults:
    """The results of a saved run, in columns; objects are built when someone looks at them."""

    def __init__(self, file: SavedFile, listed: list[str], records: int) -> None:
        self._file = file
        self._listed = listed
        table = file.read(_NUMBERS)
        code = {path: number for number, path in enumerate(listed)}
        names = table["field"].unify_dictionaries().combine_chunks()
        of_name = np.array([code[name] for name in map(unescaped, names.dictionary.to_pylist())], np.int32)
        self._record = table["record"].to_numpy()
        self._field = of_name[names.indices.to_numpy()] if len(table) else np.zeros(0, np.int32)
        self._row = table["row"].to_numpy()
        back = self._back = inverse(self._row)
        status, score, weight = (table[name].to_numpy()[back] for name in ("status", "score", "weight"))
        self.tallies = Tallies(Rows(self._record[back], self._field[back], status, score, weight, listed, records))

    @property
    def size(self) -> int:
        """Approximate bytes of memory: the file, and the numbers of each row."""
        rows = self.tallies.rows
        own = (self._record, self._field, self._row, self._back)
        held = (*own, rows.record, rows.field, rows.status, rows.score, rows.weight)
        return self._file.size + sum(part.nbytes for part in held)

    @cached_property
    def _starts(self) -> list[int]:
        """The row where the results of each record begin, and the end of the last ones."""
        starts: list[int] = np.searchsorted(self._record, np.arange(self.tallies.rows.records + 1)).tolist()
        return starts

    def field_results(self, record: int) -> list[FieldResult]:
        """Build the results of one record, in the order of the record view."""
        return _built(self._file.span(_SHOWN, self._starts[record], self._starts[record + 1]))

    def fields_of(self, record: int) -> list[str]:
        """Return the schema path of each of `field_results`."""
        numbers = self._field[self._starts[record] : self._starts[record + 1]]
        return [self._listed[number] for number in numbers.tolist()]

    def in_order(self) -> InOrder:
        """Return all results, in record, schema and element order."""
        fields = [self._listed[number] for number in self._field.tolist()]
        return InOrder(self._record.tolist(), fields, self._row.tolist(), _built(self._file.read(_SHOWN)))

    def listed(self) -> Listed:
        """Return all results as columns, in the same order, without building objects."""
        table = self._file.read((*TEXTS, "gold_value", "extracted_value", "status", "score", "weight", "similarity"))
        texts = {name: _each(table[name], unescaped) for name in TEXTS}
        return Listed(
            self._record.tolist(),
            [self._listed[number] for number in self._field.tolist()],
            texts["path"],
            [NAMES[status] for status in table["status"].to_pylist()],
            table["score"].to_pylist(),
            table["weight"].to_pylist(),
            _each(table["gold_value"], _value),
            _each(table["extracted_value"], _value),
            texts["comparator"],
            texts["reason"],
            table["similarity"].to_pylist(),
            texts["extracted_path"],
        )

    def some(self, rows: Ints) -> list[FieldResult]:
        """Build the results in these rows of the tallies."""
        return _built(self._file.take(_SHOWN, self._back[rows]))

    def paths_at(self, rows: Ints) -> list[str]:
        """Return the instance paths of the results in these rows of the tallies."""
        paths: list[str] = _each(self._file.take(("path",), self._back[rows])["path"], unescaped)
        return paths

    def both_paths_at(self, rows: Ints) -> list[tuple[str, str | None]]:
        """Return (instance path, extracted path) of the results in these rows of the tallies."""
        part = self._file.take(("path", "extracted_path"), self._back[rows])
        return list(zip(_each(part["path"], unescaped), _each(part["extracted_path"], unescaped), strict=True))

    def confidences(self) -> Floats | None:
        """Return one confidence per row of the tallies, NaN where there is none; None without x-eval-confidence."""
        if not self._file.has("confidence"):
            return None
        in_rows: Floats = self._file.read(("confidence",))["confidence"].to_numpy()[self._back]
        return in_rows

    def array_rows(self) -> dict[str, ArrayRows]:
        """Return the rows of each array that the results lie in, by schema path of its elements."""
        rows = self.tallies.rows
        state = states(rows.status, rows.weight)[self._row]
        in_array = np.array(["[]" in path for path in self._listed], np.bool_)
        at = np.flatnonzero(in_array[self._field] & (state != NOTHING)) if len(self._listed) else self._field
        path = texts_of(self._file.read(("path",))["path"].take(pa.array(at)), unescaped)
        return rows_of_coded_paths(self._record[at], path, self._listed, self._field[at], state[at])

    def compared_values(self) -> Iterable[ComparedValues]:
        """Return the values of all results; each distinct text is read once."""
        table = self._file.read((*VALUES, "comparator"))
        columns = [table[name] for name in ("gold_compared", "extracted_compared")]
        both = texts_of(pa.chunked_array([chunk for one in columns for chunk in one.chunks], columns[0].type), str)
        *texts, _ = both.texts or [None]
        codes = np.where(both.codes == len(texts), 0, both.codes + 1)  # None comes first
        values = [None, *(_value(str(text)) for text in texts)]
        gold, extracted = codes[: len(table)], codes[len(table) :]
        by = texts_of(table["comparator"], str)
        asked = np.array([bool(text) for text in by.texts], np.bool_)[by.codes]
        status = self.tallies.rows.status[self._row]
        made_null = np.zeros(len(table), np.bool_)
        for raw, compared in (VALUES[::2], VALUES[1::2]):
            made_null |= asked & (table[raw].is_valid().to_numpy() & table[compared].is_null().to_numpy())
        return (values_by_status(self._row.astype(np.intp), gold, extracted, values, asked, made_null, status),)

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give all results in parts, as columns, in the same order."""
        sure = self._file.read(("confidence",))["confidence"].to_numpy() if self._file.has("confidence") else None
        return SavedRows(self._file, self._record, self._field, self._listed, sure).parts(records)

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """Return one row per pair and per lone element of all arrays."""
        return _unpacked(self._aligned, record_ids)

    def alignments_of(self, record_ids: Mapping[int, Any]) -> pd.DataFrame:
        """Return those of some records; `record_ids` are what to call them, by their places."""
        places = self._aligned["record_id"].cast(pa.int64())  # without any alignment it has no type
        chosen = pc.is_in(places, pa.array(list(record_ids), pa.int64()))
        return _unpacked(self._aligned.filter(chosen), record_ids)

    @cached_property
    def _aligned(self) -> pa.Table:
        """The alignments of all records, by their places."""
        packed = base64.b64decode(self._file.metadata(ALIGNMENTS))
        return pq.read_table(pa.BufferReader(packed), use_threads=False)


def inverse(row: Codes) -> Codes:
    """Return where each number is, of the numbers from 0 on in any order, each once."""
    places = np.zeros(len(row), np.int32)
    places[row] = np.arange(len(row), dtype=np.int32)
    return places


def _built(part: pa.Table) -> list[FieldResult]:
    columns: dict[str, Sequence[Any]] = {name: part[name].to_pylist() for name in ("score", "weight", "similarity")}
    columns |= {name: _each(part[name], unescaped) for name in TEXTS}
    columns |= {name: _each(part[name], _value) for name in VALUES}
    columns["status"] = [NAMES[status] for status in part["status"].to_pylist()]
    names = list(columns)
    return [FieldResult(**dict(zip(names, row, strict=True))) for row in zip(*columns.values(), strict=True)]


def _value(text: str) -> Any:
    text = unescaped(text)
    if text.startswith('"') and "\\" not in text:
        return text[1:-1]  # as most values are, and ten times as fast
    return json.loads(text)


def _each(column: pa.ChunkedArray, read: Callable[[str], Any]) -> list[Any]:
    """Read each text; None stays None. Columns repeat values: most are read once, mutable ones are never shared."""
    distinct = texts_of(column, str)
    known = [None if text is None else read(text) for text in distinct.texts]
    if not any(isinstance(value, dict | list) for value in known):
        return [known[code] for code in distinct.codes.tolist()]
    return [
        read(str(distinct.texts[code])) if isinstance(known[code], dict | list) else known[code]
        for code in distinct.codes.tolist()
    ]


def _index(saved: int | str | None) -> int | str | None:
    index: int | str | None = json.loads(saved) if isinstance(saved, str) else saved
    return index


def _unpacked(table: pa.Table, record_ids: list[Any] | Mapping[int, Any]) -> pd.DataFrame:
    import pandas as pd

    def objects(name: str, change: Any = lambda value: value) -> pd.Series[Any]:
        values = [change(value) for value in table[name].to_pylist()]
        return pd.Series(np.fromiter(values, np.object_, len(values)), dtype=object)

    return pd.DataFrame(
        {
            "record_id": objects("record_id", lambda place: record_ids[place]),
            "array": objects("array"),
            **{name: objects(name, _index) for name in INDICES},
            **{name: objects(name) for name in ("strategy", "score")},
        }
    )
