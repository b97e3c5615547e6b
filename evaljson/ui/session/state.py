"""What lasts from one click to the next: the evaluation that the address names, and unsaved edits of this session."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from evaljson.ui.session import server
from evaljson.ui.session.evaluation import DataDraft, OpenEvaluation
from evaljson.ui.session.open_evaluation import opened
from evaljson.ui.session.own_name import remembered
from evaljson.wording.words import NOBODY as NOBODY
from evaljson.workspace.listing import find
from evaljson.workspace.samples import FIRST, sample_evaluation

T = TypeVar("T")
_EVALUATION, _DERIVED, _CHOICES, _SHOWN, _PENDING, _TYPED, _BEFORE, _TURN = (
    f"evaljson.{name}" for name in ("evaluation", "derived", "choices", "shown", "pending", "typed", "before", "turn")
)
NAME = "evaljson.name"
"""Key of the widget in which people give their name."""
ADDRESS = "eval"
"""The name in the address under which the id of the evaluation stands."""


def evaluation() -> OpenEvaluation:
    """What the address names; else what was open last in this session, else what was changed last, else the sample.

    Raises NotFound.
    """
    last: OpenEvaluation | None = st.session_state.get(_EVALUATION)
    identity = st.query_params.get(ADDRESS) or (last.id if last is not None else _changed_last() or _sample(FIRST))
    found = opened(identity)
    if last is not None and last.id != found.id:
        _forget()
    elif last is not None and last.stored.schema_number != found.stored.schema_number:
        next_turn()
    if last is None or last.revision != found.revision or last.run_ids != found.run_ids:
        st.session_state[_DERIVED] = {}
    st.session_state[_EVALUATION] = found
    if st.query_params.get(ADDRESS) != identity:
        st.query_params[ADDRESS] = identity
    return found


def asked() -> str | None:
    """The evaluation that the address names."""
    found: str | None = st.query_params.get(ADDRESS)
    return found


def is_deleted(identity: str) -> bool:
    """Whether it can be restored."""
    return any(one.id == identity for one in server.store().evaluations.all(deleted=True))


def restore(identity: str) -> None:
    """Bring a deleted evaluation back."""
    evaluations = server.store().evaluations
    evaluations.undelete(identity, evaluations.get(identity, deleted=True).revision, by=who())


def go_to(identity: str) -> None:
    """Open another evaluation, with nothing chosen in it."""
    forget_choices()
    st.query_params[ADDRESS] = identity


def _changed_last() -> str | None:
    """Of the evaluations that people made here; None where there is none yet."""
    own = (one.id for one in find(server.store()) if not one.is_sample and one.schema_number is not None)
    return next(own, None)


def _sample(name: str) -> str:
    with st.spinner("Scoring the sample"):
        return sample_evaluation(server.store(), name)


def open_sample(name: str = FIRST) -> None:
    """Open a bundled sample, with nothing chosen in it."""
    go_to(_sample(name))


def who() -> str:
    """Who makes changes here: the name that was signed in or given, now or before in this browser, for the history."""
    signed_in = st.user.get("email") or st.user.get("name")
    given = st.session_state[NAME] if NAME in st.session_state else remembered()
    return str(signed_in or given or NOBODY)


def _forget() -> None:
    for name in (_DERIVED, _PENDING, _TYPED, _BEFORE):
        st.session_state.pop(name, None)
    next_turn()


def draft() -> DataDraft | None:
    """The files that are being put together, if that is what is open."""
    from evaljson.ui.session.drafts import draft_in

    return draft_in(evaluation())


def set_draft(new: DataDraft | None) -> None:
    """Begin, change or drop the draft; it is stored at once."""
    from evaljson.ui.session.drafts import drop_draft, keep_draft

    if new is None:
        drop_draft(evaluation())
    else:
        keep_draft(evaluation(), new)


def pending() -> dict[str, dict[str, Any]]:
    """Edits of the schema that the grid begins with, beside the schema itself: path -> column -> cell."""
    found: dict[str, dict[str, Any]] = st.session_state.get(_PENDING, {})
    return found


def set_pending(edits: dict[str, dict[str, Any]]) -> None:
    """Let the grid begin with these edits."""
    st.session_state[_PENDING] = edits
    st.session_state[_TYPED] = edits


def typed() -> dict[str, dict[str, Any]]:
    """All edits of the schema that are not applied yet; they outlive a look at another page."""
    found: dict[str, dict[str, Any]] = st.session_state.get(_TYPED, {})
    return found


def has_typed() -> bool:
    """Whether the Schema page knows of such edits, if only that there are none: not in a new session."""
    return _TYPED in st.session_state


def set_typed(edits: dict[str, dict[str, Any]]) -> None:
    """Remember what is not applied yet."""
    st.session_state[_TYPED] = edits


def before() -> OpenEvaluation | None:
    """What was open before the schema was changed last, with its runs.

    None once something else is opened, or the schema was changed again in another way or by somebody else: going back
    to it would undo that as well.
    """
    old, number = st.session_state.get(_BEFORE) or (None, None)
    return old if old is not None and evaluation().stored.schema_number == number else None


def set_before(old: OpenEvaluation, number: int) -> None:
    """Keep it, to tell what the change to version `number` did, and to go back."""
    st.session_state[_BEFORE] = (old, number)


def forget_before() -> None:
    """What the change did was read."""
    st.session_state[_BEFORE] = None


def derived(key: Hashable, build: Callable[[], T]) -> T:
    """A value worked out once for what is open: `key` names all that it depends on (see Evaluation.run_key)."""
    kept: dict[Hashable, Any] = st.session_state.setdefault(_DERIVED, {})
    if key not in kept:
        kept[key] = build()
    found: T = kept[key]
    return found


def choices() -> dict[str, str]:
    """What was chosen last, by the name it has in the address: a, b, record, field, status."""
    found: dict[str, str] = st.session_state.setdefault(_CHOICES, {})
    return found


def shown() -> dict[str, str]:
    """Of the pages that show one variant: `a`, and `b` beside it, where that was chosen there; "" for none.

    Overview and Compare keep what they hold against each other. Once something else is compared there, that is shown.
    """
    compared = choices().get("a"), choices().get("b")
    before, found = st.session_state.get(_SHOWN) or (compared, {})
    if all(before) and before != compared:
        found = {}
    st.session_state[_SHOWN] = (compared, found)
    return found


def forget_choices() -> None:
    """Nothing is chosen."""
    st.session_state[_CHOICES] = {}
    st.session_state.pop(_SHOWN, None)
    identity = st.query_params.get(ADDRESS)
    st.query_params.clear()
    if identity is not None:
        st.query_params[ADDRESS] = identity


def turn() -> int:
    """A number for the keys of widgets that begin anew after each commit."""
    return int(st.session_state.setdefault(_TURN, 0))


def next_turn() -> None:
    """Let those widgets begin anew."""
    st.session_state[_TURN] = turn() + 1
