"""numeric: numbers by value, within an optional tolerance.

    rel   |gold - extracted| / |gold| <= rel, divided by 1 where gold is 0
    abs   |gold - extracted| <= abs
    both must hold where both are given

Bounds hold for the numbers as they are written: see closeness.py.

Text that is a number after stripping counts as that number, unless `text` is false; a boolean never does. Two integers
without tolerance are compared exactly, everything else as floats. NaN equals NaN, null equals null, an infinity only
itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar

import numpy as np

from evaljson.base.arrays import Bools, Codes, Floats, Ints, Scores
from evaljson.base.jsontypes import ABSENT, Absent, type_name
from evaljson.base.params import LARGEST, Param
from evaljson.comparators.base import ComparatorResult, Pairs, PairScorer, Params
from evaljson.comparators.number.closeness import are_within, is_within
from evaljson.comparators.number.text_notes import NEVER, NO_NUMBER, READ
from evaljson.comparators.same_code import all_differ
from evaljson.transforms.number_text import rough_text

_EXACT_IN_FLOAT = 2**53
_NO_TOKEN, _NULL, _NAN, _FIRST_BIG = 0, 1, 2, 3


Number = int | float | Decimal


def as_number(value: Any) -> Number | None:
    """Return the number that a value is or, as text, holds; None for anything else, booleans included.

    Transforms may make a Decimal of one. The Decimal returned is a number in text that is too large for a float.
    """
    if isinstance(value, str | Decimal):
        return _number_in_text(str(value).strip())
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _number_in_text(text: str) -> Number | None:
    if "_" in text:
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return None
    too_large = math.isinf(number) and "inf" not in text.lower()
    return _too_large_for_float(text) if too_large else number


def _too_large_for_float(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond all reason
        return None


def _as_float(number: Number) -> float | None:
    """Convert to float; None if it is too large for one."""
    try:
        return None if isinstance(number, Decimal) else float(number)
    except OverflowError:
        return None


def _tolerances(params: Params) -> tuple[float | None, float | None]:
    tolerance = params.get("tolerance") or {}
    return tolerance.get("rel"), tolerance.get("abs")


class Numeric:
    """Equality of numbers, within a tolerance where one is set."""

    silent: ClassVar[frozenset[type]] = frozenset({int, float, type(None)})
    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "tolerance",
            "object",
            "How far extracted may be from gold; both must hold where both are given.",
            fields=(
                Param("rel", "number", "Share of gold: 0.01 is 1%.", minimum=0, maximum=LARGEST, null_is_unset=True),
                Param("abs", "number", "In the field's own unit.", minimum=0, maximum=LARGEST, null_is_unset=True),
            ),
            null_is_unset=True,
        ),
        Param("text", "boolean", "Take text that is a number for that number.", default=True),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        text = params.get("text", True)
        matched, reason = _judge(gold, extracted, *_tolerances(params), text=text)
        notes = [reason] if reason else []
        for side, value in (("gold", gold), ("extracted", extracted)):
            if text and isinstance(value, str) and as_number(value) is not None:
                notes.append(f"{side} {READ}")
        return ComparatorResult(float(matched), "numeric", "; ".join(notes) or None)

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Read the distinct values once, then compare whole columns in floating point.

        Numbers of one type are compared as they are where no tolerance is set.
        """
        if _tolerances(params) == (None, None) and set(map(type, values)) - {Absent} in ({int}, {float}):
            return all_differ(len(values))
        return _NumericColumns(values, *_tolerances(params), text=params.get("text", True))


def _number(value: Any, text: bool) -> Number | None:
    return as_number(value) if text or not isinstance(value, str) else None


