"""Ids of a variant that are those of gold written otherwise, in the form of own data: said, and paired on a click."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.id_names import sounds_like_id
from evaljson.load.ids_written_otherwise import ids_written_otherwise, with_ids_as_gold
from evaljson.load.loaded_records import RecordId
from evaljson.report.records.id_keys import id_candidates
from evaljson.ui.session import cache
from evaljson.ui.session.pairing import pairing_of
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted


def offer_of_question(
    gold: LoadedRecords, variants: Mapping[str, LoadedRecords], replace: Callable[[str, LoadedRecords], None]
) -> Callable[[], None] | None:
    """Return what offers to read ids as gold has them, where nothing pairs the records yet and that would."""
    id_key = _key_written_otherwise(gold, variants)

    def offer() -> None:
        for name, loaded in variants.items():
            offer_ids_as_gold(name, loaded, gold, id_key, partial(replace, name), is_answer=True)

    return None if id_key is None else offer


def _key_written_otherwise(gold: LoadedRecords, variants: Mapping[str, LoadedRecords]) -> str | None:
    """Return the key called an id by which records would pair if it did not count how their ids are written."""
    records: list[Any] = gold.records

    def find() -> str | None:
        named = sorted(filter(sounds_like_id, id_candidates(records)), key=lambda name: -sounds_like_id(name))
        return next((key for key in named if any(_as_gold(gold, own, key) for own in variants.values())), None)

    return cache.derived(("key as gold", gold.sha256, tuple(own.sha256 for own in variants.values())), find)


def _as_gold(gold: LoadedRecords, loaded: LoadedRecords, id_key: str | None) -> Mapping[RecordId, RecordId]:
    """Return the id of gold for each id of a variant that is written otherwise."""
    pairing = pairing_of(gold, loaded, id_key)
    if isinstance(pairing, str) or id_key is None or pairing.by != "id" or not pairing.strays:
        return {}
    missing = [pairing.record_ids[place] for place in pairing.missing]
    return cache.derived(
        ("ids as gold", gold.sha256, loaded.sha256, id_key),
        lambda: ids_written_otherwise(pairing.record_ids, missing, [stray.id for stray in pairing.strays]),
    )


def offer_ids_as_gold(
    name: str, loaded: LoadedRecords, gold: LoadedRecords, id_key: str | None, take: Callable[[LoadedRecords], None],
    *, is_answer: bool = False,
) -> None:  # fmt: skip
    """Say how many records would pair if it did not count how their ids are written, and offer it.

    `is_answer`: it answers an open question of what pairs the records.
    """
    ids = _as_gold(gold, loaded, id_key)
    if not ids or id_key is None:
        return
    own, of_gold = next(iter(ids.items()))
    of_type = any(type(own) is not type(of_gold) for own, of_gold in ids.items())
    but_for = f"case, white space, separators{', zeros in front or type' if of_type else ' or zeros in front'}"
    more = counted(len(ids), "id is one of gold", "ids are those of gold")
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"⚠ **{plain(name, 200)}**: {more} except for {but_for}, such as "
            f"**{plain(repr(own), 80)}** for **{plain(repr(of_gold), 80)}**."
        )
        st.button(
            "Pair it" if len(ids) == 1 else f"Pair these {len(ids):,}",
            key=f"draft.ids-as-gold.{name}",
            type="primary" if is_answer else "secondary",
            on_click=_take,
            args=(name, loaded, with_ids_as_gold(loaded, id_key, ids), len(ids), take),
            help="Reads these ids as gold has them. The file stays as it is, and the data say so.",
        )


def _take(
    name: str, before: LoadedRecords, after: LoadedRecords, count: int, take: Callable[[LoadedRecords], None]
) -> None:
    said = f"{counted(count, 'id')} of {plain(name, 80)} read as in gold."
    attempt(partial(take, after), said, partial(take, before), is_change=False)
