"""Gold and the variants dropped in one go: which file is gold, by its name or because someone said so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from evaljson.load.gold_name import gold_among
from evaljson.ui.data.archive_files import ArchivePart, keep_whole, parts_of
from evaljson.ui.data.file_upload import Sort, Use
from evaljson.ui.data.schema_apart import set_schemas_apart
from evaljson.ui.data.text_batch import set_apart
from evaljson.ui.session import open_evaluation
from evaljson.ui.shared.parts import plain, problem_box

_SAID: Final = "draft.gold-is"
"""The file that someone said is gold."""
_UNREAD: Final = "draft.unread"
"""Files that could not be read beside gold; the drop zone that took them is gone."""


def gold_and_variants(gold: Use, variants: Use, texts: Use) -> Sort:
    """Let the file that is gold be read first, then all others as variants, and text files without JSON together.

    A single file is gold. Eval schemas are neither.
    """

    def sort(files: list[Any]) -> list[tuple[Any, Use]]:
        records, schemas = set_schemas_apart([part for file in files for part in parts_of(file)])
        parts, batch = set_apart(records, texts.has_some)
        chosen = _gold_of(parts)
        if chosen is None and parts:
            return []
        at_first = [(chosen, gold)] if chosen is not None else []
        others = [(part, variants) for part in parts if part is not chosen]
        refused = variants.refused if at_first else texts.refused  # with gold, this drop zone goes
        together = [] if batch is None else [(batch, replace(texts, refused=refused))]
        return [*((one, variants) for one in schemas), *at_first, *others, *together]

    return sort


def _gold_of(parts: Sequence[Any]) -> Any | None:
    """Return the file that is gold; ask where several are there and no name says it."""
    if len(parts) < 2:
        return parts[0] if parts else None
    said = st.session_state.pop(_SAID, None) or gold_among([part.name for part in parts])
    chosen = [part for part in parts if said in (part.file_id, part.name)]
    if len(chosen) == 1:
        return chosen[0]
    with st.container(border=True):
        st.markdown("**Which of these files is gold?** Their names do not say it. The others become variants.")
        with st.container(horizontal=True):
            for part in parts:
                st.button(
                    plain(part.name, 80), key=f"draft.is-gold.{part.file_id}", on_click=_say, args=(part.file_id,)
                )
            archives = {part.archive if isinstance(part, ArchivePart) else None for part in parts}
            archive = archives.pop()
            if archive is not None and not archives:
                st.button(
                    "None of them: all are gold", key="draft.is-gold.all", type="tertiary", on_click=keep_whole,
                    args=(archive,), help="Together they are one set of records. Drop the variants below.",
                )  # fmt: skip
    return None


def note_unread(name: str, why: str) -> None:
    """Keep for the next run of the page that a file could not be read."""
    st.session_state.setdefault(_UNREAD, []).append((open_evaluation.current().id, name, why))


def show_unread() -> None:
    """Say which files that came with gold could not be read, until the next one is dropped."""
    for identity, name, why in st.session_state.get(_UNREAD, []):
        if identity == open_evaluation.current().id:
            problem_box(why, name, "Correct it, and drop it below.")


def forget_unread() -> None:
    """Say no longer which files could not be read."""
    st.session_state.pop(_UNREAD, None)


def _say(file: str) -> None:
    st.session_state[_SAID] = file
