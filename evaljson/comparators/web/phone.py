"""phone: telephone numbers by what is dialled, however they are written. Needs the package phonenumbers.

Numbers without country code are read with `region`. Without one, 00 in front of a country code counts as +, and two
numbers without country code are equal where their digits are.
What is not a telephone number matches only what is strictly equal to it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, ClassVar

from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.text.not_text import not_text
from evaljson.transforms.number_text import short

NO_PHONENUMBERS = "phone needs the package phonenumbers: pip install 'evaljson[phone]'"
_ZEROS = re.compile(r"^\s*\(?00\)?(?=[\s./-]*[1-9])")
_NATIONAL = re.compile(r"[\d\s()/.,\-–]+")


def _library() -> Any:
    try:
        import phonenumbers  # type: ignore[import-not-found, unused-ignore]
    except ImportError as error:
        raise ImportError(NO_PHONENUMBERS) from error
    return phonenumbers


def _a_region(region: str) -> str | None:
    if not re.fullmatch("[A-Z]{2}", region):
        return f"a region is two capital letters such as DE or US, not {region!r}"
    try:
        known = _library().SUPPORTED_REGIONS
    except ImportError as error:
        return str(error)
    return None if region in known else f"there is no region {region!r}"


class Phone:
    """Equality of telephone numbers, 0 or 1. Symmetric."""

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "region", "string", "Country of numbers without country code, as in DE or US.", longest=20, check=_a_region
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        """Compare two numbers. Raises ImportError, with the install line, if the package is missing and they differ."""
        if not isinstance(gold, str) or not isinstance(extracted, str):
            return not_text("phone", gold, extracted)
        if gold == extracted:
            return ComparatorResult(1.0, "phone")
        region = params.get("region")
        left, right = _dialled(gold, region), _dialled(extracted, region)
        if left is None or right is None:
            return _not_read(gold, extracted, left is None, right is None, region)
        if left == right:
            return ComparatorResult(1.0, "phone", f"both are {left}")
        return ComparatorResult(0.0, "phone", f"gold is {left}, extracted is {right}")


def _dialled(text: str, region: str | None) -> str | None:
    """Write the number as +49301234567;ext=8; None if it is not a telephone number."""
    library = _library()
    try:
        number = library.parse(text if region is not None else _with_plus(text), region)
    except library.NumberParseException:
        return None
    form: str = library.format_number(number, library.PhoneNumberFormat.E164)
    return f"{form};ext={number.extension}" if number.extension else form


def _with_plus(text: str) -> str:
    """Write the zeros that are dialled before a country code, in most countries, as a plus."""
    return _ZEROS.sub("+", text)


def region_of(text: str) -> str | None:
    """Return the country, such as DE, of a number with a country code after + or 00; None without code or package."""
    try:
        library = _library()
    except ImportError:
        return None
    try:
        number = library.parse(_with_plus(text), None)
    except library.NumberParseException:
        return None
    region: str = library.region_code_for_country_code(number.country_code)
    return region if _a_region(region) is None else None


def _not_read(gold: str, extracted: str, no_gold: bool, no_extracted: bool, region: str | None) -> ComparatorResult:
    side, value = ("gold", gold) if no_gold else ("extracted", extracted)
    national = _is_national(value)
    if national and no_gold and no_extracted and region is None and _is_national(extracted):
        same = _digits(gold) == _digits(extracted)
        differ = "the same" if same else "other"
        return ComparatorResult(float(same), "phone", f'{differ} digits, read without country: set "region"')
    hint = ' without country code: set "region"' if national and region is None else ""
    return ComparatorResult(0.0, "phone", f"{side} is not a telephone number{hint}: {short(value)}")


def _is_national(text: str) -> bool:
    return _NATIONAL.fullmatch(text) is not None and any(map(str.isdecimal, text))


def _digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(character)) for character in text if character.isdecimal())


phone = Phone()
