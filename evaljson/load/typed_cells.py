"""Reads cells of CSV as the other side has its values, where all of a column can be read so."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from evaljson.base.jsontypes import ABSENT
from evaljson.base.paths import child, elements
from evaljson.load.allowance import SourceLimitError
from evaljson.load.cell_counts import CellCounts, count_cells
from evaljson.load.empty_cells import fill, null_paths
from evaljson.load.formats.csv_file import TEXT_CELLS
from evaljson.load.id_names import sounds_like_id
from evaljson.load.json_cells import JSON_TYPES, JsonCells
from evaljson.load.loaded_records import LoadedRecords, Record

CellType = Literal["number", "boolean", "array", "object"]
_TYPED: Final = ", numbers and true/false"
_JSON: Final = ", arrays and objects"
_NULLS: Final = ", empty ones as null"
_SOME_NULLS: Final = ", some empty ones as null"
"""What the format says after `TEXT_CELLS` once some are read so."""
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
    return TEXT_CELLS in loaded.format and f"{TEXT_CELLS}," not in loaded.format


@dataclass(frozen=True, slots=True)
class TableReading:
    """How the cells of one table are read; what is not named here stays as it is."""

    types: tuple[tuple[str, CellType], ...] = ()
    """Schema path of a column -> what its cells are read as; other columns stay texts."""
    nulls: frozenset[str] = frozenset()
    """Schema paths where an empty cell is null; elsewhere it is an absent key."""

    @property
    def of_json(self) -> frozenset[str]:
        """Schema paths of the columns that are read as arrays or objects."""
        return frozenset(path for path, kind in self.types if kind in JSON_TYPES)

    def __bool__(self) -> bool:
        """Check whether any cell is read as something else than its text."""
        return bool(self.types or self.nulls)


AS_TEXT: Final = TableReading()
"""Every cell is text, and an empty one an absent key."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """How the cells of gold and of each variant are read."""

    gold: TableReading
    variants: Mapping[str, TableReading]


def cell_reading(
    gold: LoadedRecords,
    variants: Mapping[str, LoadedRecords],
    id_field: str | None,
    declared_texts: Iterable[str] = (),
) -> CellReading:
    """Decide how cells are read; all files are as their texts are.

    A column is read as numbers if the other side has numbers there and no text, and every cell is one: written as JSON
    writes it, without an exponent, of at most 15 digits, so that no `007` loses anything. The same for booleans, and
    for arrays and objects in JSON; of a variant, a cell that is none stays text, as what it is does not depend on the
    others. An empty cell is null where the other side has null, as `null_paths` decides. Of CSV on both sides, gold
    goes by the variants that are not CSV, and a column is read so only where all CSV allows it. The id field stays as
    it is, without one every key that sounds like an id does, and so do texts at the schema paths in `declared_texts`.
    """
    in_cells = {name: loaded for name, loaded in variants.items() if has_text_cells(loaded)}
    kept = _KeptTexts(id_field, frozenset(declared_texts))
    if not has_text_cells(gold):
        if not in_cells:
            return CellReading(AS_TEXT, {})
        other = _OtherSide.of([gold.records])
        each = {
            name: _of_table(loaded, _readable([loaded], other.types, kept, is_variant=True), other.nulls, kept)
            for name, loaded in in_cells.items()
        }
        return CellReading(AS_TEXT, each)
    of_all = readings_among([gold, *variants.values()], id_field, kept.texts)
    return CellReading(of_all[0], dict(zip(variants, of_all[1:], strict=True)))


def readings_among(
    files: Sequence[LoadedRecords], id_field: str | None, declared_texts: Iterable[str] = ()
) -> list[TableReading]:
    """Decide how the cells of each of several files are read, of which none is gold to the others.

    All CSV goes by all files that are not CSV, and a column is read so only where all CSV allows it.
    """
    kept = _KeptTexts(id_field, frozenset(declared_texts))
    tables = [loaded for loaded in files if has_text_cells(loaded)]
    if not tables or len(tables) == len(files):
        return [AS_TEXT] * len(files)
    other = _OtherSide.of([loaded.records for loaded in files if not has_text_cells(loaded)])
    types = _readable(tables, other.types, kept)
    return [_of_table(loaded, types, other.nulls, kept) if has_text_cells(loaded) else AS_TEXT for loaded in files]


def read_alike(
    gold: LoadedRecords,
    variants: Mapping[str, LoadedRecords],
    id_field: str | None = None,
    declared_texts: Iterable[str] = (),
) -> tuple[LoadedRecords, dict[str, LoadedRecords]]:
    """Return gold and variants with the cells of CSV read as the other side has its values, as `score` does it.

    `declared_texts` are schema paths that stay text. See `cell_reading`.
    """
    reading = cell_reading(gold, variants, id_field, declared_texts)
    return with_cells_read(gold, reading.gold), {
        name: with_cells_read(loaded, reading.variants.get(name, AS_TEXT)) for name, loaded in variants.items()
    }


def with_cells_read(loaded: LoadedRecords, reading: TableReading) -> LoadedRecords:
    """Return the records with their cells read so, under a hash of their own; unchanged where all stays as it is."""
    if not reading:
        return loaded
    records = _all_read(loaded, reading)
    how = f"{loaded.sha256} cells {list(reading.types)}"
    how += f" nulls {sorted(reading.nulls)}" if reading.nulls else ""
    words = TEXT_CELLS + (_TYPED if len(reading.types) > len(reading.of_json) else "")
    words += _JSON if reading.of_json else ""
    if reading.nulls:
        counts = count_cells(loaded.records, records, loaded.columns, reading.nulls, frozenset())
        words += _NULLS if counts.nulls == counts.empty else _SOME_NULLS
    return replace(
        loaded,
        records=records,
        format=loaded.format.replace(TEXT_CELLS, words),
        sha256=hashlib.sha256(how.encode("utf-8", "surrogatepass")).hexdigest(),
    )


def cell_counts(texts: LoadedRecords, reading: TableReading) -> CellCounts:
    """Count what becomes of the cells of a table, given with all cells as texts, that is read so."""
    if not reading:
        return CellCounts()
    return count_cells(texts.records, _all_read(texts, reading), texts.columns, reading.nulls, reading.of_json)


def _all_read(loaded: LoadedRecords, reading: TableReading) -> list[Record | None]:
    read = _Readers()
    return [None if record is None else _read(record, loaded.columns, reading, read)[0] for record in loaded.records]


def _read(record: Record, columns: Sequence[str], reading: TableReading, read: _Readers) -> tuple[Record, Counter[str]]:
    """Return the record with its cells read, and how often each path is null for an empty cell."""
    own: Record = _converted(record, "", dict(reading.types), read)
    return own, fill(own, columns, reading.nulls) if reading.nulls else Counter()


def as_number_cell(cell: str) -> int | float | None:
    """Read a cell that is a number and nothing else; None where reading could lose some of the text."""
    if not _NUMBER.fullmatch(cell) or sum(map(str.isdigit, cell)) > _MOST_DIGITS:
        return None
    value = float(cell) if "." in cell else int(cell)
    return None if value == 0 and cell.startswith("-") else value


class _Readers:
    """Reads cells of one table, one after another."""

    def __init__(self) -> None:
        self._json = JsonCells()

    def value(self, cell: str, kind: CellType) -> Any:
        """Return what a cell is; ABSENT where it cannot be read so. Raises SourceLimitError for too much JSON."""
        if kind == "array" or kind == "object":
            return self._json.value(cell, kind)
        found = as_number_cell(cell) if kind == "number" else _BOOLEANS.get(cell)
        return ABSENT if found is None else found


def _types_of(sides: Iterable[Sequence[Record | None]]) -> dict[str, CellType]:
    """Return the type of each place that has only values of one of these types in all records; nulls aside."""
    seen: dict[str, set[str]] = {}
    for records in sides:
        for record in records:
            for path, value in _values(record or {}, ""):
                if value is not None:
                    seen.setdefault(path, set()).add(_type(value))
    kinds: tuple[CellType, ...] = get_args(CellType)
    return {path: kind for path, types in seen.items() for kind in kinds if types == {kind}}


def _type(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, list | dict):
        return "array" if isinstance(value, list) else "object"
    return "number" if isinstance(value, int | float) else "other"


@dataclass(frozen=True, slots=True)
class _OtherSide:
    """What the side has that is not CSV."""

    types: Mapping[str, CellType]
    nulls: frozenset[str]

    @classmethod
    def of(cls, sides: Sequence[Sequence[Record | None]]) -> _OtherSide:
        return cls(_types_of(sides), null_paths(sides))


@dataclass(frozen=True, slots=True)
class _KeptTexts:
    """What stays as it is."""

    id_field: str | None
    texts: frozenset[str]

    def is_id(self, path: str) -> bool:
        return path == child("", self.id_field) if self.id_field is not None else bool(sounds_like_id(path))


def _of_table(
    loaded: LoadedRecords, types: Mapping[str, CellType], nulls: frozenset[str], kept: _KeptTexts
) -> TableReading:
    """Return what of all this changes a cell of the table."""
    own = {path for record in loaded.records for path, _ in _values(record or {}, "")} if types else set()
    asked = TableReading(
        tuple(sorted((path, kind) for path, kind in types.items() if path in own)),
        frozenset(path for path in nulls if not kept.is_id(path)),
    )
    filled, read = set[str](), _Readers()
    for record in loaded.records if asked.nulls else ():
        filled.update(() if record is None else _read(record, loaded.columns, asked, read)[1])
    return replace(asked, nulls=frozenset(filled))


def _readable(
    tables: Sequence[LoadedRecords], there: Mapping[str, CellType], kept: _KeptTexts, *, is_variant: bool = False
) -> dict[str, CellType]:
    """Return those columns of the tables of which every cell reads as the other side has it.

    Of one variant alone, a single array or object will do.
    """
    open_: dict[str, CellType] = {
        path: kind for path, kind in there.items() if path not in kept.texts and not kept.is_id(path)
    }
    try:
        return _read_columns(tables, open_, is_variant)
    except SourceLimitError:  # texts take less room
        return _read_columns(tables, {path: kind for path, kind in open_.items() if kind not in JSON_TYPES}, is_variant)


def _read_columns(
    tables: Sequence[LoadedRecords], there: Mapping[str, CellType], is_variant: bool
) -> dict[str, CellType]:
    open_, found = dict(there), set[str]()
    for loaded in tables:
        read = _Readers()
        for record in loaded.records:
            for path, value in _values(record or {}, ""):
                kind = open_.get(path)
                if kind is None or value is None:
                    continue  # null is what an array has in the place of an empty cell
                if isinstance(value, str) and read.value(value, kind) is not ABSENT:
                    found.add(path)
                elif not (is_variant and isinstance(value, str) and kind in JSON_TYPES):
                    del open_[path]
    return {path: kind for path, kind in open_.items() if path in found}


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


def _converted(value: Any, path: str, types: Mapping[str, CellType], read: _Readers) -> Any:
    if isinstance(value, dict):
        return {key: _converted(inner, child(path, key), types, read) for key, inner in value.items()}
    if isinstance(value, list):
        return [_converted(inner, elements(path), types, read) for inner in value]
    if path not in types or not isinstance(value, str):
        return value
    found = read.value(value, types[path])
    return value if found is ABSENT else found
