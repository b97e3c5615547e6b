"""Numbers of a field that are off by one factor: the plain way, to check the fast one against."""

import re
from collections import defaultdict
from fractions import Fraction
from typing import Any

from evaljson import FieldResult


def off_by_one_factor(listed: list[tuple[int, str, int, FieldResult]]) -> dict[int, str]:
    """The rows of different numbers of a field with one factor in common: a try of every one where a range begins."""
    of_field: dict[str, list[tuple[int, int, Fraction, Fraction]]] = defaultdict(list)
    for record, field, row, result in listed:
        gold, extracted = _plain_number(result.gold_compared), _plain_number(result.extracted_compared)
        if result.status == "mismatch" and gold is not None and extracted is not None:
            of_field[field].append((record, row, gold, extracted))
    found: dict[int, str] = {}
    for rows in of_field.values():
        votes = {row: vote for _, row, gold, extracted in rows if (vote := _vote(gold, extracted)) is not None}
        tried = {low: [one for one in votes.values() if one[0] <= low <= one[1]] for low, _ in votes.values()}
        best = max((tried[factor] for factor in sorted(tried)), key=len, default=[])
        if not best:
            continue
        low, high = max(one for one, _ in best), min(one for _, one in best)
        alike = []
        for record, row, gold, extracted in rows:
            factors = _factors(gold, extracted)
            if factors is not None and factors[0] <= low and high <= factors[1]:
                alike.append((record, row, gold))
        tell = {gold for _, row, gold in alike if row in votes and votes[row][0] <= low and high <= votes[row][1]}
        if len(tell) > 2 and len({record for record, _, _ in alike}) > 1 and 2 * len(alike) >= len(rows):
            found |= {row: "same_factor" for _, row, _ in alike}
    return found


def _plain_number(value: Any) -> Fraction | None:
    """The number that a value is, or that its text writes as JSON does; None for 0 and what nobody writes."""
    if type(value) not in (int, float, str) or not re.fullmatch(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", str(value).strip()):
        return None
    number = Fraction(str(value).strip())
    return number if Fraction(1, 10**9) <= abs(number) <= 10**15 else None


def _vote(gold: Fraction, extracted: Fraction) -> tuple[Fraction, Fraction] | None:
    """That, where the numbers tell a factor: one is a multiple of the other, or the last digit is small."""
    factors, factor = _factors(gold, extracted), extracted / gold
    if factors is not None and (factor.denominator == 1 or factor.numerator == 1):
        return factor, factor
    return factors if factors is not None and 100 * (factors[1] - factors[0]) <= factor else None


def _factors(gold: Fraction, extracted: Fraction) -> tuple[Fraction, Fraction] | None:
    """The least and the greatest factor that gold may be off by, unless it is nearly 1."""
    factor = extracted / gold
    if factor < 0 or Fraction(19, 20) < factor < Fraction(21, 20):
        return None
    decimals = next(count for count in range(400) if (extracted * 10**count).denominator == 1)
    ends = sorted((extracted + Fraction(sign, 2 * 10**decimals)) / gold for sign in (-1, 1))
    return ends[0], ends[1]
