"""Wrong numbers of a field that are off by one factor: twelve times each salary, a yearly one where gold has a monthly.

Each pair of numbers leaves a range of factors: from the extracted number, as far as it is rounded to the decimals that
it shows, over that of gold. A factor that the most narrow ranges have in common is that of all whose range it is in.
"""

from __future__ import annotations

import math
import re
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
"""Different numbers of gold with a narrow range from which on a factor is no chance."""
_LEAST_RECORDS: Final = 2
_SHARE: Final = Fraction(1, 2)
"""Of the different numbers of a field: a smaller part may have a factor in common by chance."""
_NEAR_ONE: Final = Fraction(1, 20)
"""A factor as near to 1 as this is a slip or a rounding."""
_NARROW: Final = Fraction(1, 100)
"""A range as wide as this, in terms of its factor, still tells one; that of a number of one or two digits is wider."""
_SLACK: Final = 1e-12
"""Of ends of ranges as floats, in terms of themselves."""
_SMALLEST, _LARGEST = Decimal("1e-9"), Decimal("1e15")
"""Numbers that are looked at: beyond these, decimals are none that anyone wrote."""
_TEXT: Final = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,9})?")
"""A text that is a number as JSON has it, which a transform may have made of one."""
_MOST_DECIMALS: Final = 6
Pair = tuple[Decimal, Decimal]
"""The numbers of gold and of the extraction, without zeros behind the decimals: 6.0 and 6 are one number."""


@dataclass(frozen=True, slots=True)
class FactorRange:
    """The factors by which gold's number may be off, both ends among them."""

    low: Fraction
    high: Fraction

    def has(self, other: FactorRange) -> bool:
        """Check whether all of another range is in it."""
        return self.low <= other.low and other.high <= self.high


def mark_same_factor(codes: ByteCodes, wrong: Mismatches) -> None:
    """Mark those of the different numbers of a field that are off by one factor; numbers that are 0 have none."""
    rows_of: dict[int, dict[Pair, list[int]]] = defaultdict(lambda: defaultdict(list))
    for values in wrong.of_patterns(codes, (DIFFERENT,)):
        numbers = [_number(value) for value in values.values]
        is_number = np.array([number is not None for number in numbers], np.bool_)
        one = values.where(is_number[values.gold] & is_number[values.extracted])
        for row, gold, extracted in zip(one.rows.tolist(), one.gold.tolist(), one.extracted.tolist(), strict=True):
            left, right = numbers[gold], numbers[extracted]
            assert left is not None
            assert right is not None
            rows_of[int(wrong.tallied.field[row])][left, right].append(row)
    for rows_of_pair in rows_of.values():
        having = _with_one_factor({pair: len(rows) for pair, rows in rows_of_pair.items()})
        rows = np.array([row for pair in having for row in rows_of_pair[pair]], np.intp)
        if len(np.unique(wrong.tallied.record[rows])) >= _LEAST_RECORDS:
            codes[rows] = CODE["same_factor"]


def _with_one_factor(times: Mapping[Pair, int]) -> list[Pair]:
    """Return the pairs of a field that have a factor in common, where these are enough.

    `times` says how often each pair is there.
    """
    votes = {pair: vote for pair in times if (vote := _vote(*pair)) is not None}
    if len({gold for gold, _ in votes}) < _LEAST_NUMBERS:
        return []
    shared = shared_range(_counted(votes, times))
    having = [pair for pair in times if (one := _range(*pair)) is not None and shared is not None and one.has(shared)]
    tell = {pair[0] for pair in having if pair in votes and shared is not None and votes[pair].has(shared)}
    is_enough = sum(times[pair] for pair in having) >= _SHARE * sum(times.values())
    return having if is_enough and len(tell) >= _LEAST_NUMBERS else []


def _counted(votes: Mapping[Pair, FactorRange], times: Mapping[Pair, int]) -> Counter[FactorRange]:
    counts = Counter[FactorRange]()
    for pair, vote in votes.items():
        counts[vote] += times[pair]
    return counts


def _vote(gold: Decimal, extracted: Decimal) -> FactorRange | None:
    """Return the factors that a pair tells: that of a multiple or a part, or a narrow range; None if it tells none."""
    one = _range(gold, extracted)
    if one is None:
        return None
    factor = Fraction(extracted) / Fraction(gold)
    if 1 in (factor.numerator, factor.denominator):
        return FactorRange(factor, factor)
    return one if one.high - one.low <= _NARROW * factor else None


def _range(gold: Decimal, extracted: Decimal) -> FactorRange | None:
    """Return by which factors gold's number may be off; None for another sign, and for nearly 1."""
    one, other = Fraction(gold), Fraction(extracted)
    factor = other / one
    if factor < 0 or abs(factor - 1) < _NEAR_ONE:
        return None
    exponent = extracted.as_tuple().exponent
    assert isinstance(exponent, int)
    off = Fraction(1, 2 * 10 ** max(-exponent, 0)) / abs(one)
    return FactorRange(factor - off, factor + off)


def shared_range(times: Mapping[FactorRange, int]) -> FactorRange | None:
    """Return what the most ranges have in common, of several such the one of the smallest factors; None for none.

    `times` says how often each range is there.
    """
    if not times:
        return None
    ranges, counts = list(times), np.array(list(times.values()))
    low, high = (
        np.array([float(end) for end in ends]) for ends in zip(*((one.low, one.high) for one in ranges), strict=True)
    )
    low, high = low * (1 - _SLACK), high * (1 + _SLACK)
    ends, steps = np.concatenate([low, high]), np.concatenate([counts, -counts])
    order = np.lexsort((steps < 0, ends))
    at = ends[order][np.argmax(np.cumsum(steps[order]))]
    around = [ranges[place] for place in np.flatnonzero((low <= at) & (at <= high)).tolist()]
    return FactorRange(max(one.low for one in around), min(one.high for one in around))


def same_factor_title(errors: Sequence[FieldResult]) -> str:
    """Name the factor of all of these errors of one field."""
    pairs = ((_number(one.gold_compared), _number(one.extracted_compared)) for one in errors)
    votes = (_vote(gold, extracted) for gold, extracted in pairs if gold is not None and extracted is not None)
    shared = shared_range(Counter(vote for vote in votes if vote is not None))
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


def _number(value: Any) -> Decimal | None:
    """Return a number as it is written, also as a text; None for 0, what is too large or small, and no number."""
    if isinstance(value, str):
        text = value.strip() if _TEXT.fullmatch(value.strip()) else ""
    else:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        text = repr(value) if is_number and 0 < abs(value) <= _LARGEST else ""
    number = Decimal(text).normalize() if text else Decimal(0)
    return number if _SMALLEST <= abs(number) <= _LARGEST else None
