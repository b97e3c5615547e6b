"""Two people who edit at once: what somebody else put in force is merged with what waits here, or asked about."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evaljson.base.jsontypes import ABSENT
from evaljson.store import SchemaVersion
from evaljson.ui.schema.draft import ASKED, Written, discard, draft, in_force, is_usable, stands_on
from evaljson.ui.session import server, state
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.rescore import is_own
from evaljson.wording.settings import setting_changes, setting_in_words
from evaljson.wording.words import person
from evaljson.workspace.json_edit import rewrite
from evaljson.workspace.schema_grid import apply_edits
from evaljson.workspace.schema_merge import Clash, Merged, Place, Side, merge

_NOTE: Final = "evaljson.merged"
_MINE, _THEIRS, _LISTED = "Mine", "Theirs", 6


def catch_up(evaluation: OpenEvaluation) -> bool:
    """Let the edits stand on the version in force. False: they clash with it, and the page waits for a choice."""
    found = draft(evaluation)
    number = evaluation.stored.schema_number
    if found.number == number or number is None or found.number is None:
        _show_note()
        return True
    st.session_state.pop(ASKED, None)  # what it was asked for is something else now
    versions = server.store().schemas.all(evaluation.id)
    base = next(one for one in versions if one.number == found.number)
    since = [one for one in versions if one.number > found.number]
    mine, refused = apply_edits(found.own.schema if found.own is not None else base.schema, state.typed())
    merged = merge(base.schema, mine, evaluation.schema)
    if merged.clashes:
        chosen = _ask(evaluation, merged, since)
        if chosen is None:
            return False
        merged = merge(base.schema, mine, evaluation.schema, chosen)
    problem = is_usable(merged.schema)
    if problem is not None:
        _show_unfit(str(problem), problem.path, since)
        return False
    _take(evaluation, merged, {one.path: dict(one.cells) for one in refused})
    others = [one for one in since if not is_own(evaluation.id, one.number)]
    if others and not merged.clashes and setting_changes(evaluation.schema, merged.schema):
        st.session_state[_NOTE] = _told(base, others)
    st.rerun()


def _take(evaluation: OpenEvaluation, merged: Merged, refused: dict[str, dict[str, object]]) -> None:
    text = in_force(evaluation).text
    own = None
    if setting_changes(evaluation.schema, merged.schema):
        own = Written(rewrite(text, merged.schema), merged.schema)
    stands_on(evaluation, evaluation.stored.schema_number, own)
    names = {name for name, _ in evaluation.tree.fields_by_name()}
    state.set_pending({path: cells for path, cells in refused.items() if path in names})
    state.next_turn()


def _told(base: SchemaVersion, others: list[SchemaVersion]) -> str:
    who = " and ".join(dict.fromkeys(plain(person(one.author), 40) for one in others))
    changes = setting_changes(base.schema, others[-1].schema)
    words = "; ".join(plain(str(change), 120) for change in changes[:_LISTED])
    more = f"; and {len(changes) - _LISTED:,} more" if len(changes) > _LISTED else ""
    return (
        f"**{who}** changed the schema while you were at it (version {others[-1].number}): {words}{more}. "
        "Your changes touch other settings and stand on top of it."
    )


def _show_note() -> None:
    told = st.session_state.get(_NOTE)
    if told is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(told)
        st.button("OK", key="schema.merged-ok", on_click=st.session_state.pop, args=(_NOTE, None))


def _ask(evaluation: OpenEvaluation, merged: Merged, since: list[SchemaVersion]) -> dict[Place, Side] | None:
    """A choice for every clash; None as long as it is not made."""
    who = " and ".join(dict.fromkeys(plain(person(one.author), 40) for one in since))
    with st.container(border=True):
        st.markdown(
            f"⚠ **{who}** and you changed the same settings. Nothing is overwritten: choose what shall stand. "
            "What you changed elsewhere is kept."
        )
        chosen: dict[Place, Side] = {}
        for clash in merged.clashes:
            side = st.radio(
                _label(clash),
                [_MINE, _THEIRS],
                index=None,
                format_func=partial(_option, clash),
                key=f"schema.clash.{evaluation.stored.schema_number}.{clash.path}.{clash.key}",
            )
            if side is not None:
                chosen[clash.place] = "mine" if side == _MINE else "theirs"
        with st.container(horizontal=True):
            ready = len(chosen) == len(merged.clashes)
            go = st.button("Go on with these", type="primary", key="schema.clash-go", disabled=not ready)
            st.button("Drop all my changes", key="schema.clash-drop", on_click=discard)
        st.caption("After that your changes still wait to be applied.")
    return chosen if go else None


def _label(clash: Clash) -> str:
    key = clash.key.removeprefix("x-eval-") or "the field itself"
    return f"**{plain(clash.path or 'the record', 80)}**: {plain(key, 40)}"


def _option(clash: Clash, side: str) -> str:
    return f"{side}: {plain(_value(clash, side), 100)}"


def _value(clash: Clash, side: str) -> str:
    value = clash.mine if side == _MINE else clash.theirs
    if not clash.key:
        return "taken out" if value is ABSENT else "kept, with changes"
    return setting_in_words(clash.key, value)


def _show_unfit(problem: str, path: str, since: list[SchemaVersion]) -> None:
    who = " and ".join(dict.fromkeys(person(one.author) for one in since))
    problem_box(
        f"Your changes and those of {who} do not fit together: {problem}", path, "Drop yours and make them again."
    )
    st.button("Drop all my changes", key="schema.clash-drop", on_click=discard)
