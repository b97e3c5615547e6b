"""A box for a variant that has gold's ids under another key, with a button that pairs by it."""

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
    """Draw the box; nothing if the records have the id, or no other key pairs at least half of them."""
    if id_key is None:
        return
    gold_records: list[Any] = gold.records
    key = ("id called", gold.sha256, loaded.sha256, id_key)
    called = cache.derived(key, lambda: id_called_otherwise(gold_records, loaded.records, id_key))
    if called is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{plain(name, 200)}** has no **{plain(id_key)}**, but its **{plain(called)}** holds the ids of gold."
        )
        st.button(
            f"Pair by {plain(called)}",
            key=f"draft.id-called.{loaded.sha256[:12]}",
            on_click=_take,
            args=(loaded, called, id_key, take),
            help=f"Uses {plain(called)} as {plain(id_key)} in this file.",
        )


def _take(loaded: LoadedRecords, called: str, id_key: str, take: Callable[[LoadedRecords], None]) -> None:
    attempt(lambda: take(with_id(loaded, called, id_key)))


def with_id(loaded: LoadedRecords, called: str, id_key: str) -> LoadedRecords:
    """Return the records with that key renamed, a remark that says so, and a hash of their own."""

    def renamed(record: dict[str, Any]) -> dict[str, Any]:
        return {id_key if key == called else key: value for key, value in record.items()}

    records = [None if record is None else renamed(record) for record in loaded.records]
    message = f"its {called!r} is used as the id {id_key!r}, as you chose."
    remark = LoadProblem(None, None, "", message, "warning", "")
    how = f"{loaded.sha256} {called} as {id_key}".encode("utf-8", "surrogatepass")
    sha256 = hashlib.sha256(how).hexdigest()
    return replace(loaded, records=records, problems=[*loaded.problems, remark], sha256=sha256)
