"""Wrong numbers of a field that are off by one factor: twelve times each salary, a yearly one where gold has a monthly.

Each pair of numbers leaves a range of factors: from the extracted number, as far as it is rounded to the decimals that
it shows, over that of gold. What the most errors of a field have in common is a factor in the ranges of all of these.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import ByteCodes
from evaljson.report.patterns.kinds import BY_NAME, CODE
from evaljson.report.patterns.mismatches import Mismatches
from evaljson.report.patterns.text_parts import DIFFERENT
from evaljson.results.field_result import FieldResult

_LEAST_NUMBERS: Final = 3
"""Different numbers of gold from which on a factor is no chance."""
_LEAST_RECORDS: Final = 2
_SHARE: Final = Fraction(1, 2)
"""Of the different numbers of a field: a smaller part may have a factor in common by chance."""
_NEAR_ONE: Final = Fraction(1, 20)
"""A factor as near to 1 as this is a slip or a rounding."""
_WIDEST: Final = Fraction(1, 100)
"""Of a range, in terms of its factor: a number of one or two digits says little, unless it is a multiple or a part."""
_NEAR_MIDDLE: Final = 0.02
"""Twice what two ranges with a factor in common can differ by."""
_SMALLEST, _LARGEST = 1e-9, 1e15
"""Numbers that are looked at: beyond these, decimals are none that anyone wrote."""
_MOST_DECIMALS: Final = 6
Number = int | float
Pair = tuple[Number, Number]
"""Of gold, and extracted."""


@dataclass(frozen=True, slots=True)
class FactorRange:
    """The factors by which gold's number may be off, both ends among them."""

    low: Fraction
    high: Fraction


def mark_same_factor(codes: ByteCodes, wrong: Mismatches) -> None:
    """Mark those of the different numbers of a field that are off by one factor; numbers that are 0 have none."""
    rows_of: dict[int, dict[Pair, list[int]]] = defaultdict(lambda: defaultdict(list))
    for values in wrong.of_patterns(codes, (DIFFERENT,)):
        is_number = np.array([_is_number(value) for value in values.values], np.bool_)
        one = values.where(is_number[values.gold] & is_number[values.extracted])
        places = zip(one.rows.tolist(), one.gold.tolist(), one.extracted.tolist(), strict=True)
        for row, gold, extracted in places:
            rows_of[int(wrong.tallied.field[row])][one.values[gold], one.values[extracted]].append(row)
    for rows_of_pair in rows_of.values():
        having = _with_one_factor({pair: len(rows) for pair, rows in rows_of_pair.items()})
        rows = np.array([row for pair in having for row in rows_of_pair[pair]], np.intp)
        if len(np.unique(wrong.tallied.record[rows])) >= _LEAST_RECORDS:
            codes[rows] = CODE["same_factor"]


def _with_one_factor(times: Mapping[Pair, int]) -> list[Pair]:
    """Return the pairs of a field that have a factor in common, where these are enough; `times` says how often each is.

    Where half of all have one, one of the two in the middle has nearly that: only those near these are looked at.
    """
    pairs, counts = list(times), np.array(list(times.values()))
    factors = np.array([extracted / gold for gold, extracted in pairs])
    in_order = np.sort(np.repeat(factors, counts))
    middle = in_order[[(len(in_order) - 1) // 2, len(in_order) // 2]]
    near = (np.abs(factors[:, None] - middle) <= _NEAR_MIDDLE * np.abs(middle)).any(axis=1)
    ranges = {pairs[at]: factor_range(*pairs[at]) for at in np.flatnonzero(near).tolist()}
    shared = shared_range({one: times[pair] for pair, one in ranges.items() if one is not None})
    having = [pair for pair, one in ranges.items() if shared is not None and _is_in(shared, one)]
    is_enough = sum(times[pair] for pair in having) >= _SHARE * int(counts.sum())
    return having if is_enough and len({gold for gold, _ in having}) >= _LEAST_NUMBERS else []


def factor_range(gold: Any, extracted: Any) -> FactorRange | None:
    """Return by which factors the number of gold may be off; None where the two numbers do not say."""
    if not (_is_number(gold) and _is_number(extracted)):
        return None
    one, other = _exactly(gold), _exactly(extracted)
    factor = other / one
    if factor < 0 or abs(factor - 1) < _NEAR_ONE:
        return None
    if 1 in (factor.numerator, factor.denominator):
        return FactorRange(factor, factor)
    off = _half_of_last_digit(extracted) / abs(one)
    return FactorRange(factor - off, factor + off) if 2 * off <= _WIDEST * factor else None


def shared_range(times: Mapping[FactorRange, int]) -> FactorRange | None:
    """Return what the most ranges have in common, of several such the one of the smallest factors; None for none.

    `times` says how often each range is there.
    """
    begins = [(one.low, 0, count) for one, count in times.items()]
    ends = sorted([*begins, *((one.high, 1, -count) for one, count in times.items())])
    most, now, at = 0, 0, None
    for place, _, count in ends:
        now += count
        if now > most:
            most, at = now, place
    if at is None:
        return None
    around = [one for one in times if one.low <= at <= one.high]
    return FactorRange(max(one.low for one in around), min(one.high for one in around))


def same_factor_title(errors: Sequence[FieldResult]) -> str:
    """Name the factor of these errors of one field."""
    ranges = (factor_range(one.gold_compared, one.extracted_compared) for one in errors)
    shared = shared_range(Counter(one for one in ranges if one is not None))
    title = BY_NAME["same_factor"].title
    return title if shared is None else f"{title}, {_in_words(shared)}"


def _in_words(shared: FactorRange) -> str:
    """Write the shortest factor of a range, as a division where that is shorter: ×12, ÷5, ×2.54."""
    times, parts = _shortest(shared.low, shared.high), _shortest(1 / shared.high, 1 / shared.low)
    return f"÷{parts}" if len(parts) < len(times) else f"×{times}"


def _shortest(low: Fraction, high: Fraction) -> str:
    for decimals in range(_MOST_DECIMALS + 1):
        unit = 10**decimals
        if (number := math.ceil(low * unit)) and number <= high * unit:
            return f"{Decimal(number).scaleb(-decimals):,f}"
    return f"{float((low + high) / 2):.{_MOST_DECIMALS}g}"


def _is_in(shared: FactorRange, one: FactorRange | None) -> bool:
    return one is not None and one.low <= shared.low and shared.high <= one.high


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and _SMALLEST <= abs(value) <= _LARGEST


def _exactly(value: Number) -> Fraction:
    """Return a number as it is written."""
    return Fraction(repr(value))


def _half_of_last_digit(value: Number) -> Fraction:
    """Return half a unit of the last decimal that a number shows: of 6.0 as of 6, for they are one number."""
    exponent = Decimal(repr(value)).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return Fraction(1, 2 * 10 ** max(-exponent, 0))
