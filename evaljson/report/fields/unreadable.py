"""Values that the comparator of a field cannot read as what it compares, and which other comparator reads them.

A value that is no number is wrong under `numeric` whatever the other side has; one that is no amount, quantity or date
equals only itself there. Both are rarely meant. Neither is 12 beside 12 kg under `quantity`, which reads both: without
a unit it equals no weight.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import strict_equal, strict_key
from evaljson.comparators.number.numeric import as_number
from evaljson.comparators.quantity.amount_text import read_amount
from evaljson.comparators.quantity.quantity import is_quantity, read_quantity
from evaljson.comparators.registry import get_comparator
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.schema.node import ComparatorSpec
from evaljson.suggest.kinds.decimal_marks import has_three_behind
from evaljson.transforms.date_text import read_date

READ_AS: Final = {
    "numeric": "numbers",
    "numeric_similarity": "numbers",
    "amount": "amounts",
    "quantity": "quantities",
    "date": "dates",
    "datetime": "dates",
}
"""By comparator, what it reads values as."""
LOOKED_AT: Final = 2_000
"""Results of a field that are looked at, evenly over all of them."""
_AT_A_TIME: Final = 16
"""Fields whose results are in memory at a time."""
_WORTH: Final = 0.9
"""The share of values that another comparator must read to be named."""
_MOST: Final = 0.02
"""The share of values that may be unreadable without a word."""
_READ: Final = 1_000
"""Different values of which another comparator must read nearly all, at most."""
_TRIED: Final = 300
"""Different pairs of values that it is tried on, at most."""

_WITH_TOLERANCE: Final = ("amount", "quantity")
"""Comparators that take the tolerance of `numeric` as it is."""

Pair = tuple[Any, Any]
Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Unread:
    """What of a field cannot be read."""

    read_as: str
    """What the comparator reads values as: numbers, amounts, quantities or dates."""
    share: float
    """Of its values, gold and extracted, as compared; null and missing ones left out."""
    example: Any
    instead: str | None
    """A comparator that reads nearly all of them, and finds some of those pairs equal that this one cannot read."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """The parameters of that one."""
    is_sample: bool = False
    """Whether there are more values than were looked at."""
    doubt: str | None = None
    """A text that `instead` reads with three decimals, though they may be thousands: 9.370."""
    lacks_unit: bool = False
    """Whether what is meant can be read, and names no unit where the other side does."""

    @property
    def equals_itself(self) -> bool:
        """Whether a value that cannot be read is right where both sides have it; no number ever is."""
        return self.read_as != READ_AS["numeric"]


def unread(run: RunResult, path: str, rule: ComparatorSpec) -> Unread | None:
    """Return what of the values that a run compared at a field its comparator cannot read; None where it is little."""
    return unread_in(run, {path: rule}).get(path)


def unread_in(run: RunResult, rules: Mapping[str, ComparatorSpec]) -> dict[str, Unread | None]:
    """Return the same of each field whose comparator reads values, by its path; `rules` are given by path.

    Several fields are read at a time: where the results are in a file, each look goes through all of it.
    """
    asked = [path for path, rule in rules.items() if rule.name in READ_AS]
    found: dict[str, Unread | None] = {}
    for begin in range(0, len(asked), _AT_A_TIME):
        looked = [(path, _looked_at(run, path)) for path in asked[begin : begin + _AT_A_TIME]]
        results = iter(run.table.some(np.concatenate([at for _, at in looked])))
        found |= {path: _unread(rules[path], list(islice(results, len(at)))) for path, at in looked}
    return found


def rule_text(path: str, rule: ComparatorSpec) -> str:
    """Return a text that two fields share only if they are the same and compared by the same rule."""
    return json.dumps([path, rule.name, rule.params], sort_keys=True)


def _looked_at(run: RunResult, path: str) -> Ints:
    """Return the rows of the tallies that are looked at, of one field."""
    rows = run.tallies.rows
    at = np.flatnonzero(rows.field == rows.fields.index(path)) if path in rows.fields else np.zeros(0, np.intp)
    return at[np.linspace(0, len(at) - 1, min(len(at), LOOKED_AT)).astype(np.intp)]


def _unread(rule: ComparatorSpec, results: Sequence[FieldResult]) -> Unread | None:
    reads, read_as = _reader(rule.name, rule.params), READ_AS[rule.name]
    sides = [(result.gold_compared, result.extracted_compared) for result in results]
    there = [value for pair in sides for value in pair if value is not None]
    odd = [value for value in there if not reads(value)]
    if len(odd) <= _MOST * len(there):
        return _without_unit(rule, results, len(there)) if rule.name == "quantity" else None
    every = {(strict_key(one), strict_key(other)): (one, other) for one, other in sides if None not in (one, other)}
    pairs = [pair for pair in every.values() if not all(map(reads, pair))]
    if read_as != READ_AS["numeric"]:
        pairs = [pair for pair in pairs if not strict_equal(*pair)]
        if not pairs:  # each of them has itself on the other side, or nothing
            return None
    values = list({strict_key(value): value for value in there}.values())
    instead, params = _instead(rule, values[:: 1 + len(values) // _READ], pairs[:: 1 + len(pairs) // _TRIED])
    mark = params.get("decimal", ".")
    unsure = (value for value in values if isinstance(value, str) and has_three_behind(value, mark))
    doubt = next(unsure, None) if instead in ("amount", "quantity") else None
    return Unread(read_as, len(odd) / len(there), odd[0], instead, params, len(results) >= LOOKED_AT, doubt)


def _without_unit(rule: ComparatorSpec, results: Sequence[FieldResult], of: int) -> Unread | None:
    """Return what of the quantities names no unit where the other side does, if some are right in one unit."""
    sides = [(result.gold_compared, result.extracted_compared) for result in results]
    units, bare, pairs = Counter[str](), [], []
    for pair in (pair for pair in sides if None not in pair):
        read = [(value, *read_quantity(value, rule.params)) for value in pair]
        named = [unit for _, number, unit in read if number is not None and unit]
        alone = [value for value, number, unit in read if number is not None and not unit]
        if named and alone:
            units.update(named)
            bare += alone
            pairs.append(pair)
    if len(bare) <= _MOST * of:
        return None
    params = {**rule.params, "unit": min(units, key=lambda unit: (-units[unit], unit))}
    if not _equal("quantity", params, pairs[:: 1 + len(pairs) // _TRIED]):
        return None
    is_sample = len(results) >= LOOKED_AT
    return Unread(READ_AS["quantity"], len(bare) / of, bare[0], "quantity", params, is_sample, lacks_unit=True)


def _instead(rule: ComparatorSpec, values: Sequence[Any], pairs: Sequence[Pair]) -> tuple[str | None, Params]:
    """Return the narrowest comparator that reads nearly all values and finds any pair equal, with the parameters
    under which it finds most of them so: `22 K` is read as a temperature, and never equals 22000.

    A tolerance stays.
    """
    for name, ways in _OTHERS:
        kept = rule.params if name == rule.name else _tolerance(rule) if name in _WITH_TOLERANCE else {}
        tried: list[Params] = [{**kept, **params} for params in ways]
        equal = [_equal(name, params, pairs) if _reads(name, params, values) else 0 for params in tried]
        most = max(range(len(tried)), key=equal.__getitem__)
        if equal[most]:
            return name, tried[most]
    return None, {}


def _reads(name: str, params: Params, values: Sequence[Any]) -> bool:
    reads = _reader(name, params)
    read = sum(reads(value) and (name != "quantity" or not _is_code(value)) for value in values)
    return read >= _WORTH * len(values)


def _tolerance(rule: ComparatorSpec) -> Params:
    is_shared = rule.name in (*_WITH_TOLERANCE, "numeric") and "tolerance" in rule.params
    return {"tolerance": rule.params["tolerance"]} if is_shared else {}


def _equal(name: str, params: Params, pairs: Sequence[Pair]) -> int:
    compare = get_comparator(name)
    return sum(compare(gold, extracted, params).score == 1.0 for gold, extracted in pairs)


_CODE: Final = re.compile(r"[^\W\d_]+[-./_]?\d\w*([-./_ ]\w+)*")
"""Letters right before a digit, as in C797: no quantity is written so, whatever unit has that letter."""


def _is_code(value: Any) -> bool:
    return isinstance(value, str) and _CODE.fullmatch(value.strip()) is not None


def _reader(name: str, params: Params) -> Callable[[Any], bool]:
    """Return what says whether a comparator reads a value as what it compares."""
    if name == "amount":
        how = params.get("decimal", "."), params.get("magnitudes", False)
        return lambda value: read_amount(value, *how).number.value is not None
    if name == "quantity":
        mark = params.get("decimal", ".")
        return lambda value: is_quantity(value, mark)
    if READ_AS.get(name) == READ_AS["date"]:
        return lambda value: read_date(value, params).moment is not None
    if name == "exact":
        return _is_code
    return lambda value: as_number(value) is not None


_OTHERS: Final[Sequence[tuple[str, Sequence[Params]]]] = (
    ("amount", ({}, {"decimal": ","})),
    ("quantity", ({}, {"decimal": ","})),
    ("amount", ({"magnitudes": True}, {"magnitudes": True, "decimal": ","})),
    ("date", ({}, {"day_first": True})),
    ("exact", ({},)),
)
"""What is tried instead, the narrowest first."""