def _judge(gold: Any, extracted: Any, rel: float | None, abs_: float | None, *, text: bool) -> tuple[bool, str | None]:
    if gold is None and extracted is None:
        return True, None
    left, right = _number(gold, text), _number(extracted, text)
    if left is None or right is None:
        side, value = ("gold", gold) if left is None else ("extracted", extracted)
        not_number = NO_NUMBER if text else NEVER
        return False, f"{side} {not_number}" if isinstance(value, str) else f"{side} is {type_name(value)}"
    if left != left or right != right:
        both = left != left and right != right
        return both, None if both else "one side is NaN"
    whole = not isinstance(left, float) and not isinstance(right, float)
    if whole and left == right:
        return True, None
    if rel is None and abs_ is None and isinstance(left, int) and isinstance(right, int):
        off = _as_float(abs(left - right))
        return False, "the integers differ" if off is None else f"off by {off:,.16g}"
    return _judge_floats(_as_float(left), _as_float(right), rel, abs_)


def _judge_floats(
    left: float | None, right: float | None, rel: float | None, abs_: float | None
) -> tuple[bool, str | None]:
    if left is None or right is None:
        return False, "a number too large to compare with another one"
    if left == right:
        return True, None
    if math.isinf(left) or math.isinf(right):
        return False, "an infinity equals only itself"
    off = abs(left - right)
    share = off / (abs(left) if left else 1.0)
    return is_within(left, right, rel, abs_), f"off by {rough_text(off)} ({share:.2%}){_allowed(rel, abs_)}"


def _allowed(rel: float | None, abs_: float | None) -> str:
    bounds = ([] if rel is None else [f"{100 * rel:.6g}% of gold"]) + ([] if abs_ is None else [rough_text(abs_)])
    return f", allowed {' and '.join(bounds)}" if bounds else ""


class _NumericColumns:
    """Values as floats (NaN where there is none), and tokens for what floats cannot hold: null, NaN, large integers."""

    def __init__(self, values: Sequence[Any], rel: float | None, abs_: float | None, *, text: bool) -> None:
        self.rel, self.abs = rel, abs_
        column: tuple[Floats, Ints | None] = _plain(values) or _mixed(values, text)
        self.floats, self.tokens = column

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        gold, extracted = pairs.left(gold), pairs.right(extracted)
        left, right = self.floats[gold], self.floats[extracted]
        close: Bools = left == right
        if self.rel is not None or self.abs is not None:
            close = close | are_within(left, right, self.rel, self.abs)
        if self.tokens is None:
            return close
        token, other = self.tokens[gold], self.tokens[extracted]
        same = (token == other) & (token > _NO_TOKEN)
        if self.rel is None and self.abs is None:
            close = close & ~((token >= _FIRST_BIG) & (other >= _FIRST_BIG))
        either: Scores = close | same
        return either


def _plain(values: Sequence[Any]) -> tuple[Floats, None] | None:
    """Convert the common column of numbers only; None if any is NaN or too large for a float to hold exactly."""
    types = set(map(type, values))
    if not types <= {int, float, Absent}:
        return None
    numbers = [math.nan if value is ABSENT else value for value in values] if Absent in types else values
    try:
        floats = np.array(numbers, dtype=np.float64)
    except OverflowError:
        return None
    absent = len(values) if numbers is values else len(values) - 1  # absent stands once among distinct values
    in_range = np.count_nonzero(np.abs(floats) < _EXACT_IN_FLOAT)
    return (floats, None) if in_range >= absent else None


def _mixed(values: Sequence[Any], text: bool) -> tuple[Floats, Ints]:
    floats = np.full(len(values), np.nan)
    tokens = np.zeros(len(values), dtype=np.intp)
    big: dict[int | Decimal, int] = {}
    for index, value in enumerate(values):
        number = _number(value, text)
        if value is None:
            tokens[index] = _NULL
        elif number is None:
            continue
        elif number != number:
            tokens[index] = _NAN
        else:
            as_float = _as_float(number)
            floats[index] = np.nan if as_float is None else as_float
            if not isinstance(number, float) and not -_EXACT_IN_FLOAT < number < _EXACT_IN_FLOAT:
                tokens[index] = _FIRST_BIG + big.setdefault(number, len(big))
    return floats, tokens


numeric = Numeric()
