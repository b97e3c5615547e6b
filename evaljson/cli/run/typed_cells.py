"""Cells of CSV read as the file that is scored against has its values, and the note that says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from evaljson import SchemaNode
from evaljson.cli.console import Messages
from evaljson.cli.options.reading import FileReading
from evaljson.cli.run.records import load_records
from evaljson.load import LoadedRecords
from evaljson.load.typed_cells import AS_TEXT, TableReading, cell_counts, cell_reading, readings_among, with_cells_read
from evaljson.report.records.read_cells import cells_in_words, declared_texts


@dataclass(frozen=True, slots=True)
class FilesBeside:
    """All files that are scored against one gold: together they say how its cells are read, the same for each."""

    files: Sequence[str] = ()
    read: dict[str, LoadedRecords] = field(default_factory=dict, repr=False, compare=False)
    """Those that were read, by file: what is decided for one of them is decided for all."""


@dataclass(frozen=True, slots=True)
class TwoSides:
    """Gold and a file that is scored against it, as they were read."""

    gold: LoadedRecords
    extracted: LoadedRecords


def with_cells_alike(
    sides: TwoSides, file: str, beside: FilesBeside, tree: SchemaNode | None, id_field: str | None,
    reading: FileReading, messages: Messages,
) -> TwoSides:  # fmt: skip
    """Read the cells of both sides, and say what they are read as; `tree` is a schema that someone wrote.

    Raises LoadError for a file beside that cannot be read.
    """
    keys = tuple(dict.fromkeys(key for record in sides.gold.records for key in record or {}))
    variants = {file: beside.read.setdefault(file, sides.extracted)}
    for other in beside.files:
        if other != file:
            if other not in beside.read:
                beside.read[other] = load_records(other, "extracted", id_field, Messages(quiet=True), reading, keys)
            variants[other] = beside.read[other]
    types = cell_reading(sides.gold, variants, id_field, declared_texts(tree) if tree else ())
    own = types.variants.get(file, AS_TEXT)
    return TwoSides(
        _with_cells(sides.gold, types.gold, "the extractions have", messages),
        _with_cells(sides.extracted, own, "gold has", messages),
    )


def runs_with_cells_alike(
    gold: LoadedRecords, runs: Sequence[LoadedRecords], tree: SchemaNode, id_field: str | None, messages: Messages
) -> tuple[LoadedRecords, list[LoadedRecords]]:
    """Read the cells of gold and of several runs against it, and say what they are read as."""
    by_place = {str(place): loaded for place, loaded in enumerate(runs)}
    reading = cell_reading(gold, by_place, id_field, declared_texts(tree))
    return _with_cells(gold, reading.gold, "the extractions have", messages), [
        _with_cells(loaded, reading.variants.get(place, AS_TEXT), "gold has", messages)
        for place, loaded in by_place.items()
    ]


def files_with_cells_alike(
    files: Sequence[LoadedRecords], tree: SchemaNode | None, id_field: str | None, messages: Messages
) -> list[LoadedRecords]:
    """Read the cells of files of which none is gold to the others, and say what they are read as."""
    each = readings_among(files, id_field, declared_texts(tree) if tree else ())
    return [
        _with_cells(loaded, reading, "the other files have", messages)
        for loaded, reading in zip(files, each, strict=True)
    ]


def _with_cells(loaded: LoadedRecords, reading: TableReading, whose: str, messages: Messages) -> LoadedRecords:
    read = with_cells_read(loaded, reading)
    if reading:
        said = cells_in_words(loaded.name, reading, cell_counts(loaded, reading))
        messages.note(f"{said}, as {whose} them; --cells text undoes this.")
    return read
