"""Fields rolled up: of many fields, one row for each object and array, and for each field beside them.

The figures of such a row are those of all results in it, pooled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.base.paths import above, is_below
from evaljson.report.fields.containers import wholes
from evaljson.report.fields.fault_kinds import Faults
from evaljson.results.f1_lost import Tallied
from evaljson.scoring.tallies import Rows, Tallies
from evaljson.wording.words import counted

FEW_RECORDS = 5
"""A field with results in fewer records says little about the next ones."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The rows that fields are rolled up to."""

    names: list[str]
    """The path of each, in the order of the fields."""
    groups: Mapping[str, str]
    """How many fields a row stands for, in words, by its path; rows that are a field of their own are left out."""
    of_field: list[str | None]
    """The row of each field; None for fields that are not there."""


@dataclass(frozen=True, slots=True)
class Summed:
    """Results by row instead of by field: as large as those of the run, so nobody should hold them."""

    tallies: Tallies
    faults: Faults
    groups: Mapping[str, str]
    """As in Rolled."""


@dataclass(frozen=True, slots=True)
class SummedTallies:
    """The same of one run among several."""

    tallies: Tallies


def groups_of(fields: Sequence[str], under: str = "") -> list[str | None]:
    """Name the row that each field is in, of the rows one step below `under`; None for fields that are not there.

    A row of one field has the path of that field.
    """
    rows = [_step_below(field, under) for field in fields]
    sizes = Counter(rows)
    return [field if row is not None and sizes[row] == 1 else row for field, row in zip(fields, rows, strict=True)]


def opened(fields: Sequence[str], under: str = "") -> str:
    """Go on to the only row as long as there is one: nobody should have to open it."""
    while len(rows := set(filter(None, groups_of(fields, under)))) == 1 and (row := rows.pop()) not in (under, *fields):
        under = row
    return under


def _step_below(field: str, under: str) -> str | None:
    if not is_below(field, under):
        return None
    try:
        paths = above(field)
    except ValueError:  # an extracted key may be anything
        return field
    return next((path for path in paths if len(path) > len(under) and not path.endswith("[]")), field)


def rolled(fields: Sequence[str], under: str = "") -> Rolled:
    """Return the rows one step below `under`, without looking at any result."""
    of_field = groups_of(fields, under)
    sizes = Counter(name for name in of_field if name is not None)
    containers = wholes(fields)  # a row for an array itself is among them, and no field of its own
    parts = Counter(row for field, row in zip(fields, of_field, strict=True) if field not in containers)
    return Rolled(
        list(sizes), {name: counted(parts[name], "field") for name, size in sizes.items() if size > 1}, of_field
    )


def sum_up(run: Tallied, faults: Faults, under: str = "") -> Summed:
    """Sum the results of a run, and their kinds, by the rows below `under`."""
    to = rolled(run.tallies.rows.fields, under)
    tallies, kept = _summed(run, run.tallies.rows.fields, to)
    return Summed(tallies, replace(faults, codes=faults.codes[kept]), to.groups)


def sum_up_all(runs: Mapping[str, Tallied], under: str = "") -> tuple[dict[str, SummedTallies], dict[str, str]]:
    """Sum the results of several runs by the same rows: those of the fields that any of them has."""
    fields = list(dict.fromkeys(field for run in runs.values() for field in run.tallies.rows.fields))
    to = rolled(fields, under)
    summed = {name: SummedTallies(_summed(run, fields, to)[0]) for name, run in runs.items()}
    return summed, dict(to.groups)


def _summed(run: Tallied, fields: Sequence[str], to: Rolled) -> tuple[Tallies, Bools | slice]:
    """Return the tallies by row, and which results are in them. Where all are, these share the arrays of the run."""
    rows, place = run.tallies.rows, {name: i for i, name in enumerate(to.names)}
    row_of = {field: -1 if name is None else place[name] for field, name in zip(fields, to.of_field, strict=True)}
    number = np.array([row_of[field] for field in rows.fields], np.int32)
    kept = slice(None) if (number >= 0).all() else number[rows.field] >= 0
    parts = (rows.status[kept], rows.score[kept], rows.weight[kept])
    summed = Rows(rows.record[kept], number[rows.field[kept]], *parts, to.names, rows.records)
    return Tallies(summed, run.tallies), kept
