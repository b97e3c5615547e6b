"""Records from files and folders, with a message for everything that could not be read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_key
from evaljson.cli.console import Messages
from evaljson.cli.files.read import STDIN, open_source
from evaljson.cli.options.reading import FileReading
from evaljson.cli.run.reading_notes import reading_notes
from evaljson.load import LoadedRecords, read_records
from evaljson.load.id_names import sounds_like_id
from evaljson.load.loaded_records import Kind
from evaljson.load.model_text.detect_text_field import taken_from_words
from evaljson.load.one_set import check_one_set
from evaljson.report.records.load_report import notes_once

_MOST_WARNINGS = 10
_DETECT = FileReading()
_KEY_NAMES = ("id", "record_id", "_id")


def load_records(
    file: str,
    kind: Kind,
    id_field: str | None,
    messages: Messages,
    reading: FileReading = _DETECT,
    keys: Collection[str] = (),
) -> LoadedRecords:
    """Read the records of a file or folder, and report how they were read; `keys` are those that records may have.

    Raises LoadError, also where gold and variants lie beside one another in it.
    """
    name, source = "stdin" if file == STDIN else None, open_source(file, folders=True)
    if isinstance(source, Path):
        check_one_set(source)
    loaded = read_records(
        source, name=name, kind=kind, id_field=id_field,
        text_field=reading.text_field, payload=reading.payload, metadata=reading.metadata,
        cells="json" if reading.cells == "json" else "text",
        repair=reading.repair, keys=keys, pick=reading.pick, repeated_keys=reading.repeated_keys,
    )  # fmt: skip
    said = notes_once(loaded.problems)
    for problem, often in said[:_MOST_WARNINGS]:
        excerpt = f" | {problem.excerpt}" if problem.excerpt else ""
        decided = loaded.taken_from is not None and problem.message == taken_from_words(loaded.taken_from)
        times = f" ({often:,} times)" if often > 1 else ""
        (messages.note if decided else messages.warn)(f"{loaded.name}: {problem}{times}{excerpt}")
    if len(said) > _MOST_WARNINGS:
        more = len(said) - _MOST_WARNINGS
        messages.warn(f"{loaded.name}: {more:,} more like these; score --json lists all.")
    for line in reading_notes(loaded, reading, id_field):
        messages.note(line)
    return loaded


def gold_records(loaded: LoadedRecords) -> list[dict[str, Any]]:
    """List the gold records that could be read. Raises InputError if there are none."""
    records = [record for record in loaded.records if record is not None]
    if not records:
        raise InputError(f"{loaded.name} holds no gold record that can be read; check the file.")
    return records


def with_keys_as_ids(loaded: LoadedRecords, named: str | None = None) -> tuple[LoadedRecords, str | None]:
    """Put the ids of records written `{id: record}` into an id field, and return its name; others are unchanged.

    The field is one that no record uses for something else. `named` is the id field that they were read with: with one,
    they hold their ids already.
    """
    if loaded.ids is None or named is not None:
        return loaded, None
    pairs = list(zip(loaded.ids, loaded.records, strict=True))
    for name in _KEY_NAMES:
        if all(record is None or record.get(name, key) == key for key, record in pairs):
            keyed = [None if record is None else {name: key, **record} for key, record in pairs]
            return replace(loaded, records=keyed), name
    return loaded, None


def id_candidates(gold: Sequence[dict[str, Any]], extracted: Sequence[dict[str, Any] | None]) -> list[str]:
    """List keys that could be the id field: named like an id, in every record, unique in gold."""
    produced = [record for record in extracted if record is not None]
    named = [key for key in gold[0] if sounds_like_id(key)]
    shared = [key for key in named if all(key in record for record in (*gold, *produced))]
    return [key for key in shared if _are_unique([record[key] for record in gold])]


def joining_keys(gold: Sequence[dict[str, Any]], extracted: Sequence[dict[str, Any] | None]) -> list[str]:
    """List those of them under which some extracted record has the id of a gold record: 1 is not "1"."""
    candidates = id_candidates(gold, extracted)
    produced = [record for record in extracted if record is not None]
    ids = {key: {strict_key(record[key]) for record in gold} for key in candidates}
    return [key for key in candidates if any(strict_key(record[key]) in ids[key] for record in produced)]


def _are_unique(values: list[Any]) -> bool:
    usable = all(type(value) is str or type(value) is int for value in values)
    return usable and len(set(values)) == len(values)
