"""Unapplied edits are stored as they are made, under an id in the address.

So they survive a reload, and a link shows them to another person, who continues with a copy. The session holds what is
on the page (unapplied_edits.py); it is read from the store where the session has none: when it is new, when the address
names other edits, and when another evaluation was open meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import streamlit as st

from evaljson.base.any_text import dumped
from evaljson.base.errors import SchemaError
from evaljson.schema import parse_eval_schema
from evaljson.store import StoreError
from evaljson.ui.schema.apply_bar import message_key, versions_of
from evaljson.ui.schema.browser_mark import EDITS, mark, mark_browser, show_script
from evaljson.ui.schema.taken_suggestions import set_tried, tried_chain
from evaljson.ui.schema.unapplied_edits import SchemaDraft, discard, keep_draft, schema_draft
from evaljson.ui.session import author, edits, server, widget_turn
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import person
from evaljson.workspace.edited_schema import WrittenSchema
from evaljson.workspace.history import when
from evaljson.workspace.schema_edits import WorkingCopy, drop, of_browser, read, write
from evaljson.workspace.suggestion_chain import Chain
from evaljson.workspace.typed_schema import parse_json

_HELD, _LEFT, _NOTE, _OFFER = (f"evaljson.edits-{name}" for name in ("held", "left", "note", "offer"))
_GONE: Final = "The edits in this link no longer exist: they were applied or discarded, or not changed for 30 days."
_UNFIT: Final = "The edits in this link are based on a version of the schema that does not exist here."
_TOO_LARGE: Final = "These edits are too large to be stored: reloading the page loses them. Apply them soon."


@dataclass(frozen=True, slots=True)
class _HeldEdits:
    """What this session has last read or written of one evaluation."""

    identity: str | None
    """None: the store has not taken it."""
    copy: WorkingCopy
    message_key: str
    chain: Chain | None
    is_mine: bool


def resume(evaluation: OpenEvaluation) -> None:
    """Load the edits that the address names, or earlier ones, before the page is drawn."""
    asked, held = st.query_params.get(EDITS), _all().get(evaluation.id)
    is_new = asked is not None and asked not in _left() and (held is None or held.identity != asked)
    if is_new and asked is not None:
        _left().add(asked)
        copy = read(server.store(), evaluation.id, asked)
        if copy is None:
            st.session_state[_NOTE] = (evaluation.id, _GONE)
        elif not _take_up(evaluation, asked, copy):
            st.session_state[_NOTE] = (evaluation.id, _UNFIT)
        else:
            _left().discard(asked)
    elif held is not None and not edits.is_known():
        _take_up(evaluation, held.identity, held.copy)
    elif held is None and not edits.is_known() and mark():
        st.session_state[_OFFER] = (evaluation.id, of_browser(server.store(), evaluation.id, mark()))
    held = _all().get(evaluation.id)
    if held is not None and held.message_key == message_key() and message_key() not in st.session_state:
        st.session_state[message_key()] = held.copy.message  # a look at another page has dropped it


def keep(evaluation: OpenEvaluation, waits: bool) -> None:
    """Store new edits once all are known, or remove those that were applied or discarded."""
    held = _all().get(evaluation.id)
    if waits:
        st.session_state.pop(_OFFER, None)
        held = _written(evaluation, held)
    elif held is not None:
        if held.identity is not None:
            _left().add(held.identity)
            if held.is_mine:
                drop(server.store(), evaluation.id, held.identity, held.copy.stamp)
        _all().pop(evaluation.id)
        held = None
    identity = held.identity if held is not None else None
    if identity is not None and st.query_params.get(EDITS) != identity:
        st.query_params[EDITS] = identity
    elif identity is None and EDITS in st.query_params:
        del st.query_params[EDITS]
    show_script()
    _show_note(evaluation)
    _show_offer(evaluation)
    if held is not None:
        _show_whose(held)


def _written(evaluation: OpenEvaluation, held: _HeldEdits | None) -> _HeldEdits:
    now, chain = _of_now(evaluation, held)
    if held is not None and now.says_the_same(held.copy):
        return held
    mine = held if held is not None and held.is_mine else None
    try:
        written = write(
            server.store(), evaluation.id, mine.identity if mine is not None else None,
            mine.copy.stamp if mine is not None else "", now,
        )  # fmt: skip
        problem = _TOO_LARGE
    except StoreError as error:
        written, problem = None, f"These edits could not be stored, and reloading the page loses them: {error}"
    if held is not None and held.identity is not None and (written is None or written[0] != held.identity):
        _left().add(held.identity)
    if written is None:
        st.session_state[_NOTE] = (evaluation.id, problem)
    stored = _HeldEdits(written[0] if written else None, written[1] if written else now, message_key(), chain, True)
    _all()[evaluation.id] = stored
    return stored


def _of_now(evaluation: OpenEvaluation, held: _HeldEdits | None) -> tuple[WorkingCopy, Chain | None]:
    """Return the edits of the session, and the suggestions among them."""
    begun, chain, tried = schema_draft(evaluation), tried_chain(evaluation), None
    if chain is not None and chain.taken:
        known = held is not None and held.chain is chain
        tried = held.copy.tried if held is not None and known else json.loads(dumped(chain.as_json()))
    message = st.session_state.get(message_key(), held.copy.message if held is not None else "")
    copy = WorkingCopy(
        begun.number,
        begun.own.text if begun.own is not None else None,
        begun.broken,
        {path: dict(cells) for path, cells in edits.typed().items()},
        tried,
        str(message),
        by=author.who(),
        browser=mark_browser(),
    )
    return copy, chain


def _take_up(evaluation: OpenEvaluation, identity: str | None, copy: WorkingCopy) -> bool:
    """Put edits on the page. Return False where they are based on a version that does not exist."""
    version = next((known for known in versions_of(evaluation) if known.number == copy.number), None)
    if version is None and copy.number is not None:
        return False
    own, broken = _read_own(copy)
    base = own.schema if own is not None else version.schema if version is not None else evaluation.schema
    names = {name for name, _ in parse_eval_schema(base).fields_by_name()}
    chain = _read_chain(copy.tried)
    keep_draft(SchemaDraft(evaluation.id, copy.number, own, broken))
    edits.set_pending({path: dict(cells) for path, cells in copy.cells.items() if path in names})
    widget_turn.advance()
    set_tried(evaluation, chain)
    st.session_state[message_key()] = copy.message
    is_mine = bool(mark()) and copy.browser == mark()
    _all()[evaluation.id] = _HeldEdits(identity, copy, message_key(), chain, is_mine)
    return True


def _read_own(copy: WorkingCopy) -> tuple[WrittenSchema | None, str | None]:
    """Read the schema in the place of the version; text that is not a schema (any more) is kept to be corrected."""
    if copy.own is None:
        return None, copy.broken
    try:
        schema = parse_json(copy.own)
        parse_eval_schema(schema)
    except SchemaError:
        return None, copy.broken if copy.broken is not None else copy.own
    return WrittenSchema(copy.own, schema), copy.broken


def _read_chain(tried: Mapping[str, Any] | None) -> Chain | None:
    """Read the suggestions; None too for those of another version of the program: the edits do not depend on them."""
    try:
        return None if tried is None else Chain.of(tried)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _all() -> dict[str, _HeldEdits]:
    """Return the stored edits that this session knows, by evaluation."""
    edits_by_id: dict[str, _HeldEdits] = st.session_state.setdefault(_HELD, {})
    return edits_by_id


def _left() -> set[str]:
    """Return the ids that this session is done with: a browser may still send an address with one of them."""
    ids: set[str] = st.session_state.setdefault(_LEFT, set())
    return ids


def _show_note(evaluation: OpenEvaluation) -> None:
    identity, note = st.session_state.get(_NOTE, (None, ""))
    if identity != evaluation.id:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"⚠ {plain(note, 500)}")
        st.button("OK", key="schema.edits-ok", on_click=st.session_state.pop, args=(_NOTE, None))


def _show_offer(evaluation: OpenEvaluation) -> None:
    """Offer edits that were begun in this browser, where the address no longer names them."""
    whose, offer = st.session_state.get(_OFFER, (None, None))
    if whose != evaluation.id or offer is None:
        return
    identity, copy = offer
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"**Your edits{_moment(copy)} are not applied.**")
        st.button("Continue editing", key="schema.edits-go-on", on_click=_go_on, args=(identity,))
        st.button(
            "Discard the edits", key="schema.edits-drop", on_click=_drop, args=(evaluation.id, identity, copy.stamp)
        )


def _go_on(identity: str) -> None:
    st.session_state.pop(_OFFER, None)
    st.query_params[EDITS] = identity


def _drop(evaluation: str, identity: str, stamp: str) -> None:
    st.session_state.pop(_OFFER, None)
    drop(server.store(), evaluation, identity, stamp)


def _show_whose(held: _HeldEdits) -> None:
    if held.is_mine:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"These edits are by **{plain(person(held.copy.by), 40)}**{_moment(held.copy)}. Your changes become a copy "
            "of your own, and theirs stay as they are."
        )
        st.button("Show the current version", key="schema.edits-leave", on_click=discard)


def _moment(copy: WorkingCopy) -> str:
    return f" of {when(datetime.fromisoformat(copy.changed))}" if copy.changed else ""
