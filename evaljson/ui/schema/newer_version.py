"""A newer version of the schema meets the edits of this page: they are merged, or the page asks which side to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import streamlit as st

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import ABSENT
from evaljson.schema.parse.defaults import KEY as DEFAULTS
from evaljson.store import SchemaVersion
from evaljson.ui.schema.apply_bar import forget_click
from evaljson.ui.schema.unapplied_edits import base_on, current_version, discard, schema_draft
from evaljson.ui.session import edits, server, widget_turn
from evaljson.ui.session.author import is_oneself
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_versions import is_own
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.wording.settings import setting_in_words, setting_label
from evaljson.wording.words import person
from evaljson.workspace.schema_catch_up import CaughtUp, OthersChange, catch_up, others_change
from evaljson.workspace.schema_merge import Clash, Place, Side

_NOTE: Final = "evaljson.merged"
_MINE, _THEIRS, _LISTED = "Mine", "Theirs", 6
_OF_ONE: Final = {_MINE: "This edit", _THEIRS: "The version since"}
"""What the sides are called where both are of one person."""


def meet_newer_version(evaluation: OpenEvaluation) -> bool:
    """Base the edits on the current version. Return False where they clash with it: the page asks for a choice."""
    draft, number = schema_draft(evaluation), evaluation.stored.schema_number
    if draft.number == number or number is None or draft.number is None:
        _show_note()
        return True
    forget_click()  # it was meant for another version
    versions = server.store().schemas.all(evaluation.id)
    base = next(version for version in versions if version.number == draft.number)
    since = [version for version in versions if version.number > draft.number]
    merge = partial(
        catch_up,
        base.schema,
        None if draft.own is None else draft.own.schema,
        edits.typed(),
        current_version(evaluation),
    )
    result = merge()
    has_clashes = bool(result.clashes)
    if has_clashes:
        chosen = _ask(evaluation, result.clashes, since)
        if chosen is None:
            return False
        result = merge(chosen)
    if result.problem is not None:
        _show_unfit(evaluation, result.problem, since)
        return False
    _take(evaluation, result)
    others = others_change(base, [version for version in since if not is_own(evaluation.id, version.number)])
    if others is not None and result.own is not None and not has_clashes:
        st.session_state[_NOTE] = _in_words(others)
    st.rerun()


def _take(evaluation: OpenEvaluation, result: CaughtUp) -> None:
    base_on(evaluation, evaluation.stored.schema_number, result.own)
    edits.set_pending({path: dict(cells) for path, cells in (result.cells or {}).items()})
    widget_turn.advance()


def _in_words(others: OthersChange) -> str:
    names = [plain(person(author), 40) for author in others.authors if not is_oneself(author)]
    changed = f"**{' and '.join(dict.fromkeys(names))}** changed the schema while you were editing"
    if not names:
        changed = "You changed the schema elsewhere since"
    changes = "; ".join(plain(str(change), 120) for change in others.changes[:_LISTED])
    more = f"; and {len(others.changes) - _LISTED:,} more" if len(others.changes) > _LISTED else ""
    return f"{changed} (version {others.number}): {changes}{more}. Your edits touch other settings and were kept."


def _show_note() -> None:
    note = st.session_state.get(_NOTE)
    if note is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(note)
        st.button("OK", key="schema.merged-ok", on_click=st.session_state.pop, args=(_NOTE, None))


def _ask(
    evaluation: OpenEvaluation, clashes: Sequence[Clash], since: Sequence[SchemaVersion]
) -> dict[Place, Side] | None:
    """Ask for a side for every clash; return None until all are chosen."""
    with st.container(border=True):
        others = _by_others(evaluation, since)
        told = f"**{plain(_authors(others), 400)}** and you changed the same settings"
        if not others:
            told = f"You changed the same settings elsewhere since, in version {since[-1].number}"
        st.markdown(f"⚠ {told}. Nothing is overwritten: choose which to keep. Your other edits are kept.")
        chosen: dict[Place, Side] = {}
        for clash in clashes:
            side = st.radio(
                _label(clash),
                [_MINE, _THEIRS],
                index=None,
                format_func=partial(_option, clash, names={} if others else _OF_ONE),
                key=f"schema.clash.{evaluation.stored.schema_number}.{clash.path}.{clash.key}",
            )
            if side is not None:
                chosen[clash.place] = "mine" if side == _MINE else "theirs"
        with st.container(horizontal=True):
            ready = len(chosen) == len(clashes)
            go = st.button("Continue with these", type="primary", key="schema.clash-go", disabled=not ready)
            st.button("Discard all my edits", key="schema.clash-drop", on_click=discard)
        st.caption("Your edits stay unapplied until you apply them.")
    return chosen if go else None


def _by_others(evaluation: OpenEvaluation, since: Sequence[SchemaVersion]) -> list[SchemaVersion]:
    """Return the versions that someone else made, as far as names tell."""
    foreign = [version for version in since if not is_own(evaluation.id, version.number)]
    return [version for version in foreign if not is_oneself(version.author)]


def _authors(versions: Sequence[SchemaVersion]) -> str:
    return " and ".join(dict.fromkeys(person(version.author)[:40] for version in versions))


def _label(clash: Clash) -> str:
    key = clash.key.removeprefix("x-eval-") or "the field itself"
    if clash.key.startswith(DEFAULTS):
        key = setting_label(clash.key)
    return f"**{plain(clash.path or 'the record', 80)}**: {plain(key, 40)}"


def _option(clash: Clash, side: str, names: Mapping[str, str]) -> str:
    return f"{names.get(side, side)}: {plain(_value(clash, side), 100)}"


def _value(clash: Clash, side: str) -> str:
    value = clash.mine if side == _MINE else clash.theirs
    if not clash.key:
        return "removed" if value is ABSENT else "kept, with changes"
    return setting_in_words(clash.key, value)


def _show_unfit(evaluation: OpenEvaluation, problem: SchemaError, since: Sequence[SchemaVersion]) -> None:
    others = _by_others(evaluation, since)
    those = f"those of {_authors(others)}" if others else f"your version {since[-1].number}"
    problem_box(
        f"Your edits and {those} do not work together: {problem}",
        problem.path,
        "Discard yours and make them again.",
    )
    st.button("Discard all my edits", key="schema.clash-drop", on_click=discard)
