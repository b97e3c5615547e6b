"""Files on the Data page: taking them in, and saying what became of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pandas as pd
import streamlit as st

from evaljson.errors import InputError, LoadError
from evaljson.load import LoadedRecords, Pairing, Unpaired, pair_by_id, read_records
from evaljson.report.words import counted
from evaljson.schema import SchemaNode
from evaljson.ui import state
from evaljson.ui.parts import data_line, plain, problem_box
from evaljson.ui.reading import show_reading

TYPES = ["json", "jsonl", "ndjson", "gz", "csv", "tsv", "parquet", "zip"]
FORMATS = (
    'JSON (a list of records, `{"records": […]}` or `{id: record}`) or JSON Lines, also packed with gzip; CSV and TSV, '
    "where every cell is text, an empty one is an absent key, and a column `vendor.name` is nested; Parquet; or a zip "
    "with a JSON file for each record, named by its id."
)
MODEL_TEXT = (
    " Where a field or column holds what a model wrote, the JSON is taken out of it, and mended if it is broken."
)


def uploader(
    label: str,
    key: str,
    kind: Literal["gold", "extracted"],
    id_key: str | None,
    take: Callable[[LoadedRecords], None],
) -> None:
    """A drop zone that hands on what it read, and empties itself; what cannot be read at all stays, with the reason.

    Ids that stand beside a record, such as the names of files in a zip, go into `id_key` of it.
    """
    several = kind == "extracted"
    found: Any = st.file_uploader(
        label,
        type=TYPES,
        accept_multiple_files=several,
        key=f"{key}.{state.turn()}",
        help=FORMATS + (MODEL_TEXT if several else ""),
    )
    files = found if isinstance(found, list) else [found] if found else []
    taken: set[str] = st.session_state.setdefault(f"{key}.taken", set())
    fresh = [file for file in files if file.file_id not in taken]
    failed = [file for file in fresh if not _read(file, kind, id_key, take)]
    taken.update(file.file_id for file in fresh if file not in failed)
    if fresh and not failed:
        state.next_turn()
    if len(fresh) > len(failed):
        st.rerun()


def _read(
    file: Any, kind: Literal["gold", "extracted"], id_key: str | None, take: Callable[[LoadedRecords], None]
) -> bool:
    try:
        with st.spinner(f"Reading {plain(file.name)}"):
            take(_told_apart(read_records(file.getvalue(), name=file.name, kind=kind, id_field=id_key), id_key))
    except LoadError as error:
        problem_box(str(error), file.name, "Remove it with × and drop a file that holds records.")
        return False
    return True


def _told_apart(loaded: LoadedRecords, id_key: str | None) -> LoadedRecords:
    """With a hash of its own where ids went into the records: the same bytes under another key are other records."""
    if loaded.ids is None and loaded.metadata is None:
        return loaded
    return replace(loaded, sha256=hashlib.sha256(f"{loaded.sha256} {id_key}".encode()).hexdigest())


def show_file(name: str, loaded: LoadedRecords, id_key: str | None, key: str, remove: Callable[[], None]) -> None:
    """One line on a file with a button that removes it, and what became of its records while it was read."""
    refused = f", **{counted(loaded.n_refused, 'record')} refused**" if loaded.n_refused else ", none refused"
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{plain(name)}** · {counted(loaded.n_read, 'record')} read{refused} · {plain(loaded.format)}")
        st.button("Remove", key=key, on_click=remove)
    show_reading(name, loaded, id_key)


def pairing_of(gold: LoadedRecords, loaded: LoadedRecords, id_key: str | None) -> Pairing | str:
    """How the records of a variant pair with gold; the reason where they cannot."""
    records: list[Any] = gold.records

    def pair() -> Pairing | str:
        try:
            return pair_by_id(records, loaded.records, id_key)
        except InputError as error:
            return str(error)

    return state.derived(("pairing", gold.sha256, loaded.sha256, id_key), pair)


def show_pairing(name: str, pairing: Pairing | str) -> None:
    """What the id key does to one variant."""
    if isinstance(pairing, str):
        problem_box(f"{name}: {pairing}", "", "Choose another record id, or give every record one.")
        return
    paired = len(pairing.extracted) - len(pairing.missing)
    text = f"**{plain(name)}**: {counted(paired, 'record')} paired by {pairing.by}"
    parts = [
        (len(pairing.missing), "gold record without an extracted one", "gold records without an extracted one"),
        (len(pairing.duplicates), "repeated id, of which the first counts", "repeated ids, of which the first counts"),
        (
            len(pairing.strays),
            "extracted record without gold, not scored",
            "extracted records without gold, not scored",
        ),
        (
            pairing.near_ids,
            'id that differs only in type, such as 1 and "1"',
            'ids that differ only in type, such as 1 and "1"',
        ),
    ]
    told = [counted(count, one, many) for count, one, many in parts if count]
    st.markdown(f"{text}; {'; '.join(told) if told else 'none left over'}")
    if told:
        with st.expander(f"{plain(name)}: which ones"):
            show_unpaired(pairing)
    if pairing.by == "position":
        st.caption(f"By position because {plain(pairing.reason, 300)}.")


def show_unpaired(pairing: Pairing) -> None:
    """Which records of either side were left over."""
    if pairing.missing:
        ids = [str(pairing.record_ids[place]) for place in pairing.missing]
        more = " …" if len(ids) > 200 else ""
        data_line(f"Gold without an extracted record ({len(ids):,}): {', '.join(ids[:200])}{more}")
    _unpaired_table("Repeated ids", pairing.duplicates)
    _unpaired_table("Extracted records without gold", pairing.strays)


def _unpaired_table(title: str, found: list[Unpaired]) -> None:
    if found:
        st.caption(title)
        rows = [(one.position, str(one.id), one.reason) for one in found]
        st.dataframe(pd.DataFrame(rows, columns=["Position in the file", "Id", "Why"]), hide_index=True)


def show_schema_fields(tree: SchemaNode) -> None:
    """The fields of a schema, to be read and not edited."""
    rows = [
        (
            node.path,
            node.type if isinstance(node.type, str) else ", ".join(node.type),
            node.comparator.name if node.comparator else "",
        )
        for node in tree.walk()
        if node.path
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Field", "Type", "Comparator"]),
        hide_index=True,
        height=min(38 * len(rows) + 40, 400),
    )
