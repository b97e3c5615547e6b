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
_MORE_UNITS: Final = {
    name: names.split()[0]
    for names in (
        "ton tons", "gal gal. gallon gallons", "month months", "year years yr yrs", "mol mole moles", "mmol", "µmol",
        "nmol", "pmol", "IU",
    )
    for name in names.split()
}  # fmt: skip
"""Units that the table of quantities lacks, such as those that mean several, by every way to write them."""
_SHORT_CAPITALS: Final = 3
"""Letters of a text in capitals that may be the code of a country as well: IN, CM, MG."""
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
    if is_same and units[0] and _marks_differ(left[2], right[2]):
        return "decimal_mark"
    if not is_same and _is_same_number(left[2], right[2]):
        if all(units) and _is_same_quantity(*texts):  # 0 is 0 in any unit, also where one side has none
            return "unit_form"
        is_other_mark = _marks_differ(left[2], right[2])
        if units[0]:
            name = _other_unit(left[1] + left[3], right[1] + right[3])
            return "marks_within" if name == "number_form" and is_other_mark else name  # no rule reads both
        return _added(gold, extracted, right[1] + right[3], is_other_mark)
    return "unit_form" if all(units) and not is_same and _is_same_quantity(*texts) else None


def _is_same_quantity(gold: str, extracted: str) -> bool:
    """Check whether two texts are one quantity, whichever mark stands before the decimals of either."""
    if _QUANTITY(gold, extracted, {}).score == 1.0:
        return True
    if "," not in gold + extracted:
        return False
    with_points = gold.replace(",", "."), extracted.replace(",", ".")
    return _QUANTITY(gold, extracted, {"decimal": ","}).score == 1.0 or _QUANTITY(*with_points, {}).score == 1.0


def numbers_with_units(gold: str | float, extracted: str | float) -> tuple[Fraction, Fraction] | None:
    """Return the numbers of two values of which one has a unit behind it; None where a side is nothing of the kind."""
    found = [_WITH_UNIT.fullmatch(str(side)) for side in (gold, extracted)]
    numbers = [read_number(match[2]).value for match in found if match is not None and _is_short(match)]
    if len(numbers) < len(found) or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


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
    """Return the pattern of a unit that is left out, another one or written another way.

    None where a side is no known unit: what stands behind a number need not be one, as in 23 Königstraße.
    """
    known = _known_unit(gold), _known_unit(extracted or gold)
    if None in known:
        return None
    if not extracted:
        return "unit_left_out"
    if _may_be_same(gold, extracted):
        return "number_form"
    return "unit" if known[0] != known[1] else None


def _may_be_same(gold: str, extracted: str) -> bool:
    """Check whether two texts may be one currency: $ and USD."""
    left, right = currencies_of(gold), currencies_of(extracted)
    return left is not None and right is not None and bool(left & right)


def units_alone(gold: str, extracted: str) -> str | None:
    """Check whether two texts are nothing but units of one kind, as a field beside a number has them: sq ft and m2.

    Two single letters may be anything, such as grades, and two or three capitals the code of a country.
    """
    texts = [tidy(text) for text in (gold, extracted)]
    is_code = any(text.isupper() and text.isalpha() and len(text) <= _SHORT_CAPITALS for text in texts)
    if is_code or max(map(len, texts)) < 2:
        return None
    left, right = map(_measure, texts)
    if left is None or right is None or left[0] != right[0]:
        return None
    return "unit_name" if left == right else "unit"


def _measure(text: str) -> tuple[list[str], Fraction, Fraction] | None:
    """Return what a unit, or one by another as in mg/L, measures, its size, and where its 0 is; None if not known."""
    by_part = [unit_of_table(part) for part in text.split("/")]
    units = [unit for unit in (by_part if all(by_part) else [unit_of_table(text)]) if unit is not None]
    if not units:
        return None
    size = units[0].factor
    for unit in units[1:]:
        size /= unit.factor
    return [unit.dimension for unit in units], size, units[0].offset


def _is_short(match: re.Match[str]) -> bool:
    """Check whether what is around a number can belong to it: short, and in front of it a currency."""
    before, after = match[1], match[3]
    is_short = len(after) <= _LONGEST_UNIT and len(after.split()) <= 2
    is_short &= unit_of_table(tidy(after)) is not None or not any(map(str.isdigit, after))  # m2 has a digit
    return is_short and (not before or currencies_of(before) is not None)


def _known_unit(text: str) -> tuple[object, ...] | None:
    """Return what a unit, a currency or one by another, such as mg/kg, stands for; None if it is not known."""
    whole = tidy(text)
    parts = [whole] if unit_of_table(whole) is not None else whole.split("/")
    known = tuple(_MORE_UNITS.get(part) or unit_of_table(part) or currencies_of(part) for part in parts)
    return known if all(parts) and all(known) else None
