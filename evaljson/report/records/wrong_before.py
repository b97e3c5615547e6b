"""Where a variant was wrong already, among fields that lie in one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MISMATCH

_EMPTY: Final[tuple[Any, ...]] = ("", [], {})


def wrong_before(run: RunResult, at: Ints, before: Floats, after: Floats, names: list[str]) -> Bools:
    """Check for records x fields whether a field was wrong, or one inside it, or one around it with all that is in it.

    Whoever invents an object has its parts wrong, and the object itself, which another variant may lack. Whoever has
    text in place of an object has each part wrong. But where null or no key stands for an empty object or list, or the
    other way round, neither side has anything inside: another one that invents parts is the first to have them wrong.

    `before` is what each field lost in the records `at` of the run, `after` what it loses in the other run.
    """
    wrong: Bools = before > 0
    around = wrong.copy()
    nested = list(_nested(names, np.any(wrong, axis=0) | np.any(after > 0, axis=0)))
    asked = np.zeros_like(wrong)
    for outer, inner in nested:
        around[:, outer] |= wrong[:, inner]
        asked[:, outer] |= wrong[:, outer] & (after[:, inner] > 0) & ~wrong[:, inner]
    holding = _holding(run, at, asked, names)
    for outer, inner in nested:
        around[:, inner] |= holding[:, outer]
    return around


def _nested(names: list[str], has_any: Bools) -> Iterator[tuple[int, int]]:
    """Yield the columns of (a field, one inside it), of fields around others where anything is wrong."""
    columns = {name: column for column, name in enumerate(names)}
    for name, inner in columns.items():
        outside = (columns.get(name[:end]) for end, sign in enumerate(name) if sign in ".[")
        yield from ((outer, inner) for outer in outside if outer is not None and has_any[outer])


def _holding(run: RunResult, at: Ints, asked: Bools, names: list[str]) -> Bools:
    """Check for the fields that are asked for whether gold or the run has something in a wrong value there.

    What is missing at a container itself is an empty one, null, or of a kind that has nothing inside: else what is
    in it would be missing.
    """
    holding = np.zeros_like(asked)
    if not asked.any():
        return holding
    rows = run.tallies.rows
    row_of, column_of = np.full(rows.records, -1), np.full(len(rows.fields), -1)
    row_of[at] = np.arange(len(at))
    numbers = {name: column for column, name in enumerate(names)}
    column_of[:] = [numbers[field] for field in rows.fields]
    found = np.flatnonzero(np.isin(rows.status, (MISMATCH, HALLUCINATION)))
    row, column = row_of[rows.record[found]], column_of[rows.field[found]]
    is_asked = (row >= 0) & asked[row, column]
    wanted = found[is_asked]
    has = [_has(one.gold_value) or _has(one.extracted_value) for one in run.table.some(wanted)]
    holds = np.array(has, np.bool_)
    holding[row[is_asked][holds], column[is_asked][holds]] = True
    return holding


def _has(value: Any) -> bool:
    return value is not None and value not in _EMPTY
