"""Reads empty cells of CSV as null where the other side has null, since an empty cell cannot say which it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.paths import child, elements
from evaljson.load.formats.column_names import Step, steps_of
from evaljson.load.loaded_records import Record


@dataclass(slots=True)
class _KeyCounts:
    """How often a key is there on the other side, by schema path."""

    keys: Counter[str] = field(default_factory=Counter)
    nulls: Counter[str] = field(default_factory=Counter)
    empties: set[str] = field(default_factory=set)
    """Paths where a text, array or object is empty: there, an empty cell may mean that."""
    hollow: Counter[str] = field(default_factory=Counter)
    """How often an object is there of which every value is null."""
    around: dict[str, str] = field(default_factory=dict)
    """Path of a key -> that of the array element around it, "" for the record."""
    held: Counter[str] = field(default_factory=Counter)
    """How many such elements, or records, there are."""


def null_paths(sides: Iterable[Sequence[Record | None]]) -> frozenset[str]:
    """Return the schema paths where an empty cell is null: the other side has null there, at least as often as no key.

    An object is null where that is also at least as often as an object with only nulls. Where the other side has an
    empty text, array or object even once, an empty cell stays an absent key.
    """
    seen = _KeyCounts()
    for records in sides:
        for record in records:
            if record is not None:
                seen.held[""] += 1
                _count(record, "", "", seen)
    return frozenset(
        path
        for path, nulls in seen.nulls.items()
        if path not in seen.empties and nulls >= max(seen.held[seen.around[path]] - seen.keys[path], seen.hollow[path])
    )


def _count(holder: Record, path: str, around: str, seen: _KeyCounts) -> None:
    for key, value in holder.items():
        at = child(path, key)
        seen.keys[at] += 1
        seen.around[at] = around
        if value is None:
            seen.nulls[at] += 1
        elif value in ("", [], {}):
            seen.empties.add(at)
        seen.hollow[at] += _is_hollow(value)
        _go_in(value, at, around, seen)


def _is_hollow(value: Any) -> bool:
    return isinstance(value, dict) and all(inner is None or _is_hollow(inner) for inner in value.values())


def _go_in(value: Any, path: str, around: str, seen: _KeyCounts) -> None:
    if isinstance(value, dict):
        _count(value, path, around, seen)
    elif isinstance(value, list):
        inner = elements(path)
        for one in value:
            seen.held[inner] += isinstance(one, dict)
            _go_in(one, inner, inner, seen)


def fill(record: Record, columns: Sequence[str], nulls: frozenset[str]) -> Counter[str]:
    """Put null where a row has no cell for a column; return how often, by schema path.

    An object that no cell of the row is in is null itself if the other side has that, else it gets the nulls inside.
    Arrays and their elements are as long as their cells make them.
    """
    filled: Counter[str] = Counter()
    for name in columns:
        path = _fill(record, steps_of(name), "", nulls)
        if path is not None:
            filled[path] += 1
    return filled


def _fill(holder: Any, steps: Sequence[Step], path: str, nulls: frozenset[str]) -> str | None:
    """Put null at a place, or at the first object around it that is not there; the path where it is put."""
    if not steps:
        return None
    step, *rest = steps
    if isinstance(step, int):
        is_there = isinstance(holder, list) and step < len(holder)
        return _fill(holder[step], rest, elements(path), nulls) if is_there else None
    if not isinstance(holder, dict):
        return None
    at = child(path, step)
    if step in holder:
        return _fill(holder[step], rest, at, nulls)
    if at in nulls:
        holder[step] = None
        return at
    made: Record = {}
    if not rest or (found := _fill(made, rest, at, nulls)) is None:
        return None
    holder[step] = made
    return found
