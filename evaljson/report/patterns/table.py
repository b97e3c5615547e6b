"""The patterns of a run in figures: how many values, in how many records, what F1 loses, fields, examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, Ints
from evaljson.base.listed import first_of
from evaljson.report.patterns.exchanged import exchanges_among
from evaljson.report.patterns.find import ErrorPatterns, find_patterns
from evaljson.report.patterns.kinds import BY_NAME, KINDS, OF_ONE_FIELD, PatternKind
from evaljson.report.patterns.one_record import MostInRecord, mostly_in_record
from evaljson.report.patterns.other_record import looks_like
from evaljson.report.patterns.repeated import repeated_title
from evaljson.report.patterns.same_factor import same_factor_title
from evaljson.report.records.id_keys import id_labels
from evaljson.results.aggregate import record_ids
from evaljson.results.f1_lost import rounded, shares
from evaljson.results.model import RunResult
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd

_NAMED: Final = 3
"""Exchanged objects, or records, that a title names."""
_READ: Final = 200
"""Errors, from all over a run, of which a title names the pairs: each pair is a fifth of the field's or more."""


@dataclass(frozen=True, slots=True)
class PatternField:
    """One field of a pattern."""

    field: str
    """The schema path."""
    values: int
    records: int
    f1_lost: float
    """Of mean F1, 0..1."""


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
    f1_lost: float
    """What mean F1 loses by them, 0..1: with those of a run, at most 1 - mean F1."""
    share: float
    """Of what mean F1 loses by all that was looked at (the run, one field or one record), 0..1."""
    fields: tuple[PatternField, ...]
    """Those that cost F1 most first."""
    rows: Ints
    """A few rows of the tallies, of different fields where there are some: examples."""
    mostly: MostInRecord | None
    """The record with at least half of the values; None where there is none, of few values, of few records, and where
    only one record was looked at."""

    @property
    def own_field(self) -> str | None:
        """The field that it is about, where other fields have patterns of the same kind; else None."""
        return self.fields[0].field if self.kind.name in OF_ONE_FIELD else None

    @property
    def counts(self) -> str:
        """`29 values in 1 record`."""
        return f"{counted(self.values, 'value')} in {counted(self.records, 'record')}"


def error_patterns(run: RunResult, field: str | None = None) -> list[Pattern]:
    """Return what the errors of a run have in common, or those at one schema path: those that cost F1 most first."""
    return pattern_list(run, find_patterns(run), field)


def pattern_list(
    run: RunResult,
    patterns: ErrorPatterns,
    field: str | None = None,
    record: int | None = None,
    examples: int = 3,
) -> list[Pattern]:
    """Return the patterns of a run, of one of its fields, or of a record by its place.

    Those that cost F1 most come first, then those with more errors.
    """
    rows = run.tallies.rows
    looked_at = np.ones(len(rows.record), np.bool_)
    if field is not None:
        looked_at &= rows.field == (rows.fields.index(field) if field in rows.fields else -1)
    if record is not None:
        looked_at &= rows.record == record
    is_error = looked_at & (patterns.codes >= 0)
    total = float(rounded(patterns.f1_lost[looked_at].sum()))
    found = [
        (KINDS[code], at)
        for code in np.unique(patterns.codes[is_error]).tolist()
        for at in _split(KINDS[code], np.flatnonzero(is_error & (patterns.codes == code)), rows.field)
    ]
    listed = [
        _pattern(run, patterns, kind, at, total, examples, mostly_in_record(run, at) if record is None else None)
        for kind, at in found
    ]
    return sorted(listed, key=lambda one: (-one.f1_lost, -one.values, KINDS.index(one.kind)))


def _split(kind: PatternKind, at: Ints, field: AnyInts) -> list[Ints]:
    """Return the rows of a kind, apart by field where each field has a pattern of its own."""
    if kind.name not in OF_ONE_FIELD:
        return [at]
    return [at[field[at] == number] for number in np.unique(field[at]).tolist()]


