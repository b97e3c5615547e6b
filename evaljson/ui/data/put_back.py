"""The way back to what gold or a variant had before another file took its place, in any browser, as it is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import is_own_change, known_revision
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import may, needs
from evaljson.ui.shared.changes import attempt, has_undo
from evaljson.ui.shared.file_change import f1_since
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, person
from evaljson.workspace.earlier_files import EarlierFile, earlier_files, put_back, replaced_last
from evaljson.workspace.history import in_words, when

_CLOSED: Final = "data.last-file-closed"
"""The last change that this session has closed."""


def show_last_file(evaluation: OpenEvaluation) -> None:
    """Say at the top for a day that gold or a variant has other records, with an undo, to whoever may take it back.

    Where the session that made the change says so itself, this leaves it at that.
    """
    if not may("editor"):
        return
    store, stored = server.store(), evaluation.stored
    last = replaced_last(store, stored, store.evaluations.history(stored.id))
    if last is None or st.session_state.get(_CLOSED) == (stored.id, last.until.revision):
        return
    if has_undo():
        if last.until.revision == stored.revision and is_own_change(stored.id, stored.revision):
            _close(stored.id, stored.revision)  # what is shown there undoes this very change
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        who = person(last.until.who)
        st.markdown(f"{plain(f'{who} {in_words(last.until)}', 300)} ({when(last.until.moment)}).")
        st.button("Undo", key="data.last-file.undo", on_click=_put, args=(evaluation, last))
        st.button("Close", key="data.last-file.close", on_click=_close, args=(stored.id, last.until.revision))


def show_earlier_files(evaluation: OpenEvaluation) -> None:
    """Offer below the history what gold and variants had before; nothing where no such file is stored."""
    store = server.store()
    found = earlier_files(store, evaluation.stored, store.evaluations.history(evaluation.id))
    if not found:
        return
    by_revision = {one.until.revision: one for one in found}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Records from before", list(by_revision), index=None, placeholder="Choose what to put back",
            format_func=lambda revision: _label(by_revision[revision]), key="data.earlier-file",
            help="What gold and variants had until another file took its place. It is stored as long as runs need it.",
        )  # fmt: skip
        one = by_revision.get(chosen) if chosen is not None else None
        st.button(
            "Put back", key="data.earlier-file.put", on_click=_put, args=(evaluation, one),
            **needs("editor", disabled=one is None, help="Scores again; what is there now can be put back, too."),
        )  # fmt: skip


def _label(one: EarlierFile) -> str:
    """Say which records, of what, and until when they were there."""
    return f"{_of(one)}: {one.dataset.name}, {counted(one.dataset.count, 'record')}, until {when(one.until.moment)}"


def _of(one: EarlierFile) -> str:
    return "gold" if one.variant is None else one.name


def _put(evaluation: OpenEvaluation, one: EarlierFile) -> None:
    """Put the records back and score, with an undo."""
    stored = evaluation.stored
    held = next((there.dataset for there in stored.variants if there.id == one.variant), stored.gold)

    def put(dataset: str) -> None:
        store = server.store()
        now = store.evaluations.get(evaluation.id)
        seen = replace(now, revision=known_revision(now, evaluation.revision))
        put_back(store, seen, one.variant, dataset, by=author.who())
        scoring_work.score(evaluation.id)

    message = (
        f"Put back what {plain(_of(one), 60)} had before, from {plain(one.dataset.name, 60)}, and scored it again."
    )
    back = None if held is None else lambda: put(held.id)
    attempt(lambda: put(one.dataset.id), message, back, since=f1_since(evaluation))


def _close(evaluation: str, revision: int) -> None:
    st.session_state[_CLOSED] = (evaluation, revision)
