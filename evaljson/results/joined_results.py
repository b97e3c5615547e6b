"""The results of a run that are in several files, one after the other: each file is read when someone looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.results.array_rows import ArrayRows, joined_rows
from evaljson.results.compared_values import ComparedValues
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.parts import ResultPart
from evaljson.results.protocol import InOrder, Listed, Results
from evaljson.scoring.tallies import Rows, Tallies

if TYPE_CHECKING:
    import pandas as pd

_HELD: Final = 2
"""Parts that stay in memory."""


class JoinedResults:
    """The results of some records, then those of others, and so on."""

    def __init__(self, count: int, read: Callable[[int], Results], known: Sequence[str]) -> None:
        """`read` gives one of `count` parts. `known` are fields in schema order; others come behind them, sorted."""
        self._count, self._part = count, lru_cache(_HELD)(read)
        rows = [self._part(at).tallies.rows for at in range(count)]
        self._records = np.cumsum([0, *(one.records for one in rows)])
        self._rows = np.cumsum([0, *(len(one.record) for one in rows)])
        self.tallies = Tallies(_together(rows, self._records, known))

    def _place(self, record: int) -> tuple[Results, int]:
        at = int(np.searchsorted(self._records, record, side="right")) - 1
        return self._part(at), record - int(self._records[at])

    def _spans(self) -> Iterator[tuple[Results, slice, int]]:
        """Give each part, its records, and the row where its results begin."""
        for at in range(self._count):
            yield self._part(at), slice(int(self._records[at]), int(self._records[at + 1])), int(self._rows[at])

    def field_results(self, record: int) -> list[FieldResult]:
        """Build the results of one record, in the order of the record view."""
        part, place = self._place(record)
        return part.field_results(place)

    def fields_of(self, record: int) -> list[str]:
        """Return the schema path of each of `field_results`."""
        part, place = self._place(record)
        return part.fields_of(place)

    def in_order(self) -> InOrder:
        """Return all results, by record."""
        whole = InOrder([], [], [], [])
        for part, span, first in self._spans():
            every = part.in_order()
            whole.records.extend(record + span.start for record in every.records)
            whole.fields.extend(every.fields)
            whole.rows.extend(row + first for row in every.rows)
            whole.results.extend(every.results)
        return whole

    def listed(self) -> Listed:
        """Return all results as columns, in the same order."""
        names = [field.name for field in fields(Listed)]
        columns: dict[str, list[Any]] = {name: [] for name in names}
        for part, span, _ in self._spans():
            listed = part.listed()
            for name in names:
                columns[name].extend(getattr(listed, name))
            columns["records"][len(columns["records"]) - len(listed.records) :] = [
                record + span.start for record in listed.records
            ]
        return Listed(**columns)

    def some(self, rows: Ints) -> list[FieldResult]:
        """Build the results in these rows of the tallies."""
        return self._of_rows(rows, lambda part, at: part.some(at))

    def paths_at(self, rows: Ints) -> list[str]:
        """Return the instance paths of the results in these rows of the tallies, without building them."""
        return self._of_rows(rows, lambda part, at: part.paths_at(at))

    def both_paths_at(self, rows: Ints) -> list[tuple[str, str | None]]:
        """Return (instance path, extracted path) of the results in these rows, without building them."""
        return self._of_rows(rows, lambda part, at: part.both_paths_at(at))

    def _of_rows(self, rows: Ints, look: Callable[[Results, Ints], list[Any]]) -> list[Any]:
        of = np.searchsorted(self._rows, rows, side="right") - 1
        found: list[Any] = [None] * len(rows)
        for at in np.unique(of).tolist():
            here = np.flatnonzero(of == at)
            for place, one in zip(here.tolist(), look(self._part(at), rows[here] - self._rows[at]), strict=True):
                found[place] = one
        return found

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give all results in parts, as columns, in the same order; `records` are those of the run."""
        for results, span, _ in self._spans():
            for part in results.parts(records[span]):
                yield replace(part, record=part.record + np.int32(span.start))

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """Return one row per pair and per lone element of all arrays."""
        import pandas as pd

        return pd.concat([part.alignments(record_ids[span]) for part, span, _ in self._spans()], ignore_index=True)

    def confidences(self) -> Floats | None:
        """Return one confidence per row of the tallies, NaN where there is none; None without x-eval-confidence."""
        every = [part.confidences() for part, _, _ in self._spans()]
        return None if any(one is None for one in every) else np.concatenate([one for one in every if one is not None])

    def array_rows(self) -> dict[str, ArrayRows]:
        """Return the rows of each array, by schema path of its elements."""
        moved = (
            {path: ArrayRows(rows.record + span.start, rows.state) for path, rows in part.array_rows().items()}
            for part, span, _ in self._spans()
        )
        return joined_rows(moved, self.tallies.rows.fields)

    def compared_values(self) -> Iterable[ComparedValues]:
        """Return the values of all results, as compared; a field may be in several parts."""
        for part, _, first in self._spans():
            for values in part.compared_values():
                yield replace(values, rows=values.rows + first)


def _together(rows: Sequence[Rows], records: Ints, known: Sequence[str]) -> Rows:
    names = {path for one in rows for path in one.fields}
    listed = [path for path in known if path in names]
    listed += sorted(names - set(listed))
    number = {path: at for at, path in enumerate(listed)}
    codes = [np.array([number[path] for path in one.fields], np.int32) for one in rows]
    record = [one.record + np.int32(first) for one, first in zip(rows, records.tolist(), strict=False)]
    field = [code[one.field] for code, one in zip(codes, rows, strict=True)]
    status, score, weight = (
        np.concatenate([getattr(one, name) for one in rows]) for name in ("status", "score", "weight")
    )
    return Rows(np.concatenate(record), np.concatenate(field), status, score, weight, listed, int(records[-1]))
