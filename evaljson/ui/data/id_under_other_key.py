"""A variant whose records have gold's ids under another name: said, and taken for the id with a click."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from evaljson.load import LoadedRecords, LoadProblem
from evaljson.report.records.id_keys import id_called_otherwise
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain


def show_other_id(
    name: str, gold: LoadedRecords, loaded: LoadedRecords, id_key: str | None, take: Callable[[LoadedRecords], None]
) -> None:
    """Nothing where the records have the id, or no other key joins at least half of them."""
    if id_key is None:
        return
    own: list[Any] = gold.records
    key = ("id called", gold.sha256, loaded.sha256, id_key)
    called = cache.derived(key, lambda: id_called_otherwise(own, loaded.records, id_key))
    if called is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{plain(name, 200)}** has no **{plain(id_key)}**, but the ids of gold stand in its **{plain(called)}**."
        )
        st.button(
            f"Pair by {plain(called)}",
            key=f"draft.id-called.{loaded.sha256[:12]}",
            on_click=_take,
            args=(loaded, called, id_key, take),
            help=f"Takes {plain(called)} for {plain(id_key)} in this file.",
        )


def _take(loaded: LoadedRecords, called: str, id_key: str, take: Callable[[LoadedRecords], None]) -> None:
    attempt(lambda: take(with_id(loaded, called, id_key)))


def with_id(loaded: LoadedRecords, called: str, id_key: str) -> LoadedRecords:
    """The same records with that key renamed, and a remark that says so; with a hash of its own."""

    def renamed(record: dict[str, Any]) -> dict[str, Any]:
        return {id_key if key == called else key: value for key, value in record.items()}

    records = [None if record is None else renamed(record) for record in loaded.records]
    said = f"its {called!r} was taken for the id {id_key!r}, as was asked for."
    told = LoadProblem(None, None, "", said, "warning", "")
    how = f"{loaded.sha256} {called} as {id_key}".encode("utf-8", "surrogatepass")
    sha256 = hashlib.sha256(how).hexdigest()
    return replace(loaded, records=records, problems=[*loaded.problems, told], sha256=sha256)
