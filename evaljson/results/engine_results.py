"""The results of a run as the engine gives them: in chunks, which are joined to be counted and built when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.confidence.located import of_chunks
from evaljson.confidence.split import Mirrors
from evaljson.results.array_rows import ArrayRows, rows_of_chunks
from evaljson.results.compared_values import ComparedValues, values_of_chunks
from evaljson.results.engine_parts import PartBuilder
from evaljson.results.explain import extracted_path, field_result, status_and_values
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.parts import ROWS, ResultPart
from evaljson.results.protocol import InOrder, Listed, listed_of
from evaljson.scoring.locate import Locator, sort_keys
from evaljson.scoring.table_sink import Chunk, Frame, ResultStore
from evaljson.scoring.tallies import Rows, Tallies

if TYPE_CHECKING:
    import pandas as pd

_FEW = 64
"""Paths that are built faster one by one than after a look at all rows of their arrays."""


class EngineResults:
    """The results of the engine, in columns."""

    def __init__(
        self, store: ResultStore, locator: Locator, mirrors: Mirrors | None = None, *, are_new: bool = False
    ) -> None:
        """Join the results of a store; if they `are_new`, its chunks read them from there too, and hold no copies."""
        self.mirrors = mirrors
        self._store = store
        self._chunks = store.chunks
        self._count = store.records
        self._locator = locator
        self.tallies = Tallies(_rows(self._chunks, self._count, are_new))

    @cached_property
    def _places(self) -> tuple[Ints, Ints, Ints, Ints]:
        """(chunk, row in chunk, row of all) of all results in the order of the record view; each record's start."""
        if not self._chunks:
            none = np.zeros(0, np.intp)
            return none, none, none, np.zeros(self._count + 1, np.intp)
        order = np.lexsort(sort_keys(self._chunks))
        chunk = np.concatenate([np.full(len(c), i) for i, c in enumerate(self._chunks)])
        at = np.concatenate([np.arange(len(c)) for c in self._chunks])
        ends = np.cumsum(np.bincount(self.tallies.rows.record, minlength=self._count))
        return chunk[order], at[order], order, np.concatenate([[0], ends])

    @property
    def chunks(self) -> list[Chunk]:
        """The results by field and kind, in columns, for callers that look at distinct values."""
        return self._chunks

    @property
    def frames(self) -> list[Frame]:
        """The rows of arrays and maps, including those without any result."""
        return self._store.frames

    def path_of(self, chunk: Chunk, at: int) -> str:
        """Return the instance path of one result of a chunk."""
        return self._locator.path(chunk, at)

    def field_results(self, record: int) -> list[FieldResult]:
        """Build the results of one record, in schema order, then element index."""
        chunk, at, _, start = self._places
        span = slice(start[record], start[record + 1])
        return [
            field_result(self._chunks[c], a, self._locator)
            for c, a in zip(chunk[span].tolist(), at[span].tolist(), strict=True)
        ]

    def in_order(self) -> InOrder:
        """Return all results, in record, schema and element order."""
        chunk, at, row, start = self._places
        results = [
            field_result(self._chunks[c], a, self._locator) for c, a in zip(chunk.tolist(), at.tolist(), strict=True)
        ]
        fields = [self._chunks[c].field_path for c in chunk.tolist()]
        return InOrder(np.repeat(np.arange(self._count), np.diff(start)).tolist(), fields, row.tolist(), results)

    def listed(self) -> Listed:
        """Return all results as columns, in the same order."""
        return listed_of(self.in_order())

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give all results in parts, as columns, in the same order."""
        builder = PartBuilder(self._chunks, self._locator, self.tallies.rows, records, self.confidences())
        chunk, at, row, _ = self._places
        for start in range(0, len(row), ROWS):
            span = slice(start, start + ROWS)
            yield builder.part(chunk[span], at[span], row[span])

    def whole(self, records: Sequence[RecordResult]) -> tuple[ResultPart, Ints, Ints, Ints]:
        """Give all results as one part, in the same order; and of each its chunk, row there, and row of all."""
        builder = PartBuilder(self._chunks, self._locator, self.tallies.rows, records, self.confidences())
        chunk, at, row, _ = self._places
        return builder.part(chunk, at, row), chunk, at, row

    def some(self, rows: Ints) -> list[FieldResult]:
        """Build the results in these rows of the tallies."""
        return [field_result(self._chunks[c], at, self._locator) for c, at in self._in_chunks(rows)]

    def values_at(self, rows: Ints) -> list[tuple[str, Any, Any]]:
        """Return status, gold value and extracted value (None for none) of the results in these rows of the tallies."""
        return [status_and_values(self._chunks[c], at) for c, at in self._in_chunks(rows)]

    def paths_at(self, rows: Ints) -> list[str]:
        """Return the instance paths of the results in these rows of the tallies."""
        if len(rows) <= _FEW:
            return [self._locator.path(self._chunks[c], at) for c, at in self._in_chunks(rows)]
        of = np.searchsorted(self._starts, rows, side="right") - 1
        found = np.empty(len(rows), object)
        for number in np.unique(of).tolist():
            here = np.flatnonzero(of == number)
            codes, texts = self._locator.paths(self._chunks[number], rows[here] - self._starts[number])
            found[here] = np.array(texts, object)[codes]
        paths: list[str] = found.tolist()
        return paths

    def both_paths_at(self, rows: Ints) -> list[tuple[str, str | None]]:
        """Return (instance path, extracted path) of the results in these rows of the tallies."""
        ends = [extracted_path(self._chunks[c], at, self._locator) for c, at in self._in_chunks(rows)]
        return list(zip(self.paths_at(rows), ends, strict=True))

    def _in_chunks(self, rows: Ints) -> Iterator[tuple[int, int]]:
        """Return the chunk of each row of the tallies, and its row there."""
        of = np.searchsorted(self._starts, rows, side="right") - 1
        return zip(of.tolist(), (rows - self._starts[of]).tolist(), strict=True)

    @cached_property
    def _starts(self) -> Ints:
        """The row of the tallies at which each chunk begins."""
        counts = np.array([len(chunk) for chunk in self._chunks], np.intp)
        return np.cumsum(counts) - counts

    def fields_of(self, record: int) -> list[str]:
        """Return the schema path of each of `field_results`."""
        chunk, _, _, start = self._places
        return [self._chunks[c].field_path for c in chunk[slice(start[record], start[record + 1])].tolist()]

    def of_fields(self, wanted: Callable[[str], bool]) -> EngineResults:
        """Return the results at some schema paths."""
        part = ResultStore(
            self._count, [chunk for chunk in self._chunks if wanted(chunk.field_path)], self._store.frames
        )
        return EngineResults(part, self._locator, self.mirrors)

    @cached_property
    def _by_path(self) -> dict[str, list[Chunk]]:
        by_path: dict[str, list[Chunk]] = {}
        for chunk in self._chunks:
            by_path.setdefault(chunk.field_path, []).append(chunk)
        return by_path

    def at(self, paths: Iterable[str]) -> EngineResults:
        """Return the results at these schema paths; the work grows with them alone."""
        chunks = [chunk for path in paths for chunk in self._by_path.get(path, ())]
        return EngineResults(ResultStore(self._count, chunks, self._store.frames), self._locator, self.mirrors)

    def confidences(self) -> Floats | None:
        """Return one confidence per row of the tallies, NaN where there is none; None without x-eval-confidence."""
        return None if self.mirrors is None else of_chunks(self._chunks, self._locator, self.mirrors)

    def array_rows(self) -> dict[str, ArrayRows]:
        """Return the rows of each array, by schema path of its elements, in schema order."""
        return rows_of_chunks(self._chunks, self._store.frames, self.tallies.rows.fields)

    def compared_values(self) -> Iterable[ComparedValues]:
        """Return the values of all results, as compared; a field may be in several parts."""
        return values_of_chunks(self._chunks)

    def alignments(
        self,
        record_ids: list[Any],
        edited: Sequence[Sequence[FieldResult]] | None = None,
        *,
        plain_maps: bool = False,
    ) -> pd.DataFrame:
        """Return one row per pair and per lone element of all arrays; scores are those of `edited` results, if any."""
        from evaljson.results.alignment_frame import make_alignments

        return make_alignments(self._store, self._locator, record_ids, edited, plain_maps=plain_maps)


def _rows(chunks: list[Chunk], count: int, are_new: bool) -> Rows:
    places = sorted({(chunk.order, chunk.field_path) for chunk in chunks})
    code, orders = in_places(places)
    ends = np.cumsum([0, *map(len, chunks)]).tolist()
    record, field = np.empty(ends[-1], np.int32), np.empty(ends[-1], np.int32)
    status, score = np.empty(ends[-1], np.int8), np.empty(ends[-1])
    for chunk, start, end in zip(chunks, ends[:-1], ends[1:], strict=True):
        record[start:end] = chunk.records()
        field[start:end] = code[chunk.field_path]
        status[start:end], score[start:end] = chunk.status, chunk.score
        if are_new:
            chunk.status, chunk.score = status[start:end], score[start:end]
    return Rows(record, field, status, score, _weights(chunks, ends), list(code), count, orders)


def _weights(chunks: list[Chunk], ends: list[int]) -> Floats:
    """Return the weight of each result; one that all share is held once."""
    if len({chunk.plan.weight for chunk in chunks}) == 1:
        return np.broadcast_to(np.float64(chunks[0].plan.weight), ends[-1])
    weight = np.empty(ends[-1])
    for chunk, start, end in zip(chunks, ends[:-1], ends[1:], strict=True):
        weight[start:end] = chunk.plan.weight
    return weight


def numbered(fields: Iterable[str]) -> dict[str, int]:
    """Number the paths in order of first appearance: schemas of several document types may share paths."""
    return {path: number for number, path in enumerate(dict.fromkeys(fields))}


def in_places(places: Iterable[tuple[tuple[int, str], str]]) -> tuple[dict[str, int], tuple[tuple[int, str], ...]]:
    """Number the paths of sorted places as `numbered` does, and return the first place of each."""
    first: dict[str, tuple[int, str]] = {}
    for order, path in places:
        first.setdefault(path, order)
    return {path: number for number, path in enumerate(first)}, tuple(first.values())
