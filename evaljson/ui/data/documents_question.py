"""Whether text files without JSON are the documents of gold: asked on the draft, and never taken for granted."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from evaljson.base.errors import LoadError
from evaljson.base.listed import first_of
from evaljson.load.documents.matching import DocumentMatch
from evaljson.load.documents.text_files import TextFile, files_in
from evaljson.load.file_endings import REPLIES
from evaljson.ui.data.all_at_once import note_unread
from evaljson.ui.data.file_choices import DroppedFile, read_and_remember
from evaljson.ui.data.ids_beside import KEYED_AS
from evaljson.ui.data.read_again import question_of
from evaljson.ui.session import cache
from evaljson.ui.session.drafts import keep_draft, latest_draft
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import data_line
from evaljson.wording.words import counted
from evaljson.workspace.drafts import DataDraft, DocumentsAre

_SHOWN: Final = 5
"""Names and ids given as examples."""
_LONGEST: Final = 80
"""The most characters of one."""
_USED = "Records and reviews show them; the searches for invented values and leaks use them. No score changes."


def is_open(draft: DataDraft) -> bool:
    """Check whether someone still has to say what the text files are."""
    if draft.documents is None or draft.documents_are == "replies":
        return False
    match = _match(draft)
    return draft.documents_are != "documents" or match is None or not match.is_likely


def show_documents(draft: DataDraft) -> None:
    """Draw the question, or what was said, with the way back; nothing without text files."""
    if draft.documents is None:
        return
    files = counted(len(draft.documents.records), "text file")
    with st.container(border=True, key="draft.documents"):
        if draft.documents_are == "replies":
            _line(f"**{files} are read as replies of a model.**", undo=True)
            return
        match = _match(draft)
        if match is None:
            _line(f"**{files} hold no JSON.**", replies=True)
            step = "Drop gold" if draft.gold is None else "Choose a record id in step 3"
            st.caption(
                f"{step}: files named as its ids, such as PO-17{REPLIES[0]} for PO-17, can be kept as documents."
            )
            return
        if not match.is_likely:
            of_them = {0: "none of them is named as a record", 1: "1 of them is named as a record"}.get(
                match.named, f"{match.named:,} of them are named as records"
            )
            _line(f"**{files} hold no JSON, and {of_them} of gold.**", replies=True)
            st.caption("To keep documents beside gold, name each file as the id of its record, and drop them again.")
        elif draft.documents_are == "documents":
            _line(f"**{counted(len(match.texts), 'document')} will be kept beside gold once you score.**", undo=True)
            st.caption(_USED)
        else:
            _line(f"**{_named(match)} as records of gold: their documents?**", keep=True, replies=True)
            st.caption(_USED)
        _show_match(match)


def _match(draft: DataDraft) -> DocumentMatch | None:
    """Match names and ids, once it is plain what the ids are."""
    if draft.documents is None or draft.gold is None or question_of(draft) is not None:
        return None
    key = ("documents", draft.documents.sha256, draft.gold.sha256, draft.pairing_key())
    return cache.derived(key, draft.document_match)


def _named(match: DocumentMatch) -> str:
    of_all = "" if match.named == match.files else f" of {match.files:,}"
    return f"{match.named:,}{of_all} text files are named"


def _line(words: str, *, keep: bool = False, replies: bool = False, undo: bool = False) -> None:
    """Draw a sentence with the buttons that answer it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(words, width="content")
        if keep:
            st.button("Keep beside gold", key="draft.documents-keep", type="primary", on_click=_keep)
        if replies:
            st.button("They are replies", key="draft.documents-replies", on_click=_as_replies)
        if undo:
            st.button("Undo", key="draft.documents-undo", on_click=_undo)
        st.button("Remove all", key="draft.documents-remove", on_click=_remove)


def _show_match(match: DocumentMatch) -> None:
    """Name what matches nothing, on both sides."""
    if match.without_record:
        data_line(
            f"⚠ Left out, since gold has no such id ({len(match.without_record):,}): {_some(match.without_record)}"
        )
    if match.unusable:
        told = [f"{_short(name)} ({why})" for name, why in match.unusable]
        data_line(f"⚠ Left out ({len(match.unusable):,}): {first_of(told, _SHOWN)}")
    if match.without_document:
        data_line(f"Records without a document ({len(match.without_document):,}): {_some(match.without_document)}")


def _some(names: Sequence[str]) -> str:
    return first_of(list(map(_short, names)), _SHOWN)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _keep() -> None:
    attempt(lambda: _say("documents"))


def _undo() -> None:
    attempt(lambda: _say(""))


def _say(documents_are: DocumentsAre) -> None:
    draft = latest_draft()
    keep_draft(draft.with_texts(draft.documents, documents_are))


def _remove() -> None:
    documents = latest_draft().documents
    if documents is not None:
        attempt(
            lambda: keep_draft(latest_draft().with_texts(None)),
            f"Removed {counted(len(documents.records), 'text file')}.",
            lambda: keep_draft(latest_draft().with_texts(documents)),
        )


def _as_replies() -> None:
    attempt(_make_replies)


def _make_replies() -> None:
    """Read each file alone as a variant, and those of one archive as one, as without the question."""
    draft = latest_draft()
    if draft.documents is None or draft.documents_are == "replies":
        return
    before = set(draft.variants)
    for source in _sources(files_in(draft.documents), draft):
        try:
            draft = draft.with_variant(read_and_remember(source))
        except LoadError as error:
            note_unread(source.name, str(error).removeprefix(f"{source.name}: "))
    made = tuple(name for name in draft.variants if name not in before)
    keep_draft(replace(draft, documents_are="replies", replies=made))


def _sources(files: Sequence[TextFile], draft: DataDraft) -> list[DroppedFile]:
    id_key, keys = KEYED_AS if draft.gold is None else draft.pairing_key(), draft.record_keys()
    alone = [DroppedFile(one.data, one.name, "extracted", id_key, keys=keys) for one in files if not one.archive]
    archives = dict.fromkeys((one.archive, one.is_folder) for one in files if one.archive)
    packed = [
        DroppedFile(_packed([one for one in files if (one.archive, one.is_folder) == which]), which[0], "extracted",
                    id_key, which[1], keys=keys)
        for which in archives
    ]  # fmt: skip
    return [*alone, *packed]


def _packed(files: Sequence[TextFile]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for one in files:
            if not one.why_not:
                archive.writestr(one.name, one.data)
    return packed.getvalue()
