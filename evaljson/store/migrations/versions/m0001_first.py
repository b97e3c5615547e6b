"""Creates the first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001_first"
down_revision = None

IMMUTABLE = {"blobs": "sha256, codec, size, data", "schema_versions": None, "runs": None}
"""Table -> the columns that never change; None: all."""


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("codec", sa.String(8), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_blobs"),
    )
    op.create_table(
        "settings",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        _moment("updated"),
        sa.Column("updated_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name="pk_settings"),
    )
    op.create_table(
        "datasets",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("content", sa.String(64), nullable=False),
        sa.Column("report", sa.String(64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        _moment("created"),
        sa.Column("created_by", sa.Text(), nullable=False),
        _moment("used"),
        sa.PrimaryKeyConstraint("id", name="pk_datasets"),
        _refers("datasets", "content", "blobs.sha256"),
        _refers("datasets", "report", "blobs.sha256"),
    )
    op.create_table(
        "evaluations",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        _moment("created"),
        sa.Column("created_by", sa.Text(), nullable=False),
        _moment("updated"),
        sa.Column("updated_by", sa.Text(), nullable=False),
        _moment("deleted_at", nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("is_sample", sa.Boolean(), nullable=False),
        sa.Column("gold", sa.String(64), nullable=True),
        sa.Column("schema_number", sa.Integer(), nullable=True),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_evaluations"),
        _refers("evaluations", "gold", "datasets.id"),
    )
    op.create_table(
        "events",
        sa.Column("evaluation", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        _moment("moment"),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("evaluation", "revision", name="pk_events"),
        _refers("events", "evaluation", "evaluations.id"),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("evaluation", sa.String(16), nullable=True),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("cancel_requested", sa.Boolean(), nullable=False),
        sa.Column("progress", sa.Double(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("owner", sa.Text(), nullable=True),
        _moment("created"),
        sa.Column("created_by", sa.Text(), nullable=False),
        _moment("started", nullable=True),
        _moment("heartbeat", nullable=True),
        _moment("finished", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        _refers("jobs", "evaluation", "evaluations.id"),
    )
    op.create_table(
        "schema_versions",
        sa.Column("evaluation", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        _moment("created"),
        sa.Column("parent", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("evaluation", "number", name="pk_schema_versions"),
        _refers("schema_versions", "evaluation", "evaluations.id"),
    )
    op.create_table(
        "variants",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("evaluation", sa.String(16), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("dataset", sa.String(64), nullable=False),
        sa.Column("meta", sa.Text(), nullable=False),
        _moment("created"),
        sa.Column("created_by", sa.Text(), nullable=False),
        _moment("deleted_at", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_variants"),
        _refers("variants", "evaluation", "evaluations.id"),
        _refers("variants", "dataset", "datasets.id"),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("evaluation", sa.String(16), nullable=False),
        sa.Column("variant", sa.String(16), nullable=False),
        sa.Column("gold", sa.String(64), nullable=False),
        sa.Column("extracted", sa.String(64), nullable=False),
        sa.Column("schema_number", sa.Integer(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("signature_sha256", sa.String(64), nullable=False),
        sa.Column("metrics", sa.Text(), nullable=False),
        sa.Column("result_table", sa.String(64), nullable=True),
        sa.Column("duration", sa.Double(), nullable=True),
        _moment("created"),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
        sa.UniqueConstraint("variant", "signature_sha256", name="uq_runs_variant_signature_sha256"),
        _refers("runs", "evaluation", "evaluations.id"),
        _refers("runs", "variant", "variants.id"),
        _refers("runs", "gold", "datasets.id"),
        _refers("runs", "extracted", "datasets.id"),
        _refers("runs", "result_table", "blobs.sha256"),
        sa.ForeignKeyConstraint(
            ["evaluation", "schema_number"],
            ["schema_versions.evaluation", "schema_versions.number"],
            name="fk_runs_evaluation_schema_number",
        ),
    )
    _index()
    for table, columns in IMMUTABLE.items():
        _forbid_update(table, columns)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _refers(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}")


def _index() -> None:
    for table, columns in {
        "datasets": ("content", "report"),
        "evaluations": ("gold",),
        "jobs": ("evaluation",),
        "variants": ("evaluation", "dataset"),
        "runs": ("evaluation", "gold", "extracted", "result_table"),
    }.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])
    op.create_index("ix_jobs_state_created", "jobs", ["state", "created"])
    undeleted = sa.text("deleted_at IS NULL")
    op.create_index(
        "uq_variants_evaluation_name",
        "variants",
        ["evaluation", "name"],
        unique=True,
        sqlite_where=undeleted,
        postgresql_where=undeleted,
    )


def _forbid_update(table: str, columns: str | None) -> None:
    trigger = f"CREATE TRIGGER {table}_immutable BEFORE UPDATE {f'OF {columns} ' if columns else ''}ON {table}"
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"{trigger} BEGIN SELECT RAISE(ABORT, '{table} are immutable'); END")
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION evaljson_immutable() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% are immutable', TG_TABLE_NAME; END $$"
    )
    op.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION evaljson_immutable()")
