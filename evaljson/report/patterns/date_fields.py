"""Whether the texts of a field are dates, and which comes first in them, the day or the month: one answer per field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from evaljson.base.arrays import ByteCodes, Ints
from evaljson.report.patterns.dates import OF_DATES, is_date, is_same_day, says_order, turned_days
from evaljson.report.patterns.differences import READ_AS_DATES, of_pair
from evaljson.report.patterns.kinds import CODE
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult

_LOOKED_AT: Final = 60
"""Values of gold, from all over a field, that tell what all of it are."""


def settle_dates(codes: ByteCodes, run: RunResult) -> None:
    """Give errors that look like dates another pattern where their field has none, or where it is read the other way.

    Fields that are compared as dates are left: their rule says which day it is.
    """
    rows = run.tallies.rows
    looks = np.flatnonzero(np.isin(codes, [CODE[name] for name in OF_DATES]))
    for field in np.unique(rows.field[looks]).tolist():
        all_of_field = np.flatnonzero(rows.field == field)
        sample = run.table.some(all_of_field[:: len(all_of_field) // _LOOKED_AT + 1])
        if any(result.comparator in READ_AS_DATES for result in sample):
            continue
        gold = [one.gold_compared for one in sample if isinstance(one.gold_compared, str) and one.gold_compared.strip()]
        wrong = looks[rows.field[looks] == field]
        if 2 * sum(map(is_date, gold)) > len(gold):
            _read_in_one_way(codes, wrong[codes[wrong] == CODE["date_form"]], run, gold)
        else:
            _put(codes, wrong, [of_pair(*pair, dates=False) for pair in _pairs(run.table.some(wrong))])


def _read_in_one_way(codes: ByteCodes, wrong: Ints, run: RunResult, gold: Sequence[str]) -> None:
    """Read the dates of a field with the day first, or all with the month first: as its gold is sure to be, else as
    makes more of them equal."""
    pairs = _pairs(run.table.some(wrong))
    same = {day_first: [is_same_day(*pair, day_first=day_first) for pair in pairs] for day_first in (False, True)}
    order = sum(map(says_order, gold)) or sum(same[True]) - sum(same[False])
    turned = [not is_same and turned_days(*pair) for pair, is_same in zip(pairs, same[order > 0], strict=True)]
    codes[wrong[np.array(turned, np.bool_)]] = CODE["date_order"]


def _pairs(results: Sequence[FieldResult]) -> list[tuple[str, str]]:
    return [(result.gold_compared, result.extracted_compared) for result in results]


def _put(codes: ByteCodes, rows: Ints, names: Sequence[str]) -> None:
    codes[rows] = [CODE[name] for name in names]
