"""Take files in on the Data page, and say how they were read and paired."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from evaljson.base.errors import LoadError
from evaljson.base.listed import first_of
from evaljson.load import LoadedRecords, Pairing
from evaljson.load.file_endings import READ, REPLIES, REPLY
from evaljson.load.formats.record_files import left_out_in_words
from evaljson.report.records.missing import unpaired_in_words
from evaljson.report.records.scored_file import PairedFile
from evaljson.schema import SchemaNode
from evaljson.store import StoreUnavailable
from evaljson.store.actor import Role
from evaljson.ui.data.archive_files import parts_of
from evaljson.ui.data.file_choices import DroppedFile, Kind, read_and_remember
from evaljson.ui.data.folder_drop import Folder, dropped_folder
from evaljson.ui.data.schema_apart import SchemaFile, set_schemas_apart
from evaljson.ui.data.text_batch import TextBatch, set_apart
from evaljson.ui.session import widget_turn
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.largest_file import largest_file
from evaljson.ui.shared.load_report import show_reading
from evaljson.ui.shared.parts import data_line, plain, problem_box
from evaljson.wording.words import counted

SOME = 4
"""The number of ids shown as examples."""
LONGEST = 200
"""The most characters of a file name, or of how it is read, that are shown: all of them."""
TYPES = [ending[1:] for ending in READ]
FORMATS = (
    'JSON (a list of records, `{"records": […]}` or `{id: record}`) or JSON Lines, with or without gzip; Parquet, '
    f"CSV or TSV; {REPLY}; or a zip with one JSON file or reply per record, or with a "
    "folder or a file of records for each variant. "
    "In CSV a cell is text, or a number or boolean where the other side has only these; an empty one is an absent key, "
    "or null where the other side has null; and the column `vendor.name` is nested."
)
SIZE = " For larger files, whoever runs the server sets EVALJSON_MAX_SOURCE_BYTES."
DOCUMENTS = f" Documents of gold: text files named as its ids, such as PO-17{REPLIES[0]} for PO-17."
MODEL_TEXT = " If a field or column holds model output, the JSON in it is extracted, and repaired if it is broken."


def uploader(
    label: str,
    key: str,
    kind: Kind,
    id_key: str | None,
    take: Callable[[LoadedRecords], None],
    *,
    keys: Callable[[], frozenset[str]] = frozenset,
    several: bool | None = None,
    done: Callable[[], None] | None = None,
    least: Role | None = None,
    sort: Sort | None = None,
    texts: Use | None = None,
) -> None:
    """Draw a drop zone that passes on the records it reads; a file that cannot be read stays, with the reason.

    For those with a lower role than `least` in the open evaluation it is disabled, and says why.

    `keys` gives those that records may have, if they are known: they decide which of several JSON values in a text
    counts. Ids from outside a record, such as file names in a zip, go into its `id_key`. `done` is called after all
    files are passed on. `sort` decides what becomes of each file instead, and may ask first. `texts` gets the text
    files without JSON, all at once, and eval schemas are kept in the draft; without it both are read as records.
    """
    several = kind == "extracted" if several is None else several
    about = {"help": FORMATS + (MODEL_TEXT if kind == "extracted" else "") + (DOCUMENTS if texts else "") + SIZE}
    settings = about if least is None else needs(least, **about)
    dropped: Any = st.file_uploader(
        label,
        type=TYPES,
        accept_multiple_files=several,
        key=f"{key}.{widget_turn.current()}",
        max_upload_size=largest_file(),
        **settings,
    )
    if settings.get("disabled"):
        st.caption(settings["help"])
        return
    with st.container(horizontal=True):
        others = [file for file in (_pasted(key), dropped_folder(key)) if file is not None]
    files = [*(dropped if isinstance(dropped, list) else [dropped] if dropped else []), *others]
    taken: set[str] = st.session_state.setdefault(f"{key}.taken", set())
    fresh = [file for file in files if file.file_id not in taken]
    if sort is None and several and kind == "extracted":  # each set in an archive is a variant
        fresh = [part for file in fresh for part in parts_of(file) if part.file_id not in taken]
    sorted_out = _with_texts(fresh, Use(kind, id_key, take, keys), texts) if sort is None else sort(fresh)
    read = _read_all(sorted_out)
    taken.update(one for file in read for one in (file.file_ids if isinstance(file, TextBatch) else (file.file_id,)))
    if read and len(read) == len(sorted_out):
        widget_turn.advance()
    if read:
        if done is not None:
            done()
        st.rerun()


@dataclass(frozen=True, slots=True)
class Use:
    """What becomes of a file: how it is read, and who gets its records."""

    kind: Kind
    id_key: str | None
    take: Callable[[LoadedRecords], None]
    keys: Callable[[], frozenset[str]] = frozenset
    refused: Callable[[str, str], None] | None = None
    """Gets the name of a file that cannot be read and why, where the drop zone will be gone; None: it says so."""
    has_some: Callable[[], bool] = lambda: False
    """For text files: whether there are some already."""


Sort = Callable[[list[Any]], list[tuple[Any, Use]]]
"""Says what becomes of each file that is new in a drop zone; of those that are not among them, nothing yet."""


def _with_texts(files: list[Any], use: Use, texts: Use | None) -> list[tuple[Any, Use]]:
    """Let each file be used so, except for the text files without JSON."""
    if texts is None:
        return [(file, use) for file in files]
    files, schemas = set_schemas_apart(files)
    rest, batch = set_apart(files, texts.has_some)
    used = [(file, use) for file in [*schemas, *rest]]
    return used if batch is None else [*used, (batch, texts)]


@dataclass(frozen=True, slots=True)
class _Pasted:
    """Pasted text, used like a file."""

    name: str
    text: str
    file_id: str

    def getvalue(self) -> bytes:
        return self.text.encode("utf-8", "surrogatepass")


def _pasted(key: str) -> _Pasted | None:
    """Draw the box for pasted text; return the text once it is submitted."""
    place = f"{key}.pasted.{widget_turn.current()}"
    with st.popover("Paste instead"), st.form(place, border=False):
        name = st.text_input(
            "Name", "pasted.json", key=f"{place}.name", help="The extension sets the format, such as .json or .csv."
        )
        text = st.text_area("Records", key=f"{place}.text", height=220, placeholder='[{"id": "a1", "total": 12.5}]')
        if not st.form_submit_button("Add", key=f"{place}.take") or not text.strip():
            return None
    return _Pasted(name.strip() or "pasted.json", text, f"{place} {hash((name, text))}")


def _read_all(files: Sequence[tuple[Any, Use]]) -> list[Any]:
    """Read files one after another; return those that were. Without gold that was to be among them, none is."""
    read = []
    for file, use in files:
        if _read(file, use):
            read.append(file)
        elif use.kind == "gold":
            break
    return read


def _records_of(file: Any, use: Use) -> LoadedRecords:
    is_folder, keys = isinstance(file, Folder), use.keys()
    return read_and_remember(DroppedFile(file.getvalue(), file.name, use.kind, use.id_key, is_folder, keys=keys))


def _read(file: Any, use: Use) -> bool:
    try:
        with st.spinner(f"Reading {plain(file.name)}"):
            if isinstance(file, SchemaFile):
                file.keep()
                return True
            use.take(file.loaded() if isinstance(file, TextBatch) else _records_of(file, use))
    except LoadError as error:
        why = str(error).removeprefix(f"{file.name}: ")
        if use.refused is not None:
            use.refused(file.name, why)
        else:
            drop = "fewer of them" if isinstance(file, TextBatch) else "a file that contains records"
            problem_box(why, file.name, f"Remove it with × and drop {drop}.")
        return False
    except StoreUnavailable as error:
        again = "press Add again: your text is still there" if isinstance(file, _Pasted) else "press Try again"
        problem_box(str(error), file.name, f"Nothing was stored. Fix that, then {again}.")
        if not isinstance(file, _Pasted):
            st.button("Try again", key=f"again.{file.file_id}", type="primary")
        return False
    return True


def show_file(name: str, loaded: LoadedRecords, id_key: str | None, key: str, remove: Callable[[], None]) -> None:
    """Draw one line about a file with a button to remove it, and how its records were read."""
    unreadable = f", **{loaded.n_unreadable:,} unreadable**" if loaded.n_unreadable else ", none unreadable"
    null = f", {loaded.n_null:,} null" if loaded.n_null else ""
    left_out = left_out_in_words(loaded.problems)
    without = f", ⚠ {plain(left_out, 600)}" if left_out is not None else ""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(
            f"**{plain(name, LONGEST)}** · {counted(loaded.n_read, 'record')} read{unreadable}{null}{without} · "
            f"{plain(loaded.format, LONGEST)}"
        )
        st.button("Remove", key=key, on_click=remove)
    show_reading(name, loaded, id_key, put_back_by="*Undo* in step 3")


def show_pairing(
    name: str,
    pairing: Pairing | str,
    loaded: LoadedRecords,
    id_key: str | None,
    gold: LoadedRecords,
    *,
    count_strays: bool = False,
) -> None:
    """Say how the records of one variant pair with gold; `count_strays`: those without gold count as invented."""
    if isinstance(pairing, str):
        problem_box(f"{name}: {pairing}", "", "Choose another record id, or give every record one.")
        return
    paired = len(pairing.extracted) - len(pairing.missing)
    by = "position" if pairing.by == "position" or id_key is None else f"**{plain(id_key)}**"
    fate = "counted as invented" if count_strays else "not scored"
    few = "⚠ " if pairing.by == "id" and paired * 2 < len(pairing.extracted) else ""
    text = f"{few}**{plain(name, LONGEST)}**: {paired:,} of {counted(len(pairing.extracted), 'record')} paired by {by}"
    parts = [
        (len(pairing.missing), "gold record without an extracted one", "gold records without an extracted one"),
        (len(pairing.duplicates), "repeated id (the first record counts)", "repeated ids (the first record counts)"),
        (len(pairing.strays), f"extracted record without gold, {fate}", f"extracted records without gold, {fate}"),
        (
            pairing.near_ids,
            'id that differs only in type, such as 1 and "1"',
            'ids that differ only in type, such as 1 and "1"',
        ),
    ]
    leftovers = [counted(count, single, many) for count, single, many in parts if count]
    none = "" if pairing.by == "position" else "; none left over"  # else it says nothing of ids
    st.markdown(f"{text}; {'; '.join(leftovers)}" if leftovers else f"{text}{none}")
    if leftovers:
        with st.expander(f"{plain(name, LONGEST)}: which ones"):
            show_unpaired(PairedFile.of(pairing), loaded, id_key, gold)
    if pairing.by == "position" and id_key is not None:
        st.caption(f"By position because {plain(pairing.reason, 300)}.")


def show_ids(name: str, pairing: Pairing | str, loaded: LoadedRecords, id_key: str | None) -> None:
    """Show a few ids of both sides if not all of them pair: how they are written often shows why."""
    if isinstance(pairing, str) or id_key is None:
        return
    if not (pairing.strays or pairing.near_ids or pairing.by == "position"):
        return
    if pairing.by == "position":
        here: Sequence[Any] = pairing.record_ids
        there = [record[id_key] for record in loaded.records if isinstance(record, dict) and id_key in record]
    else:
        here = [pairing.record_ids[place] for place in pairing.missing]
        there = [stray.id for stray in pairing.strays]
    shown = [first_of(list(map(repr, ids)), SOME) or "none" for ids in (here, there)]
    which = "Ids" if pairing.by == "position" else "Not paired"
    data_line(f"{which} in gold: {shown[0]}; in {name}: {shown[1]}")


def show_unpaired(pairing: PairedFile, loaded: LoadedRecords, id_key: str | None, gold: LoadedRecords) -> None:
    """List the records of both sides that were left over."""
    if pairing.missing:
        ids = list(map(str, pairing.missing))
        data_line(f"Gold without an extracted record ({len(ids):,}): {first_of(ids, 200)}")
    for title, unpaired in (
        ("Repeated ids", pairing.duplicates),
        ("Extracted records without gold", pairing.strays),
    ):
        if unpaired:
            st.caption(title)
            told = unpaired_in_words(unpaired, loaded, id_key, gold)
            rows = [(str(record.id), why) for record, why in zip(unpaired, told, strict=True)]
            st.dataframe(pd.DataFrame(rows, columns=["Id", "Where, and why"]), hide_index=True)


def show_schema_fields(tree: SchemaNode) -> None:
    """Draw the fields of a schema, read-only."""
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
