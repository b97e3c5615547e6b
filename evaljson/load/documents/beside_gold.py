"""Documents kept beside the records of gold, and taken out again: what the records say stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from evaljson.load.documents.matching import id_as_text
from evaljson.load.documents.text_files import TextFile
from evaljson.load.file_endings import REPLIES
from evaljson.load.loaded_records import LoadedRecords, Record

_KEYS: Final = ("document", "document_text", "source_text", "full_text", "raw_text", "page_text", "doc_text")
"""Names of metadata that are those of source texts: the first one that is free is taken."""


def with_documents(gold: LoadedRecords, id_key: str, texts: Mapping[str, str]) -> LoadedRecords:
    """Return gold with a text beside each record whose id has one, those that were left out too."""
    gold, _ = without_documents(gold, id_key)
    rows = {} if gold.set_aside is None else gold.set_aside.rows
    records: list[Record | None] = [*gold.records, *(row.record for row in rows.values())]
    found = [_text_of(record, id_key, texts) for record in records]
    if not any(found):
        return gold
    beside: list[Record | None] = [
        *(gold.metadata or [{}] * len(gold.records)), *(row.metadata for row in rows.values())
    ]  # fmt: skip
    key = _free_key(beside)
    kept = [
        dict(own or {}) if text is None else {**(own or {}), key: text} for own, text in zip(beside, found, strict=True)
    ]
    return _with_metadata(gold, kept, key)


def without_documents(gold: LoadedRecords, id_key: str | None) -> tuple[LoadedRecords, list[TextFile]]:
    """Return gold as it was before `with_documents`, and the documents, named by the ids; as it is without an id."""
    key = gold.documents
    if key is None or id_key is None:
        return gold, []
    rows = {} if gold.set_aside is None else gold.set_aside.rows
    records: list[Record | None] = [*gold.records, *(row.record for row in rows.values())]
    beside: list[Record | None] = [*(gold.metadata or []), *(row.metadata for row in rows.values())]
    files: dict[str, TextFile] = {}
    for record, own in zip(records, beside, strict=True):
        known = None if record is None else id_as_text(record.get(id_key))
        if known is not None and own is not None and isinstance(own.get(key), str):
            files[known] = TextFile(f"{known}{REPLIES[0]}", own[key])
    bare = [{name: value for name, value in (own or {}).items() if name != key} for own in beside]
    return _with_metadata(gold, bare if any(bare) else None, None), list(files.values())


def _with_metadata(gold: LoadedRecords, beside: list[Record] | None, key: str | None) -> LoadedRecords:
    """Return gold with this metadata: first that of its records, then that of records which were left out."""
    own = None if beside is None else beside[: len(gold.records)]
    aside = gold.set_aside
    if aside is not None:
        others: list[Any] = [None] * len(aside.rows) if beside is None else beside[len(gold.records) :]
        rows = zip(aside.rows.items(), others, strict=True)
        aside = replace(aside, rows={place: replace(row, metadata=other) for (place, row), other in rows})
    return replace(gold, metadata=own, set_aside=aside, documents=key)


def _text_of(record: Record | None, id_key: str, texts: Mapping[str, str]) -> str | None:
    known = None if record is None else id_as_text(record.get(id_key))
    return None if known is None else texts.get(known)


def _free_key(beside: list[Record | None]) -> str:
    taken = {name for own in beside for name in own or ()}
    numbered = (f"{_KEYS[0]}_{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (*_KEYS, *numbered) if name not in taken)
