"""Ids that come beside the records of a draft: as names of files or keys of records.

They go into the records under the key that pairs them, and nowhere else: such an id is no value that anyone extracted.
All is decided from the files as they were dropped, never from how they were read before, so their order says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from evaljson.load import LoadedRecords
from evaljson.load.id_beside import named_by_id
from evaljson.load.set_aside import as_read, with_set_aside
from evaljson.report.records.id_keys import key_of_ids, likely_id
from evaljson.ui.data.file_choices import Kind, read_with_ids_as, seen_with_ids_as, with_ids_of_gold
from evaljson.ui.session import cache
from evaljson.workspace.drafts import DataDraft

KEYED_AS: Final = "id"
"""The key that holds ids from file names or metadata before gold names one."""


def ids_under_key(draft: DataDraft) -> DataDraft:
    """Return the draft with the ids beside the records of its files under the key that pairs them."""
    gold = draft.gold
    if gold is None:
        return draft
    if any(map(named_by_id, (gold, *draft.variants.values()))):
        draft = _names_under_key(draft, gold)
    own = draft.gold or gold
    others = {name: with_ids_of_gold(loaded, own) or loaded for name, loaded in draft.variants.items()}
    return replace(draft, variants=others)


def _names_under_key(draft: DataDraft, gold: LoadedRecords) -> DataDraft:
    asked = _as_asked(draft, gold)
    if _is_open(asked):
        return _under(draft, _keys_of(draft, gold))  # the ids help to answer what pairs the records
    key = asked.pairing_key()
    return _under(draft, _Keys(key, dict.fromkeys(draft.variants, key)))


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys under which the names of a draft's files go."""

    gold: str | None
    variants: dict[str, str | None]


def _keys_of(draft: DataDraft, gold: LoadedRecords) -> _Keys:
    """Return the keys under which the names could pair the records, whatever pairs them in the end."""
    own: list[Any] = _seen(gold, "gold", KEYED_AS).records
    return _Keys(KEYED_AS, {name: _key_of(own, loaded, gold) for name, loaded in draft.variants.items()})


def _key_of(records: list[Any], loaded: LoadedRecords, gold: LoadedRecords) -> str | None:
    if not named_by_id(loaded):
        return None
    key = ("key of names", gold.sha256, loaded.sha256)
    return cache.derived(key, lambda: key_of_ids(records, loaded.ids or ()) or likely_id(records, []))


def _as_asked(draft: DataDraft, gold: LoadedRecords) -> DataDraft:
    """Return the draft with all names where they could pair the records, to see what pairs them; it is not kept."""
    keys = _keys_of(draft, gold)
    variants = {name: _seen(loaded, "extracted", keys.variants[name]) for name, loaded in draft.variants.items()}
    return replace(draft, gold=_seen(gold, "gold", keys.gold), variants=variants)


def _is_open(asked: DataDraft) -> bool:
    files: Iterable[LoadedRecords | None] = (asked.gold, *asked.variants.values())
    shas = tuple(loaded.sha256 for loaded in files if loaded is not None)
    chosen = (asked.id_key, asked.by_position, (asked.schema or {}).get("x-eval-id"))
    return cache.derived(("open question", shas, tuple(asked.variants), chosen), asked.question) is not None


def _seen(loaded: LoadedRecords, kind: Kind, key: str | None) -> LoadedRecords:
    if not named_by_id(loaded):
        return loaded
    return _without_rows(seen_with_ids_as(as_read(loaded), kind, key), loaded)


def _under(draft: DataDraft, keys: _Keys) -> DataDraft:
    gold = draft.gold and _read(draft.gold, "gold", keys.gold)
    others = {name: _read(loaded, "extracted", keys.variants[name]) for name, loaded in draft.variants.items()}
    return replace(draft, gold=gold, variants=others)


def _read(loaded: LoadedRecords, kind: Kind, key: str | None) -> LoadedRecords:
    again = read_with_ids_as(as_read(loaded), kind, key) if named_by_id(loaded) else None
    return loaded if again is None else _without_rows(again, loaded)


def _without_rows(again: LoadedRecords, loaded: LoadedRecords) -> LoadedRecords:
    """Leave out of a file that was read again what was left out of it before."""
    if again is loaded or loaded.set_aside is None:
        return again
    return with_set_aside(again, loaded.set_aside.rows)
