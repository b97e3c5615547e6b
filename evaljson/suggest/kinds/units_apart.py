"""Names of units that are not the same size or scale: one for the other is an error of the value, and no synonym."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from evaljson.comparators.quantity.currencies import currencies_of
from evaljson.comparators.quantity.units import tidy, unit_of_table
from evaljson.suggest.kinds.periods import is_other_period
from evaljson.suggest.proposal import share

_MOSTLY: Final = 0.8
_OF_HUNDREDTHS: Final = "ct cts cent cents eurocent eurocents penny pence p grosz gr rappen rp centime centimes øre öre"
_HUNDREDTHS: Final = frozenset(_OF_HUNDREDTHS.split())


def are_units(names: Collection[str]) -> bool:
    """Check whether most of some texts are names of units: elsewhere, m and h may stand for anything."""
    return share(sum(unit_of_table(tidy(name)) is not None for name in names if name.strip()), len(names)) >= _MOSTLY


def is_other_unit(gold: str, extracted: str, *, of_units: bool) -> bool:
    """Check whether both are units of another size or scale, two currencies, or two spans of time: hPa for kPa, K for
    °C, EUR for USD, day for month.

    `of_units`: whether the field holds units. In any other field, only two units of the same kind count as different.
    """
    currencies = [currencies_of(text.strip()) for text in (gold, extracted)]
    if currencies[0] is not None and currencies[1] is not None and currencies[0].isdisjoint(currencies[1]):
        return True
    if any(_is_part_of_currency(*pair) for pair in ((gold, extracted), (extracted, gold))):
        return True
    if is_other_period(gold, extracted):
        return True
    left, right = (unit_of_table(tidy(text)) if text.strip() else None for text in (gold, extracted))
    if left is None or right is None or left == right:
        return False
    return of_units or left.dimension == right.dimension


def _is_part_of_currency(one: str, other: str) -> bool:
    """Check for the hundredth of a currency beside a currency: ct and EUR."""
    return one.strip(" .").casefold() in _HUNDREDTHS and currencies_of(other.strip()) is not None
