"""Adds entries to the audit, in the transaction of what they are about."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection

from evaljson.store.actor import Proof
from evaljson.store.column_types import now
from evaljson.store.engine import PROOF
from evaljson.store.names import new_id
from evaljson.store.record_codec import sha256
from evaljson.store.rows import insert_missing
from evaljson.store.tables import ID, AuditRow

Action = Literal["signed in", "opened", "created", "changed", "exported", "deleted", "undeleted", "changed rights",
                 "removed for good", "imported"]  # fmt: skip


def note(
    connection: Connection, who: str, action: Action, evaluation: str | None, detail: dict[str, Any],
    *, proof: Proof | None = None, once: str | None = None, moment: datetime | None = None,
) -> None:  # fmt: skip
    """Add an entry. Of those with the same text in `once`, the first one stays the only one."""
    identity = new_id() if once is None else sha256(once.encode("utf-8", "surrogatepass"))[:ID]
    values = {
        "id": identity, "moment": moment or now(), "who": who, "proof": proof or connection.info.get(PROOF, "typed"),
        "action": action, "evaluation": evaluation, "detail": detail,
    }  # fmt: skip
    connection.execute(insert_missing(connection, AuditRow), values)
