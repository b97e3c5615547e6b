"""Files whose records are not where the other side has them: read as that side has them, said so, and undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from evaljson.base.listed import first_of
from evaljson.load import LoadedRecords
from evaljson.load.set_aside import as_read
from evaljson.report.records.record_place import place_of, shares_no_field
from evaljson.report.records.wrapped_alike import wrappers_of
from evaljson.ui.data.file_choices import (
    Kind,
    id_key_of,
    is_found_place,
    is_left_to_loader,
    opened_in_words,
    read_as_whole,
    read_at_place,
)
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain

Take = Callable[[LoadedRecords], None]
Change = Callable[[], None]
_NAMED = 3


def gold_like_variants(gold: LoadedRecords, variants: Mapping[str, LoadedRecords]) -> LoadedRecords | None:
    """Read gold again where its records are under a key, or have the text of their document among the fields.

    None if nothing changes, or someone chose how it is read.
    """
    return _again("gold", as_read(gold), list(variants.values()))


def variant_like_gold(loaded: LoadedRecords, gold: LoadedRecords) -> LoadedRecords | None:
    """Read a variant again whose records are under a key; None if nothing changes, or someone chose how it is read."""
    return _again("extracted", loaded, [as_read(gold)])


def _again(kind: Kind, own: LoadedRecords, others: Sequence[LoadedRecords]) -> LoadedRecords | None:
    if not others:
        return None
    key = ("place", own.sha256, tuple(other.sha256 for other in others))
    place = cache.derived(key, lambda: place_of(own.records, [other.records for other in others]))
    if place is None or (kind == "extracted" and place.under is None):
        return None
    return read_at_place(own, kind, place.under, place.beside)


def unwrapped(
    gold: LoadedRecords, variants: Mapping[str, LoadedRecords], fields: frozenset[str]
) -> tuple[LoadedRecords, dict[str, LoadedRecords]] | None:
    """Read gold and variants again where both have their records under a key; of variants, those that change.

    None if nothing changes, someone chose how one of them is read, or gold's key is one of `fields`: then it holds a
    part of the record.
    """
    key = ("wrapped", gold.sha256, tuple((name, loaded.sha256) for name, loaded in variants.items()))
    records = {name: loaded.records for name, loaded in variants.items()}
    found = cache.derived(key, lambda: wrappers_of(as_read(gold).records, records))
    if found is None or found.gold in fields:
        return None
    of_variants = all(is_left_to_loader(variants[name], "extracted") for name in found.variants)
    if not (of_variants and is_left_to_loader(as_read(gold), "gold")):
        return None
    own = read_at_place(as_read(gold), "gold", found.gold, ())
    if own is None:
        return None
    id_key = id_key_of(own, "gold")
    others = {
        name: read_at_place(variants[name], "extracted", under, (), id_key) for name, under in found.variants.items()
    }
    changed = {name: loaded for name, loaded in others.items() if loaded is not None}
    return None if len(changed) < len(others) else (own, changed)


def are_unwrapped(gold: LoadedRecords, variants: Mapping[str, LoadedRecords]) -> bool:
    """Check whether gold and a variant are read at a key that holds their records, and nobody chose that."""
    sides: list[tuple[Kind, LoadedRecords]] = [("gold", as_read(gold))]
    sides += [("extracted", loaded) for loaded in variants.values()]
    unwrapped_sides = {kind for kind, one in sides if one.taken_from is not None and is_found_place(one, kind)}
    return len(unwrapped_sides) == 2


def show_found_place(
    name: str, loaded: LoadedRecords, kind: Kind, key: str, take: Take, all_whole: Change | None
) -> None:
    """Say that a file is read as the other side has its records, with a button that takes its entries whole.

    `all_whole` is there if gold and variants are read so: it takes the entries of all of them whole.
    """
    if not is_found_place(loaded, kind):
        return
    beside = first_of([plain(one, 60) for one in dict.fromkeys(_beside(loaded))], _NAMED)
    other = "the variants" if kind == "gold" else "gold"
    said = []
    if loaded.taken_from is not None and all_whole is not None:
        too = "The variants have" if kind == "gold" else "Gold has"
        said.append(f"Its records are taken from **{plain(loaded.taken_from, 60)}**. {too} such a key, too.")
    elif loaded.taken_from is not None:
        said.append(f"Its records are taken from **{plain(loaded.taken_from, 60)}**, which has the keys of {other}.")
    if beside:
        said.append(f"Kept beside them, not scored: **{beside}**.")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(" ".join(said))
        st.button(
            "Score whole entries",
            key=f"{key}.whole",
            on_click=_whole,
            args=(loaded, kind, take, all_whole if loaded.taken_from is not None else None),
            help=f"Takes each entry of {plain(name, 60) if all_whole is None else 'all these files'} as a record, with "
            "all its keys as fields.",
        )


def show_opened(name: str, loaded: LoadedRecords, key: str, take: Take) -> None:
    """Say that some records are taken from a key around them, with a button that takes all entries whole."""
    said = opened_in_words(as_read(loaded))
    if said is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(plain(f"{said[:1].upper()}{said[1:]}", 800))
        st.button(
            "Score whole entries",
            key=f"{key}.opened-whole",
            on_click=_whole,
            args=(as_read(loaded), "extracted", take, None),
            help=f"Takes each entry of {plain(name, 60)} as a record, with all its keys as fields.",
        )


def _beside(loaded: LoadedRecords) -> list[str]:
    return [key for record in loaded.metadata or [] for key in record]


def _whole(loaded: LoadedRecords, kind: Kind, take: Take, all_whole: Change | None) -> None:
    if all_whole is not None:
        attempt(all_whole, is_change=False)
        return
    again = read_as_whole(loaded, kind)
    if again is not None:
        attempt(partial(take, again), is_change=False)


def warn_of_nothing_shared(name: str, gold: LoadedRecords, loaded: LoadedRecords) -> None:
    """Say what it means that a variant has no field of gold, and what to do."""
    records = as_read(gold).records
    key = ("nothing shared", gold.sha256, loaded.sha256)
    if not cache.derived(key, lambda: shares_no_field(records, loaded.records)):
        return
    here, there = (_first_keys(one) for one in (records, loaded.records))
    st.warning(
        f"**{plain(name, 200)}** has no field of gold, so F1 would be 0. Gold has {here}; this file has {there}. "
        "If the records are under a key, remove that file, drop it again and choose the key under “How this file is "
        "read”."
    )


def _first_keys(records: Sequence[Mapping[str, object] | None]) -> str:
    keys = dict.fromkeys(key for record in records if record for key in record)
    return first_of([plain(key, 40) for key in keys], 5) or "none"
