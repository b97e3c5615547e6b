"""What is wrong with each result, more closely than its status says: views of the results, which no figure depends on.

A mismatch is *misplaced* where the right value stands in another element of its array (see `misplaced.py`), else a
*wrong type* where the two values as compared are of different JSON types and the comparator has not read both alike, as
numbers or as yes and no, else a *wrong value*. Integers and other numbers are one type. Null is not a type here: null
against a value is a wrong value.
Missing and invented values can be misplaced too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from evaljson.base.arrays import Bools, ByteCodes
from evaljson.base.jsontypes import type_name
from evaljson.report.fields.misplaced import misplaced_places, misplaced_rows
from evaljson.results.f1_lost import Tallied
from evaljson.results.field_result import FieldResult
from evaljson.results.losses import NOTHING, field_table
from evaljson.results.model import RunResult
from evaljson.scoring.status import MISMATCH, NAMES
from evaljson.wording.words import BY_STATUS, LOOKS, Look

if TYPE_CHECKING:
    import pandas as pd

KINDS: Final = (
    BY_STATUS["match"],
    Look(
        "wrong_value",
        "✗",
        "wrong value",
        "#D55E00",
        "the two values differ, null against a value too, but not in their type",
    ),
    Look(
        "wrong_type",
        "◆",
        "wrong type",
        "#E3CB00",
        "the two values are of different types, such as text and number, and not read alike",
    ),
    Look(
        "misplaced",
        "⇄",
        "misplaced",
        "#0072B2",
        "the right value is there, in an element of the array that it is not paired with",
    ),
    replace(
        BY_STATUS["omission"],
        status="missing",
        meaning="gold has a value, extracted has it nowhere in the array, or not at all",
    ),
    replace(
        BY_STATUS["hallucination"],
        status="invented",
        meaning="extracted has a value that gold has nowhere in the array, or not at all",
    ),
    BY_STATUS["skipped"],
    BY_STATUS["batch_error"],
)
"""Status is the name of the kind, which stands in addresses."""
BY_KIND: Final = {kind.status: kind for kind in KINDS}
BY_NAME: Final = BY_STATUS | BY_KIND
"""By status or by kind: what is known of a result decides."""
_CODE: Final = {kind.status: code for code, kind in enumerate(KINDS)}
_OF_STATUS: Final = {"mismatch": "wrong_value", "omission": "missing", "hallucination": "invented"}
FAULTS: Final = ("wrong_value", "wrong_type", "misplaced", "missing", "invented")
_READ_ALIKE: Final = ("off by ", "gold says ")
"""How reasons begin where a comparator has read numbers, or yes and no, on both sides."""
_WORST_LAST: Final = (
    "skipped", "match", "batch_error", "misplaced", "invented", "missing", "wrong_type", "wrong_value",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Faults:
    """The kind of every result of a run."""

    codes: ByteCodes
    """Index into KINDS, for each row of the tallies."""
    too_long: int
    """Arrays with so many elements in error that nothing in them was looked for in another place."""


def fault_kinds(run: RunResult, misplaced: tuple[Sequence[int], int] | None = None) -> Faults:
    """Return the kinds of all results. `misplaced` is what `misplaced_rows` gives, where it is known."""
    rows = run.tallies.rows
    of_status = [_CODE.get(_OF_STATUS.get(name, name), NOTHING) for name in NAMES]
    codes = np.array(of_status, np.int8)[rows.status]
    moved, too_long = misplaced_rows(run) if misplaced is None else misplaced
    codes[moved] = _CODE["misplaced"]
    wrong = np.flatnonzero((rows.status == MISMATCH) & (codes != _CODE["misplaced"]))
    other_type = [_differ_in_type(result) for result in run.table.some(wrong)]
    codes[wrong[np.array(other_type, np.bool_)]] = _CODE["wrong_type"]
    return Faults(codes, too_long)


def kinds_by_path(run: RunResult, places: Sequence[int]) -> list[dict[str, str]]:
    """Return, for each of some records by position, the kind of each result by its instance path."""
    part = run.only(places)
    codes, rows = fault_kinds(part).codes, part.tallies.rows
    by_record: list[dict[str, str]] = [{} for _ in places]
    results = part.table.some(np.arange(len(codes)))
    for record, code, result in zip(rows.record.tolist(), codes.tolist(), results, strict=True):
        if code != NOTHING:
            by_record[record][result.path] = KINDS[code].status
    return by_record


def misplaced_by_path(run: RunResult, places: Sequence[int]) -> list[dict[str, str]]:
    """Say, for each of some records by position, where misplaced values are on the other side."""
    part = run.only(places)
    moved, _ = misplaced_places(part)
    rows = np.array(sorted(moved), np.intp)
    by_record: list[dict[str, str]] = [{} for _ in places]
    records = part.tallies.rows.record[rows].tolist()
    for record, row, result in zip(records, rows.tolist(), part.table.some(rows), strict=True):
        is_golds = result.status != "hallucination"
        words = "gold's value is in extracted at" if is_golds else "it is gold's value of"
        by_record[record][result.path] = f"{words} {moved[row]}"
    return by_record


def _differ_in_type(result: FieldResult) -> bool:
    gold, extracted = result.gold_compared, result.extracted_compared
    if gold is None or extracted is None:
        return False
    if _type_of(gold) == _type_of(extracted):
        return False
    return not (result.reason or "").startswith(_READ_ALIKE)


def _type_of(value: Any) -> str:
    name = type_name(value)
    return "number" if name == "integer" else name


def kind_table(run: Tallied, faults: Faults) -> pd.DataFrame:
    """Return a table like `field_table`, with a column for each kind instead of each status, named by its label."""
    table = field_table(run).drop(columns=[look.label for look in LOOKS])
    rows = run.tallies.rows
    width = len(KINDS)
    flat = np.bincount(rows.field * width + faults.codes, minlength=len(rows.fields) * width)
    counts = flat.reshape(len(rows.fields), width)
    place = {field: i for i, field in enumerate(rows.fields)}
    order = [place[field] for field in table["field"]]
    return table.assign(**{kind.label: counts[order, i] for i, kind in enumerate(KINDS)})


def fault_counts(table: pd.DataFrame) -> pd.Series[int]:
    """Count the faults of each field of a table by `kind_table`."""
    return table[[BY_KIND[name].label for name in FAULTS]].sum(axis=1)


def worst_kinds(run: Tallied, faults: Faults) -> ByteCodes:
    """Return, as records x fields, the worst kind of a record at a field, NOTHING where it has no result."""
    rows = run.tallies.rows
    rank = np.empty(len(KINDS), np.int8)
    rank[[_CODE[name] for name in _WORST_LAST]] = np.arange(len(KINDS))
    worst = np.full(rows.records * len(rows.fields), -1, np.int8)
    np.maximum.at(worst, rows.record.astype(np.int64) * len(rows.fields) + rows.field, rank[faults.codes])
    by_rank: ByteCodes = np.array([*(_CODE[name] for name in _WORST_LAST), NOTHING], np.int8)
    return by_rank[worst].reshape(rows.records, len(rows.fields))


def records_of_kind(run: RunResult, faults: Faults, kind: str, field: str | None) -> Bools:
    """Check by position whether a record has a result of this kind at this field (at any where None)."""
    rows = run.tallies.rows
    of_kind = faults.codes == _CODE[kind]
    if field is not None:
        of_kind &= rows.field == (rows.fields.index(field) if field in rows.fields else NOTHING)
    has_kind: Bools = np.bincount(rows.record[of_kind], minlength=rows.records) > 0
    return has_kind


def lost_most(table: pd.DataFrame, kinds: Sequence[Look]) -> str:
    """Say which field of a table by `kind_table` costs mean F1 most, and how."""
    if table.empty or not float(table["f1_lost"].max()):
        return "No field loses anything."
    first = table.iloc[int(table["f1_lost"].argmax())]
    tied = int((table["f1_lost"] == first["f1_lost"]).sum()) - 1
    if tied:
        return f"{first['field']} and {tied:,} more cost F1 most, each as much."
    counts = [(int(first[kind.label]), kind.word) for kind in kinds if kind.status in FAULTS and first[kind.label]]
    in_words = ", ".join(f"{count:,} {word}" for count, word in sorted(counts, reverse=True))
    return f"{first['field']} costs F1 most: {in_words}."


def status_or_kind(run: RunResult, faults: Faults, kind: str, field: str) -> str:
    """Return the filter for results of a kind at a field: their status, if nothing else there has it."""
    rows = run.tallies.rows
    at_field = rows.field == rows.fields.index(field)
    for status, name in enumerate(NAMES):
        if _OF_STATUS.get(name, name) == kind and bool(
            (faults.codes[at_field & (rows.status == status)] == _CODE[kind]).all()
        ):
            return name
    return kind
