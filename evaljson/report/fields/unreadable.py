"""Values that a comparator of numbers cannot read, and which other comparator reads them.

A value that is no number is wrong under `numeric` whatever the other side has, which is rarely meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import strict_key
from evaljson.comparators.number.numeric import as_number
from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.quantity.quantity import is_quantity
from evaljson.comparators.registry import get_comparator
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.suggest.kinds.decimal_marks import has_three_behind
from evaljson.transforms.date_text import read_date

NUMBERS: Final = ("numeric", "numeric_similarity")
LOOKED_AT: Final = 2_000
"""Results of a field that are looked at, evenly over all of them."""
_AT_A_TIME: Final = 16
"""Fields whose results are in memory at a time."""
_WORTH: Final = 0.9
"""The share of values that another comparator must read to be named."""
_MOST: Final = 0.02
"""The share of values that may be unreadable without a word."""


@dataclass(frozen=True, slots=True)
class NoNumbers:
    """What of a field is no number."""

    share: float
    """Of its values, gold and extracted, as compared; null and missing ones left out."""
    example: Any
    instead: str | None
    """A comparator that reads nearly all of them, and finds some of those pairs equal that `numeric` cannot read."""
    is_sample: bool = False
    """Whether there are more values than were looked at."""
    doubt: str | None = None
    """A text that `instead` reads with three decimals, though they may be thousands: 9.370."""


def unreadable(run: RunResult, path: str, comparator: str) -> NoNumbers | None:
    """Return what of the values that a run compared at a field is no number; None where nearly all are."""
    return unreadable_in(run, {path: comparator}).get(path)


def unreadable_in(run: RunResult, comparators: Mapping[str, str]) -> dict[str, NoNumbers | None]:
    """Return the same of each field that is compared as numbers, by its path; `comparators` are given by path.

    Several fields are read at a time: where the results are in a file, each look goes through all of it.
    """
    asked = [path for path, name in comparators.items() if name in NUMBERS]
    found: dict[str, NoNumbers | None] = {}
    for begin in range(0, len(asked), _AT_A_TIME):
        looked = [(path, _looked_at(run, path)) for path in asked[begin : begin + _AT_A_TIME]]
        results = iter(run.table.some(np.concatenate([at for _, at in looked])))
        found |= {path: _no_numbers(list(islice(results, len(at)))) for path, at in looked}
    return found


def _looked_at(run: RunResult, path: str) -> Ints:
    """Return the rows of the tallies that are looked at, of one field."""
    rows = run.tallies.rows
    at = np.flatnonzero(rows.field == rows.fields.index(path)) if path in rows.fields else np.zeros(0, np.intp)
    return at[np.linspace(0, len(at) - 1, min(len(at), LOOKED_AT)).astype(np.intp)]


def _no_numbers(results: Sequence[FieldResult]) -> NoNumbers | None:
    sides = (value for result in results for value in (result.gold_compared, result.extracted_compared))
    there = [value for value in sides if value is not None]
    odd = [value for value in there if as_number(value) is None]
    if len(odd) <= _MOST * len(there):
        return None
    values = {strict_key(value): value for value in there}
    pairs = [
        (result.gold_compared, result.extracted_compared)
        for result in results
        if None not in (result.gold_compared, result.extracted_compared)
        and None in (as_number(result.gold_compared), as_number(result.extracted_compared))
    ]
    readers = (
        name
        for name, reads in _READERS.items()
        if _share(reads, list(values.values())) >= _WORTH and _matches_any(name, pairs)
    )
    instead = next(readers, None)
    unsure = (value for value in values.values() if isinstance(value, str) and has_three_behind(value, "."))
    doubt = next(unsure, None) if instead in ("amount", "quantity") else None
    return NoNumbers(len(odd) / len(there), odd[0], instead, len(results) >= LOOKED_AT, doubt)


def _matches_any(comparator: str, pairs: Sequence[tuple[Any, Any]]) -> bool:
    """Check whether any pair is equal under it: `22 K` is read as a temperature, and never equals 22000."""
    compare = get_comparator(comparator)
    return any(compare(gold, extracted, {}).score == 1.0 for gold, extracted in pairs)


def _share(reads: Callable[[Any], bool], values: list[Any]) -> float:
    return sum(map(reads, values)) / len(values)


_CODE: Final = re.compile(r"[^\W\d_]+[-./_]?\d\w*([-./_ ]\w+)*")
"""Letters right before a digit, as in C797: no quantity is written so, whatever unit has that letter."""


def _is_code(value: Any) -> bool:
    return isinstance(value, str) and _CODE.fullmatch(value.strip()) is not None


_READERS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "amount": lambda value: read_amount(value).number.value is not None,
    "quantity": lambda value: is_quantity(value) and not _is_code(value),
    "date": lambda value: read_date(value, {}).moment is not None,
    "exact": _is_code,
}
"""By comparator, whether it reads a value; the narrowest first."""
