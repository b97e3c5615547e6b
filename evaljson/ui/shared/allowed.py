"""What the person of this session may do in the open evaluation: for all pages, in one place.

A widget that changes something says which role it takes; for those who lack it, it is disabled and says why. The store
decides again when it is called.
"""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evaljson.store.actor import RANKS, Role
from evaljson.ui.session import open_evaluation, server
from evaljson.ui.session.signed_in import way_in
from evaljson.ui.shared.plain_text import plain

_MAY: Final[dict[Role, str]] = {
    "viewer": "you see everything, and change nothing",
    "reviewer": "you see everything, and answer in reviews",
}
"""What those below an editor may do."""
_NAMED: Final = 3


def may(least: Role) -> bool:
    """Check whether the person of this session has a role, or a higher one."""
    return RANKS[open_evaluation.role_here()] >= RANKS[least]


def needs(least: Role, *, of: str | None = None, **settings: Any) -> dict[str, Any]:
    """Return the settings of a widget that takes a role: for others it is disabled, with the reason as its help.

    `of` is the id of an evaluation that is not the open one.
    """
    role = open_evaluation.role_here() if of is None else server.role(of) or "viewer"
    if RANKS[role] >= RANKS[least]:
        return settings
    if of is None and open_evaluation.current().is_of_folders:
        return {**settings, "disabled": True, "help": "These results are in a folder, and stay as they are."}
    return {**settings, "disabled": True, "help": f"You are {role} here; this takes the role of {least}."}


def needs_admin(**settings: Any) -> dict[str, Any]:
    """Return the settings of a widget that changes something for the whole server."""
    if server.is_admin():
        return settings
    return {**settings, "disabled": True, "help": "This is for admins of this server."}


def show_role() -> None:
    """Say which role someone has, where it is too low to change something, and who gives another."""
    role = open_evaluation.role_here()
    if way_in() is None or role not in _MAY:
        return
    members = server.store().members.of(open_evaluation.current().id)
    owners = [plain(member.address, 60) for member in members if member.role == "owner"]
    who = " or ".join(owners[:_NAMED]) or "An admin of this server"
    st.caption(f"You are {role} here: {_MAY[role]}. {who} can give you another role.")
