"""The patterns of a run in figures: how many values, in how many records, the weight lost, the fields, examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.report.patterns.exchanged import exchanges_among
from evaljson.report.patterns.find import ErrorPatterns, find_patterns
from evaljson.report.patterns.kinds import BY_NAME, KINDS, PatternKind
from evaljson.results.model import RunResult
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd

_ROUNDING: Final = 12
_NAMED: Final = 3
"""Exchanged objects that a title names."""


@dataclass(frozen=True, slots=True)
class PatternField:
    """One field of a pattern."""

    field: str
    """The schema path."""
    values: int
    records: int
    lost: float


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is the same about some errors of a run."""

    kind: PatternKind
    title: str
    """That of the kind, or what exactly it is here: billing and shipping exchanged."""
    values: int
    """Errors."""
    records: int
    """Records with at least one of them."""
    lost: float
    """Weight that F1 loses by them."""
    share: float
    """Of all lost weight, 0..1; 0 where none is lost."""
    fields: tuple[PatternField, ...]
    """Those that lose most first."""
    rows: Ints
    """A few rows of the tallies, of different fields where there are some: examples."""

    @property
    def counts(self) -> str:
        """`29 values in 1 record`."""
        return f"{counted(self.values, 'value')} in {counted(self.records, 'record')}"


def error_patterns(run: RunResult, field: str | None = None) -> list[Pattern]:
    """Return what the errors of a run have in common, or those at one schema path: those that lose most first."""
    return pattern_list(run, find_patterns(run), field)


def pattern_list(
    run: RunResult,
    patterns: ErrorPatterns,
    field: str | None = None,
    record: int | None = None,
    examples: int = 3,
) -> list[Pattern]:
    """Return the patterns of a run, of one of its fields, or of a record by its place.

    Those that lose most come first, then those with more errors.
    """
    rows = run.tallies.rows
    is_error = patterns.codes >= 0
    if field is not None:
        is_error &= rows.field == (rows.fields.index(field) if field in rows.fields else -1)
    if record is not None:
        is_error &= rows.record == record
    total = float(patterns.lost[is_error].sum())
    listed = [
        _pattern(run, patterns, KINDS[code], np.flatnonzero(is_error & (patterns.codes == code)), total, examples)
        for code in np.unique(patterns.codes[is_error]).tolist()
    ]
    return sorted(listed, key=lambda one: (-one.lost, -one.values, KINDS.index(one.kind)))


def _pattern(
    run: RunResult, patterns: ErrorPatterns, kind: PatternKind, at: Ints, total: float, examples: int
) -> Pattern:
    rows = run.tallies.rows
    lost = round(float(patterns.lost[at].sum()), _ROUNDING)
    width = len(rows.fields)
    values = np.bincount(rows.field[at], minlength=width)
    of_field = np.bincount(rows.field[at], patterns.lost[at], width)
    pairs = np.unique(np.stack([rows.field[at], rows.record[at]]), axis=1)
    records = np.bincount(pairs[0], minlength=width)
    order = np.lexsort((np.arange(width), -values, -np.round(of_field, _ROUNDING)))
    order = order[values[order] > 0]
    _, first = np.unique(rows.field[at], return_index=True)
    seconds = np.setdiff1d(np.arange(len(at)), first)
    place = {number: i for i, number in enumerate(order.tolist())}
    firsts = sorted(first.tolist(), key=lambda i: place[int(rows.field[at[i]])])
    return Pattern(
        kind,
        _title(run, kind, at),
        len(at),
        len(np.unique(rows.record[at])),
        lost,
        lost / total if total else 0.0,
        tuple(
            PatternField(rows.fields[i], int(values[i]), int(records[i]), round(float(of_field[i]), _ROUNDING))
            for i in order.tolist()
        ),
        at[np.array([*firsts, *seconds.tolist()][:examples], np.intp)],
    )


def _title(run: RunResult, kind: PatternKind, at: Ints) -> str:
    """Return the title of the kind; that of exchanged objects names them."""
    if kind.name != "exchanged":
        return kind.title
    records = np.unique(run.tallies.rows.record[at]).tolist()
    named = [f"{one.one} and {one.other}" for one in exchanges_among(run, records)]
    return f"{', '.join(named[:_NAMED])}{', …' if len(named) > _NAMED else ''} exchanged"


def pattern_frame(listed: list[Pattern]) -> pd.DataFrame:
    """Return one row per pattern. Columns: pattern, title, values, records, lost, share, fields (as text)."""
    import pandas as pd

    columns = ("pattern", "title", "values", "records", "lost", "share", "fields")
    data: list[tuple[Any, ...]] = [
        (one.kind.name, one.title, one.values, one.records, one.lost, one.share,
         ", ".join(field.field for field in one.fields))
        for one in listed
    ]  # fmt: skip
    return pd.DataFrame(data, columns=list(columns))


def records_with_pattern(run: RunResult, patterns: ErrorPatterns, name: str, field: str | None) -> Bools:
    """Check by position whether a record has an error of this pattern at this field (at any where None)."""
    rows = run.tallies.rows
    has = patterns.rows_of(name) if name in BY_NAME else np.zeros(len(rows.record), np.bool_)
    if field is not None:
        has &= rows.field == (rows.fields.index(field) if field in rows.fields else -1)
    in_record: Bools = np.bincount(rows.record[has], minlength=rows.records) > 0
    return in_record
