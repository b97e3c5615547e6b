"""Adds verdicts of judges, labels and usage."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002_judge"
down_revision = "0001_first"

IMMUTABLE = {
    "judgements": None,
    "labels": "id, pair, path, rubric, content, score, step, note, who, created",
    "judge_usage": None,
}
"""Table -> the columns that never change; None: all."""


def upgrade() -> None:
    """Create three tables that belong to no evaluation."""
    op.create_table(
        "judgements",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("tokens_in", sa.BigInteger(), nullable=False),
        sa.Column("tokens_out", sa.BigInteger(), nullable=False),
        _moment("created"),
        sa.PrimaryKeyConstraint("key", name="pk_judgements"),
    )
    op.create_index("ix_judgements_created", "judgements", ["created"])
    op.create_table(
        "labels",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("pair", sa.String(64), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("rubric", sa.String(64), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        _moment("created"),
        _moment("withdrawn", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_labels"),
    )
    op.create_index("ix_labels_rubric", "labels", ["rubric"])
    standing = sa.text("withdrawn IS NULL")
    op.create_index(
        "uq_labels_pair_who", "labels", ["pair", "who"], unique=True, sqlite_where=standing, postgresql_where=standing
    )
    op.create_table(
        "judge_usage",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("evaluation", sa.String(16), nullable=True),
        sa.Column("run", sa.String(16), nullable=True),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("price", sa.Double(), nullable=True),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("tokens_in", sa.BigInteger(), nullable=False),
        sa.Column("tokens_out", sa.BigInteger(), nullable=False),
        sa.Column("usage", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_judge_usage"),
    )
    op.create_index("ix_judge_usage_evaluation", "judge_usage", ["evaluation"])
    op.create_index("ix_judge_usage_run", "judge_usage", ["run"])
    for table, columns in IMMUTABLE.items():
        _forbid_update(table, columns)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _forbid_update(table: str, columns: str | None) -> None:
    trigger = f"CREATE TRIGGER {table}_immutable BEFORE UPDATE {f'OF {columns} ' if columns else ''}ON {table}"
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"{trigger} BEGIN SELECT RAISE(ABORT, '{table} are immutable'); END")
    else:
        op.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION evaljson_immutable()")
