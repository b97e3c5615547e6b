"""The texts of documents that commands look into: kept beside records, or in a file of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.load import LoadedRecords
from evaljson.load.document_texts import ids_of
from evaljson.load.loaded_records import RecordId


def texts_beside(
    loaded: LoadedRecords, records: Sequence[dict[str, Any] | None], id_field: str | None, key: str | None
) -> Mapping[RecordId, str] | None:
    """Return the texts kept beside the records, by id; None where the records themselves have the key, or none has."""
    if key is None or any(record is not None and key in record for record in records):
        return None
    beside = [meta.get(key) for meta in loaded.metadata if meta is not None] if loaded.metadata else []
    if len(beside) != len(records):
        return None
    ids = ids_of(records, id_field)
    return {one: text for one, text in zip(ids, beside, strict=True) if isinstance(text, str)}


def texts_in(
    loaded: LoadedRecords, records: Sequence[dict[str, Any] | None], id_field: str | None, key: str
) -> Mapping[RecordId, str]:
    """Return the texts in the records or beside them, by id. Raises InputError if no record has one."""
    beside = texts_beside(loaded, records, id_field, key)
    if beside is not None:
        return beside
    ids = ids_of(records, id_field)
    pairs = ((one, record.get(key)) for one, record in zip(ids, records, strict=True) if record is not None)
    found = {one: text for one, text in pairs if isinstance(text, str)}
    if not found:
        keys = {name for record in records if record is not None for name in record}
        raise InputError(f"{loaded.name}: no record has a text under {key!r}.{did_you_mean(key, keys)}")
    return found
