"""The edits that wait are kept in the store as they are made, under an id that stands in the address.

So they outlive a reload, and a link shows them to somebody else, who goes on with a copy. What is on the page is in the
session (see draft.py); it is read from the store where the session has nothing of it: when it is new, when the
address names other edits, and when another evaluation was open meanwhile.
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
from evaljson.ui.shared.schema_file import parse_json
from evaljson.wording.words import person
from evaljson.workspace.edited_schema import WrittenSchema
from evaljson.workspace.history import when
from evaljson.workspace.schema_edits import WorkingCopy, drop, of_browser, read, write
from evaljson.workspace.suggestion_chain import Chain

_HELD, _LEFT, _NOTE, _OFFER = (f"evaljson.edits-{name}" for name in ("held", "left", "note", "offer"))
_GONE: Final = (
    "The edits that this address names are not here any more: they were applied or discarded, or nobody touched them "
    "for 30 days."
)
_UNFIT: Final = "The edits that this address names stand on a version of the schema that is not here."
_TOO_LARGE: Final = "These edits are too large to be kept: a reload of the page loses them. Apply them soon."


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
    """Before the page is drawn: take up the edits that the address names, or those of before."""
    asked, held = st.query_params.get(EDITS), _all().get(evaluation.id)
    is_new = asked is not None and asked not in _left() and (held is None or held.identity != asked)
    if is_new and asked is not None:
        _left().add(asked)
        found = read(server.store(), evaluation.id, asked)
        if found is None:
            st.session_state[_NOTE] = (evaluation.id, _GONE)
        elif not _take_up(evaluation, asked, found):
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
    """As soon as all edits are known: write down what is new, or remove what waits no longer."""
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
    own = held if held is not None and held.is_mine else None
    try:
        made = write(
            server.store(), evaluation.id, own.identity if own is not None else None,
            own.copy.stamp if own is not None else "", now,
        )  # fmt: skip
        problem = _TOO_LARGE
    except StoreError as error:
        made, problem = None, f"These edits could not be kept, and a reload of the page loses them: {error}"
    if held is not None and held.identity is not None and (made is None or made[0] != held.identity):
        _left().add(held.identity)
    if made is None:
        st.session_state[_NOTE] = (evaluation.id, problem)
    found = _HeldEdits(made[0] if made else None, made[1] if made else now, message_key(), chain, True)
    _all()[evaluation.id] = found
    return found


def _of_now(evaluation: OpenEvaluation, held: _HeldEdits | None) -> tuple[WorkingCopy, Chain | None]:
    """The edits of the session, and the suggestions among them."""
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
    """Put them on the page. False: they stand on a version that is not here."""
    version = next((one for one in versions_of(evaluation) if one.number == copy.number), None)
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
    """The schema in the place of the version; text that is none (any more) waits to be corrected."""
    if copy.own is None:
        return None, copy.broken
    try:
        schema = parse_json(copy.own)
        parse_eval_schema(schema)
    except SchemaError:
        return None, copy.broken if copy.broken is not None else copy.own
    return WrittenSchema(copy.own, schema), copy.broken


def _read_chain(tried: Mapping[str, Any] | None) -> Chain | None:
    """None too for what another version of the program has written: the edits themselves do not rest on it."""
    try:
        return None if tried is None else Chain.of(tried)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _all() -> dict[str, _HeldEdits]:
    """By evaluation."""
    found: dict[str, _HeldEdits] = st.session_state.setdefault(_HELD, {})
    return found


def _left() -> set[str]:
    """Ids that this session is done with: a browser may still send an address with one of them."""
    found: set[str] = st.session_state.setdefault(_LEFT, set())
    return found


def _show_note(evaluation: OpenEvaluation) -> None:
    identity, told = st.session_state.get(_NOTE, (None, ""))
    if identity != evaluation.id:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"⚠ {plain(told, 500)}")
        st.button("OK", key="schema.edits-ok", on_click=st.session_state.pop, args=(_NOTE, None))


def _show_offer(evaluation: OpenEvaluation) -> None:
    """Edits that were begun in this browser, where the address has forgotten them."""
    whose, found = st.session_state.get(_OFFER, (None, None))
    if whose != evaluation.id or found is None:
        return
    identity, copy = found
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"**You began to edit this schema{_moment(copy)}** and have not applied it.")
        st.button("Go on with it", key="schema.edits-go-on", on_click=_go_on, args=(identity,))
        st.button("Discard it", key="schema.edits-drop", on_click=_drop, args=(evaluation.id, identity, copy.stamp))


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
            f"These edits are by **{plain(person(held.copy.by), 40)}**{_moment(held.copy)}. Go on with them as you "
            "like: what you change becomes a copy of your own, and theirs stay."
        )
        st.button("Show what is in force", key="schema.edits-leave", on_click=discard)


def _moment(copy: WorkingCopy) -> str:
    return f", {when(datetime.fromisoformat(copy.changed))}" if copy.changed else ""
