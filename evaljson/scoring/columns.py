"""The values of one node, as two columns, with values derived from them once and used for every pairing.

A column is a list with one entry per row of the nearest array (or record); ABSENT where the key is missing. Children of
an object keep the row numbers of their parent; the elements of an array get new ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from evaljson.base.arrays import Codes, Ints
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, SCALARS, Absent, find_non_json, hash_safe, strict_key
from evaljson.scoring.side import EXTRACTED, Side


@dataclass(frozen=True, slots=True)
class Spans:
    """Where the flattened elements of each row lie: row r has elements start[r] to start[r] + length[r]."""

    start: Ints
    length: Ints


class Columns:
    """Two columns at one node, gold and extracted, with their children cached."""

    __slots__ = ("_children", "_elements", "_entries", "cache", "extracted", "gold", "path", "raw")

    def __init__(self, gold: list[Any], extracted: list[Any], path: str) -> None:
        self.gold = gold
        self.extracted = extracted
        self.path = path
        self.cache: dict[Hashable, Any] = {}
        """Values that scoring derives from the columns under one schema, by key."""
        self.raw: dict[Hashable, Any] = {}
        """Those that are the same under every schema."""
        self._children: dict[str, Columns] = {}
        self._elements: tuple[Columns, Spans, Spans] | None = None
        self._entries: tuple[Columns, Spans, Spans, list[str], list[str]] | None = None

    def forget(self) -> None:
        """Make the columns ready to be scored under another schema: drop what was derived under this one."""
        self.cache, self._entries = {}, None
        for below in (*self._children.values(), *(self._elements or ())[:1]):
            below.forget()

    def of(self, side: Side) -> list[Any]:
        """Return the column of one side."""
        return self.extracted if side is EXTRACTED else self.gold

    def child(self, key: str, path: str) -> Columns:
        """Return the columns of a key; ABSENT in rows that are not objects or lack it."""
        child = self._children.get(key)
        if child is None:
            child = Columns(_get(self.gold, key), _get(self.extracted, key), path)
            self._children[key] = child
        return child

    def elements(self, path: str) -> tuple[Columns, Spans, Spans]:
        """Return the elements of all arrays, flattened, and the span of each row's elements."""
        if self._elements is None:
            gold, gold_spans = _flatten(self.gold)
            extracted, extracted_spans = _flatten(self.extracted)
            self._elements = Columns(gold, extracted, path), gold_spans, extracted_spans
        return self._elements

    def entries(self, declared: Iterable[str], path: str) -> tuple[Columns, Spans, Spans, list[str], list[str]]:
        """Return the entries with undeclared keys of all maps: values flattened, their spans, and their keys."""
        if self._entries is None:
            known = frozenset(declared)
            sides = []
            for column in (self.gold, self.extracted):
                free = [
                    {key: item for key, item in value.items() if key not in known} if isinstance(value, dict) else {}
                    for value in column
                ]
                keys = list(chain.from_iterable(free))
                values, spans = _flatten([list(entry.values()) for entry in free])
                sides.append((values, spans, keys))
            (gold, gold_spans, gold_keys), (extracted, extracted_spans, extracted_keys) = sides
            self._entries = Columns(gold, extracted, path), gold_spans, extracted_spans, gold_keys, extracted_keys
        return self._entries


def _get(column: list[Any], key: str) -> list[Any]:
    return [value.get(key, ABSENT) if isinstance(value, dict) else ABSENT for value in column]


def _flatten(column: Sequence[Any]) -> tuple[list[Any], Spans]:
    lists: list[Sequence[Any]] = [value if isinstance(value, list) else () for value in column]
    length = np.fromiter(map(len, lists), np.intp, len(lists))
    start = np.zeros(len(lists), np.intp)
    np.cumsum(length[:-1], out=start[1:])
    return list(chain.from_iterable(lists)), Spans(start, length)


@dataclass(slots=True)
class Factorised:
    """Two columns as codes into one list of strictly distinct values."""

    gold: Codes
    extracted: Codes
    distinct: list[Any]


def factorise(columns: Columns) -> Factorised:
    """Return codes of both columns, made once. Raises InputError for values that are not JSON."""
    known: Factorised | None = columns.raw.get("codes")
    if known is None:
        known = columns.raw["codes"] = _factorised(columns)
    return known


def _factorised(columns: Columns) -> Factorised:
    values = columns.gold + columns.extracted
    codes, distinct = codes_of(values, columns.path)
    gold_length = len(columns.gold)
    return Factorised(codes[:gold_length], codes[gold_length:], distinct)


def codes_of(values: list[Any], path: str = "", only_json: bool = True) -> tuple[Codes, list[Any]]:
    """Return for each value the index of the first strictly equal one among the distinct values.

    Raises InputError for values that are not JSON, unless they are transformed ones.
    """
    types = set(map(type, values))
    keys: Sequence[Hashable] = values
    if not hash_safe(types) or (float in types and any(v != v for v in set(values))):
        if only_json and not types <= SCALARS | {Absent}:
            refuse_non_json(values, path)
        keys = _strict_keys(values, path)
    first: dict[Hashable, Any] = (
        dict(zip(reversed(keys), reversed(values), strict=True)) if keys is not values else dict.fromkeys(values)
    )
    index = dict(zip(first, range(len(first)), strict=True))
    codes = np.fromiter(map(index.__getitem__, keys), np.int32, len(values))
    distinct = list(first.values() if keys is not values else first)
    if float in types:
        zero = index.get(0.0 if keys is values else strict_key(0.0))
        if zero is not None:
            distinct[zero] = 0.0  # -0.0 is the same value: which text it has must not depend on who comes first
    return codes, distinct


def _strict_keys(values: list[Any], path: str) -> list[Hashable]:
    try:
        return list(map(strict_key, values))
    except RecursionError:
        raise InputError("a value is nested too deeply to be compared, or holds itself", path) from None


def refuse_non_json(values: Iterable[Any], path: str) -> None:
    """Raise InputError with its path for the first value that is not JSON."""
    for value in values:
        if value is ABSENT or type(value) in SCALARS:
            continue
        non_json = find_non_json(value, path)
        if non_json:
            place, name = non_json
            raise InputError(f"{name} is not a JSON value: convert it to a string, number, list or dict", place)
