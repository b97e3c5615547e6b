"""Where a value is in a text: as written, except for case and white space, as the same number or day, or nearly.

Nearly: the window that rapidfuzz's partial ratio finds, taken to the ends of its words, is alike by insertions and
deletions of letters. Letters may differ, digits not: a number that is off by one digit is another number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable
from datetime import date
from fractions import Fraction
from typing import Any, Final

from rapidfuzz.fuzz import partial_ratio_alignment, ratio

from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.grounding.document import SearchedText, folded
from evaljson.grounding.model import TextPlace
from evaljson.grounding.readings import Span, date_readings, number_readings, spans_of_days, spans_of_numbers
from evaljson.schema.node import SchemaNode
from evaljson.transforms.date_text import LONGEST as LONGEST_DATE
from evaljson.transforms.date_text import read_date
from evaljson.transforms.number_text import of_number

THRESHOLD: Final = 0.9
SHORTEST, LONGEST_FUZZY = 5, 2_000
"""Characters of a text that may be found nearly: in shorter ones every letter counts, longer ones take too long."""
_DIGITS: Final = re.compile(r"\d+")
_YES_OR_NO: Final = "true false yes no ja nein oui non sí sì não да нет はい いいえ"
_ANSWERS: Final = frozenset((*_YES_OR_NO.split(), *_YES_OR_NO.title().split()))
"""A document is asked these, it does not say them. In capitals, NO is Norway or nitric oxide."""


def is_looked_for(value: Any) -> bool:
    """Say whether a text could have a value: not null, yes or no, empty text, and what is no number."""
    if isinstance(value, str):
        return bool(value.strip()) and value.strip() not in _ANSWERS
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def may_be_near(value: Any) -> bool:
    """Say whether a value that a text does not have as written is looked for nearly, which takes far longer."""
    return isinstance(value, str) and SHORTEST <= len(value) <= LONGEST_FUZZY and any(map(str.isalpha, value))


class TextSearch:
    """Looks for values in one text; each value once."""

    def __init__(self, text: str, threshold: float = THRESHOLD) -> None:
        self.document: Final = SearchedText(text)
        self._least: Final = threshold
        self._known: dict[Hashable, TextPlace | None] = {}

    def find(self, value: Any, node: SchemaNode | None = None) -> TextPlace | None:
        """Return where a value is, for which `is_looked_for`; None if the text does not have it."""
        params = _date_params(node)
        key = (type(value), value, repr(params) if params else "")
        if key not in self._known:
            self._known[key] = self._text(value, params) if isinstance(value, str) else self._number(value)
        return self._known[key]

    def has(self, value: Any, node: SchemaNode | None = None) -> bool:
        """Check for a value letter by letter: one that is nearly in a text may be a slip of what is there.

        What is not looked for is not there.
        """
        if not is_looked_for(value):
            return False
        place = self._as_it_is(value, _date_params(node)) if isinstance(value, str) else self.find(value)
        return place is not None

    def _number(self, value: int | float) -> TextPlace | None:
        number = of_number(value).value
        span = None if number is None else self.document.numbers.get(abs(number))
        if span is None:
            return None
        is_same = self.document.text[span[0] : span[1]] == _as_written(value)
        return TextPlace("exact" if is_same else "number", *span)

    def _text(self, value: str, params: dict[str, Any]) -> TextPlace | None:
        return self._as_it_is(value, params) or self._nearly(folded(value.strip()))

    def _as_it_is(self, value: str, params: dict[str, Any]) -> TextPlace | None:
        document, wanted = self.document, value.strip()
        if span := document.exact(wanted):
            return TextPlace("exact", *span)
        plain = folded(wanted)
        if plain and (span := document.normalised(plain)):
            return TextPlace("normalised", *span)
        for day in _days(wanted, params):
            if span := document.dates.get(day):
                return TextPlace("date", *span)
        if plain and (span := document.respaced(plain) or document.rejoined(plain) or document.reordered(plain)):
            return TextPlace("normalised", *span)
        for number in _numbers(wanted):
            if span := document.numbers.get(number):
                return TextPlace("number", *span)
        return None

    def _nearly(self, plain: str) -> TextPlace | None:
        text = self.document.folded.text
        if not SHORTEST <= len(plain) <= min(LONGEST_FUZZY, len(text)) or not any(map(str.isalpha, plain)):
            return None
        best = partial_ratio_alignment(plain, text, score_cutoff=100 * self._least)
        if best is None or best.dest_end <= best.dest_start:
            return None
        start, end = _whole_words(text, best.dest_start, best.dest_end)
        window = text[start:end]
        alike = ratio(plain, window) / 100
        if alike < self._least or _DIGITS.findall(plain) != _DIGITS.findall(window):
            return None
        return TextPlace("fuzzy", *self.document.folded.span(start, end), alike)


def spans_by_value(text: str, value: Any, node: SchemaNode | None = None) -> list[Span]:
    """Return every place where a text has a value as the same number or day, however it is written there.

    What can be read in several ways is left out: `TextSearch` says whether a value may be there, this where it is.
    """
    if not is_looked_for(value):
        return []
    if not isinstance(value, str):
        number = of_number(value).value
        return [] if number is None else spans_of_numbers(text, {abs(number)})
    plain, params = value.strip(), _date_params(node)
    days, numbers = _days(plain, params), _numbers(plain)
    if len(days) == 1:
        return spans_of_days(text, days, params)
    return spans_of_numbers(text, numbers) if len(numbers) == 1 else []


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the rest of words that begin or end inside, and leave out spaces at both ends."""
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    while start > 0 and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return start, end


def _as_written(value: int | float) -> str:
    try:
        return str(value).lstrip("-")
    except ValueError:  # an integer beyond Python's limit for text
        return ""


def _numbers(text: str) -> set[Fraction]:
    """Return what a text may stand for as an amount, without its sign; nothing if it is a code with leading zeros."""
    if re.match(r"0\d", text):
        return set()
    amounts = (read_amount(text, decimal).number.value for decimal in ".,")
    return number_readings(text) | {abs(value) for value in amounts if value is not None}


def _days(text: str, params: dict[str, Any]) -> set[date]:
    if len(text) > LONGEST_DATE or not any(map(str.isdigit, text)):
        return set()
    if not params:
        return date_readings(text)
    moment = read_date(text, params).moment
    return set() if moment is None else {moment.date()}


def _date_params(node: SchemaNode | None) -> dict[str, Any]:
    """Return how the field's own comparator reads dates, where it is one of dates."""
    if node is None or node.comparator is None or node.comparator.name not in ("date", "datetime"):
        return {}
    return {key: value for key, value in node.comparator.params.items() if key in ("formats", "day_first")}
