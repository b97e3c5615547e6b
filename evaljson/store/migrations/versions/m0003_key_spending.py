"""Adds what the judge's key of the server took each day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_key_spending"
down_revision = "0002_judge"


def upgrade() -> None:
    """Create one table that belongs to no evaluation."""
    op.create_table(
        "key_spending",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("tokens_in", sa.BigInteger(), nullable=False),
        sa.Column("tokens_out", sa.BigInteger(), nullable=False),
        sa.Column("price", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_key_spending"),
    )
