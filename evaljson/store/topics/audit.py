"""The audit: who signed in, opened, changed, exported and deleted what, and who changed rights. Only ever added to.

Changes note themselves where they are stored (`audit_log.py`); answers in reviews are in the events of their review.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from evaljson.store.actor import Actor, Proof
from evaljson.store.audit_log import Action, note
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.rows import build, columns_for
from evaljson.store.tables import AuditRow


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What someone did."""

    id: str
    moment: datetime
    who: str
    proof: Proof
    """How the name was proved: typed is not at all, oidc and proxy by signing in, cli by using the command line."""
    action: Action
    evaluation: str | None
    """May have been removed since."""
    detail: dict[str, Any]


class Audit:
    """Note what changes nothing, and read all entries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(
        self, evaluation: str | None = None, *, since: datetime | None = None, most: int | None = None
    ) -> list[AuditEntry]:
        """List the entries of an evaluation, or all, newest first."""
        query = select(*columns_for(AuditEntry, AuditRow)).order_by(AuditRow.moment.desc(), AuditRow.id)
        if evaluation is not None:
            query = query.where(AuditRow.evaluation == evaluation)
        if since is not None:
            query = query.where(AuditRow.moment >= since)
        with self._database.reading() as connection:
            return [build(AuditEntry, row) for row in connection.execute(query.limit(most)).mappings()]

    def signed_in(self, mark: str, *, by: Actor) -> None:
        """Note that someone signed in, once for each `mark`, such as the moment at which the provider said so."""
        once = f"signed in {by.name} {mark}"
        with self._database.writing() as connection:
            note(connection, by.name, "signed in", None, {}, proof=by.proof, once=once)

    def opened(self, evaluation: str, *, by: Actor) -> None:
        """Note that someone opened an evaluation, once a day (UTC)."""
        moment = now()
        once = f"opened {by.name} {evaluation} {moment.date().isoformat()}"
        with self._database.writing() as connection:
            note(connection, by.name, "opened", evaluation, {}, proof=by.proof, once=once, moment=moment)

    def exported(self, evaluation: str, what: str, *, by: Actor) -> None:
        """Note that someone took a file with data of an evaluation away; `what` is its name."""
        with self._database.writing() as connection:
            note(connection, by.name, "exported", evaluation, {"what": what}, proof=by.proof)
