"""Finds the pattern of every error of a run: columns of codes, and each distinct pair of values looked at once.

No figure depends on it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, ByteCodes, Floats, Ints
from evaljson.base.paths import above
from evaljson.report.fields.misplaced import misplaced_rows
from evaljson.report.patterns.date_fields import settle_dates
from evaljson.report.patterns.differences import OF_FORM, READ_AS_DATES, of_pair, of_result, plain_name
from evaljson.report.patterns.empty import of_empty
from evaljson.report.patterns.exchanged import of_exchanged
from evaljson.report.patterns.in_lists import tell_lists_apart
from evaljson.report.patterns.kinds import CODE
from evaljson.report.patterns.mismatches import Mismatches
from evaljson.report.patterns.other_record import OtherRecords
from evaljson.report.patterns.repeated import mark_repeated
from evaljson.report.patterns.same_factor import mark_same_factor
from evaljson.report.patterns.shift_values import ShiftValues
from evaljson.report.patterns.shifted import of_shifted
from evaljson.report.patterns.siblings import of_siblings
from evaljson.report.patterns.text_parts import DIFFERENT
from evaljson.results.aggregate import record_ids
from evaljson.results.compared_values import ComparedValues
from evaljson.results.cut_off_rows import of_cut_off
from evaljson.results.f1_lost import f1_lost_by_row
from evaljson.results.losses import NOTHING
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION, SCORED

_LEAST_RECORDS: Final = 2
"""Records from which on a field that is missing in all of them says more than that it is missing."""
_MAY_BE_BESIDE: Final = (DIFFERENT, "rounded", "power_of_ten")
"""What the value of another field may look like: 40 and 4, exchanged, are off by a power of ten."""
_OF_NULL: Final = ("value_for_null", "null_for_value")
"""What a setting may have made of 0 or false."""
_OF_ONE: Final = (
    "empty_missing", "empty_invented", "null_for_zero", "null_for_false", "zero_for_null", "false_for_null",
)  # fmt: skip
"""What a missing or an invented value may be: where null counts as absent, null for 0 is one of them."""

_WHATEVER: Final = ("never_there", "unknown_key", "cut_off")
"""What is wrong in a record whatever else is."""


@dataclass(frozen=True, slots=True)
class ErrorPatterns:
    """The pattern of every error of a run, for the rows of its tallies."""

    codes: ByteCodes
    """Index into KINDS; NOTHING for what is no error."""
    f1_lost: Floats
    """What mean F1 loses by each row, 0..1: see evaljson.results.f1_lost."""

    def rows_of(self, name: str) -> Bools:
        """Mark the errors of one pattern, by its name."""
        of_kind: Bools = self.codes == CODE[name]
        return of_kind


def find_patterns(run: RunResult, misplaced: Ints | None = None) -> ErrorPatterns:
    """Find the pattern of every error. `misplaced` are the rows that `misplaced_rows` gives, where they are known."""
    rows = run.tallies.rows
    codes = np.full(len(rows.record), NOTHING, np.int8)
    of_status = {status: np.zeros(len(codes), np.bool_) | (rows.status == status) for status in SCORED}
    in_arrays, wrong, others = ShiftValues(run), Mismatches(run), OtherRecords(run)
    made_null = np.zeros(len(codes), np.bool_)
    for values in run.table.compared_values():
        _put(codes, values, rows.status)
        made_null[values.rows] = values.made_null
        in_arrays.take(values)
        wrong.take(values)
        others.take(values)
    settle_dates(codes, run)
    in_list = (
        np.array(["[]" in field for field in rows.fields], np.bool_)[rows.field] if rows.fields else codes < NOTHING
    )
    missing, invented = (of_status[status] & (codes == NOTHING) for status in (OMISSION, HALLUCINATION))
    codes[missing], codes[missing & in_list] = CODE["missing"], CODE["missing_in_list"]
    codes[invented], codes[invented & in_list] = CODE["invented"], CODE["invented_in_list"]
    cut = np.zeros(len(codes), np.bool_)
    cut[of_cut_off(run)] = True
    codes[cut] = CODE["cut_off"]
    codes[_never_there(run, cut, codes == CODE["empty_missing"])] = CODE["never_there"]
    lacks = _at(run.undeclared, rows.fields)
    codes[of_status[HALLUCINATION] & (lacks[rows.field] if rows.fields else False)] = CODE["unknown_key"]
    gone, strays = (_of_records(run, ids) for ids in (run.missing, run.invented_records))
    codes[of_status[OMISSION] & gone & ~cut] = CODE["record_missing"]
    codes[of_status[HALLUCINATION] & strays] = CODE["record_invented"]
    moved = np.array(misplaced_rows(run)[0], np.intp) if misplaced is None else misplaced
    codes[moved] = CODE["misplaced"]
    for name, shifted in zip(("shifted_missing", "shifted_invented"), of_shifted(run, in_arrays), strict=True):
        codes[shifted] = CODE[name]
    codes[of_exchanged(run, np.flatnonzero(codes != NOTHING))] = CODE["exchanged"]
    codes[_of_places(run, others.found()) & (codes != NOTHING) & ~_is_one_of(codes, _WHATEVER)] = CODE["other_record"]
    _look_into_lists(codes, run)
    _look_at_results(codes, run, made_null)
    tell_lists_apart(codes, run)
    _look_beside(codes, run)
    mark_repeated(codes, wrong)
    mark_same_factor(codes, wrong)
    return patterns_with(run, codes)


def _look_beside(codes: ByteCodes, run: RunResult) -> None:
    """Find values of other fields beside them: two that are exchanged, then those of which gold has the other one."""
    field = run.tallies.rows.field
    at = np.flatnonzero(_is_one_of(codes, _MAY_BE_BESIDE))
    found = of_siblings(run, at)
    small = _often(at[found.swapped & found.small], at, field, at_least=_LEAST_RECORDS)
    codes[at[found.swapped & ~found.small]] = codes[small] = CODE["sibling"]
    for name in (DIFFERENT, "rounded"):
        of_name = codes[at] == CODE[name]
        telling = at[of_name & found.beside & ~found.small]
        if name == "rounded":
            telling = _often(telling, at[of_name], field)
        small = _often(at[of_name & found.beside & found.small], at[of_name], field, at_least=_LEAST_RECORDS)
        codes[telling] = codes[small] = CODE["sibling"]


def _often(some: Ints, all_rows: Ints, field: AnyInts, at_least: int = 1) -> Ints:
    """Return those rows of a field that are at least half of all of it: among many rounded values, some are by chance
    what is beside them."""
    counts, of_all = (np.bincount(field[places], minlength=1) for places in (some, all_rows))
    return some[(2 * counts[field[some]] >= of_all[field[some]]) & (counts[field[some]] >= at_least)]


def patterns_with(run: RunResult, codes: ByteCodes) -> ErrorPatterns:
    """Return the patterns of a run from their codes, by row of its tallies."""
    return ErrorPatterns(codes, f1_lost_by_row(run.tallies))


def _put(codes: ByteCodes, values: ComparedValues, statuses: ByteCodes) -> None:
    """Put in what the values say, each distinct pair looked at once."""
    status = statuses[values.rows]
    wrong = np.flatnonzero(status == MISMATCH)
    if len(wrong):
        width = len(values.values) + 1
        pair = values.gold[wrong].astype(np.int64) * width + values.extracted[wrong]
        distinct, inverse = np.unique(pair, return_inverse=True)
        of_distinct = [_of_mismatch(values.values, code // width, code % width) for code in distinct.tolist()]
        codes[values.rows[wrong]] = np.array(of_distinct, np.int8)[inverse]
    for alone, one_side in ((OMISSION, values.gold), (HALLUCINATION, values.extracted)):
        at = np.flatnonzero(status == alone)
        if len(at):
            distinct, inverse = np.unique(one_side[at], return_inverse=True)
            of_distinct = [_of_one(values.values[code], alone) for code in distinct.tolist()]
            codes[values.rows[at]] = np.array(of_distinct, np.int8)[inverse]


def _of_one(value: Any, status: int) -> int:
    """Return the pattern that a value alone may have: what else counts is what the other side has there."""
    plain = plain_name(value)
    if _is_empty(value):
        return CODE["empty_missing" if status == OMISSION else "empty_invented"]
    if plain in ("zero", "false"):
        return CODE[f"null_for_{plain}" if status == OMISSION else f"{plain}_for_null"]
    return NOTHING


def _look_into_lists(codes: ByteCodes, run: RunResult) -> None:
    """Compare with each value of the list where any of them is right: there a list is no error."""
    rows = np.flatnonzero(codes == CODE["list_for_value"])
    for row, result in zip(rows.tolist(), run.table.some(rows), strict=True):
        if result.comparator == "any_of" and isinstance(result.gold_compared, list):
            kinds = (of_pair(value, result.extracted_compared) for value in result.gold_compared)
            codes[row] = CODE[next((kind for kind in kinds if kind != DIFFERENT), DIFFERENT)]


def _look_at_results(codes: ByteCodes, run: RunResult, made_null: Bools) -> None:
    """Settle what values alone do not tell: what the comparator read, and what the other side has at their place."""
    is_alone = run.tallies.rows.status != MISMATCH
    asked = _is_one_of(codes, OF_FORM) | _is_one_of(codes, _OF_NULL) & made_null | _of_dates(codes, run)
    rows = np.flatnonzero(asked & ~is_alone | _is_one_of(codes, _OF_ONE) & is_alone)
    records = run.tallies.rows.record[rows].tolist()
    for row, record, result in zip(rows.tolist(), records, run.table.some(rows), strict=True):
        is_pair = result.status == "mismatch"
        codes[row] = CODE[of_result(result) if is_pair else of_empty(result, run.records[record].gold)]


def _of_dates(codes: ByteCodes, run: RunResult) -> Bools:
    """Mark what looks like one date in fields that are compared as dates: their rule says which day it is."""
    looks = np.flatnonzero(codes == CODE["date_form"])
    field, first = np.unique(run.tallies.rows.field[looks], return_index=True)
    firsts = zip(field.tolist(), run.table.some(looks[first]), strict=True)
    dates = [number for number, result in firsts if result.comparator in READ_AS_DATES]
    of_dates: Bools = (codes == CODE["date_form"]) & np.isin(run.tallies.rows.field, dates)
    return of_dates


def _is_one_of(codes: ByteCodes, names: Sequence[str]) -> Bools:
    found: Bools = np.isin(codes, [CODE[name] for name in names])
    return found


def _of_mismatch(values: Any, gold: int, extracted: int) -> int:
    return CODE[of_pair(values[gold], values[extracted])]


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def _never_there(run: RunResult, cut: Bools, empty: Bools) -> Bools:
    """Mark the rows of fields that gold has in two records at least, and the extraction in none, invented ones too.

    What is in an object or array counts as it: where it has parts, it has no row of its own. Records in which a `cut`
    may have cost the field do not count, but are marked with the others; where gold is `empty`, null may be there.
    """
    rows = run.tallies.rows
    there = ~_of_records(run, run.missing)
    has = there & (rows.status != OMISSION)
    counts = np.bincount(rows.field[has], minlength=len(rows.fields)).tolist()
    around = {path for field, count in zip(rows.fields, counts, strict=True) if count for path in above(field)}
    omitted = there & (rows.status == OMISSION) & ~empty
    telling = omitted & ~cut
    pairs = np.unique(np.stack([rows.field[telling], rows.record[telling]]), axis=1)
    records = np.bincount(pairs[0], minlength=len(rows.fields))
    never = ~_at(around, rows.fields) & (records >= _LEAST_RECORDS)
    never_there: Bools = omitted & never[rows.field] if rows.fields else omitted
    return never_there


def _of_records(run: RunResult, ids: Any) -> Bools:
    rows = run.tallies.rows
    wanted = set(ids)
    if not wanted:
        return np.zeros(len(rows.record), np.bool_)
    return _of_places(run, [place for place, one in enumerate(record_ids(run.records)) if one in wanted])


def _of_places(run: RunResult, places: Collection[int]) -> Bools:
    rows = run.tallies.rows
    chosen = np.zeros(rows.records, np.bool_)
    chosen[list(places)] = True
    of_chosen: Bools = chosen[rows.record]
    return of_chosen


def _at(paths: Any, fields: list[str]) -> Bools:
    wanted = set(paths)
    return np.array([field in wanted for field in fields], np.bool_)
