"""Which evaluation is open: the one that the address names."""

from __future__ import annotations

import os
from typing import Final

import streamlit as st

from evaljson.store.actor import Role
from evaljson.ui.session import author, cache, choices, edits, last_change, server, widget_turn
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.news import heed_others
from evaljson.ui.session.noted_visits import note_opened
from evaljson.ui.session.read_evaluation import read_evaluation
from evaljson.ui.session.signed_in import way_in
from evaljson.workspace.listing import find
from evaljson.workspace.results_folders import SHOWN_FIRST
from evaljson.workspace.samples import FIRST, sample_evaluation

_EVALUATION: Final = "evaljson.evaluation"
_ROLE: Final = "evaljson.role"
ADDRESS: Final = "eval"
"""The name in the address of the id of the evaluation."""


def open_evaluation() -> OpenEvaluation:
    """Open what the address names, at the top of a page.

    Without an address: what was open last in this session, else what was changed last, else the sample. Puts the id in
    the address, and drops edits and cached values of another evaluation. Raises NotFound, NotAllowed.
    """
    last = _last()
    identity = asked() or (last.id if last is not None else _changed_last() or _sample(FIRST))
    evaluation = read_evaluation(identity)
    heed_others(last, evaluation)
    if last is not None and last.id != evaluation.id:
        cache.clear()
        edits.forget()
        last_change.forget()
        widget_turn.advance()
    elif last is not None and last.stored.schema_number != evaluation.stored.schema_number:
        widget_turn.advance()
    if last is None or last.revision != evaluation.revision or last.run_ids != evaluation.run_ids:
        cache.clear()
    st.session_state[_EVALUATION] = evaluation
    st.session_state[_ROLE] = server.role(identity)
    note_opened(identity)
    if asked() != identity:
        st.query_params[ADDRESS] = identity
    return evaluation


def current() -> OpenEvaluation:
    """Return the evaluation as this page run opened it."""
    evaluation = _last()
    assert evaluation is not None, "a page opens its evaluation first"
    return evaluation


def role_here() -> Role:
    """Return the role of the person of this session in the open evaluation, as this page run found it.

    It says what a page offers; what someone may do is decided by the store, at each call.
    """
    role: Role = st.session_state.get(_ROLE) or "viewer"
    evaluation = _last()
    if evaluation is not None and evaluation.is_of_folders:
        return "viewer"
    return "owner" if way_in() is None else role


def latest() -> OpenEvaluation:
    """Read the open evaluation again, as the store has it now: for clicks, and after a change. Raises NotFound."""
    return read_evaluation(asked() or current().id)


def asked() -> str | None:
    """Return the id of the evaluation that the address names."""
    identity: str | None = st.query_params.get(ADDRESS)
    return identity


def is_deleted(identity: str) -> bool:
    """Check whether an evaluation was deleted and can be restored."""
    return any(summary.id == identity for summary in server.store().evaluations.all(deleted=True))


def restore(identity: str) -> None:
    """Bring a deleted evaluation back."""
    evaluations = server.store().evaluations
    evaluations.undelete(identity, evaluations.get(identity, deleted=True).revision, by=author.who())


def go_to(identity: str) -> None:
    """Open another evaluation at the next page run, with nothing chosen in it."""
    choices.forget()
    st.query_params.from_dict({ADDRESS: identity})


def open_sample(name: str = FIRST) -> None:
    """Go to a bundled sample."""
    go_to(_sample(name))


def _last() -> OpenEvaluation | None:
    last: OpenEvaluation | None = st.session_state.get(_EVALUATION)
    return last


def _changed_last() -> str | None:
    """Return the evaluation that the app was started with, else the one that people here changed last.

    None where there are only samples.
    """
    if os.environ.get(SHOWN_FIRST):
        return os.environ[SHOWN_FIRST]
    ids = (
        summary.id for summary in find(server.store()) if not summary.is_sample and summary.schema_number is not None
    )
    return next(ids, None)


def _sample(name: str) -> str:
    with st.spinner("Scoring the sample"):
        return sample_evaluation(server.unguarded(), name)
