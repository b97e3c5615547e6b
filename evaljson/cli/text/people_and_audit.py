"""Members and entries of the audit as the command line shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rich.table import Table

from evaljson.cli.text.judge_tables import plain_table

if TYPE_CHECKING:
    from evaljson.store import AuditEntry, Member


def members_table(members: Iterable[Member]) -> Table:
    """Make a table of members."""
    rows = [(one.address, one.role, one.added_by, f"{one.added:%Y-%m-%d %H:%M}") for one in members]
    return plain_table(("address", "role", "let in by", "when (UTC)"), rows)


def member_json(member: Member) -> dict[str, Any]:
    """Write a member as JSON."""
    return {
        "address": member.address, "role": member.role, "added": member.added.isoformat(), "added_by": member.added_by
    }  # fmt: skip


def audit_table(entries: Iterable[AuditEntry], names: Mapping[str, str]) -> Table:
    """Make a table of entries; `names` are those of the evaluations that are there, by id."""
    from evaljson.workspace.audit_words import deed

    rows = [
        (f"{one.moment:%Y-%m-%d %H:%M}", one.who, one.proof, _named(one, names), deed(one)) for one in entries
    ]  # fmt: skip
    return plain_table(("when (UTC)", "who", "name by", "evaluation", "what"), rows)


def audit_json(entry: AuditEntry, names: Mapping[str, str]) -> dict[str, Any]:
    """Write an entry as JSON."""
    return {
        "id": entry.id, "moment": entry.moment.isoformat(), "who": entry.who, "proof": entry.proof,
        "action": entry.action, "evaluation_id": entry.evaluation, "evaluation": names.get(entry.evaluation or ""),
        "detail": entry.detail,
    }  # fmt: skip


def _named(entry: AuditEntry, names: Mapping[str, str]) -> str:
    return "–" if entry.evaluation is None else names.get(entry.evaluation, entry.evaluation)
