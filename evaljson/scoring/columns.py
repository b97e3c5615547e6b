"""The values of one node, as two columns, with values derived from them once and used for every pairing.

A column is a list with one entry per row of the nearest array (or record); ABSENT where the key is missing. Children of
an object keep the row numbers of their parent; the elements of an array get new ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count, repeat
from operator import is_not, ne
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Codes, Ints
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, SCALARS, Absent, find_non_json, hash_safe, strict_key
from evaljson.scoring.side import EXTRACTED, GOLD, Side


@dataclass(frozen=True, slots=True)
class Spans:
    """Where the flattened elements of each row lie: row r has elements start[r] to start[r] + length[r]."""

    start: Ints
    length: Ints


class Columns:
    """Two columns at one node, gold and extracted, with their children cached."""

    __slots__ = (
        "_children", "_elements", "_entries", "_extracted", "_gold", "_key", "_objects", "_parents", "_sizes", "cache",
        "path", "raw",
    )  # fmt: skip

    def __init__(self, gold: list[Any], extracted: list[Any], path: str) -> None:
        self._gold: list[Any] | None = gold
        self._extracted: list[Any] | None = extracted
        self._key = ""
        self._parents: tuple[list[dict[str, Any]], list[dict[str, Any]]] | None = None
        self.path = path
        self.cache: dict[Hashable, Any] = {}
        """Values that scoring derives from the columns under one schema, by key."""
        self.raw: dict[Hashable, Any] = {}
        """Those that are the same under every schema."""
        self._objects: tuple[list[dict[str, Any]], list[dict[str, Any]]] | None = None
        self._sizes: tuple[Codes, Codes] | None = None
        self._children: dict[str, Columns] = {}
        self._elements: tuple[Columns, Spans, Spans] | None = None
        self._entries: tuple[Columns, Spans, Spans, list[str], list[str]] | None = None

    @property
    def gold(self) -> list[Any]:
        """The values of gold."""
        if self._gold is None:
            assert self._parents is not None
            self._gold = _get(self._parents[GOLD], self._key)
        return self._gold

    @property
    def extracted(self) -> list[Any]:
        """The extracted values."""
        if self._extracted is None:
            assert self._parents is not None
            self._extracted = _get(self._parents[EXTRACTED], self._key)
        return self._extracted

    def release(self) -> None:
        """Drop what is quickly made again from the records, once they are scored."""
        unit = self.cache.get("unit")
        if unit is not None:
            unit.release()
        self._sizes = None
        if self._parents is not None:
            self._gold = self._extracted = None
        for below in (*self._children.values(), *(self._elements or ())[:1], *(self._entries or ())[:1]):
            below.release()

    def forget(self) -> None:
        """Make the columns ready to be scored under another schema: drop what was derived under this one."""
        self.cache, self._entries = {}, None
        for below in (*self._children.values(), *(self._elements or ())[:1]):
            below.forget()

    def of(self, side: Side) -> list[Any]:
        """Return the column of one side."""
        return self.extracted if side is EXTRACTED else self.gold

    def objects(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return both columns with an empty object in place of each value that is none."""
        if self._objects is None:
            self._objects = _as_objects(self.gold), _as_objects(self.extracted)
        return self._objects

    def sizes(self) -> tuple[Codes, Codes]:
        """Return for each row of both columns how many keys its object has; 0 for what is no object."""
        if self._sizes is None:
            gold, extracted = (np.fromiter(map(len, side), np.int32, len(side)) for side in self.objects())
            self._sizes = gold, extracted
        return self._sizes

    def other_keys(self, keys: Iterable[str], side: Side) -> Ints:
        """Return for each row how many of its object's keys are not among `keys`; 0 for what is no object."""
        objects = self.objects()[side]
        others = self.sizes()[side].astype(np.intp)
        for key in keys:
            child = self._children.get(key)
            others -= _has(objects, key) if child is None else child._present(side)
        return others

    def _present(self, side: Side) -> Bools:
        """Return which rows have a value."""
        known: Factorised | None = self.raw.get("codes")
        if known is None:
            column = self.of(side)
            return np.fromiter(map(is_not, column, repeat(ABSENT)), np.bool_, len(column))
        codes = known.extracted if side is EXTRACTED else known.gold
        present: Bools = codes != known.absent
        return present

    def child(self, key: str, path: str) -> Columns:
        """Return the columns of a key; ABSENT in rows that are not objects or lack it."""
        child = self._children.get(key)
        if child is None:
            gold, extracted = self.objects()
            child = self._children[key] = Columns(_get(gold, key), _get(extracted, key), path)
            child._parents, child._key = (gold, extracted), key
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


