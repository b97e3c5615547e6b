"""quantity: a number with its unit, whatever the unit: 5 kg is 5000 g, and not 5 g.

A unit that is not known equals only itself. A value that cannot be read matches only what is strictly equal to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal
from evaljson.base.params import LARGEST, Param
from evaljson.comparators.base import ComparatorResult, PairScorer, Params
from evaljson.comparators.number.tolerance import TOLERANCE, within
from evaljson.comparators.quantity.units import NO_PINT, MeasureUnit, find_unit, has_pint, tidy
from evaljson.comparators.read_once import by_calls, by_key
from evaljson.transforms.number_text import (
    CORE,
    DECIMAL,
    LONGEST,
    NumberReading,
    negated,
    number_text,
    of_number,
    plain,
    read_digits,
    short,
)

_NUMBER_FIRST = re.compile(rf"(?P<sign>[+-]?) ?(?P<core>{CORE.pattern}) ?(?P<unit>.*)")
_UNIT_FIRST = re.compile(rf"(?P<unit>[^\d+-]*[^\d\s.,+-]) ?(?P<sign>[+-]?) ?(?P<core>{CORE.pattern})")

_SECOND_NUMBER = re.compile(r"(?<![^\W\d_])\d|^[-+/*]|[+=<>~±]")
"""Not a unit: a digit that follows no letter, a sign, a comparison."""


def _a_unit(name: str) -> str | None:
    return None if name.strip() and find_unit(tidy(name)) else f"there is no unit {name!r}; {NO_PINT}"


@dataclass(frozen=True, slots=True)
class _Reading:
    number: NumberReading
    name: str = ""
    """Of its unit."""


class Quantity:
    """Equality of quantities, within a tolerance where one is set. Symmetric without a tolerance."""

    params: ClassVar[tuple[Param, ...]] = (
        DECIMAL,
        Param("unit", "string", "The unit of values that name none, numbers too.", longest=100, check=_a_unit),
        Param(
            TOLERANCE.name,
            "object",
            TOLERANCE.doc,
            fields=(
                TOLERANCE.fields[0],
                Param("abs", "number", "In gold's own unit.", minimum=0, maximum=LARGEST),
            ),
        ),
    )

    def __init__(self, find: Callable[[str], MeasureUnit | None] = find_unit) -> None:
        """`find` gives the unit of a name: of all units, or only of those that are known without loading pint."""
        self._find = find

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if strict_equal(gold, extracted):
            return ComparatorResult(1.0, "quantity")
        decimal, default = params.get("decimal", "."), params.get("unit", "")
        left, right = _read(gold, decimal, default), _read(extracted, decimal, default)
        for side, reading in (("gold", left), ("extracted", right)):
            if reading.number.value is None:
                return ComparatorResult(0.0, "quantity", f"{side} {reading.number.problem}")
        matched, reason = _compare(left, right, params, self._find)
        notes = [f"{side} {r.number.note}" for side, r in (("gold", left), ("extracted", right)) if r.number.note]
        return ComparatorResult(float(matched), "quantity", "; ".join([*([reason] if reason else []), *notes]) or None)

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Compare by code if there is no tolerance: quantities with equal values in the base unit are equal."""
        if params.get("tolerance"):
            return by_calls(values, lambda gold, extracted: self(gold, extracted, params))
        decimal, default = params.get("decimal", "."), params.get("unit", "")
        return by_key(values, lambda value: self._key(_read(value, decimal, default)))

    def _key(self, reading: _Reading) -> Hashable | None:
        value = reading.number.value
        if value is None:
            return None
        unit = self._find(reading.name)
        return (_unknown(reading.name), value) if unit is None else (unit.dimension, value * unit.factor + unit.offset)


def _compare(
    gold: _Reading, extracted: _Reading, params: Params, find: Callable[[str], MeasureUnit | None]
) -> tuple[bool, str | None]:
    left, right = gold.number.value, extracted.number.value
    assert left is not None
    assert right is not None
    shown = f"{number_text(left)} {gold.name or '(no unit)'}, {number_text(right)} {extracted.name or '(no unit)'}"
    units = [find(gold.name), find(extracted.name)] if gold.name != extracted.name else []
    if not units or _same_unknown(gold, extracted, units):
        matched, off = within(left, right, params)
        return matched, off and f"{off} {gold.name}".rstrip()
    of_gold, of_extracted = units
    if of_gold is None or of_extracted is None:
        unknown = gold.name if of_gold is None else extracted.name
        return False, f"no conversion is known for {short(unknown)}" + ("" if has_pint() else f" ({NO_PINT})")
    if of_gold.dimension != of_extracted.dimension:
        return False, f"{shown}: units of different kinds"
    converted = (right * of_extracted.factor + of_extracted.offset - of_gold.offset) / of_gold.factor
    matched, off = within(left, converted, params)
    return matched, f"{shown} = {number_text(converted)} {gold.name}" + (f"; {off}" if off else "")


def _same_unknown(gold: _Reading, extracted: _Reading, units: Sequence[MeasureUnit | None]) -> bool:
    """Boxes are boxes in any case; of short names, the case may be the meaning."""
    return units == [None, None] and _unknown(gold.name) == _unknown(extracted.name)


def _unknown(name: str) -> tuple[str]:
    folded = name.casefold()
    return (folded if len(folded) > 3 else name,)


@lru_cache(maxsize=8192)
def _read_text(text: str, decimal: str) -> _Reading:
    cleaned = plain(text)
    match = _NUMBER_FIRST.fullmatch(cleaned) or _UNIT_FIRST.fullmatch(cleaned)
    name = tidy(match["unit"]) if match else ""
    if match is None or _SECOND_NUMBER.search(name):
        return _Reading(NumberReading(None, f"is not a quantity: {short(text)}"))
    number = read_digits(match["core"], decimal)
    return _Reading(negated(number) if match["sign"] == "-" else number, name)


def _read(value: Any, decimal: str, default: str) -> _Reading:
    if isinstance(value, str) and len(value) > LONGEST:
        return _Reading(NumberReading(None, "is a long text"))
    reading = _read_text(value, decimal) if isinstance(value, str) else _Reading(of_number(value))
    if reading.name or not default:
        return reading
    return _Reading(reading.number, tidy(default))


def read_quantity(value: Any, params: Params) -> tuple[Fraction | None, str]:
    """Return the number of a JSON value, None where it is no quantity, and the tidied name of its unit, "" for none."""
    reading = _read(value, params.get("decimal", "."), params.get("unit", ""))
    return reading.number.value, reading.name


def is_quantity(value: Any, decimal: str = ".") -> bool:
    """Check whether a JSON value is a number, alone or with a unit, known or not."""
    return _read(value, decimal, "").number.value is not None


quantity = Quantity()