def _pattern(
    run: RunResult,
    patterns: ErrorPatterns,
    kind: PatternKind,
    at: Ints,
    total: float,
    examples: int,
    mostly: MostInRecord | None,
) -> Pattern:
    rows = run.tallies.rows
    lost = float(rounded(patterns.f1_lost[at].sum()))
    width = len(rows.fields)
    values = np.bincount(rows.field[at], minlength=width)
    of_field = rounded(np.bincount(rows.field[at], patterns.f1_lost[at], width))
    pairs = np.unique(np.stack([rows.field[at], rows.record[at]]), axis=1)
    records = np.bincount(pairs[0], minlength=width)
    order = np.lexsort((np.arange(width), -values, -of_field))
    order = order[values[order] > 0]
    _, first = np.unique(rows.field[at], return_index=True)
    seconds = np.setdiff1d(np.arange(len(at)), first)
    place = {number: i for i, number in enumerate(order.tolist())}
    firsts = sorted(first.tolist(), key=lambda i: place[int(rows.field[at[i]])])
    return Pattern(
        kind,
        _title(run, kind, at, patterns),
        len(at),
        len(np.unique(rows.record[at])),
        lost,
        float(shares(np.array(lost), total)),
        tuple(
            PatternField(rows.fields[i], int(values[i]), int(records[i]), float(of_field[i])) for i in order.tolist()
        ),
        at[np.array([*firsts, *seconds.tolist()][:examples], np.intp)],
        mostly,
    )


def _title(run: RunResult, kind: PatternKind, at: Ints, patterns: ErrorPatterns) -> str:
    """Return the title of the kind; that of exchanged objects names those around the fields of these rows, that of
    records that look like another one names them, that of repeated pairs their values, that of a factor which it is."""
    if kind.name == "repeated":
        return repeated_title(run.table.some(at[:: max(len(at) // _READ, 1)]))
    if kind.name == "same_factor":  # that of all errors of the field: those of one record leave room for several
        of_field = patterns.rows_of(kind.name) & (run.tallies.rows.field == run.tallies.rows.field[at[0]])
        return same_factor_title(run.table.some(np.flatnonzero(of_field)))
    if kind.name == "other_record":
        return f"{kind.title}: {first_of(_like(run, at), _NAMED)}"
    if kind.name != "exchanged":
        return kind.title
    rows = run.tallies.rows
    fields = [rows.fields[number] for number in np.unique(rows.field[at]).tolist()]
    among = exchanges_among(run, np.unique(rows.record[at]).tolist())
    named = [f"{one.one} and {one.other}" for one in among if any(map(one.has, fields))]
    return f"{first_of(named, _NAMED)} exchanged"


def _like(run: RunResult, at: Ints) -> list[str]:
    """Say of the records of these rows which one they look like."""
    labels = id_labels(record_ids(run.records))
    chosen = {labels[place] for place in np.unique(run.tallies.rows.record[at]).tolist()}
    return [f"{one.record} like {one.other}" for one in looks_like(run) if one.record in chosen]


def pattern_frame(listed: list[Pattern]) -> pd.DataFrame:
    """Return one row per pattern. Columns: pattern, title, values, records, f1_lost, share, fields (as text)."""
    import pandas as pd

    columns = ("pattern", "title", "values", "records", "f1_lost", "share", "fields")
    data: list[tuple[Any, ...]] = [
        (one.kind.name, one.title, one.values, one.records, one.f1_lost, one.share,
         ", ".join(field.field for field in one.fields))
        for one in listed
    ]  # fmt: skip
    return pd.DataFrame(data, columns=list(columns))


def records_with_pattern(run: RunResult, patterns: ErrorPatterns, name: str, field: str | None) -> Bools:
    """Check by position whether a record has an error of this pattern at this field (at any where None)."""
    rows = run.tallies.rows
    at = rows_with_pattern(run, patterns, name, field)
    in_record: Bools = np.bincount(rows.record[at], minlength=rows.records) > 0
    return in_record


def rows_with_pattern(run: RunResult, patterns: ErrorPatterns, name: str, field: str | None) -> Ints:
    """Return the rows of the tallies that have an error of this pattern at this field (at any where None)."""
    rows = run.tallies.rows
    has = patterns.rows_of(name) if name in BY_NAME else np.zeros(len(rows.record), np.bool_)
    if field is not None:
        has &= rows.field == (rows.fields.index(field) if field in rows.fields else -1)
    return np.flatnonzero(has)
