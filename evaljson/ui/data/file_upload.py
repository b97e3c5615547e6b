"""Files on the Data page: taking them in, and saying what became of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd
import streamlit as st

from evaljson.base.errors import LoadError
from evaljson.load import LoadedRecords, Pairing, Unpaired
from evaljson.schema import SchemaNode
from evaljson.store import StoreUnavailable
from evaljson.ui.data.file_choices import DroppedFile, read_and_remember
from evaljson.ui.data.folder_drop import Folder, dropped_folder
from evaljson.ui.session import widget_turn
from evaljson.ui.shared.load_report import show_reading
from evaljson.ui.shared.parts import data_line, plain, problem_box
from evaljson.wording.words import counted

SOME = 4
"""Ids shown as examples."""
LONGEST = 200
"""Characters of a name, which people tell files apart by: as long as names may be."""
TYPES = ["json", "jsonl", "ndjson", "gz", "csv", "tsv", "parquet", "zip"]
FORMATS = (
    'JSON (a list of records, `{"records": […]}` or `{id: record}`) or JSON Lines, also packed with gzip; CSV and TSV, '
    "where every cell is text, an empty one is an absent key, and a column `vendor.name` is nested; Parquet; or a zip "
    "with a JSON file for each record, named by its id."
)
MODEL_TEXT = (
    " Where a field or column holds what a model wrote, the JSON is taken out of it, and repaired if it is broken."
)


def uploader(
    label: str,
    key: str,
    kind: Literal["gold", "extracted"],
    id_key: str | None,
    take: Callable[[LoadedRecords], None],
    *,
    several: bool | None = None,
    done: Callable[[], None] | None = None,
) -> None:
    """A drop zone that hands on what it read, and empties itself; what cannot be read at all stays, with the reason.

    Ids that stand beside a record, such as the names of files in a zip, go into `id_key` of it. `done` is called once
    all files are handed on.
    """
    several = kind == "extracted" if several is None else several
    found: Any = st.file_uploader(
        label,
        type=TYPES,
        accept_multiple_files=several,
        key=f"{key}.{widget_turn.current()}",
        help=FORMATS + (MODEL_TEXT if kind == "extracted" else ""),
    )
    with st.container(horizontal=True):
        others = [one for one in (_pasted(key), dropped_folder(key)) if one is not None]
    files = [*(found if isinstance(found, list) else [found] if found else []), *others]
    taken: set[str] = st.session_state.setdefault(f"{key}.taken", set())
    fresh = [file for file in files if file.file_id not in taken]
    failed = [file for file in fresh if not _read(file, kind, id_key, take)]
    taken.update(file.file_id for file in fresh if file not in failed)
    if fresh and not failed:
        widget_turn.advance()
    if len(fresh) > len(failed):
        if done is not None:
            done()
        st.rerun()


@dataclass(frozen=True, slots=True)
class _Pasted:
    """Text in the place of a file."""

    name: str
    text: str
    file_id: str

    def getvalue(self) -> bytes:
        return self.text.encode("utf-8", "surrogatepass")


def _pasted(key: str) -> _Pasted | None:
    """What was pasted and handed in just now."""
    place = f"{key}.pasted.{widget_turn.current()}"
    with st.popover("Paste instead"), st.form(place, border=False):
        name = st.text_input(
            "Name", "pasted.json", key=f"{place}.name", help="Its ending tells the format: .json, .csv."
        )
        text = st.text_area("Records", key=f"{place}.text", height=220, placeholder='[{"id": "a1", "total": 12.5}]')
        if not st.form_submit_button("Take it", key=f"{place}.take") or not text.strip():
            return None
    return _Pasted(name.strip() or "pasted.json", text, f"{place} {hash((name, text))}")


def _read(
    file: Any, kind: Literal["gold", "extracted"], id_key: str | None, take: Callable[[LoadedRecords], None]
) -> bool:
    try:
        with st.spinner(f"Reading {plain(file.name)}"):
            take(read_and_remember(DroppedFile(file.getvalue(), file.name, kind, id_key, isinstance(file, Folder))))
    except LoadError as error:
        problem_box(str(error), file.name, "Remove it with × and drop a file that holds records.")
        return False
    except StoreUnavailable as error:
        again = "press Take it again: your text is still there" if isinstance(file, _Pasted) else "press Try again"
        problem_box(str(error), file.name, f"Nothing of it was stored. Settle that, then {again}.")
        if not isinstance(file, _Pasted):
            st.button("Try again", key=f"again.{file.file_id}", type="primary")
        return False
    return True


def show_file(name: str, loaded: LoadedRecords, id_key: str | None, key: str, remove: Callable[[], None]) -> None:
    """One line on a file with a button that removes it, and what became of its records while it was read."""
    refused = f", **{counted(loaded.n_refused, 'record')} refused**" if loaded.n_refused else ", none refused"
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(
            f"**{plain(name, LONGEST)}** · {counted(loaded.n_read, 'record')} read{refused} · {plain(loaded.format)}"
        )
        st.button("Remove", key=key, on_click=remove)
    show_reading(name, loaded, id_key)


def show_pairing(name: str, pairing: Pairing | str, id_key: str | None) -> None:
    """What the id key does to one variant."""
    if isinstance(pairing, str):
        problem_box(f"{name}: {pairing}", "", "Choose another record id, or give every record one.")
        return
    paired = len(pairing.extracted) - len(pairing.missing)
    text = f"**{plain(name, LONGEST)}**: {counted(paired, 'record')} paired by {pairing.by}"
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
        with st.expander(f"{plain(name, LONGEST)}: which ones"):
            show_unpaired(pairing)
    if pairing.by == "position" and id_key is not None:
        st.caption(f"By position because {plain(pairing.reason, 300)}.")


def show_ids(name: str, pairing: Pairing | str, loaded: LoadedRecords, id_key: str | None) -> None:
    """Some ids of either side where they do not all join: how they are written often tells why."""
    if isinstance(pairing, str) or id_key is None:
        return
    if not (pairing.strays or pairing.near_ids or pairing.by == "position"):
        return
    there = [record[id_key] for record in loaded.records if isinstance(record, dict) and id_key in record]
    written = [", ".join(repr(one) for one in ids[:SOME]) or "none" for ids in (pairing.record_ids, there)]
    data_line(f"Ids in gold: {written[0]} … In {name}: {written[1]} …")


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
            name,
            node.type if isinstance(node.type, str) else ", ".join(node.type),
            node.comparator.name if node.comparator else "",
        )
        for name, node in tree.fields_by_name()
    ]
    st.dataframe(
        pd.DataFrame(rows, columns=["Field", "Type", "Comparator"]),
        hide_index=True,
        height=min(38 * len(rows) + 40, 400),
    )
