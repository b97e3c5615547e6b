"""Members: what people may do in an evaluation. Each change is noted for the audit in the same transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from evaljson.base.mail_address import is_address, is_domain, tidy
from evaljson.store.access.visitor import EVERYONE
from evaljson.store.actor import RANKS, Actor, Role
from evaljson.store.audit_log import note
from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.errors import Conflict, NotFound, StoreError
from evaljson.store.revisions import unknown
from evaljson.store.rows import build, columns_for
from evaljson.store.tables import EvaluationRow, MemberRow

_FORMER: Final[Role] = "editor"
"""What an owner is after passing an evaluation on."""


@dataclass(frozen=True, slots=True)
class Member:
    """Someone, or everyone of a domain, and what they may do."""

    address: str
    """A mail address in lower case, a domain as `@example.org`, or `*` for whoever is signed in."""
    role: Role
    added: datetime
    added_by: str


class Members:
    """Let people in, change what they may do, and take it from them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, evaluation: str) -> list[Member]:
        """List the members of an evaluation, highest role first, then by address. Empty: only admins may see it."""
        query = select(*columns_for(Member, MemberRow)).where(MemberRow.evaluation == evaluation)
        with self._database.reading() as connection:
            members = [build(Member, row) for row in connection.execute(query).mappings()]
        return sorted(members, key=lambda member: (-RANKS.get(member.role, -1), member.address))

    def set(self, evaluation: str, address: str, role: Role, *, by: Actor) -> Member:
        """Let someone in, or give them another role.

        Raises StoreError for what is no address, Conflict where it would take the last owner away, NotFound.
        """
        who = checked_address(address)
        if role not in RANKS:
            raise StoreError(f"{role!r} is no role; there are {', '.join(RANKS)}.")
        if role == "owner" and not is_address(who):
            raise StoreError("an owner is one person: give a mail address; a domain can have the roles below that.")
        with self._database.writing() as connection:
            before = _locked(connection, evaluation)
            _refuse_ownerless({**before, who: role}, before)
            if before.get(who) != role:
                put_member(connection, evaluation, who, role, by, before.get(who))
            return _fetch(connection, evaluation, who)

    def remove(self, evaluation: str, address: str, *, by: Actor) -> None:
        """Take a role away; it works at once. Raises Conflict for the last owner, NotFound."""
        who = tidy(address)
        with self._database.writing() as connection:
            before = _locked(connection, evaluation)
            if who not in before:
                raise NotFound(f"{who} has no role of their own in this evaluation; reload, it may be gone already.")
            _refuse_ownerless({one: role for one, role in before.items() if one != who}, before)
            connection.execute(delete(MemberRow).where(*_this(evaluation, who)))
            detail = {"address": who, "role": None, "before": before[who]}
            note(connection, by.name, "changed rights", evaluation, detail, proof=by.proof)

    def transfer(self, evaluation: str, to: str, *, by: Actor) -> Member:
        """Make someone the owner in the place of who does it, who becomes editor. Raises StoreError, NotFound."""
        heir, giver = checked_address(to), tidy(by.name)
        if not is_address(heir):
            raise StoreError("an owner is one person: give a mail address.")
        with self._database.writing() as connection:
            before = _locked(connection, evaluation)
            put_member(connection, evaluation, heir, "owner", by, before.get(heir))
            if before.get(giver) == "owner" and giver != heir:
                put_member(connection, evaluation, giver, _FORMER, by, "owner")
            return _fetch(connection, evaluation, heir)


def checked_address(text: str) -> str:
    """Return an address, a domain or `*` as it is stored. Raises StoreError for anything else."""
    who = tidy(text)
    if not (is_address(who) or is_domain(who) or who == EVERYONE):
        raise StoreError(
            f"{text!r:.80} is no mail address and no domain: write ann@example.org, @example.org for all of a domain, "
            "or * for whoever is signed in."
        )
    return who


def put_member(
    connection: Connection, evaluation: str, address: str, role: Role, by: Actor, before: str | None = None
) -> None:
    """Insert or change a member, and note it."""
    values = {"role": role, "added": now(), "added_by": by.name}
    if before is None:
        connection.execute(insert(MemberRow), {"evaluation": evaluation, "address": address, **values})
    else:
        connection.execute(update(MemberRow).where(*_this(evaluation, address)).values(**values))
    detail = {"address": address, "role": role, "before": before}
    note(connection, by.name, "changed rights", evaluation, detail, proof=by.proof)


def _locked(connection: Connection, evaluation: str) -> dict[str, str]:
    """Return the role of each member, and keep others from changing any until the transaction ends."""
    this = select(EvaluationRow.id).where(EvaluationRow.id == evaluation).with_for_update(key_share=True)
    if connection.execute(this).first() is None:
        raise unknown(evaluation)
    query = select(MemberRow.address, MemberRow.role).where(MemberRow.evaluation == evaluation)
    return {row.address: row.role for row in connection.execute(query)}


def _refuse_ownerless(after: dict[str, str], before: dict[str, str]) -> None:
    if "owner" in before.values() and "owner" not in after.values():
        raise Conflict("this is the last owner of the evaluation; make someone else owner first.")


def _this(evaluation: str, address: str) -> tuple[ColumnElement[bool], ...]:
    return MemberRow.evaluation == evaluation, MemberRow.address == address


def _fetch(connection: Connection, evaluation: str, address: str) -> Member:
    query = select(*columns_for(Member, MemberRow)).where(*_this(evaluation, address))
    return build(Member, connection.execute(query).mappings().one())
