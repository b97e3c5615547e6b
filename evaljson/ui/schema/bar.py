"""The line above the editors: which version is in force, what waits, and the way to apply it, or back."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.base.errors import SchemaError
from evaljson.store import Conflict, SchemaVersion
from evaljson.ui.schema.draft import ASKED, DRAFT, Edited, discard
from evaljson.ui.schema.taken_suggestions import remember_tried
from evaljson.ui.schema.what_if import summary
from evaljson.ui.session import server, state
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.rescore import back_to, commit
from evaljson.wording.words import counted, person
from evaljson.workspace.history import when
from evaljson.workspace.versions import redo_of, undo_of

APPLY: Final = "Apply and score again"
_MESSAGE: Final = "schema.message"
_LONGEST: Final = 300
"""Characters of a message that is made of the changes."""


def versions_of(evaluation: OpenEvaluation) -> list[SchemaVersion]:
    """All versions, oldest first."""
    return state.derived(("versions", evaluation.revision), lambda: server.store().schemas.all(evaluation.id))


def show_bar(evaluation: OpenEvaluation, found: Edited, variant: str | None) -> None:
    """What waits, and its buttons."""
    with st.container(border=True):
        told, buttons = st.columns([5, 3], vertical_alignment="center")
        with told:
            st.markdown(_waits(evaluation, found))
            figures = summary(evaluation, found, variant)
            if figures:
                st.markdown(figures)
        with buttons, st.container(horizontal=True, horizontal_alignment="right"):
            _steps(evaluation)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text_input(
                "Message",
                key=message_key(),
                placeholder=_placeholder(found),
                label_visibility="collapsed",
                max_chars=500,
                disabled=not found.is_new,
            )
            apply_button("schema.apply", found.is_new)
            waiting = found.is_new or bool(state.typed())
            st.button("Discard changes", key="schema.discard", disabled=not waiting, on_click=discard)
    for one in found.refused:
        st.error(f"**{plain(one.path, 120)}**: {plain(one.reason, 600)}")
    if found.refused:
        st.caption("These stay in the grid until they are corrected; everything else can be applied.")
    if st.session_state.get(ASKED):
        _apply(evaluation, found)


def _waits(evaluation: OpenEvaluation, found: Edited) -> str:
    count = len(found.changes) + sum(len(one.cells) for one in found.refused)
    if count:
        ready = f" ✓ {counted(len(found.changes), 'change')} ready to apply." if found.changes else ""
        return f"**{counted(count, 'change')} not applied yet.**{ready} Other pages show the figures without."
    if found.is_new:
        return "**The text is laid out anew, and says the same.** Not applied yet."
    version = next((one for one in versions_of(evaluation) if one.number == evaluation.stored.schema_number), None)
    if version is None:
        return "There is no schema yet."
    message = f": “{plain(version.message, 120)}”" if version.message else ""
    by = plain(person(version.author), 40)
    return f"**Version {version.number}** is in force, by {by}, {when(version.created)}{message}."


def _steps(evaluation: OpenEvaluation) -> None:
    """Undo and redo, by version."""
    number = evaluation.stored.schema_number
    versions = versions_of(evaluation)
    back = undo_of(versions, number) if number is not None else None
    forth = redo_of(versions, number) if number is not None else None
    for version, label, key in ((back, "↶ Undo version", "undo"), (forth, "↷ Redo version", "redo")):
        told = f"To version {version.number}{_quoted(version)}, as a new version." if version is not None else None
        st.button(
            label,
            key=f"schema.{key}-version",
            disabled=version is None,
            help=told,
            on_click=back_to,
            args=(version, f"{key}: as version {version.number}") if version is not None else (),
        )


def _quoted(version: SchemaVersion) -> str:
    return f" (“{plain(version.message, 60)}”)" if version.message else ""


def message_key() -> str:
    """Of the widget that takes the message of the next version."""
    return f"{_MESSAGE}.{st.session_state.get('evaljson.applied', 0)}"


def apply_button(key: str, is_new: bool) -> None:
    """The click is kept until it is carried out: a run of the page that is cut short must not swallow it."""
    st.button(APPLY, type="primary", key=key, disabled=not is_new, on_click=_ask)


def _ask() -> None:
    st.session_state[ASKED] = True


def in_words(found: Edited) -> str:
    """The message of a version that nobody has given one: what changes."""
    words = [f"{one.path or 'the record'}: {one.in_words()}" for one in found.changes]
    text = "; ".join(words)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _placeholder(found: Edited) -> str:
    words = in_words(found)
    return f"What is this change for? If empty: {words}" if words else "What is this change for? (optional)"


def _apply(evaluation: OpenEvaluation, found: Edited) -> None:
    """Put the edits in force with the message; rows that were refused stay in the grid."""
    if not found.is_new:
        st.session_state.pop(ASKED, None)
        return
    message = str(st.session_state.get(message_key(), "")).strip() or in_words(found)
    waiting = {one.path: one.cells for one in found.refused}

    def stored() -> None:
        remember_tried(evaluation, found)
        _stored()

    try:
        commit(evaluation, found.now.schema, waiting, message=message, text=found.now.text, stored=stored)
    except Conflict:
        st.session_state.pop(ASKED, None)
        st.rerun()
    except SchemaError as error:
        st.session_state.pop(ASKED, None)
        problem_box(error.problem, error.path, "Correct the schema; the schema in force and its runs are as before.")


def _stored() -> None:
    """The edits are a version now."""
    st.session_state.pop(ASKED, None)
    st.session_state.pop(DRAFT, None)
    st.session_state["evaljson.applied"] = st.session_state.get("evaljson.applied", 0) + 1
