"""What two values have in common that both hold a number: a unit in another form, added, left out or another one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.quantity.currencies import currencies_of
from evaljson.comparators.quantity.quantity import Quantity
from evaljson.comparators.quantity.units import tidy, unit_of_table
from evaljson.report.patterns.number_values import values
from evaljson.transforms.number_text import read_number

LONGEST_READ: Final = 60
"""Characters of texts that are read as dates or quantities."""
_LONGEST_UNIT: Final = 12
_WITH_UNIT: Final = re.compile(r"\s*([^\W\d_]*|[^\w\s.,+-]?)\s*([+-]?[\d.,' \u2009]*\d)\s*(.*?)\s*", re.DOTALL)
_NAME: Final = re.compile(r"[^\W\d_a-z][a-z]{2}")
_QUANTITY: Final = Quantity(unit_of_table)
"""Patterns are looked for at first sight of an evaluation, where nobody asked for quantities: pint is not loaded."""


def quantities(gold: str | float, extracted: str | float) -> str | None:
    """Return the pattern of two values that both hold a number, where what is around it differs; None for others."""
    texts = str(gold), str(extracted)
    if max(map(len, texts)) > LONGEST_READ:
        return None
    left, right = map(_WITH_UNIT.fullmatch, texts)
    if left is None or right is None:
        return None
    if not all(_is_short(match) for match in (left, right)):
        return None
    units = (left[1] + left[3]).casefold(), (right[1] + right[3]).casefold()
    is_same = units[0] == units[1]
    if not is_same and _is_same_number(left[2], right[2]):
        if _QUANTITY(*texts, {}).score == 1.0:
            return "unit_form"
        if units[0]:
            return _other_unit(left[1] + left[3], right[1] + right[3])
        return _added(gold, extracted, right[1] + right[3], _marks_differ(left[2], right[2]))
    return "unit_form" if all(units) and not is_same and _QUANTITY(*texts, {}).score == 1.0 else None


def _added(gold: str | float, extracted: str | float, unit: str, is_other_mark: bool) -> str:
    """Return the pattern of a number to which the extraction adds a unit, by the rule that makes them match."""
    name = "unit_and_mark" if is_other_mark else "unit_added"
    if any(_reads_alike(gold, extracted, unit, mark) for mark in (".", ",")):
        return name
    left, right = (value.replace(",", ".") if isinstance(value, str) else value for value in (gold, extracted))
    return name if is_other_mark and _reads_alike(left, right, unit, ".") else "word_added"


def _marks_differ(left: str, right: str) -> bool:
    """Check whether the texts of one number have a comma before the decimals on one side and a point on the other."""
    shared = values(left) & values(right)
    return any({_decimal_mark(left, value), _decimal_mark(right, value)} == {".", ","} for value in shared)


def _decimal_mark(text: str, value: Fraction) -> str:
    """Return the mark before the decimals in the text of a number; "" where it has none."""
    marks = re.findall("[.,]", text)
    return marks[-1] if marks and int(re.sub(r"\D", "", text)) != abs(value) else ""


def _reads_alike(gold: str | float, extracted: str | float, unit: str, mark: str) -> bool:
    """Check whether comparing as amounts makes them match, or comparing as quantities, with the unit for both."""
    if currencies_of(unit) is not None:
        left, right = (read_amount(value, mark).number.value for value in (gold, extracted))
        return left is not None and left == right
    is_known = unit_of_table(tidy(unit)) is not None
    return is_known and _QUANTITY(gold, extracted, {"unit": unit, "decimal": mark}).score == 1.0


def _is_same_number(left: str, right: str) -> bool:
    """Check whether two texts are one number: with the point in both, or each with a mark that the other lacks."""
    both = read_number(left).value, read_number(right).value
    return bool(values(left) & values(right)) if None in both else both[0] == both[1]


def _other_unit(gold: str, extracted: str) -> str | None:
    """Return the pattern of a unit that is left out or another one; None where a side looks like no unit."""
    if not looks_like_unit(gold) or not looks_like_unit(extracted or gold):
        return None
    return "unit" if extracted else "unit_left_out"


def _is_short(match: re.Match[str]) -> bool:
    """Check whether what is around a number can belong to it: short, and in front of it a currency."""
    before, after = match[1], match[3]
    is_short = len(after) <= _LONGEST_UNIT and len(after.split()) <= 2 and not any(map(str.isdigit, after))
    return is_short and (not before or currencies_of(before) is not None)


def looks_like_unit(text: str) -> bool:
    """Check whether the text beside a number can be its unit: one that is known, or one word that is no name.

    Behind the number of a house stand names, which are capitalised: `28 Broadway`.
    """
    if _is_known_unit(text):
        return True
    return len(text) <= _LONGEST_UNIT and len(text.split()) == 1 and _NAME.match(text) is None


def has_known_unit(gold: str, extracted: str) -> bool:
    """Check whether one of two texts is a number with a currency, or with a unit of the table."""
    matches = map(_WITH_UNIT.fullmatch, (gold, extracted))
    return any(match is not None and _is_known_unit(match[1] + match[3]) for match in matches)


def _is_known_unit(text: str) -> bool:
    return currencies_of(text) is not None or unit_of_table(tidy(text)) is not None
