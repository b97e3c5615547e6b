"""amount: sums of money by value, however they are written.

Read are currency signs, codes and words before or behind the number, thousands and decimal separators of any locale,
digits of any script, a minus before or behind, and brackets for amounts below zero; the separators are read in
`transforms/number_text.py`.
A value that cannot be read matches only what is strictly equal to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, PairScorer, Params
from evaljson.comparators.number.tolerance import TOLERANCE, within
from evaljson.comparators.quantity.amount_text import AmountReading, read_amount
from evaljson.comparators.read_once import by_calls, by_key
from evaljson.transforms.number_text import DECIMAL, number_text, short


class Amount:
    """Equality of amounts, within a tolerance where one is set. Symmetric without a relative tolerance."""

    params: ClassVar[tuple[Param, ...]] = (
        DECIMAL,
        Param(
            "currency",
            "string",
            'Whether currencies count: with "same", both sides name the same one, or neither names any.',
            default="ignore",
            choices=("ignore", "same"),
        ),
        Param(
            "magnitudes",
            "boolean",
            "Read k, million, bn and such behind a number: 60k is 60,000.",
            default=False,
        ),
        TOLERANCE,
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if strict_equal(gold, extracted):
            return ComparatorResult(1.0, "amount")
        left, right = _read(gold, params), _read(extracted, params)
        if left.number.value is None or right.number.value is None:
            side, reading = ("gold", left) if left.number.value is None else ("extracted", right)
            return ComparatorResult(0.0, "amount", f"{side} {reading.number.problem}")
        matched, off = within(left.number.value, right.number.value, params)
        same, note = _same_currency(left, right) if params.get("currency") == "same" else (True, None)
        notes = [off, note, _how_read("gold", gold, left), _how_read("extracted", extracted, right)]
        return ComparatorResult(float(matched and same), "amount", "; ".join(filter(None, notes)) or None)

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Compare by code if there is no tolerance: equal readings match. Sharing a currency is not equality."""
        if params.get("tolerance") or params.get("currency") == "same":
            return by_calls(values, lambda gold, extracted: self(gold, extracted, params))
        return by_key(values, lambda value: _read(value, params).number.value)


def _read(value: Any, params: Params) -> AmountReading:
    return read_amount(value, params.get("decimal", "."), params.get("magnitudes", False))


def _same_currency(gold: AmountReading, extracted: AmountReading) -> tuple[bool, str | None]:
    left, right = gold.currencies, extracted.currencies
    if not left or not right:
        side = "gold" if not left else "extracted"
        return not left and not right, f"{side} names no currency" if left or right else None
    common = left & right
    if not common:
        return False, f"gold is in {_named(left)}, extracted in {_named(right)}"
    unsure = len(left) > 1 or len(right) > 1
    return True, f"currencies taken for the same: {_named(left)} and {_named(right)}" if unsure else None


def _named(codes: frozenset[str]) -> str:
    names = sorted(codes)
    return " or ".join(names) if len(names) <= 4 else f"one of {len(names)} currencies with that sign"


def _how_read(side: str, value: Any, reading: AmountReading) -> str | None:
    """Say how a text was read if it is ambiguous or not written as Python writes numbers."""
    if not isinstance(value, str) or reading.number.value is None:
        return None
    number = number_text(reading.number.value)
    if reading.number.note:
        return f"{side} {short(value)} is {number}: {reading.number.note}"
    return None if value == number else f"{side} {short(value)} read as {number}"


amount = Amount()
