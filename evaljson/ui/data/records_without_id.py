"""Records without an id, in gold or a variant of a draft: one click leaves them out, another puts them back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.file_places import FilePlaces
from evaljson.report.records.without_id import WithoutId, leave_out, put_back, without_id
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted

Take = Callable[[LoadedRecords], None]
_NAMED: Final = 3


def ask_to_leave_out(
    name: str, loaded: LoadedRecords, id_key: str, kind: Literal["gold", "extracted"], key: str, take: Take
) -> bool:
    """Draw the offer for one file, or its undo; return whether it is open. `take` gets the file once decided."""
    found: WithoutId | None = cache.derived(
        ("without id", kind, loaded.sha256, id_key), lambda: without_id(loaded, id_key, kind)
    )
    if found is None:
        return False
    places = ", ".join(f"{FilePlaces(loaded).of_read(place).number:,}" for place in found.places[:_NAMED])
    more = f" and {len(found.places) - _NAMED:,} more" if len(found.places) > _NAMED else ""
    many = counted(len(found.places), "record")
    without = "without a usable id" if found.has_others else "without an id"
    which = f"{'record' if len(found.places) == 1 else 'records'} {places}{more}"
    with st.container(border=not found.is_decided, horizontal=True, vertical_alignment="center"):
        if found.is_decided:
            st.markdown(f"**{plain(name, 200)}**: {many} {without} left out ({which})", width="content")
            undone = partial(put_back, loaded, found)
            st.button("Undo", key=f"{key}.undo", on_click=_decide, args=(take, loaded, undone, f"{many} back."))
            return False
        has = "has" if len(found.places) == 1 else "have"
        no = "no text or whole number as" if found.has_others else "no"
        st.markdown(
            f"⚠ **{plain(name, 200)}**: {many} {has} {no} **{plain(id_key, 60)}** ({which}), so the others cannot pair "
            "by it.",
            width="content",
        )
        st.button(
            f"Leave out {many} {without}",
            key=key,
            type="primary",
            on_click=_decide,
            args=(take, loaded, partial(leave_out, loaded, found), f"{many} {without} left out."),
            help="They are not scored, and can be put back here.",
        )
    return True


def _decide(take: Take, before: LoadedRecords, decided: Callable[[], LoadedRecords], done: str) -> None:
    attempt(lambda: take(decided()), done, lambda: take(before), is_change=False)
