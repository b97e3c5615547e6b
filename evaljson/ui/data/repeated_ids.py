"""Ids that stand several times in gold: their records side by side, and one click for which of them counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.jsontypes import ABSENT
from evaljson.load import LoadedRecords
from evaljson.load.file_places import FilePlaces
from evaljson.report.records.repeated_ids import RepeatedId, keep_all, keep_first_of_same, keep_one, repeated_ids
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.wording.values import as_text
from evaljson.wording.words import counted

Take = Callable[[LoadedRecords], None]
_AT_ONCE: Final = 10
"""Undecided ids that are shown; the next ones follow as these are decided."""
_MOST: Final = 12
"""Differences of one id that are shown."""
_LONGEST: Final = 200


def ask_for_rows(gold: LoadedRecords, id_key: str, take: Take) -> bool:
    """Draw each id that several records of gold have; return whether one is open. `take` gets gold once decided."""
    repeated: list[RepeatedId] = cache.derived(("repeated", gold.sha256, id_key), lambda: repeated_ids(gold, id_key))
    if not repeated:
        return False
    open_ones = [one for one in repeated if not one.is_decided]
    decided = [one for one in repeated if one.is_decided]
    with st.container(border=True):
        if open_ones:
            st.markdown(
                f"⚠ **{counted(len(open_ones), 'id stands', 'ids stand')} more than once in gold.** "
                "Choose which record counts.",
                help="Records pair by id, so each id needs one gold record. Those that you leave out stay in the "
                "file and can be put back. The figures are over the others.",
            )
        _all_same(gold, id_key, open_ones, take)
        for one in open_ones[:_AT_ONCE]:
            _show(gold, one, take)
        if len(open_ones) > _AT_ONCE:
            st.caption(f"{len(open_ones) - _AT_ONCE:,} more follow as you decide.")
        if decided:
            _decided(gold, decided, take, is_open=not open_ones)
    return bool(open_ones)


def _all_same(gold: LoadedRecords, id_key: str, open_ones: Sequence[RepeatedId], take: Take) -> None:
    same = sum(one.is_same for one in open_ones)
    if same > 1:
        st.button(
            f"Keep the first of each: {same:,} ids have the same record again",
            key="draft.repeated.same",
            on_click=_decide,
            args=(take, gold, lambda: keep_first_of_same(gold, id_key), f"The first record of {same:,} ids kept."),
        )


def _show(gold: LoadedRecords, one: RepeatedId, take: Take) -> None:
    """Draw the records of one id side by side, and a button for each."""
    st.markdown(f"**{_id(one)}**")
    differences = one.differences()
    names = [_record(gold, place) for place in one.places]
    if differences:
        rows = [(path, *map(_shown, values)) for path, values in differences[:_MOST]]
        st.dataframe(pd.DataFrame(rows, columns=["Field", *names]), hide_index=True)
        if len(differences) > _MOST:
            st.caption(f"{len(differences) - _MOST:,} more fields differ.")
    else:
        st.caption("All of them have the same values.")
    with st.container(horizontal=True):
        for place, name in zip(one.places, names, strict=True):
            st.button(
                f"Keep {name}",
                key=f"draft.repeated.{one.places[0]}.{place}",
                on_click=_decide,
                args=(take, gold, partial(keep_one, gold, one, place), f"{name.capitalize()} of {_id(one)} kept."),
            )
        st.button(
            "Keep none",
            key=f"draft.repeated.{one.places[0]}.none",
            on_click=_decide,
            args=(take, gold, partial(keep_one, gold, one, None), f"All records of {_id(one)} left out."),
            help="The document is not scored. What was extracted for it is listed as a record without gold.",
        )


def _decided(gold: LoadedRecords, decided: Sequence[RepeatedId], take: Take, *, is_open: bool) -> None:
    out = sum(len(one.places) - len(one.left) for one in decided)
    label = f"{counted(out, 'gold record')} left out, since another has the same id"
    with st.expander(label, expanded=is_open and len(decided) <= _AT_ONCE):
        for one in decided[: _AT_ONCE * 5]:
            kept = f"{_record(gold, one.left[0])} counts" if one.left else "none counts"
            others = ", ".join(_record(gold, place) for place in one.places if place not in one.left)
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f"**{_id(one)}**: {kept}; left out: {others}", width="content")
                st.button(
                    "Undo",
                    key=f"draft.repeated.{one.places[0]}.undo",
                    on_click=_decide,
                    args=(take, gold, partial(keep_all, gold, one), f"The records of {_id(one)} are back."),
                )


def _record(gold: LoadedRecords, place: int) -> str:
    return f"record {FilePlaces(gold).of_read(place).number:,}"


def _id(one: RepeatedId) -> str:
    return plain(as_text(one.id), _LONGEST)


def _shown(value: Any) -> str:
    text = "(absent)" if value is ABSENT else as_text(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _decide(take: Take, before: LoadedRecords, decided: Callable[[], LoadedRecords], done: str) -> None:
    attempt(lambda: take(decided()), done, lambda: take(before), is_change=False)
