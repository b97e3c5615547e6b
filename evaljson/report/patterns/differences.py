"""What a wrong value has in common with the right one: the pattern of one pair of values, whatever field they are of.

Every rule looks at the values as they were compared, after transforms. The order of the rules decides where several
fit, from what says most to what says least.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any, Final

from evaljson.base.jsontypes import strict_key, type_name
from evaljson.comparators.boolean import Boolean
from evaljson.comparators.number.numeric import as_number
from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.load.ids_written_otherwise import ZEROS_IN_FRONT
from evaljson.report.patterns.bounds import bounds
from evaljson.report.patterns.dates import of_dates, turned_days
from evaljson.report.patterns.marks import digit_marks, signs
from evaljson.report.patterns.number_values import decimals_shown, values
from evaljson.report.patterns.quantities import numbers_with_units, quantities, units_alone
from evaljson.report.patterns.text_parts import DIFFERENT, GROUPS, LEAST_TYPED, lost_digits, overlapping
from evaljson.report.patterns.writing import looks, marks_and_letters, marks_between
from evaljson.results.field_result import FieldResult
from evaljson.suggest.kinds.abbreviations import cuts_of
from evaljson.suggest.kinds.nulls import is_word
from evaljson.transforms.number_text import NumberReading, read_number

_LONGEST: Final = 2_000
"""Characters of texts that are looked at closely; only white space and case are of longer ones."""
_DECIMAL: Final = re.compile(r"\s*[+-]?\d+[.,]\d{1,2}\s*")
_MAGNITUDE: Final = re.compile(r"\d\s?[^\W\d_]")
_BOOLEAN: Final = Boolean()


def of_pair(gold: Any, extracted: Any, *, dates: bool = True) -> str:
    """Return the name of the pattern of two values that differ: a name of KINDS, `different` where no other fits.

    Texts are read as `dates` too, unless those of their field are none.
    """
    if gold == extracted and strict_key(gold) == strict_key(extracted):
        return "unread"
    if gold is None or extracted is None:
        return _null(gold, extracted)
    if is_word(extracted) and not is_word(gold):
        return "words_for_null" if gold == "" else "words_for_value"
    if is_word(gold) and extracted == "":
        return "null_for_words"
    if extracted in ("", [], {}) and type(extracted) is not bool:
        return "empty_for_value"
    sides = _family(gold), _family(extracted)
    if sides[0] != sides[1]:
        return _other_type(gold, extracted)
    if sides[0] == "number":
        return _numbers(gold, extracted)
    if sides[0] == "string":
        return _texts(gold, extracted, dates=dates)
    if sides[0] == "array" and Counter(map(strict_key, gold)) == Counter(map(strict_key, extracted)):
        return "list_order"
    return DIFFERENT


def of_result(result: FieldResult) -> str:
    """Return the pattern of a wrong value as its comparator read it: no type is the reason where it read both sides."""
    gold, extracted = as_plain(result)
    name = of_pair(gold, extracted)
    if name == "date_form" and result.comparator in READ_AS_DATES:  # the rule of the field says that they differ
        return "date_order" if turned_days(gold, extracted) else DIFFERENT
    if name not in OF_FORM:
        return name
    if result.comparator == "boolean":
        return DIFFERENT if (result.reason or "").startswith("gold says") else name
    if result.comparator not in _READERS:
        return name
    for mark in (".", ","):
        left, right = read_amount(gold, mark).number.value, read_amount(extracted, mark).number.value
        if left is not None and right is not None:
            return name if left == right else _of_numbers(left, right, gold, extracted) or DIFFERENT
    pair = numbers_with_units(gold, extracted) if result.comparator in _READ_UNITS else None
    return name if pair is None or pair[0] == pair[1] else _of_numbers(*pair, gold, extracted) or DIFFERENT


def as_plain(result: FieldResult) -> tuple[Any, Any]:
    """Return both values as compared; 0 and false as they are where a setting reads them as null and the other side has
    a value: nobody wrote null for that one."""
    gold, extracted = result.gold_compared, result.extracted_compared
    if gold is None and extracted is not None and plain_name(result.gold_value) in _PLAIN:
        return result.gold_value, extracted
    if extracted is None and gold is not None and plain_name(result.extracted_value) in _PLAIN:
        return gold, result.extracted_value
    return gold, extracted


_PLAIN: Final = ("zero", "false")
OF_FORM: Final = ("other_type", "number_as_text", "boolean_as_text")
"""Patterns that say how values are written, which some comparators read alike."""
READ_AS_DATES: Final = ("date", "datetime")
_READ_UNITS: Final = ("quantity", "either")
_READERS: Final = ("numeric", "numeric_similarity", "amount", *_READ_UNITS)


def _family(value: Any) -> str:
    name = type_name(value)
    return "number" if name == "integer" else name


def _null(gold: Any, extracted: Any) -> str:
    if gold is None:
        if is_word(extracted):
            return "words_for_null"
        return f"{plain_name(extracted)}_for_null"
    return "null_for_words" if is_word(gold) else f"null_for_{plain_name(gold)}"


def plain_name(value: Any) -> str:
    """Name what stands against null: what says little, or a value."""
    if value is False:
        return "false"
    if value in ("", [], {}):
        return "empty"
    number = as_number(value)
    return "zero" if number is not None and number == 0 else "value"


def _other_type(gold: Any, extracted: Any) -> str:
    if isinstance(gold, list):
        return "one_of_list" if strict_key(extracted) in map(strict_key, gold) else "list_for_value"
    if isinstance(extracted, list):
        return "list_for_value"
    text, other = (gold, extracted) if isinstance(gold, str) else (extracted, gold)
    if isinstance(text, str) and isinstance(other, int | float):
        if isinstance(other, bool):
            return _boolean_and_text(text, other)
        if _value(other) is None:
            return "other_type"
        name = _number_and_text(gold, extracted) or _magnitude(gold, extracted) or quantities(gold, extracted)
        # Two numbers that differ would differ without the text, too: their types are not what is wrong.
        return name or ("other_type" if _read_both(gold, extracted) is None else DIFFERENT)
    return "other_type"


def _boolean_and_text(text: str, value: bool) -> str:
    for read, name in ((value, "boolean_as_text"), (not value, DIFFERENT)):
        if _BOOLEAN(text, read, {"numbers": True}).score == 1.0:
            return name
    return "other_type"


def _number_and_text(gold: Any, extracted: Any) -> str | None:
    pair = _read_both(gold, extracted)
    if pair is None:
        return None
    if pair[0] == pair[1]:
        return "leading_zeros" if _zeros_in_front_differ(gold, extracted) else "number_as_text"
    return "power_of_ten" if _differ_by_power_of_ten(*pair) else None


def _read_both(gold: Any, extracted: Any) -> tuple[Fraction, Fraction] | None:
    """Return both as numbers, read with one decimal mark: the point where it reads both, as comparators do."""
    for mark in (".", ","):
        left, right = read_number(gold, mark).value, read_number(extracted, mark).value
        if left is not None and right is not None:
            return left, right
    return None


def _value(value: Any) -> Fraction | None:
    reading: NumberReading = read_number(value)
    return reading.value


def _numbers(gold: float, extracted: float) -> str:
    left, right = _value(gold), _value(extracted)
    if left is None or right is None:
        return DIFFERENT
    return _of_numbers(left, right, gold, extracted) or DIFFERENT


def _of_numbers(left: Fraction, right: Fraction, gold: Any, extracted: Any) -> str | None:
    """Return the pattern of two numbers that differ, as they are and as they are written."""
    if left == -right:
        return "sign"
    if _differ_by_power_of_ten(left, right):
        return "power_of_ten"
    if _is_rounded(left, right, decimals_shown(extracted, right)):
        return "rounded"
    # Gold may be the one that was rounded, but a whole number, or 7.0, is no rounding of the 7.2 that was extracted.
    of_gold = decimals_shown(gold, left)
    is_finer = left.denominator > 1 and _is_rounded(right, left, of_gold)
    return "rounded" if is_finer else None


def _differ_by_power_of_ten(left: Fraction, right: Fraction) -> bool:
    return bool(right and left) and (right > 0) == (left > 0) and _is_power_of_ten(abs(right / left))


def _is_power_of_ten(ratio: Fraction) -> bool:
    over, under = max(ratio.numerator, ratio.denominator), min(ratio.numerator, ratio.denominator)
    return under == 1 and 1 < over < 10**30 and re.fullmatch("10+", str(over)) is not None


def _is_rounded(exactly: Fraction, roughly: Fraction, shown: int = 0) -> bool:
    """Check whether one is the other to fewer decimals, rounded or cut off, of the whole number at the coarsest.

    It has at least as many decimals as are `shown`: 7.0 is no rounding of 7.2. Twice as much is another number, though
    0.5 rounds to 1.
    """
    if 2 * abs(exactly - roughly) > min(abs(exactly), abs(roughly)) > 0:
        return False
    for decimals in range(shown, 7):
        if 10**decimals % roughly.denominator == 0 and 10**decimals % exactly.denominator:
            scaled, target = exactly * 10**decimals, roughly * 10**decimals
            return bool(abs(scaled - target) < 1 and (abs(scaled - target) * 2 <= 1 or int(scaled) == target))
    return False


def _texts(gold: str, extracted: str, *, dates: bool) -> str:
    if gold.split() == extracted.split() or "".join(gold.split()) == "".join(extracted.split()):
        return "white_space"
    if gold.lower() == extracted.lower():
        return "case"
    if "".join(gold.lower().split()) == "".join(extracted.lower().split()):
        return "case_space"
    if max(len(gold), len(extracted)) > _LONGEST:
        return DIFFERENT
    return (
        bounds(gold, extracted)
        or looks(gold, extracted)
        or (of_dates(gold, extracted) if dates else None)
        or marks_and_letters(gold, extracted)
        or _amounts_or_words(gold, extracted)
        or _zeros_within(gold, extracted)
        or marks_between(gold, extracted)
        or _separators(gold, extracted)
        or signs(gold, extracted)
        or digit_marks(gold, extracted)
        or overlapping(gold, extracted)
    )


def _amounts_or_words(gold: str, extracted: str) -> str | None:
    """Return the pattern of two texts as amounts; else of two units; else whether only abbreviated words differ."""
    name = _amounts(gold, extracted) or units_alone(gold, extracted)
    return name or ("abbreviated" if cuts_of(gold, extracted) else None)


def _amounts(gold: str, extracted: str) -> str | None:
    left = values(gold)
    right = values(extracted) if left else left
    if left and right:
        pair = _read_both(gold, extracted)
        if pair is not None and pair[0] == pair[1]:
            return "leading_zeros" if _zeros_in_front_differ(gold, extracted) else "number_form"
        if left & right and not _same_with_comma(gold, extracted):
            return "decimal_mark"
        if _in_thousands(gold, extracted):
            return "number_form"
        if lost_digits(gold, extracted):
            return None
        return _of_number_texts(gold, extracted, *(pair or (min(left), min(right))))
    return _magnitude(gold, extracted) or quantities(gold, extracted)


def _magnitude(gold: Any, extracted: Any) -> str | None:
    """Check whether both are one amount where a word behind the number multiplies it: 60000 and 60k."""
    if not any(isinstance(side, str) and _MAGNITUDE.search(side) for side in (gold, extracted)):
        return None
    for mark in (".", ","):
        plainly, fully = (
            [read_amount(side, mark, magnitudes).number.value for side in (gold, extracted)]
            for magnitudes in (False, True)
        )
        if None not in fully and fully[0] == fully[1] and plainly != fully:
            return "magnitude"
    return None


def _same_with_comma(gold: str, extracted: str) -> bool:
    """Check whether both are one number where the comma is the decimal mark: 7771 and 7.771, which say another one."""
    return read_number(gold, ",").value == read_number(extracted, ",").value is not None


def _in_thousands(gold: str, extracted: str) -> bool:
    """Check whether both are one number in groups of three digits, as 6.797 and 6 797 are."""
    is_grouped = all(GROUPS.fullmatch(text.strip()) for text in (gold, extracted))
    return is_grouped and _same_with_comma(gold, extracted)


def _has_leading_zero(*sides: Any) -> bool:
    """Check for a text as codes are: 02110, which is no number."""
    return any(isinstance(side, str) and re.match(r"\s*0\d", side) is not None for side in sides)


def _zeros_in_front_differ(*sides: Any) -> bool:
    """Check whether one of two texts has more zeros before its first other digit, or before its only one."""
    zeros = (re.match(r"\s*(0*)\d", side) if isinstance(side, str) else None for side in sides)
    return len({len(match[1]) if match is not None else 0 for match in zeros}) > 1


def _zeros_within(gold: str, extracted: str) -> str | None:
    return "leading_zeros" if ZEROS_IN_FRONT.sub("", gold) == ZEROS_IN_FRONT.sub("", extracted) else None


def _of_number_texts(gold: str, extracted: str, left: Fraction, right: Fraction) -> str | None:
    name = _of_numbers(left, right, gold, extracted)
    if name == "rounded" and _has_leading_zero(gold, extracted):  # a tolerance would make other codes equal
        return "cut_short" if gold.strip().startswith(extracted.strip()) else None
    if name != "power_of_ten":
        return name
    is_code = _has_leading_zero(gold, extracted)
    lost_marks = left.denominator > 1 and _separators(gold, extracted)
    return None if is_code or lost_marks else name


def _separators(gold: str, extracted: str) -> str | None:
    """Check for the digits of one code with other marks between them; few digits are a number that lost its point."""
    bare = [re.sub(r"[\W_]+", "", text) for text in (gold, extracted)]
    is_code = bare[0] == bare[1] and len(bare[0]) >= LEAST_TYPED and bare[0].isdigit()
    are_decimals = all(_DECIMAL.fullmatch(text) for text in (gold, extracted))  # a mark elsewhere is another number
    return "separators" if is_code and not are_decimals else None
