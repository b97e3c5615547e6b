"""The texts that records were taken from: records of one text are copies, whatever their gold says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.slice_labels import values_at
from evaljson.load import LoadedRecords
from evaljson.load.loaded_records import RecordId
from evaljson.load.source_texts import is_source_text, plain_text
from evaljson.results.key_value import value_of
from evaljson.results.model import RunResult

Documents = str | Mapping[Any, str]
"""The key of gold that holds the text of a record's document, or texts by record id."""
_WORDS = 5
"""Texts of fewer words are labels, such as `scan`, and may be equal by chance."""


def texts_beside(run: RunResult, gold: LoadedRecords) -> dict[RecordId | None, str]:
    """Return the text of each record's document by record id, from what was kept beside gold; empty if nothing was.

    Of several columns with such texts it is the one with the most of it.
    """
    sizes: Counter[str] = Counter()
    for metadata in gold.metadata or ():
        for name, value in (metadata or {}).items():
            if isinstance(value, str) and is_source_text(name, value):
                sizes[name] += len(value)
    if not sizes:
        return {}
    values = values_at(sizes.most_common(1)[0][0], run, gold)
    return {
        record.record_id: value
        for record, value in zip(run.records, values, strict=True)
        if isinstance(value, str)
    }  # fmt: skip


def texts_of(run: RunResult, places: Sequence[int], documents: Documents | None) -> list[str | None]:
    """Return the text of the document of each of these records, as plain words; None without one.

    A text that most records share is no document but a prompt. Raises InputError for a key that no record has.
    """
    if documents is None:
        return [None] * len(places)
    records = [run.records[place] if place >= 0 else None for place in places]
    found: list[Any] = [
        None if one is None
        else value_of(one.gold, documents) if isinstance(documents, str) else documents.get(one.record_id)
        for one in records
    ]  # fmt: skip
    if isinstance(documents, str) and not any(isinstance(one, str) for one in found):
        known = {key for one in records if one is not None for key in one.gold}
        raise InputError(f"no record has a text under {documents!r}.{did_you_mean(documents, known)}")
    texts = [plain_text(one) if isinstance(one, str) else "" for one in found]
    texts = [text if len(text.split(maxsplit=_WORDS)) >= _WORDS else "" for text in texts]
    count = Counter(filter(None, texts))
    return [text if text and 2 * count[text] <= count.total() else None for text in texts]
