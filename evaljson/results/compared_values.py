"""The values behind the results of a run, in columns: as codes into lists of distinct values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, Ints
from evaljson.base.jsontypes import ABSENT
from evaljson.results.explain import value
from evaljson.results.field_result import FieldResult
from evaljson.scoring.columns import codes_of
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.status import HALLUCINATION, OMISSION
from evaljson.scoring.table_sink import NOWHERE, Chunk

NONE: Final = -1
"""The code of a value that is missing or invented on the other side."""


@dataclass(frozen=True, slots=True)
class ComparedValues:
    """The values of some results, as parallel arrays: after transforms, raw where nothing was compared."""

    rows: Ints
    """The row of each result in the tallies."""
    gold: Ints
    """Codes into `values`; NONE where the value is invented."""
    extracted: Ints
    """Codes into `values`; NONE where the value is missing."""
    values: Sequence[Any]
    """None is null, and stands for an absent value in results that do not count."""
    is_field: Bools
    """Whether a comparator was asked, as it is not at containers and keys that the schema lacks."""
    made_null: Bools
    """Whether a transform made null of a value of either side."""

    def where(self, mask: Bools) -> ComparedValues:
        """Return those where `mask` is true."""
        return ComparedValues(
            self.rows[mask], self.gold[mask], self.extracted[mask], self.values, self.is_field[mask],
            self.made_null[mask],
        )  # fmt: skip

    def by_field(self, field: AnyInts) -> Iterator[tuple[int, ComparedValues]]:
        """Split them by field; `field` has the number of the field of each row of the tallies."""
        field_of_row = field[self.rows]
        for number in np.unique(field_of_row).tolist():
            yield (
                number,
                self
                if len(field_of_row) == int((field_of_row == number).sum())
                else self.where(field_of_row == number),
            )


def values_by_status(
    rows: Ints, gold: Ints, extracted: Ints, values: Sequence[Any], is_field: Bools, made_null: Bools, status: AnyInts
) -> ComparedValues:
    """Put them together from codes; that of a side without a value, by its status, does not matter."""
    gold, extracted = np.where(status == HALLUCINATION, NONE, gold), np.where(status == OMISSION, NONE, extracted)
    return ComparedValues(rows, gold, extracted, values, is_field, made_null)


def values_of_chunks(chunks: Iterable[Chunk]) -> Iterator[ComparedValues]:
    """Read them from the results of the engine, chunk by chunk."""
    start = 0
    for chunk in chunks:
        count = len(chunk.rows)
        rows, start = np.arange(start, start + count), start + count
        if chunk.unit is None:
            sides = [[value(chunk, at, side) for at in range(count)] for side in (GOLD, EXTRACTED)]
            made_null = np.zeros(count, np.bool_)
            codes, values = codes_of([None if one is ABSENT else one for side in sides for one in side])
            gold, extracted = codes[:count].astype(np.intp), codes[count:].astype(np.intp)
        else:
            values = [None if one is ABSENT else one for one in (*chunk.unit.values, None)]
            gold, extracted = (_codes(chunk, side) for side in (GOLD, EXTRACTED))
            made_null = _made_null(chunk, values, gold, extracted)
        is_field = np.full(count, chunk.unit is not None)
        yield values_by_status(rows, gold, extracted, values, is_field, made_null, chunk.status)


def values_of_results(results: Sequence[FieldResult], status: AnyInts) -> ComparedValues:
    """Read them from results as objects, in the order of the tallies."""
    sides = [result.gold_compared for result in results], [result.extracted_compared for result in results]
    codes, values = codes_of([*sides[0], *sides[1]])
    gold, extracted = codes[: len(results)].astype(np.intp), codes[len(results) :].astype(np.intp)
    asked = np.fromiter((bool(result.comparator) for result in results), np.bool_, len(results))
    made_null = np.fromiter(map(_is_made_null, results), np.bool_, len(results))
    return values_by_status(np.arange(len(results)), gold, extracted, values, asked, made_null, status)


def _is_made_null(result: FieldResult) -> bool:
    sides = (result.gold_value, result.gold_compared), (result.extracted_value, result.extracted_compared)
    return bool(result.comparator) and any(raw is not None and compared is None for raw, compared in sides)


def _made_null(chunk: Chunk, values: Sequence[Any], gold: Ints, extracted: Ints) -> Bools:
    """Check for each result whether null stands for a value that was there; `gold` and `extracted` are its codes."""
    unit = chunk.unit
    assert unit is not None
    made = np.zeros(len(gold), np.bool_)
    if not chunk.plan.schema.transforms:
        return made
    is_null = np.array([one is None for one in values], np.bool_)
    was_there = np.array([one is not None and one is not ABSENT for one in (*unit.raw, None)], np.bool_)
    for side, codes, raw in ((GOLD, gold, unit.raw_gold), (EXTRACTED, extracted, unit.raw_extracted)):
        rows = chunk.rows_of(side)
        if rows is not None:
            made |= is_null[codes] & was_there[np.where(rows == NOWHERE, len(unit.raw), raw[rows])]
    return made


def _codes(chunk: Chunk, side: Side) -> Ints:
    """Return the codes of one side; where it has nothing, that of the None behind the values of the unit."""
    assert chunk.unit is not None
    nothing = len(chunk.unit.values)
    codes = chunk.unit.extracted if side is EXTRACTED else chunk.unit.gold
    rows = chunk.rows_of(side)
    return np.full(len(chunk.rows), nothing) if rows is None else np.where(rows == NOWHERE, nothing, codes[rows])
