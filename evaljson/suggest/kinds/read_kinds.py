"""Which comparators may read the values of a field, and the first looks that tell whether they do."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.comparators.base import ComparatorResult
from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.registry import get_comparator
from evaljson.suggest.proposal import share
from evaljson.transforms.date_text import read_date

LONGEST: Final = 1_000
"""Characters of a text that may stand for such a value."""

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """A comparator with the parameters that are tried, and what it takes for its own."""

    kind: str
    params: tuple[Params, ...]
    fits: Callable[[Any, Params], bool]
    noun: str
    """Completes "… are the same"."""
    key: Callable[[Any, Params], Hashable] | None = None
    """What a value stands for, to find gold values that become the same; None: they are compared one by one."""
    looks: Callable[[Sequence[Any], Sequence[Any]], bool] = lambda gold, extracted: True
    """A first look at the distinct values of both sides."""


def _date_key(value: Any, params: Params) -> Hashable:
    moment = read_date(value, params).moment
    return None if moment is None else moment.date()


def _is_date(value: Any, params: Params) -> bool:
    return isinstance(value, str) and read_date(value, params).moment is not None


def _amount_key(value: Any, params: Params) -> Hashable:
    reading = read_amount(value, params.get("decimal", "."), params.get("magnitudes", False))
    return reading.number.value


def _is_amount(value: Any, params: Params) -> bool:
    return not isinstance(value, bool) and _amount_key(value, params) is not None


def _no_times(gold: Sequence[Any], extracted: Sequence[Any]) -> bool:
    return not _have_times(gold)


def _times(gold: Sequence[Any], extracted: Sequence[Any]) -> bool:
    return _have_times(gold)


def _have_times(values: Sequence[Any]) -> bool:
    return share(sum(read_date(v, {}).has_time for v in values if isinstance(v, str)), len(values)) > 0.5


_CODE = re.compile(r"0\d.*|\d+")


def _no_codes(gold: Sequence[Any], extracted: Sequence[Any]) -> bool:
    """Check for codes: texts of digits alone are codes more often than amounts, and with a leading zero always."""
    texts = [value for value in gold if isinstance(value, str)]
    return share(sum(_CODE.fullmatch(text) is not None and not _decimal(text) for text in texts), len(texts)) < 0.5


def _decimal(text: str) -> bool:
    return re.fullmatch(r"0[.,]\d+", text) is not None


SUFFIX = re.compile(r"\s*((?:[^\W\d_]+[²³]?/)?[^\W\d_]+[²³23]?|[%‰°µ][^\W\d_]*|[\"'])$|^[^\W\d_]{1,3}\s*(?=\d)")
"""A unit or currency, such as g/cm³, behind a number, or a currency before it."""


def is_short(value: Any) -> bool:
    """Check for a text that may stand for such a value."""
    return isinstance(value, str) and len(value) <= LONGEST


def _units(gold: Sequence[Any], extracted: Sequence[Any]) -> bool:
    """Check whether units are written at all."""
    texts = [v for v in (*gold, *extracted) if is_short(v)]
    return any(SUFFIX.search(text.strip()) for text in texts) and _no_codes(gold, extracted)


def _is_quantity(value: Any, params: Params) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    # What it says of another quantity tells whether it can be read; the comparator itself has no other question.
    reason = ask("quantity", value, "1 kg", params).reason or ""
    return not reason.startswith(("gold", "no conversion"))


def _is_answer(value: Any, params: Params) -> bool:
    if isinstance(value, str | bool):
        return any(ask("boolean", value, known, params).score == 1.0 for known in (True, False))
    return bool(params.get("numbers")) and value in (0, 1)


def _is_url(value: Any, params: Params) -> bool:
    return (
        isinstance(value, str)
        and re.match(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+$|[\w-]+(\.[\w-]+)+/\S*$", value.strip(), re.I) is not None
    )


def _is_phone(value: Any, params: Params) -> bool:
    if not isinstance(value, str) or not re.fullmatch(r"[+(]?[\d\s()/.\-\u2013]{6,24}", value.strip()):
        return False
    return sum(map(str.isdigit, value)) >= 7 and not _is_date(value, {})


DIALLED = re.compile(r"\s*(\(?\+|00[1-9])")
"""A country code in front."""
_NATIONAL = re.compile(r"\s*(\(\d|(?=(?:\D*\d){9})0\d*[\s()/.-]+\d|\d{3}[\s.-]\d{3}[\s.-]\d{4}\s*$)")
"""An area code in parentheses or behind a 0, or as in North America: other groups of digits may be any code. With a 0
first it has nine digits or more: 093-727-34 is the number of a parcel."""


def _written_as_phones(gold: Sequence[Any], extracted: Sequence[Any]) -> bool:
    """Check for telephone numbers: digits alone may be any number, unless the other side has country codes."""
    texts = [v for v in gold if isinstance(v, str)]
    if share(sum(bool(DIALLED.match(text) or _NATIONAL.match(text)) for text in texts), len(texts)) > 0.5:
        return True
    return share(sum(isinstance(v, str) and DIALLED.match(v) is not None for v in extracted), len(extracted)) > 0.5


OF_NUMBERS: Final = ("amount", "quantity")
"""Kinds of them that read numbers."""
_AMOUNTS: Final[tuple[Params, ...]] = ({}, {"decimal": ","}, {"magnitudes": True}, {"decimal": ",", "magnitudes": True})
READINGS: Final = (
    Reading("boolean", ({}, {"numbers": True}), _is_answer, "answers"),
    Reading("date", ({}, {"day_first": True}), _is_date, "dates", _date_key, _no_times),
    Reading("datetime", ({}, {"day_first": True}, {"timezone": "UTC"}), _is_date, "dates and times", None, _times),
    Reading("amount", _AMOUNTS, _is_amount, "amounts", _amount_key, _no_codes),
    Reading("quantity", ({}, {"decimal": ","}), _is_quantity, "quantities", None, _units),
    Reading("url", ({},), _is_url, "web addresses"),
    Reading("phone", ({},), _is_phone, "telephone numbers", None, _written_as_phones),
)


def ask(name: str, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
    """Return the comparator's answer; one that raises, as without its package, explains nothing."""
    try:
        answer = get_comparator(name)(gold, extracted, dict(params))
    except Exception:  # whatever a replaced comparator raises
        return ComparatorResult(0.0, name)
    return answer if isinstance(answer, ComparatorResult) else ComparatorResult(0.0, name)
