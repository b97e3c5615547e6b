"""Trying, applying and undoing suggestions: what is tried waits among the edits, what is applied is a version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.store import Conflict
from evaljson.suggest import Suggestion
from evaljson.ui.schema.unapplied_edits import edited, replace_schema
from evaljson.ui.session import author, edits, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt, show_conflict
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.rescore import commit
from evaljson.wording.words import counted
from evaljson.workspace.edited_schema import EditedSchema
from evaljson.workspace.suggestion_chain import Chain, begun, is_in
from evaljson.workspace.suggestions import chain_of, keep_chain

_TRIED, _ASKED = "evaljson.suggest-tried", "evaljson.suggest-apply"
_APPLY, _UNDO = "apply", "undo"
_NEXT: Final = {
    _APPLY: "Apply one of them, or set it by hand on the Fields tab.",
    _UNDO: "Change the field itself on the Fields tab, or restore an earlier version.",
}
Change = tuple[str, str, tuple[Suggestion, ...]]
"""Evaluation, what to do, and with which."""


def tried(evaluation: OpenEvaluation, found: EditedSchema) -> tuple[Suggestion, ...]:
    """Those among the edits that wait; what is applied by now waits no longer."""
    chain = tried_chain(evaluation)
    if chain is None:
        return ()
    return tuple(one for one in chain.in_force(found.now.schema) if not is_in(evaluation.schema, one))


def try_it(evaluation: OpenEvaluation, ones: Sequence[Suggestion]) -> None:
    """Put some among the edits that wait. For the click of a button."""
    now = edited(evaluation).now.schema
    chain = tried_chain(evaluation) or begun(now)
    _write(evaluation, lambda: chain.with_more(now, ones))


def take_back(evaluation: OpenEvaluation, one: Suggestion) -> None:
    """Take one out of the edits again; the others stay."""
    now = edited(evaluation).now.schema
    chain = tried_chain(evaluation)
    if chain is not None:
        _write(evaluation, lambda: chain.less(now, one))


def drop_tried(evaluation: OpenEvaluation) -> None:
    """Take all that is tried out of the edits; what else was edited stays."""
    now = edited(evaluation).now.schema
    chain = tried_chain(evaluation)
    if chain is not None:
        _write(evaluation, lambda: chain.less_all(now))


def _write(evaluation: OpenEvaluation, make: Callable[[], Chain]) -> None:
    def work() -> None:
        chain = make()
        replace_schema(evaluation, chain.last)
        set_tried(evaluation, chain)

    attempt(work, is_change=False)  # among one's edits, which are no change before they are applied


def tried_chain(evaluation: OpenEvaluation) -> Chain | None:
    """What is tried, as it is put together with the other edits."""
    found = st.session_state.get(_TRIED)
    return found[1] if found is not None and found[0] == evaluation.id else None


def set_tried(evaluation: OpenEvaluation, chain: Chain | None) -> None:
    """Put another one in its place."""
    st.session_state[_TRIED] = None if chain is None else (evaluation.id, chain)


def ask_to_apply(evaluation: OpenEvaluation, ones: Sequence[Suggestion]) -> None:
    """The click is kept until it is carried out: a run of the page that is cut short must not swallow it."""
    st.session_state[_ASKED] = (evaluation.id, _APPLY, tuple(ones))


def _ask_to_undo(evaluation: OpenEvaluation, one: Suggestion) -> None:
    st.session_state[_ASKED] = (evaluation.id, _UNDO, (one,))


def carry_out(evaluation: OpenEvaluation) -> None:
    """Apply or undo what was asked for, as a version of its own; other edits go on waiting."""
    asked: Change | None = st.session_state.get(_ASKED)
    if asked is None:
        return
    identity, what, ones = asked
    if identity != evaluation.id:
        st.session_state.pop(_ASKED, None)
        return
    chain = chain_of(server.store(), evaluation.id) or begun(evaluation.schema)
    try:
        now = evaluation.schema
        changed = chain.less(now, ones[0]) if what == _UNDO else chain.with_more(now, ones)
        commit(
            evaluation,
            changed.last,
            edits.typed(),
            message=_message(what, ones),
            stored=lambda: _done(evaluation, changed, what, ones),
        )
    except Conflict as error:
        st.session_state.pop(_ASKED, None)
        show_conflict(error)
    except EvaljsonError as error:
        st.session_state.pop(_ASKED, None)
        problem_box(getattr(error, "problem", str(error)), getattr(error, "path", ""), _NEXT[what])


def _done(evaluation: OpenEvaluation, changed: Chain, what: str, ones: Sequence[Suggestion]) -> None:
    st.session_state.pop(_ASKED, None)
    keep_chain(server.store(), evaluation.id, changed, by=author.who())
    chain = tried_chain(evaluation)
    if chain is not None and what != _UNDO:
        now = edited(evaluation).now.schema
        set_tried(evaluation, chain.settled(now, ones))


def remember_tried(evaluation: OpenEvaluation, found: EditedSchema) -> None:
    """All edits are in force now, what was tried among them: it can be undone one by one."""
    ones = tried(evaluation, found)
    chain = chain_of(server.store(), evaluation.id)
    if ones:
        keep_chain(
            server.store(),
            evaluation.id,
            _together(evaluation, found, chain, ones),
            by=author.who(),
        )
    st.session_state.pop(_TRIED, None)


def _together(
    evaluation: OpenEvaluation, found: EditedSchema, before: Chain | None, ones: tuple[Suggestion, ...]
) -> Chain:
    now, mine = found.now.schema, tried_chain(evaluation)
    assert mine is not None
    own = mine.less_all(now).last
    try:
        base = own if before is None else before.less_all(own).last
        older = () if before is None else before.in_force(own)
    except EvaljsonError:
        base, older = own, ()
    return Chain(base, now, (*older, *(one for one in ones if one.id not in {old.id for old in older})))


def _message(what: str, ones: Sequence[Suggestion]) -> str:
    first = f"undo: {ones[0].title}" if what == _UNDO else ones[0].title
    return (first if len(ones) == 1 else f"{first}; and {counted(len(ones) - 1, 'more suggestion')}")[:500]


def show_taken(evaluation: OpenEvaluation) -> None:
    """Those that were applied, each with a way back."""
    chain = chain_of(server.store(), evaluation.id)
    ones = chain.in_force(evaluation.schema) if chain is not None else ()
    if not ones:
        return
    with st.expander(f"✓ {counted(len(ones), 'suggestion')} applied", expanded=len(ones) <= 3):
        for one in ones:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(plain(one.title, 200))
                st.button("Undo", key=f"suggest.undo.{one.id}", on_click=_ask_to_undo, args=(evaluation, one))