def _get(objects: list[dict[str, Any]], key: str) -> list[Any]:
    return list(map(dict.get, objects, repeat(key), repeat(ABSENT)))


def _has(objects: list[dict[str, Any]], key: str) -> Bools:
    return np.fromiter(map(dict.__contains__, objects, repeat(key)), np.bool_, len(objects))


def _as_objects(column: list[Any]) -> list[dict[str, Any]]:
    if set(map(type, column)) <= {dict}:
        return column
    nothing: dict[str, Any] = {}
    return [value if isinstance(value, dict) else nothing for value in column]


def _flatten(column: Sequence[Any]) -> tuple[list[Any], Spans]:
    lists: Sequence[Sequence[Any]] = column
    if not set(map(type, column)) <= {list}:
        lists = [value if isinstance(value, list) else () for value in column]
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
    absent: int
    """The code of ABSENT; -1 where both columns have values throughout."""


def factorise(columns: Columns) -> Factorised:
    """Return codes of both columns, made once. Raises InputError for values that are not JSON."""
    known: Factorised | None = columns.raw.get("codes")
    if known is None:
        known = columns.raw["codes"] = _factorised(columns)
    return known


def _factorised(columns: Columns) -> Factorised:
    values = columns.gold + columns.extracted
    codes, distinct, absent = _coded(values, columns.path, only_json=True)
    gold_length = len(columns.gold)
    return Factorised(codes[:gold_length], codes[gold_length:], distinct, absent)


def codes_of(values: list[Any], path: str = "", only_json: bool = True) -> tuple[Codes, list[Any]]:
    """Return for each value the index of the first strictly equal one among the distinct values.

    Raises InputError for values that are not JSON, unless they are transformed ones.
    """
    codes, distinct, _ = _coded(values, path, only_json)
    return codes, distinct


def _coded(values: list[Any], path: str, only_json: bool) -> tuple[Codes, list[Any], int]:
    """Return the same, and the code of ABSENT, -1 if it is not among the values."""
    types = set(map(type, values))
    keys: Sequence[Hashable] = values
    if not hash_safe(types):
        if only_json and not types <= SCALARS | {Absent}:
            refuse_non_json(values, path)
        keys = _strict_keys(values, path)
    index, places = _first_places(keys)
    if keys is values and float in types and any(map(ne, index, index)):  # NaN, which Python takes for unlike itself
        keys = _strict_keys(values, path)
        index, places = _first_places(keys)
    first = np.fromiter(index.values(), np.int32, len(index))
    code = np.zeros(len(values), np.int32)
    code[first] = np.arange(len(first), dtype=np.int32)
    distinct: list[Any] = list(index) if keys is values else [values[place] for place in first.tolist()]
    if float in types:
        zero = index.get(0.0 if keys is values else strict_key(0.0))
        if zero is not None:
            distinct[code[zero]] = 0.0  # -0.0 is the same value: which text it has must not depend on who comes first
    absent = int(code[index[ABSENT]]) if Absent in types else -1
    return code[places], distinct, absent


def _first_places(keys: Sequence[Hashable]) -> tuple[dict[Hashable, int], Codes]:
    """Return the place of each key's first appearance, by key and for all keys."""
    index: dict[Hashable, int] = {}
    return index, np.fromiter(map(index.setdefault, keys, count()), np.int32, len(keys))


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
