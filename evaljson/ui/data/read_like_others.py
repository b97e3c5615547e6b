"""Files whose records are not where the other side has them: read as that side has them, said so, and undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.set_aside import as_read
from evaljson.report.records.record_place import place_of, shares_no_field
from evaljson.ui.data.file_choices import Kind, is_found_place, read_as_whole, read_at_place
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain

Take = Callable[[LoadedRecords], None]
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


def show_found_place(name: str, loaded: LoadedRecords, kind: Kind, key: str, take: Take) -> None:
    """Say that a file is read as the other side has its records, with a button that takes its entries whole."""
    if not is_found_place(loaded, kind):
        return
    beside = ", ".join(plain(one, 60) for one in list(dict.fromkeys(_beside(loaded)))[:_NAMED])
    other = "the variants" if kind == "gold" else "gold"
    said = []
    if loaded.taken_from is not None:
        said.append(f"Its records are taken from **{plain(loaded.taken_from, 60)}**, which has the keys of {other}.")
    if beside:
        said.append(f"Kept beside them, not scored: **{beside}**.")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(" ".join(said))
        st.button(
            "Score whole entries",
            key=f"{key}.whole",
            on_click=_whole,
            args=(loaded, kind, take),
            help=f"Takes each entry of {plain(name, 60)} as a record, with all its keys as fields.",
        )


def _beside(loaded: LoadedRecords) -> list[str]:
    return [key for record in (loaded.metadata or [])[:_NAMED] for key in record]


def _whole(loaded: LoadedRecords, kind: Kind, take: Take) -> None:
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
    keys = dict.fromkeys(key for record in records[:_NAMED] if record for key in record)
    return ", ".join(plain(key, 40) for key in list(keys)[:5]) or "none"
