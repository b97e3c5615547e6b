"""The texts that records were taken from: under a key of the records, or by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaljson.base.errors import InputError, did_you_mean
from evaljson.load.loaded_records import LoadedRecords, Record, RecordId
from evaljson.load.source_texts import is_source_text

DocumentTexts = str | Mapping[RecordId, str]
"""The key of a record that holds the text of its document, or texts by id (by position, without ids)."""


def ids_of(records: Sequence[Record | None], id_field: str | None) -> list[RecordId]:
    """Return the id of each record: its position where it has none."""
    ids: list[RecordId] = []
    for place, record in enumerate(records):
        one = None if record is None or id_field is None else record.get(id_field)
        ids.append(one if isinstance(one, str | int) and not isinstance(one, bool) else place)
    return ids


def texts_of(
    records: Sequence[Record | None], ids: Sequence[RecordId], documents: DocumentTexts | None, must: bool = True
) -> list[str | None]:
    """Return the text of each record, None where it has none. Raises InputError where `must` and no record has one."""
    if documents is None:
        return [None] * len(records)
    if not isinstance(documents, str):
        return [documents.get(one) for one in ids]
    found = [None if record is None else record.get(documents) for record in records]
    if must and not any(isinstance(one, str) for one in found):
        keys = {key for record in records if record is not None for key in record}
        raise InputError(f"no record has a text under {documents!r}.{did_you_mean(documents, keys)}")
    return [one if isinstance(one, str) else None for one in found]


def source_of(loaded: LoadedRecords, position: int | None) -> str | None:
    """Return all source texts beside the record at a position of its file as one; None if there is none."""
    if position is None or not loaded.metadata or position >= len(loaded.metadata):
        return None
    beside = loaded.metadata[position] or {}
    return (
        "\n\n".join(value for name, value in beside.items() if isinstance(value, str) and is_source_text(name, value))
        or None
    )


def has_sources(loaded: LoadedRecords) -> bool:
    """Say whether any record has a source text beside it."""
    return any(
        isinstance(value, str) and is_source_text(name, value)
        for beside in loaded.metadata or ()
        for name, value in (beside or {}).items()
    )
