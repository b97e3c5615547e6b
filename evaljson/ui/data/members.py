"""The people of an evaluation: who may do what, letting others in, and what was done."""

from __future__ import annotations

import re
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.report.export.csv_table import safe_csv
from evaljson.store import Member
from evaljson.store.actor import RANKS, Role
from evaljson.store.topics.members import checked_address
from evaljson.ui.session import server, widget_turn
from evaljson.ui.session.actor import actor
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.signed_in import address, way_in
from evaljson.ui.shared.allowed import may, needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.parts import plain
from evaljson.workspace.audit_words import PROOFS, deed, whom
from evaljson.workspace.history import when

MAY: Final[dict[Role, str]] = {
    "viewer": "sees and exports everything",
    "reviewer": "answers in reviews too",
    "editor": "changes files, schema and reviews too",
    "owner": "deletes it and decides who may do what",
}
_FOLD, _WHO, _ROLE = "people.fold", "people.who", "people.role"
_ENTRIES: Final = 500
"""Entries of the audit that the page shows; the file has all."""
_WIDE, _NARROW = 320, 170
"""Widths of columns in pixels: all of them are shown beside long addresses, at 1024 too."""
_LONGEST: Final = 80
"""Characters of an address beside what is done with it."""


def show_people(evaluation: OpenEvaluation) -> None:
    """Draw them in an expander, where people sign in; closed, nothing is read."""
    if way_in() is None:
        return
    expander = st.expander("People", key=_FOLD, on_change="rerun")
    if not expander.open:
        return
    with expander:
        members = server.store().members.of(evaluation.id)
        st.markdown(
            "Who may use this evaluation. A link to it lets nobody in."
            + (" Everyone who signs in may change the samples." if evaluation.is_sample else "")
        )
        _list(evaluation.id, members)
        if may("owner"):
            _invite(evaluation.id)
        elif any(member.address == address() for member in members):
            st.button("Leave", key="people.leave", on_click=_remove, args=(evaluation.id, address()))
    if may("owner"):
        _audit(evaluation)


def _list(evaluation: str, members: list[Member]) -> None:
    if not members:
        st.caption("Nobody yet: only admins of this server see it.")
        return
    rows = [(whom(one.address), one.role, one.added_by, when(one.added)) for one in members]
    frame = pd.DataFrame(rows, columns=["Who", "Role", "Let in by", "When"])
    height = min(35 * len(rows) + 38, 360)
    if not may("owner"):
        st.dataframe(frame, hide_index=True, height=height, column_config=_people_columns())
        return
    key = f"people.rows.{widget_turn.current()}.{hash(tuple(members))}"
    ticked = show_table(frame, key, _people_columns(), height=height, only_columns=False)
    if ticked is None:
        st.caption("Tick a row to change a role or remove someone.")
    else:
        is_mine = any(one.address == address() and one.role == "owner" for one in members)
        _actions(evaluation, members[ticked], is_mine)


def _people_columns() -> dict[str, Any]:
    """Return widths that leave room for all columns beside long addresses, and what each role may do."""
    roles = "; ".join(f"{role} {may_do}" for role, may_do in MAY.items())
    return {
        "Who": st.column_config.TextColumn(width=_WIDE),
        "Role": st.column_config.TextColumn(width=90, help=f"{roles}."),
        "Let in by": st.column_config.TextColumn(width=_NARROW),
        "When": st.column_config.TextColumn(width=_NARROW),
    }


def _actions(evaluation: str, member: Member, is_mine: bool) -> None:
    key = f"people.change.{member.address}.{member.role}"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        label = f"Role of {plain(whom(member.address), _LONGEST)}"
        now = list(RANKS).index(member.role) if member.role in RANKS else 0
        st.selectbox(
            label, list(RANKS), now, key=key, width=420, on_change=_change, args=(evaluation, member.address, key),
        )  # fmt: skip
        st.button("Remove", key="people.remove", on_click=_remove, args=(evaluation, member.address))
        if is_mine and "@" in member.address[1:] and member.role != "owner":
            st.button(
                "Make owner instead of me", key="people.transfer", on_click=_transfer,
                args=(evaluation, member.address),
                help="You are editor then.",
            )  # fmt: skip


def _invite(evaluation: str) -> None:
    with st.form("people.invite", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Let in", key=_WHO, width=420, placeholder="ann@example.org, @example.org",
            help="Mail addresses, domains as @example.org, or * for whoever is signed in; several with commas.",
        )  # fmt: skip
        st.selectbox("as", list(RANKS), key=_ROLE, width=160)
        st.form_submit_button("Let in", key="people.let-in", on_click=_let_in, args=(evaluation,), **needs("owner"))


def _let_in(evaluation: str) -> None:
    given, role = str(st.session_state[_WHO]), st.session_state[_ROLE]

    def work() -> None:
        for who in [checked_address(one) for one in re.split(r"[,;\s]+", given) if one]:
            server.store().members.set(evaluation, who, role, by=actor())

    if attempt(work, is_change=False):
        st.session_state[_WHO] = ""


def _change(evaluation: str, who: str, key: str) -> None:
    role = st.session_state[key]
    attempt(lambda: server.store().members.set(evaluation, who, role, by=actor()), is_change=False)
    widget_turn.advance()


def _remove(evaluation: str, who: str) -> None:
    members = server.store().members
    before = next((one.role for one in members.of(evaluation) if one.address == who), None)
    back = None if before is None or who == address() else lambda: members.set(evaluation, who, before, by=actor())
    attempt(
        lambda: members.remove(evaluation, who, by=actor()), f"Removed {plain(whom(who), 60)}.", back, is_change=False
    )


def _transfer(evaluation: str, who: str) -> None:
    attempt(lambda: server.store().members.transfer(evaluation, who, by=actor()), is_change=False)


def _audit(evaluation: OpenEvaluation) -> None:
    expander = st.expander("Audit", key="people.audit", on_change="rerun")
    if not expander.open:
        return
    entries = server.store().audit.all(evaluation.id)
    rows = [(entry.who, deed(entry), when(entry.moment), PROOFS[entry.proof]) for entry in entries]
    frame = pd.DataFrame(rows, columns=["Who", "What", "When", "Name by"])
    with expander:
        widths = {"Who": _NARROW, "What": 280, "When": _NARROW, "Name by": 160}
        columns = {name: st.column_config.TextColumn(width=width) for name, width in widths.items()}
        height = min(35 * len(rows) + 38, 360)
        st.dataframe(frame[:_ENTRIES], hide_index=True, height=height, column_config=columns)
        if len(rows) > _ENTRIES:
            st.caption(f"The newest {_ENTRIES:,} entries.")
        download_button(
            "Download all entries" if len(rows) <= _ENTRIES else f"Download all {len(rows):,} entries",
            lambda: safe_csv(frame), "audit.csv", "text/csv", evaluation=evaluation.id, key="people.audit-file",
        )  # fmt: skip
