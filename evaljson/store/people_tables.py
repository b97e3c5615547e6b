"""The tables of who may do what, and of who did what. A change here needs a migration."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from evaljson.store.table_base import ID, Base


class MemberRow(Base):
    """What someone may do in an evaluation: an address, `@` and a domain, or `*` for whoever is signed in."""

    __tablename__ = "members"
    evaluation: Mapped[str] = mapped_column(String(ID), ForeignKey("evaluations.id"), primary_key=True)
    address: Mapped[str] = mapped_column(primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(16))
    added: Mapped[datetime]
    added_by: Mapped[str]


class AuditRow(Base):
    """Who did what, and when. Never changed, and removed by retention only; it outlives the evaluation."""

    __tablename__ = "audit"
    __table_args__ = (Index("ix_audit_evaluation_moment", "evaluation", "moment"),)
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    moment: Mapped[datetime] = mapped_column(index=True)
    who: Mapped[str]
    proof: Mapped[str] = mapped_column(String(16))
    action: Mapped[str] = mapped_column(String(16))
    evaluation: Mapped[str | None] = mapped_column(String(ID))
    detail: Mapped[dict[str, Any]]
