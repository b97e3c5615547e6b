"""Ids of a variant that are those of gold written otherwise, in the form of own data: said, and paired on a click."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from evaljson.load import LoadedRecords, Pairing
from evaljson.load.ids_written_otherwise import ids_written_otherwise, with_ids_as_gold
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted


def offer_ids_as_gold(
    name: str, loaded: LoadedRecords, pairing: Pairing | str, id_key: str | None, take: Callable[[LoadedRecords], None]
) -> None:
    """Say how many records would pair if it did not count how their ids are written, and offer it."""
    if isinstance(pairing, str) or id_key is None or pairing.by != "id" or not pairing.strays:
        return
    missing = [pairing.record_ids[place] for place in pairing.missing]
    ids = ids_written_otherwise(pairing.record_ids, missing, [stray.id for stray in pairing.strays])
    if not ids:
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
            on_click=_take,
            args=(name, loaded, with_ids_as_gold(loaded, id_key, ids), len(ids), take),
            help="Reads these ids as gold has them. The file stays as it is, and the data say so.",
        )


def _take(
    name: str, before: LoadedRecords, after: LoadedRecords, count: int, take: Callable[[LoadedRecords], None]
) -> None:
    said = f"{counted(count, 'id')} of {plain(name, 80)} read as in gold."
    attempt(partial(take, after), said, partial(take, before), is_change=False)
