"""Decimals of gold that a tolerance makes meaningless: within 0.5, 12.49 and 12.98 are one price."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from evaljson.wording.words import counted

_UNITS: Final = 5
"""Units of the last decimal that leave nothing of it: what is rounded to a decimal less is off by so many at most."""
_NOISE: Final = 15
"""Digits from which on the last ones are those of floating point, as in 0.30000000000000004."""


def places_of(number: Decimal) -> int:
    """Count the decimals without trailing zeros; negative for tens and hundreds."""
    exponent = number.normalize().as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def lost_decimals(golds: Iterable[Decimal], allowed: Decimal, *, is_share: bool) -> str | None:
    """Say which numbers would be the same, by the first of gold whose last decimal a tolerance leaves without meaning.

    None where it is so of none. `is_share`: whether what is allowed is a share of gold.
    """
    for gold in golds:
        places, unit = places_of(gold), Decimal(1).scaleb(-places_of(gold))
        within = allowed * abs(gold) if is_share else allowed
        if places < 1 or within < _UNITS * unit or len(gold.normalize().as_tuple().digits) >= _NOISE:
            continue
        other = gold + (within // unit - 1) * unit
        return f"gold has {counted(places, 'decimal')}: {gold.normalize():f} and {other:f} would count as the same"
    return None
