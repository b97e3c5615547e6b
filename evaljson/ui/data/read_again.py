"""Files of a draft that are read again by what the other files have: keys, ids, and where records are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache as cached
from typing import Any

from evaljson.load import LoadedRecords
from evaljson.load.set_aside import as_read
from evaljson.report.records.other_names import OtherName
from evaljson.ui.data.file_choices import Kind, is_found_place, read_as_whole, with_keys
from evaljson.ui.data.id_under_other_key import taken_name, with_ids
from evaljson.ui.data.ids_beside import ids_under_key
from evaljson.ui.data.read_cells import read_cells_alike
from evaljson.ui.data.read_like_others import are_unwrapped, gold_like_variants, unwrapped, variant_like_gold
from evaljson.ui.session import cache
from evaljson.ui.session.drafts import keep_draft, latest_draft
from evaljson.workspace.drafts import DataDraft


def read_again(draft: DataDraft) -> DataDraft:
    """Read each file of a draft as the others suggest; return the draft, stored where anything changed."""
    return _cells_alike(_by_one_name(_like_each_other(_with_ids_of_gold(_chosen_by_keys(draft)))))


def _cells_alike(draft: DataDraft) -> DataDraft:
    """Read cells of CSV as numbers or booleans where the other side has these."""
    own, variants = read_cells_alike(draft)
    if own is None:
        return _changed(draft, variants)
    keep_draft(replace(draft, gold=own, variants={**draft.variants, **variants}))
    return latest_draft()


def _chosen_by_keys(draft: DataDraft) -> DataDraft:
    """Read variants again whose texts hold several JSON values, once gold or a schema says which keys records have."""
    keys = cached(draft.record_keys)
    return _changed(draft, {name: with_keys(loaded, keys) for name, loaded in draft.variants.items()})


def _with_ids_of_gold(draft: DataDraft) -> DataDraft:
    """Put ids that come beside the records under the key that pairs them; nowhere where none does."""
    again = ids_under_key(draft)
    own = again.gold is not draft.gold
    if not own and all(again.variants[name] is loaded for name, loaded in draft.variants.items()):
        return draft
    keep_draft(again)
    return latest_draft()


def _like_each_other(draft: DataDraft) -> DataDraft:
    """Read gold again, or variants, where one side has under a key what the other one has flat, or both wrap it.

    What both wrap stays as it is where the schema that was handed in has that key.
    """
    gold = draft.gold
    if gold is None:
        return draft
    if are_unwrapped(gold, draft.variants) and as_read(gold).taken_from in _keys_of_schema(draft):
        take_all_whole()
        return latest_draft()
    both = unwrapped(gold, draft.variants, _keys_of_schema(draft))
    if both is not None:
        own, variants = both
        keep_draft(replace(draft, gold=own, variants={**draft.variants, **variants}, id_key=None, by_position=False))
        return _with_ids_of_gold(latest_draft())
    again = gold_like_variants(gold, draft.variants)
    if again is not None:
        keep_draft(replace(draft, gold=again, id_key=None, by_position=False))
        return latest_draft()
    return _changed(draft, {name: variant_like_gold(loaded, gold) for name, loaded in draft.variants.items()})


def _keys_of_schema(draft: DataDraft) -> frozenset[str]:
    """Return the keys that records have by the schema that was handed in; none without one."""
    return frozenset() if draft.schema is None else draft.record_keys()


def take_all_whole() -> None:
    """Take each entry as a record in all files that are read at a key for the other side. Raises StoreError."""
    draft = latest_draft()
    if draft.gold is None:
        return
    gold = _whole(as_read(draft.gold), "gold")
    set_in_draft(
        gold=gold or draft.gold,
        variants={name: _whole(loaded, "extracted") or loaded for name, loaded in draft.variants.items()},
        id_key=None,
        by_position=False,
    )


def _whole(loaded: LoadedRecords, kind: Kind) -> LoadedRecords | None:
    is_taken = loaded.taken_from is not None and is_found_place(loaded, kind)
    return read_as_whole(loaded, kind) if is_taken else None


def _by_one_name(draft: DataDraft) -> DataDraft:
    """Put the ids of variants under the name that gold has for them, where that alone pairs all records."""
    if draft.gold is None or question_of(draft) is None:
        return draft
    taken = taken_name(draft.gold, draft.variants)
    if taken is None:
        return draft
    pair_by_name(taken)
    return latest_draft()


def pair_by_name(names: OtherName) -> None:
    """Pair by an id that variants call otherwise, and call it as gold does. Raises StoreError, Conflict."""
    set_in_draft(variants=with_ids(latest_draft().variants, names), id_key=names.key, by_position=False)


def _changed(draft: DataDraft, again: Mapping[str, LoadedRecords | None]) -> DataDraft:
    changed = {name: loaded for name, loaded in again.items() if loaded is not None}
    if not changed:
        return draft
    keep_draft(replace(draft, variants={**draft.variants, **changed}))
    return latest_draft()


def question_of(draft: DataDraft) -> str | None:
    """Say why someone has to choose what pairs the records, as `DataDraft.question` does, worked out once."""
    files = [draft.gold, *draft.variants.values()]
    key = tuple(loaded.sha256 for loaded in files if loaded is not None)
    chosen = (draft.id_key, draft.by_position, (draft.schema or {}).get("x-eval-id"))
    return cache.derived(("key question", key, tuple(draft.variants), chosen), draft.question)


def set_in_draft(**changes: Any) -> None:
    """Store other values of fields of the open draft. Raises StoreError, Conflict."""
    keep_draft(replace(latest_draft(), **changes))
