"""The operators that work on values. Each takes them as a list, and gives UNKNOWN for what it cannot work out."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from evaljson.logic.values import UNKNOWN, day, equal, number, ordered

Values = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator."""

    work: Callable[[Values], Any]
    least: int
    """Arguments that it takes at least."""
    most: int
    is_condition: bool = False
    """Whether it gives true or false."""


def _numbers(values: Values) -> list[Fraction] | None:
    found = [None if value is UNKNOWN else number(value) for value in values]
    return None if None in found else [one for one in found if one is not None]


def _of_numbers(work: Callable[[list[Fraction]], Any]) -> Callable[[Values], Any]:
    def worked(values: Values) -> Any:
        numbers = _numbers(values[0] if len(values) == 1 and isinstance(values[0], list) else values)
        found = UNKNOWN if not numbers else work(numbers)
        return UNKNOWN if isinstance(found, Fraction) and number(found) is None else found

    return worked


def _minus(numbers: list[Fraction]) -> Fraction:
    return -numbers[0] if len(numbers) == 1 else numbers[0] - numbers[1]


def _divide(numbers: list[Fraction]) -> Any:
    return UNKNOWN if numbers[1] == 0 else numbers[0] / numbers[1]


def _remainder(numbers: list[Fraction]) -> Any:
    return UNKNOWN if numbers[1] == 0 else numbers[0] % numbers[1]


def _order(holds: Callable[[Any, Any], bool]) -> Operator:
    def between(values: Values) -> Any:
        pairs = [ordered(left, right, holds) for left, right in pairwise(values)]
        return False if False in pairs else UNKNOWN if UNKNOWN in pairs else True

    return Operator(between, 2, 3, True)


def _not(values: Values) -> Any:
    return not values[0] if isinstance(values[0], bool) else UNKNOWN


def _unequal(values: Values) -> Any:
    return _not([equal(values[0], values[1])])


def _near(values: Values) -> Any:
    left, right, most = values
    if isinstance(left, date) or isinstance(right, date):
        left, right = _days([left, right]), 0
    numbers = _numbers([left, right, most])
    return UNKNOWN if numbers is None else abs(numbers[0] - numbers[1]) <= numbers[2]


def _date(values: Values) -> Any:
    if values[0] is UNKNOWN:
        return UNKNOWN
    found = day(values[0], values[1] if len(values) == 2 and isinstance(values[1], bool) else None)
    return UNKNOWN if found is None else found


def _days(values: Values) -> Any:
    days = [None if value is UNKNOWN else day(value, None) for value in values]
    first, last = days
    return UNKNOWN if first is None or last is None else Fraction((last - first).days)


def _in(values: Values) -> Any:
    wanted, within = values
    if wanted is UNKNOWN or within is UNKNOWN:
        return UNKNOWN
    if isinstance(wanted, str) and isinstance(within, str):
        return wanted in within
    return any(equal(wanted, one) is True for one in within) if isinstance(within, list) else UNKNOWN


def _count(values: Values) -> Any:
    return Fraction(len(values[0])) if isinstance(values[0], list) else UNKNOWN


def _round(values: Values) -> Any:
    numbers = _numbers(values)
    if numbers is None or not 0 <= numbers[1] <= 100:
        return UNKNOWN
    scale = Fraction(10) ** int(numbers[1])
    away = Fraction(1, 2)  # half away from zero, as on a bill
    return Fraction(math.floor(abs(numbers[0]) * scale + away), 1) / scale * (1 if numbers[0] >= 0 else -1)


OPERATORS: Final[Mapping[str, Operator]] = {
    "+": Operator(_of_numbers(lambda numbers: sum(numbers, Fraction(0))), 1, 100),
    "-": Operator(_of_numbers(_minus), 1, 2),
    "*": Operator(_of_numbers(math.prod), 1, 100),
    "/": Operator(_of_numbers(_divide), 2, 2),
    "%": Operator(_of_numbers(_remainder), 2, 2),
    "min": Operator(_of_numbers(min), 1, 100),
    "max": Operator(_of_numbers(max), 1, 100),
    "abs": Operator(_of_numbers(lambda numbers: abs(numbers[0])), 1, 1),
    "round": Operator(_round, 2, 2),
    "count": Operator(_count, 1, 1),
    "date": Operator(_date, 1, 2),
    "days": Operator(_days, 2, 2),
    "==": Operator(lambda values: equal(values[0], values[1]), 2, 2, True),
    "!=": Operator(_unequal, 2, 2, True),
    "<": _order(operator.lt),
    "<=": _order(operator.le),
    ">": _order(operator.gt),
    ">=": _order(operator.ge),
    "near": Operator(_near, 3, 3, True),
    "in": Operator(_in, 2, 2, True),
    "!": Operator(_not, 1, 1, True),
}
