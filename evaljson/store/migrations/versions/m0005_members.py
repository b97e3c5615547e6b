"""Adds what people may do in evaluations, and the audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005_members"
down_revision = "0004_reviews"

KEPT_DAYS = 30
"""An entry of the audit cannot be removed before it is this old."""


def upgrade() -> None:
    """Create two tables; entries of the audit are never changed, and new ones are not removed."""
    op.create_table(
        "members",
        sa.Column("evaluation", sa.String(16), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("added", sa.DateTime(timezone=True), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("evaluation", "address", name="pk_members"),
        sa.ForeignKeyConstraint(["evaluation"], ["evaluations.id"], name="fk_members_evaluation"),
    )
    op.create_index("ix_members_address", "members", ["address"])
    op.create_table(
        "audit",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("proof", sa.String(16), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("evaluation", sa.String(16), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_moment", "audit", ["moment"])
    op.create_index("ix_audit_evaluation_moment", "audit", ["evaluation", "moment"])
    if op.get_bind().dialect.name == "sqlite":
        _refuse_on_sqlite("audit_immutable", "UPDATE", "")
        _refuse_on_sqlite("audit_kept", "DELETE", f"WHEN julianday(OLD.moment) > julianday('now') - {KEPT_DAYS} ")
        return
    op.execute(
        "CREATE TRIGGER audit_immutable BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION evaljson_immutable()"
    )
    op.execute(
        "CREATE FUNCTION evaljson_audit_kept() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF OLD.moment > now() - interval '{KEPT_DAYS} days' THEN "
        "RAISE EXCEPTION 'audit entries are immutable'; END IF; RETURN OLD; END $$"
    )
    op.execute("CREATE TRIGGER audit_kept BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION evaljson_audit_kept()")


def _refuse_on_sqlite(name: str, event: str, condition: str) -> None:
    op.execute(
        f"CREATE TRIGGER {name} BEFORE {event} ON audit {condition}"
        "BEGIN SELECT RAISE(ABORT, 'audit entries are immutable'); END"
    )
