"""The results of some records of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError
from evaljson.results.array_rows import ArrayRows
from evaljson.results.compared_values import ComparedValues
from evaljson.results.field_result import FieldResult, RecordResult
from evaljson.results.listed_parts import listed_parts
from evaljson.results.parts import ResultPart
from evaljson.results.protocol import InOrder, Listed, LooksUpAlignments, Results, listed_of

if TYPE_CHECKING:
    import pandas as pd


def checked_places(places: Sequence[int], count: int) -> Ints:
    """Return the places of records as an array. Raises InputError for a place that is odd or named twice."""
    chosen = np.array(places, np.intp).reshape(-1)
    if len(np.unique(chosen)) != len(chosen) or ((chosen < 0) | (chosen >= count)).any():
        raise InputError(f"places of records are from 0 to {count - 1}, each at most once")
    return chosen


class SubsetResults:
    """The results of some records of a run."""

    def __init__(self, results: Results, places: Ints) -> None:
        self._results, self._places = results, places
        self.tallies = results.tallies.only(places)

    def field_results(self, record: int) -> list[FieldResult]:
        """Build the results of one record, in the order of the record view."""
        return self._results.field_results(int(self._places[record]))

    def fields_of(self, record: int) -> list[str]:
        """Return the schema path of each of `field_results`."""
        return self._results.fields_of(int(self._places[record]))

    def in_order(self) -> InOrder:
        """Return all results, by record, in the order in which the records were chosen."""
        every = self._results.in_order()
        number = {place: number for number, place in enumerate(self._places.tolist())}
        chosen = sorted((number[place], at) for at, place in enumerate(every.records) if place in number)
        row = {old: new for new, old in enumerate(sorted(every.rows[at] for _, at in chosen))}
        return InOrder(
            [record for record, _ in chosen],
            [every.fields[at] for _, at in chosen],
            [row[every.rows[at]] for _, at in chosen],
            [every.results[at] for _, at in chosen],
        )

    def listed(self) -> Listed:
        """Return all results as columns, in the same order."""
        return listed_of(self.in_order())

    def some(self, rows: Ints) -> list[FieldResult]:
        """Build the results in these rows of the tallies."""
        return self._results.some(self._rows_of_all[rows])

    def paths_at(self, rows: Ints) -> list[str]:
        """Return the instance paths of the results in these rows of the tallies."""
        return self._results.paths_at(self._rows_of_all[rows])

    def both_paths_at(self, rows: Ints) -> list[tuple[str, str | None]]:
        """Return (instance path, extracted path) of the results in these rows of the tallies."""
        return self._results.both_paths_at(self._rows_of_all[rows])

    @property
    def _rows_of_all(self) -> Ints:
        """The rows of the chosen records in the tallies of all."""
        return np.flatnonzero(np.isin(self._results.tallies.rows.record, self._places))

    def confidences(self) -> Floats | None:
        """Return the confidences of the chosen records, in the order of the tallies."""
        every = self._results.confidences()
        return None if every is None else every[np.isin(self._results.tallies.rows.record, self._places)]

    def array_rows(self) -> dict[str, ArrayRows]:
        """Return the rows of each array in the chosen records, by schema path of its elements."""
        number = np.full(self._results.tallies.rows.records, -1, np.intp)
        number[self._places] = np.arange(len(self._places))
        chosen = {path: rows.of_records(number) for path, rows in self._results.array_rows().items()}
        return {path: rows for path, rows in chosen.items() if len(rows.state)}

    def compared_values(self) -> Iterable[ComparedValues]:
        """Return the values of the chosen records' results."""
        chosen = np.isin(self._results.tallies.rows.record, self._places)
        number = np.cumsum(chosen) - 1
        for part in self._results.compared_values():
            of_chosen = part.where(chosen[part.rows])
            yield replace(of_chosen, rows=number[of_chosen.rows])

    def parts(self, records: Sequence[RecordResult]) -> Iterator[ResultPart]:
        """Give all results in parts, as columns, in the same order."""
        return listed_parts(self, records)

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """Return one row per pair and per lone element of all arrays."""
        import pandas as pd

        results = self._results
        if isinstance(results, LooksUpAlignments):  # those of all records take a second where there are many
            frame = results.alignments_of({place: place for place in self._places.tolist()})
        else:
            frame = results.alignments(list(range(results.tallies.rows.records)))
        number = frame["record_id"].map({place: number for number, place in enumerate(self._places.tolist())})
        chosen = frame[number.notna()].assign(number=number[number.notna()].astype(int))
        chosen = chosen.sort_values("number", kind="stable", ignore_index=True)
        ids = pd.Series([record_ids[place] for place in chosen.pop("number").tolist()], dtype=object)
        return chosen.assign(record_id=ids)
