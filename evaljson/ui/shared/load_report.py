"""Says what of a file could not be read, what was repaired, and what was kept beside the records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pandas as pd
import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.file_places import FilePlace, FilePlaces
from evaljson.load.ids_written_otherwise import says_ids_as_gold
from evaljson.load.loaded_records import NOT_PRODUCED, SetAside
from evaljson.load.model_text.detect_text_field import says_taken_from
from evaljson.load.repaired_value import RepairedValue
from evaljson.report.records.load_report import Fate, fates, kept_beside, notes_once
from evaljson.ui.shared.notes import PageNote
from evaljson.ui.shared.parts import data_line, plain
from evaljson.wording.values import as_text
from evaljson.wording.words import counted

_NO_RECORDS: Final = "None holds JSON. Documents go beside gold: as text files named as its ids, or as *source_text*."
_PUT_BACK_BY: Final = "*Replace gold or change pairing*"
PLACE_COLUMNS: Final = ("Record", "Line")
"""Where a record stands in its file, from 1."""
_VALUE_COLUMNS: Final = ["Where", "In the text", "Read as", "Why", "Characters"]


def _value_cells(value: RepairedValue) -> tuple[str, str, str, str, str]:
    after = "left out" if value.after is None else value.after
    return value.path, value.before, after, value.why, "some are lost" if value.lossy else "all are kept"


def reading_in_words(loaded: LoadedRecords) -> list[str]:
    """Count unread and repaired records and notes; empty if there are none."""
    unread, null = loaded.n_unreadable, loaded.n_null
    noted = [one for one in loaded.problems if one.severity == "warning" and one.message != NOT_PRODUCED]
    remarks = len(notes_once(noted))
    parts = [f"{counted(unread, 'record')} could not be read"] if unread else []
    parts += [f"{counted(null, 'record')} null, so not produced"] if null else []
    lossy = f", {len(loaded.lossy):,} with characters lost" if loaded.lossy else ""
    parts += [f"{counted(len(loaded.repaired), 'record')} repaired{lossy}"] if loaded.repaired else []
    parts += [counted(remarks, "note")] if remarks else []
    out = 0 if loaded.set_aside is None else len(loaded.set_aside.rows)
    parts += [f"{counted(out, 'record')} left out for the id"] if out else []
    return parts or ([counted(len(loaded.problems), "problem")] if loaded.problems else [])


def reading_note(name: str, loaded: LoadedRecords, id_key: str | None = None) -> PageNote | None:
    """Return all problems of a file; None if every record was read unchanged.

    Columns kept beside the records come with a remark always: the loader says what it took for the record.
    """
    counts = reading_in_words(loaded)
    if not counts:
        return None
    words = f"{plain(name)}: {'; '.join(counts)}"
    return PageNote(words, lambda: reading_tables(loaded, id_key), is_warning=not needs_nothing(loaded))


def needs_nothing(loaded: LoadedRecords) -> bool:
    """Check whether all records were read as they are, and only where they were found, or whose ids count, is said."""
    changed = loaded.n_unreadable or loaded.n_null or loaded.repaired or loaded.set_aside is not None
    messages = [problem.message for problem in loaded.problems]
    return not changed and all(says_taken_from(one) or says_ids_as_gold(one) for one in messages)


def show_reading(name: str, loaded: LoadedRecords, id_key: str | None = None, put_back_by: str = _PUT_BACK_BY) -> None:
    """Show the same as an expander of its own."""
    note = reading_note(name, loaded, id_key)
    if note is not None:
        with st.expander(f"{note.sign}{note.words}: show"):
            reading_tables(loaded, id_key, put_back_by)


def reading_tables(loaded: LoadedRecords, id_key: str | None = None, put_back_by: str = _PUT_BACK_BY) -> None:
    """Show tables of the problems, of the records concerned, of repaired values, and of what was kept beside them.

    `put_back_by` is the button that puts back what was left out.
    """
    if loaded.n_refused > 1 and not loaded.n_read:
        st.caption(_NO_RECORDS)
    if loaded.problems:
        _problems(loaded)
    concerned = fates(loaded, id_key)
    if concerned:
        st.caption("Records that were repaired, could not be read or were not produced")
        rows = [(*_place(fate.place), fate.id, _became(fate), fate.told) for fate in concerned]
        _table(rows, ["Id", "What became of it", "How or why"])
    changed = [(fate, value) for fate in concerned for value in fate.values]
    if changed:
        st.caption("Repaired values that are not what the text has")
        pairs = [(*_place(fate.place), fate.id, *_value_cells(value)) for fate, value in changed]
        _table(pairs, ["Id", *_VALUE_COLUMNS])
    if loaded.set_aside is not None:
        _left_out(loaded, loaded.set_aside, id_key, put_back_by)
    beside = kept_beside(loaded)
    if beside:
        st.caption("Kept beside the records, and not scored")
        columns = ["Name", "Example", "Records"]
        kept_rows = [(kept.name, kept.example, kept.records) for kept in beside]
        st.dataframe(pd.DataFrame(kept_rows, columns=columns), hide_index=True, placeholder="")


def _became(fate: Fate) -> str:
    return "repaired" if fate.was_read else "not produced" if fate.is_null else "not read"


def _place(place: FilePlace) -> tuple[int, int | None]:
    return place.number, place.line


def _table(rows: Sequence[tuple[object, ...]], columns: Sequence[str]) -> None:
    """Show rows that begin with the place of a record; without lines, they have no column of lines."""
    frame = pd.DataFrame(rows, columns=[*PLACE_COLUMNS, *columns])
    lines = PLACE_COLUMNS[1]
    frame = frame.drop(columns=lines) if frame[lines].isna().all() else frame.astype({lines: "Int64"})
    st.dataframe(frame, hide_index=True, placeholder="")


def _left_out(loaded: LoadedRecords, aside: SetAside, id_key: str | None, put_back_by: str) -> None:
    st.caption(f"Left out: no id, or another record has it. {put_back_by} puts them back.")
    places = FilePlaces(loaded)
    rows = [
        (*_place(places.of_read(at)), as_text(row.record.get(id_key or "")), as_text(row.record))
        for at, row in aside.rows.items()
    ]
    _table(rows, ["Id", "What it holds"])


def _problems(loaded: LoadedRecords) -> None:
    said = notes_once(loaded.problems)
    listed = [problem for problem, _ in said]
    frame = pd.DataFrame(
        {
            "Line": pd.array([problem.line for problem in listed], dtype="Int64"),
            "Where": [problem.in_file for problem in listed],
            "What is wrong": [problem.message for problem in listed],
            "Text there": [problem.excerpt for problem in listed],
            "How often": [often for _, often in said],
        }
    )
    repeat = len(listed) < len(loaded.problems)
    st.dataframe(frame if repeat else frame.drop(columns="How often"), hide_index=True, placeholder="")


def show_fate(name: str, fate: Fate) -> None:
    """Show a line about the open record."""
    if fate.was_read:
        lossy = " Some values lack characters of it." if fate.lossy else ""
        data_line(f"⚠ {name}: the text was repaired to read this record: {fate.told}.{lossy}")
        if fate.values:
            table = pd.DataFrame([_value_cells(value) for value in fate.values], columns=_VALUE_COLUMNS)
            st.dataframe(table, hide_index=True, placeholder="")
    else:
        was = "is" if fate.is_null else "could not be read:"
        data_line(f"⚠ {name}: this record {was} {fate.told}")
