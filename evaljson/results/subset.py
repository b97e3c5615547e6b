"""Some records of a run, with figures of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.errors import InputError
from evaljson.results.aggregate import totals
from evaljson.results.model import FieldResult, InOrder, Listed, Results, RunResult, listed_of
from evaljson.scoring.tallies import record_figures

if TYPE_CHECKING:
    import pandas as pd


def subset(run: RunResult, places: Sequence[int]) -> RunResult:
    """The run as if only these records had been scored. Raises InputError for a place that is odd or named twice."""
    kept = np.array(places, np.intp).reshape(-1)
    if len(np.unique(kept)) != len(kept) or ((kept < 0) | (kept >= len(run.records))).any():
        raise InputError(f"places of records are from 0 to {len(run.records) - 1}, each at most once")
    table = SubsetResults(run.table, kept)
    ids = {run.records[place].record_id for place in kept.tolist()}
    return replace(
        run,
        records=[run.records[place] for place in kept.tolist()],
        **totals(table.tallies, record_figures(*table.tallies.by_record())),
        missing=tuple(one for one in run.missing if one in ids),
        left_out=(),
        strays=(),
        duplicates=(),
        problems=(),
        types=None if run.types is None else tuple(run.types[place] for place in kept.tolist()),
        positions=tuple(run.positions[place] for place in kept.tolist()),
        table=table,
        signer=_Signer(run, kept.tolist()),
    )


class _Signer:
    """The whole run's signature, and which records of it."""

    def __init__(self, run: RunResult, places: list[int]) -> None:
        self._run, self._places = run, places

    def __call__(self) -> Mapping[str, Any]:
        return {**self._run.signature, "only": self._places}


class SubsetResults:
    """What lies behind some records of a run."""

    def __init__(self, results: Results, places: Ints) -> None:
        self._results, self._places = results, places
        self.tallies = results.tallies.only(places)

    def field_results(self, record: int) -> list[FieldResult]:
        """Fresh objects, in the order of the record view."""
        return self._results.field_results(int(self._places[record]))

    def fields_of(self, record: int) -> list[str]:
        """The schema path of each of `field_results`."""
        return self._results.fields_of(int(self._places[record]))

    def in_order(self) -> InOrder:
        """By record, in the order in which they were chosen."""
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
        """As columns, in the same order."""
        return listed_of(self.in_order())

    def some(self, rows: Ints) -> list[FieldResult]:
        """Fresh objects of these rows of the tallies."""
        return self._results.some(np.flatnonzero(np.isin(self._results.tallies.rows.record, self._places))[rows])

    def confidences(self) -> Floats | None:
        """Of the results that the tallies keep, in their order."""
        found = self._results.confidences()
        return None if found is None else found[np.isin(self._results.tallies.rows.record, self._places)]

    def alignments(self, record_ids: list[Any]) -> pd.DataFrame:
        """One row per pair and per lone element of all arrays."""
        import pandas as pd

        frame = self._results.alignments(list(range(self._results.tallies.rows.records)))
        number = frame["record_id"].map({place: number for number, place in enumerate(self._places.tolist())})
        chosen = frame[number.notna()].assign(number=number[number.notna()].astype(int))
        chosen = chosen.sort_values("number", kind="stable", ignore_index=True)
        ids = pd.Series([record_ids[place] for place in chosen.pop("number").tolist()], dtype=object)
        return chosen.assign(record_id=ids)
