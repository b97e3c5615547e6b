"""The role that someone has in an evaluation, read from the database each time, so that a change works at once."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Select, and_, false, or_, select

from evaljson.store.access.visitor import Visitor
from evaljson.store.actor import RANKS, Role
from evaljson.store.errors import NotAllowed
from evaljson.store.revisions import unknown
from evaljson.store.tables import DatasetRow, EvaluationRow, MemberRow, ReviewRow, RunRow, VariantRow

IN_SAMPLES: Final[Role] = "editor"
"""What everyone who is signed in is in the samples that come with the package."""
_MAY: Final[dict[Role, str]] = {
    "viewer": "see this evaluation",
    "reviewer": "answer in reviews of this evaluation",
    "editor": "change this evaluation",
    "owner": "delete this evaluation, or decide who may use it",
}
_NAMED: Final = 3
"""How many owners a refusal names."""
_HOLDERS: Final = (
    (VariantRow, (VariantRow.dataset,)),
    (RunRow, (RunRow.gold, RunRow.extracted)),
    (ReviewRow, (ReviewRow.gold, ReviewRow.applied, ReviewRow.replaced)),
)
"""The tables, beside that of evaluations, that refer to datasets."""


def role_of(connection: Connection, visitor: Visitor, evaluation: str) -> Role | None:
    """Return the highest role of someone; None: they may not see it. Raises NotFound."""
    mine = and_(MemberRow.evaluation == EvaluationRow.id, MemberRow.address.in_(visitor.scopes))
    query = select(EvaluationRow.is_sample, MemberRow.role).outerjoin(MemberRow, mine)
    rows = connection.execute(query.where(EvaluationRow.id == evaluation)).all()
    if not rows:
        raise unknown(evaluation)
    if not visitor.scopes:
        return None
    if visitor.is_admin:
        return "owner"
    roles: list[Role] = [row.role for row in rows if row.role in RANKS]
    if rows[0].is_sample:
        roles.append(IN_SAMPLES)
    return max(roles, key=RANKS.__getitem__, default=None)


def need_role(connection: Connection, visitor: Visitor, evaluation: str, least: Role) -> Role:
    """Return the role of someone. Raises NotAllowed if it is below `least`, NotFound."""
    role = role_of(connection, visitor, evaluation)
    if role is None or RANKS[role] < RANKS[least]:
        raise NotAllowed(refusal(role, least, visitor.address, owners(connection, evaluation)))
    return role


def refusal(role: Role | None, least: Role, address: str, owned_by: list[str]) -> str:
    """Return one sentence on what someone may not do here, and who can change that."""
    is_what = f"{address} is {role} here, and" if role is not None else f"{address or 'Someone without an address'} is"
    what = f"may not {_MAY[least]}" if role is not None else f"not among those who may {_MAY[least]}"
    asked = " or ".join(owned_by[:_NAMED]) or "an admin of this server"
    return f"{is_what} {what}; ask {asked} for the role of {least}."


def owners(connection: Connection, evaluation: str) -> list[str]:
    """List the addresses of the owners of an evaluation."""
    query = select(MemberRow.address).where(MemberRow.evaluation == evaluation, MemberRow.role == "owner")
    return list(connection.execute(query.order_by(MemberRow.address)).scalars())


def visible(visitor: Visitor) -> Select[Any]:
    """Select the ids of the evaluations that someone may see."""
    query = select(EvaluationRow.id)
    if not visitor.scopes:
        return query.where(false())
    if visitor.is_admin:
        return query
    given = select(MemberRow.evaluation).where(MemberRow.address.in_(visitor.scopes), MemberRow.role.in_(list(RANKS)))
    return query.where(or_(EvaluationRow.is_sample, EvaluationRow.id.in_(given)))


def need_dataset(connection: Connection, visitor: Visitor, dataset: str) -> None:
    """Raise NotAllowed unless someone may see an evaluation that holds a dataset, or stored it first.

    Nothing is said of one that does not exist.
    """
    if visitor.is_admin and visitor.scopes:
        return
    row = connection.execute(select(DatasetRow.created_by).where(DatasetRow.id == dataset)).first()
    if row is None or (visitor.scopes and row.created_by == visitor.address):
        return
    held = or_(
        EvaluationRow.gold == dataset,
        *(
            EvaluationRow.id.in_(select(table.evaluation).where(or_(*(column == dataset for column in columns))))
            for table, columns in _HOLDERS
        ),
    )
    if connection.execute(visible(visitor).where(held).limit(1)).first() is None:
        raise NotAllowed(f"{visitor.address or 'Someone without an address'} may see no evaluation with these records.")
