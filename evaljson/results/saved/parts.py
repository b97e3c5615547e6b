"""The results of a saved run in parts: what the file repeats is read, and written, once per part."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from evaljson.base.any_text import unescaped
from evaljson.base.arrays import Codes, Floats, Ints
from evaljson.base.json_text import json_text
from evaljson.base.jsontypes import value_at
from evaljson.results.field_result import RecordResult
from evaljson.results.parts import ROWS, ResultPart, TextColumn, coded
from evaljson.results.saved.parquet_file import SavedFile

_COLUMNS: Final = (
    "path", "extracted_path", "comparator", "reason", "gold_value", "extracted_value", "status", "score", "weight",
    "similarity",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SavedRows:
    """The rows of a saved run, in the order of the record view."""

    file: SavedFile
    record: Codes
    field: Codes
    fields: Sequence[str]
    """The schema paths that `field` counts."""
    confidence: Floats | None

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give all rows in parts; `records` are those of the run."""
        for start in range(0, len(self.record), ROWS):
            end = min(start + ROWS, len(self.record))
            yield self._part(self.file.part(_COLUMNS, start, end), start, end, records)

    def _part(self, table: pa.Table, start: int, end: int, records: Sequence[RecordResult]) -> ResultPart:
        record = self.record[start:end]
        path, extracted_path = (texts_of(table[name], unescaped) for name in ("path", "extracted_path"))
        has_place = np.array([text is not None for text in extracted_path.texts], np.bool_)[extracted_path.codes]
        status, score, weight, similarity = (
            table[name].to_numpy() for name in ("status", "score", "weight", "similarity")
        )
        return ResultPart(
            record=record,
            path=path,
            field=TextColumn(*_named(self.field[start:end], self.fields)),
            status=status,
            score=score,
            weight=weight,
            gold=_values(table["gold_value"], lambda rows: _gold_is_null(rows, record, path, records)),
            extracted=_values(table["extracted_value"], lambda rows: has_place[rows]),
            comparator=texts_of(table["comparator"], unescaped),
            reason=texts_of(table["reason"], unescaped),
            similarity=similarity,
            extracted_path=extracted_path,
            confidence=None if self.confidence is None else self.confidence[start:end],
        )


def _named(codes: Codes, names: Sequence[str]) -> tuple[Ints, list[str | None]]:
    return codes.astype(np.intp), list(names)


def texts_of(column: pa.ChunkedArray, read: Callable[[str], str]) -> TextColumn:
    """Read each distinct text once; null becomes None, which is the last text."""
    whole = column.dictionary_encode().unify_dictionaries()
    if not whole.num_chunks:
        return coded([])
    texts: list[str | None] = [read(text) for text in whole.chunk(0).dictionary.to_pylist()]
    codes = np.concatenate([chunk.indices.fill_null(len(texts)).to_numpy() for chunk in whole.chunks])
    return TextColumn(codes.astype(np.intp), [*texts, None])


def _values(column: pa.ChunkedArray, are_null: Callable[[Ints], Any]) -> TextColumn:
    """Write each distinct value once; `are_null` says which rows without a value have null rather than nothing."""
    written = texts_of(column, lambda text: json_text(json.loads(unescaped(text))))
    nothing = len(written.texts) - 1
    rows = np.flatnonzero(written.codes == nothing)
    written.codes[rows] += np.asarray(are_null(rows), np.bool_)
    return TextColumn(written.codes, [*written.texts, "null"])


def _gold_is_null(rows: Ints, record: Codes, path: TextColumn, records: Sequence[RecordResult]) -> list[bool]:
    """Check for each row whether gold has null there: the file has neither null nor what is absent."""
    places = zip(record[rows].tolist(), path.codes[rows].tolist(), strict=True)
    return [value_at(records[place].gold, str(path.texts[code])) is None for place, code in places]
