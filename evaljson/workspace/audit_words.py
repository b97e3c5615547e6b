"""Entries of the audit in words."""

from __future__ import annotations

from typing import Final

from evaljson.store import AuditEntry, Event
from evaljson.wording.words import counted
from evaljson.workspace.history import in_words

PROOFS: Final = {
    "oidc": "signed in", "proxy": "signed in by the proxy", "cli": "command line", "import": "a file",
    "typed": "name not checked",
}  # fmt: skip
"""How a name was proved, in words."""
EVERYONE: Final = "whoever is signed in"


def deed(entry: AuditEntry) -> str:
    """Return what happened as a phrase that follows a name: "made bob@x.org editor"."""
    detail = entry.detail
    if entry.action == "changed rights":
        return _rights(str(detail.get("address")), detail.get("role"), detail.get("before"))
    if entry.action in ("signed in", "opened"):
        return "opened it" if entry.action == "opened" else "signed in"
    if entry.evaluation is None and entry.action in ("exported", "imported"):
        return _all_of_it(entry.action, detail.get("evaluations"))
    if entry.action == "exported":
        return f"exported {detail.get('what', '')}".rstrip()
    if entry.action == "removed for good":
        return "removed it for good"
    return in_words(Event(int(detail.get("revision", 0)), entry.moment, entry.who, str(detail.get("what")), detail))


def whom(address: str) -> str:
    """Return an address, a domain or everyone, for people."""
    if address == "*":
        return EVERYONE
    return f"everyone of {address}" if address.startswith("@") else address


def _all_of_it(action: str, evaluations: object) -> str:
    new = f", {counted(evaluations, 'new evaluation')}" if isinstance(evaluations, int) else ""
    return f"{action} a whole workspace{new}"


def _rights(address: str, role: object, before: object) -> str:
    if role is None:
        return f"removed {whom(address)} ({before})"
    return f"made {whom(address)} {role}" + (f" (was {before})" if before is not None else "")
