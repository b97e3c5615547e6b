"""Reads cells of CSV as the numbers and booleans of the other side, where all cells of a column can be read so."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from evaljson.base.paths import child, elements
from evaljson.load.formats.csv_file import TEXT_CELLS
from evaljson.load.id_names import sounds_like_id
from evaljson.load.loaded_records import LoadedRecords, Record

CellType = Literal["number", "boolean"]
ColumnTypes = Mapping[str, CellType]
"""Schema path of a column -> what its cells are read as; other columns stay texts."""

TYPED_CELLS: Final = "cells as text, numbers and true/false"
"""What the format says in the place of `TEXT_CELLS` once some are read."""
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_MOST_DIGITS: Final = 15
"""Digits that a binary number always keeps."""
_BOOLEANS: Final = {
    text: value for value in (True, False) for text in (str(value), str(value).lower(), str(value).upper())
}


def has_text_cells(loaded: LoadedRecords) -> bool:
    """Check whether the records are rows of CSV of which every cell was read as text."""
    if loaded.taken_from is not None or not loaded.format.startswith("CSV ("):
        return False
    return TEXT_CELLS in loaded.format and TYPED_CELLS not in loaded.format


@dataclass(frozen=True, slots=True)
class CellReading:
    """Which columns of gold and of each variant are read as numbers or booleans."""

    gold: ColumnTypes
    variants: Mapping[str, ColumnTypes]


def cell_reading(
    gold: LoadedRecords,
    variants: Mapping[str, LoadedRecords],
    id_field: str | None,
    declared_texts: Iterable[str] = (),
) -> CellReading:
    """Decide how cells are read; all files are as their texts are.

    A column is read as numbers if the other side has numbers there and no text, and every cell is one: written as JSON
    writes it, without an exponent, of at most 15 digits, so that no `007` loses anything. The same for booleans. Of
    CSV on both sides, gold goes by the variants that are not CSV, and a column is read so only where all CSV allows
    it. The id field stays text, without one every key that sounds like an id does, and so do the schema paths in
    `declared_texts`.
    """
    in_cells = {name: loaded for name, loaded in variants.items() if has_text_cells(loaded)}
    kept = frozenset(declared_texts)
    if not has_text_cells(gold):
        there = _types_of([gold.records]) if in_cells else {}
        each = {name: _readable([loaded.records], there, id_field, kept) for name, loaded in in_cells.items()}
        return CellReading({}, each)
    others = [loaded.records for name, loaded in variants.items() if name not in in_cells]
    tables = [gold.records, *(loaded.records for loaded in in_cells.values())]
    types = _readable(tables, _types_of(others), id_field, kept) if others else {}
    return CellReading(types, dict.fromkeys(in_cells, types))


def with_cells_read(loaded: LoadedRecords, types: ColumnTypes) -> LoadedRecords:
    """Return the records with the cells of these columns read, under a hash of their own; unchanged for no column."""
    if not types:
        return loaded
    read: dict[str, Callable[[str], Any]] = {path: _READERS[name] for path, name in types.items()}
    how = f"{loaded.sha256} cells {sorted(types.items())}".encode("utf-8", "surrogatepass")
    return replace(
        loaded,
        records=[None if record is None else _converted(record, "", read) for record in loaded.records],
        format=loaded.format.replace(TEXT_CELLS, TYPED_CELLS),
        sha256=hashlib.sha256(how).hexdigest(),
    )


def as_number_cell(cell: str) -> int | float | None:
    """Read a cell that is a number and nothing else; None where reading could lose some of the text."""
    if not _NUMBER.fullmatch(cell) or sum(map(str.isdigit, cell)) > _MOST_DIGITS:
        return None
    value = float(cell) if "." in cell else int(cell)
    return None if value == 0 and cell.startswith("-") else value


_READERS: Final[dict[CellType, Callable[[str], Any]]] = {"number": as_number_cell, "boolean": _BOOLEANS.get}


def _types_of(sides: Iterable[Sequence[Record | None]]) -> dict[str, CellType]:
    """Return the type of each place that holds only numbers, or only booleans, in all records; nulls aside."""
    seen: dict[str, set[str]] = {}
    for records in sides:
        for record in records:
            for path, value in _values(record or {}, ""):
                if value is not None:
                    seen.setdefault(path, set()).add(_type(value))
    kinds: tuple[CellType, ...] = ("number", "boolean")
    return {path: kind for path, types in seen.items() for kind in kinds if types == {kind}}


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float) else "other"


def _readable(
    tables: Sequence[Sequence[Record | None]], there: ColumnTypes, id_field: str | None, texts: frozenset[str]
) -> dict[str, CellType]:
    """Return those columns of the tables of which every cell reads as the other side has it."""
    open_: dict[str, CellType] = {
        path: kind for path, kind in there.items() if path not in texts and not _is_id(path, id_field)
    }
    found: set[str] = set()
    for records in tables:
        for record in records:
            for path, value in _values(record or {}, ""):
                kind = open_.get(path)
                if kind is None or value is None:
                    continue  # null is what an array has in the place of an empty cell
                if isinstance(value, str) and _READERS[kind](value) is not None:
                    found.add(path)
                else:
                    del open_[path]
    return {path: kind for path, kind in open_.items() if path in found}


def _is_id(path: str, id_field: str | None) -> bool:
    return path == child("", id_field) if id_field is not None else bool(sounds_like_id(path))


def _values(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield each value in a record with its schema path, objects and arrays before what is in them."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _values(inner, child(path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _values(inner, elements(path))


def _converted(value: Any, path: str, read: Mapping[str, Callable[[str], Any]]) -> Any:
    if isinstance(value, dict):
        return {key: _converted(inner, child(path, key), read) for key, inner in value.items()}
    if isinstance(value, list):
        return [_converted(inner, elements(path), read) for inner in value]
    return read[path](value) if path in read and isinstance(value, str) else value
