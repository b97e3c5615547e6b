"""The results of a run as they come out of the engine: chunks, concatenated when counted, built when looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.results.explain import field_result
from evaljson.results.model import FieldResult
from evaljson.scoring.columns import IntArray
from evaljson.scoring.locate import Locator, sort_keys
from evaljson.scoring.table import Chunk, Store
from evaljson.scoring.tallies import Rows, Tallies

if TYPE_CHECKING:
    import pandas as pd


class StoredResults:
    """Everything behind a run's figures."""

    def __init__(self, store: Store, locator: Locator) -> None:
        self._store = store
        self._chunks = store.chunks
        self._count = store.records
        self._locator = locator
        self.tallies = Tallies(_rows(self._chunks, self._count))

    @cached_property
    def _places(self) -> tuple[IntArray, IntArray, IntArray]:
        """(chunk, row in chunk) of all results in the order of the record view, and where each record's begin."""
        if not self._chunks:
            none = np.zeros(0, np.intp)
            return none, none, np.zeros(self._count + 1, np.intp)
        order = np.lexsort(sort_keys(self._chunks))
        chunk = np.concatenate([np.full(len(c.rows), i) for i, c in enumerate(self._chunks)])
        at = np.concatenate([np.arange(len(c.rows)) for c in self._chunks])
        ends = np.cumsum(np.bincount(self.tallies.rows.record, minlength=self._count))
        return chunk[order], at[order], np.concatenate([[0], ends])

    def field_results(self, record: int) -> list[FieldResult]:
        """Fresh objects, in schema order, then element index."""
        chunk, at, start = self._places
        span = slice(start[record], start[record + 1])
        return [
            field_result(self._chunks[c], a, self._locator)
            for c, a in zip(chunk[span].tolist(), at[span].tolist(), strict=True)
        ]

    def frame(self, record_ids: list[Any]) -> pd.DataFrame:
        """One row per result, in record, schema and element order."""
        from evaljson.results.frame import make_frame

        chunk, at, start = self._places
        found = [
            field_result(self._chunks[c], a, self._locator) for c, a in zip(chunk.tolist(), at.tolist(), strict=True)
        ]
        paths = [self._chunks[c].field_path for c in chunk.tolist()]
        owners = np.repeat(np.arange(self._count), np.diff(start)).tolist()
        return make_frame([record_ids[i] for i in owners], paths, found)

    def alignments(self, record_ids: list[Any], edited: Sequence[Sequence[FieldResult]] | None = None) -> pd.DataFrame:
        """One row per pair and per lone element of all arrays; scores from `edited` results where there are some."""
        from evaljson.results.alignments import make_alignments

        return make_alignments(self._store, self._locator, record_ids, edited)


def _rows(chunks: list[Chunk], count: int) -> Rows:
    places = sorted({(chunk.order, chunk.field_path) for chunk in chunks})
    code = {path: i for i, (_, path) in enumerate(places)}
    none = np.zeros(0, np.int32)
    return Rows(
        _joined([chunk.frame.records(chunk.rows).astype(np.int32) for chunk in chunks], none),
        _joined([np.full(len(chunk.rows), code[chunk.field_path], np.int32) for chunk in chunks], none),
        _joined([chunk.status for chunk in chunks], np.zeros(0, np.int8)),
        _joined([chunk.score for chunk in chunks], np.zeros(0)),
        _joined([np.full(len(chunk.rows), chunk.plan.weight) for chunk in chunks], np.zeros(0)),
        list(code),
        count,
    )


def _joined(parts: list[Any], nothing: Any) -> Any:
    return np.concatenate(parts) if parts else nothing
