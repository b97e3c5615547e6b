"""Whether a dropped file that looks like a schema is to be the eval schema: asked on the draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import orjson
import streamlit as st

from evaljson.ui.data.file_choices import DroppedFile, read_and_remember
from evaljson.ui.data.ids_beside import KEYED_AS
from evaljson.ui.session.drafts import keep_draft, latest_draft
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.schema_file import take_schema
from evaljson.workspace.drafts import DataDraft

_LONGEST: Final = 80
_SchemaFiles = Sequence[Mapping[str, Any]]


def show_schema_files(draft: DataDraft, key: str, take: Callable[[dict[str, Any], Any], None]) -> None:
    """Draw a box for each file that looks like a schema; `take` gets the chosen one, as from the uploader at `key`."""
    for number, file in enumerate(draft.schema_files):
        with st.container(border=True, key=f"draft.schema-file-{number}"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(
                    f"**{plain(file['name'], _LONGEST)}** looks like an eval schema, not like records.", width="content"
                )
                label = "Use as eval schema" if draft.schema is None else "Use in place of your schema"
                chosen = st.button(label, key=f"draft.schema-use-{number}", type="primary")
                records = "It is gold" if draft.gold is None else "It is a variant"
                st.button(records, key=f"draft.schema-records-{number}", on_click=_as_records, args=(file["name"],))
                st.button("Remove", key=f"draft.schema-remove-{number}", on_click=_remove, args=(file["name"],))
            st.caption("It says which fields are compared, and how. Without one they are inferred from gold (step 4).")
            if chosen and take_schema(orjson.dumps(file["schema"]).decode(), file["name"], key, take):
                attempt(partial(_put, _without(file["name"])))
                st.rerun()


def _without(name: str) -> _SchemaFiles:
    return tuple(one for one in latest_draft().schema_files if one["name"] != name)


def _put(files: _SchemaFiles) -> None:
    keep_draft(replace(latest_draft(), schema_files=files))


def _remove(name: str) -> None:
    before = latest_draft().schema_files
    attempt(lambda: _put(_without(name)), f"Removed {plain(name, _LONGEST)}.", lambda: _put(before))


def _as_records(name: str) -> None:
    attempt(lambda: _read_as_records(name))


def _read_as_records(name: str) -> None:
    """Read it like any other file: as gold where there is none, else as a variant. Raises LoadError."""
    draft = latest_draft()
    data = next((orjson.dumps(one["schema"]) for one in draft.schema_files if one["name"] == name), None)
    if data is None:  # in another tab it is gone
        return
    if draft.gold is None:
        draft = replace(draft, gold=read_and_remember(DroppedFile(data, name, "gold", KEYED_AS)))
    else:
        source = DroppedFile(data, name, "extracted", draft.pairing_key(), keys=draft.record_keys())
        draft = draft.with_variant(read_and_remember(source))
    keep_draft(replace(draft, schema_files=_without(name)))
