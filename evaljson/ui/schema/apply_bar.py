"""The bar above the editors: the current version, the unapplied edits, and buttons to apply, discard, undo and redo."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Final

import streamlit as st

from evaljson.base.errors import SchemaError
from evaljson.base.listed import first_of
from evaljson.store import Conflict, SchemaVersion
from evaljson.ui.schema.taken_suggestions import remember_tried
from evaljson.ui.schema.unapplied_edits import discard, forget_draft, schema_draft
from evaljson.ui.schema.what_if import summary
from evaljson.ui.session import cache, edits, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.commit_schema import back_to, commit
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.version_message import quoted, whole
from evaljson.wording.many_changes import changes_in_words
from evaljson.wording.short_names import begun
from evaljson.wording.words import counted, person
from evaljson.workspace.edited_schema import EditedSchema
from evaljson.workspace.history import when
from evaljson.workspace.schema_grid import cells_by_path
from evaljson.workspace.versions import REDONE, UNDONE, redo_of, undo_of

APPLY: Final = "Apply and score again"
_MESSAGE: Final = "schema.message"
_CLICKED, _APPLIED = "evaljson.apply", "evaljson.applied"
"""A click on Apply that is not carried out yet; how often edits were applied in this session."""
_HINT: Final = 300
"""Characters of the words that are offered as a message."""
_LONGEST: Final = 10_000
"""Characters of a message that is made from the changes."""


def versions_of(evaluation: OpenEvaluation) -> list[SchemaVersion]:
    """List all versions, oldest first."""
    return cache.derived(("versions", evaluation.revision), lambda: server.store().schemas.all(evaluation.id))


def show_bar(evaluation: OpenEvaluation, schema: EditedSchema, variant: str | None) -> None:
    """Show the unapplied edits with their buttons, and apply them where that was clicked."""
    broken = schema_draft(evaluation).broken
    with st.container(border=True):
        state, buttons = st.columns([5, 3], vertical_alignment="center")
        with state:
            _show_state(evaluation, schema)
            figures = summary(evaluation, schema, variant)
            if figures:
                st.markdown(figures)
        with buttons, st.container(horizontal=True, horizontal_alignment="right"):
            _show_undo_and_redo(evaluation)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text_input(
                "Message",
                key=message_key(),
                placeholder=_placeholder(schema),
                label_visibility="collapsed",
                max_chars=500,
                disabled=not schema.is_new,
            )
            apply_button("schema.apply", schema.is_new and broken is None)
            has_edits = schema.is_new or bool(edits.typed())
            st.button("Discard changes", key="schema.discard", disabled=not has_edits, on_click=discard)
    if broken is not None:
        st.error("What is typed as JSON is no eval schema yet. Correct it, or press *Back to valid text* there.")
    for one in schema.refused:
        st.error(f"**{plain(one.path, 120)}**, {one.columns}: {plain(one.reason, 600)}")
    if schema.refused:
        st.caption("What cannot be applied stays in the grid until you correct it there, or in the form beside it.")
    if broken is not None:  # typed right before the click
        forget_click()
    if st.session_state.get(_CLICKED):
        _apply(evaluation, schema)


def _show_state(evaluation: OpenEvaluation, schema: EditedSchema) -> None:
    count = len(schema.changes) + sum(len(row.cells) for row in schema.refused)
    if count:
        them = "it" if count == 1 else "them"
        ready = ""
        if schema.refused:
            can = f"{len(schema.changes):,}" if schema.changes else "None"
            ready = f" {can} of them can be applied." if count > 1 else " It cannot be applied."
        st.markdown(f"**{counted(count, 'change')} not applied yet.**{ready} Other pages do not include {them}.")
        return
    if schema.is_new:
        st.markdown("**Only the layout of the JSON text changed.** Not applied yet.")
        return
    number = evaluation.stored.schema_number
    version = next((version for version in versions_of(evaluation) if version.number == number), None)
    if version is None:
        st.markdown("There is no schema yet.")
        return
    message = f": {said}" if (said := quoted(version)) else ""
    by = f"by {plain(person(version.author), 40)}, {when(version.created)}"
    st.markdown(f"**Version {version.number}** is the current version, {by}{message}.", help=whole(version))


def _show_undo_and_redo(evaluation: OpenEvaluation) -> None:
    number = evaluation.stored.schema_number
    versions = versions_of(evaluation)
    back = undo_of(versions, number) if number is not None else None
    forth = redo_of(versions, number) if number is not None else None
    for version, label, key, called in (
        (back, "↶ Undo version", "undo", UNDONE),
        (forth, "↷ Redo version", "redo", REDONE),
    ):
        about = (
            f"Back to version {version.number}{_quoted(version)}, as a new version." if version is not None else None
        )
        st.button(
            label,
            key=f"schema.{key}-version",
            on_click=back_to,
            args=(version, f"{called}{version.number}") if version is not None else (),
            **needs("editor", disabled=version is None, help=about),
        )


def _quoted(version: SchemaVersion) -> str:
    return f" ({said})" if (said := quoted(version)) else ""


def message_key() -> str:
    """Return the key of the widget for the message of the next version."""
    return f"{_MESSAGE}.{st.session_state.get(_APPLIED, 0)}"


def apply_button(key: str, is_new: bool) -> None:
    """Show a button that applies the edits.

    Its click is kept until it is carried out, so that a page run that is cut short does not lose it.
    """
    st.button(APPLY, type="primary", key=key, on_click=_click, **needs("editor", disabled=not is_new))


def _click() -> None:
    st.session_state[_CLICKED] = True


def forget_click() -> None:
    """Drop a click on Apply that is not carried out yet."""
    st.session_state.pop(_CLICKED, None)


def in_words(schema: EditedSchema) -> str:
    """List the changes, as the message of a version without one; of very many, as many as fit, and how many more."""
    listed = changes_in_words(schema.changes)
    ends = list(accumulate(len(one) + len("; ") for one in listed))
    return first_of(listed, max(bisect_right(ends, _LONGEST), 1), "; ")


def _placeholder(schema: EditedSchema) -> str:
    words = begun(in_words(schema), _HINT)
    return f"What is this change for? If empty: {words}" if words else "What is this change for? (optional)"


def _apply(evaluation: OpenEvaluation, schema: EditedSchema) -> None:
    """Make the edits a version; refused rows stay in the grid."""
    if not schema.is_new:
        forget_click()
        return
    message = str(st.session_state.get(message_key(), "")).strip() or in_words(schema)
    refused = cells_by_path(schema.refused)

    def stored() -> None:
        remember_tried(evaluation, schema)
        _note_applied()

    try:
        commit(evaluation, schema.now.schema, refused, message=message, text=schema.now.text, stored=stored)
    except Conflict:
        forget_click()
        st.rerun()
    except SchemaError as error:
        forget_click()
        problem_box(error.problem, error.path, "Correct the schema. The current version and its runs are unchanged.")


def _note_applied() -> None:
    forget_click()
    forget_draft()
    st.session_state[_APPLIED] = st.session_state.get(_APPLIED, 0) + 1
