"""Adds reviews: cards, seats, what people left at them, events and who is here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_reviews"
down_revision = "0003_key_spending"

CARD = "review, number, key, field, kind, content, places, stake, opinions, split_from, split_by, origin"
"""The columns of a card that never change."""


def upgrade() -> None:
    """Create six tables; what people answered can be neither changed nor, while its review is there, removed."""
    op.create_table(
        "reviews",
        _id("id"),
        _id("evaluation"),
        _text("name"),
        _text("instructions"),
        _text("settings"),
        _short("state"),
        _integer("schema_number"),
        _hash("gold"),
        _text("runs"),
        _moment("created"),
        _text("created_by"),
        _moment("updated"),
        _moment("deleted_at", nullable=True),
        _integer("last_event"),
        _hash("applied", nullable=True),
        _hash("replaced", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["evaluation"], ["evaluations.id"], name="fk_reviews_evaluation"),
        *(
            sa.ForeignKeyConstraint([column], ["datasets.id"], name=f"fk_reviews_{column}")
            for column in ("gold", "applied", "replaced")
        ),
        sa.ForeignKeyConstraint(
            ["evaluation", "schema_number"],
            ["schema_versions.evaluation", "schema_versions.number"],
            name="fk_reviews_evaluation_schema_number",
        ),
    )
    for column in ("evaluation", "gold", "applied", "replaced"):
        op.create_index(f"ix_reviews_{column}", "reviews", [column])
    op.create_table(
        "review_cards",
        _id("review"),
        _integer("number"),
        _hash("key"),
        _text("field"),
        _short("kind"),
        _text("content"),
        _text("places"),
        sa.Column("stake", sa.Double(), nullable=False),
        _integer("opinions"),
        _integer("split_from", nullable=True),
        _id("split_by", nullable=True),
        _text("origin", nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("review", "number", name="pk_review_cards"),
        _of_review("review_cards"),
    )
    op.create_table(
        "review_seats",
        _id("review"),
        _integer("card"),
        _integer("seat"),
        _text("holder", nullable=True),
        _text("session", nullable=True),
        _hash("token", nullable=True),
        _moment("until", nullable=True),
        _text("answered_by", nullable=True),
        _id("act", nullable=True),
        sa.PrimaryKeyConstraint("review", "card", "seat", name="pk_review_seats"),
        _of_card("review_seats"),
    )
    op.create_index("uq_review_seats_review_token", "review_seats", ["review", "token"], unique=True)
    op.create_index("ix_review_seats_review_holder", "review_seats", ["review", "holder"])
    unanswered = sa.text("answered_by IS NULL")
    op.create_index(
        "ix_review_seats_open",
        "review_seats",
        ["review", "card", "seat"],
        sqlite_where=unanswered,
        postgresql_where=unanswered,
    )
    op.create_table(
        "review_visits",
        _id("review"),
        _integer("card"),
        _text("person"),
        sa.Column("skipped", sa.Boolean(), nullable=False),
        _text("draft", nullable=True),
        _moment("updated"),
        sa.PrimaryKeyConstraint("review", "card", "person", name="pk_review_visits"),
        _of_card("review_visits"),
    )
    op.create_table(
        "review_events",
        _id("review"),
        _integer("number"),
        _id("act"),
        _integer("card", nullable=True),
        _text("places", nullable=True),
        _short("kind"),
        _text("who"),
        _short("proof"),
        _short("role"),
        _moment("moment"),
        _hash("token", nullable=True),
        _text("content"),
        _integer("schema_number"),
        _hash("gold"),
        sa.PrimaryKeyConstraint("review", "number", name="pk_review_events"),
        sa.UniqueConstraint("review", "act", name="uq_review_events_review_act"),
        sa.UniqueConstraint("review", "who", "token", name="uq_review_events_review_who_token"),
        _of_review("review_events"),
        _of_card("review_events"),
    )
    op.create_index("ix_review_events_review_card", "review_events", ["review", "card"])
    op.create_table(
        "review_presence",
        _id("review"),
        _text("session"),
        _text("who"),
        _integer("card", nullable=True),
        _moment("seen"),
        sa.PrimaryKeyConstraint("review", "session", name="pk_review_presence"),
        _of_review("review_presence"),
    )
    _forbid_update("review_cards", CARD)
    _forbid_update("review_events", None)
    _forbid_delete()


def _id(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(16), nullable=nullable)


def _short(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(16), nullable=False)


def _hash(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(64), nullable=nullable)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _integer(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=False)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _of_review(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["review"], ["reviews.id"], name=f"fk_{table}_review")


def _of_card(table: str) -> sa.ForeignKeyConstraint:
    columns = ["review_cards.review", "review_cards.number"]
    return sa.ForeignKeyConstraint(["review", "card"], columns, name=f"fk_{table}_review_card")


def _forbid_update(table: str, columns: str | None) -> None:
    trigger = f"CREATE TRIGGER {table}_immutable BEFORE UPDATE {f'OF {columns} ' if columns else ''}ON {table}"
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"{trigger} BEGIN SELECT RAISE(ABORT, '{table} are immutable'); END")
    else:
        op.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION evaljson_immutable()")


def _forbid_delete() -> None:
    """Let events be removed only with their review: once it, or its evaluation, was deleted."""
    kept = (
        "EXISTS (SELECT 1 FROM reviews JOIN evaluations ON evaluations.id = reviews.evaluation "
        "WHERE reviews.id = OLD.review AND reviews.deleted_at IS NULL AND evaluations.deleted_at IS NULL)"
    )
    trigger = "CREATE TRIGGER review_events_kept BEFORE DELETE ON review_events"
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"{trigger} WHEN {kept} BEGIN SELECT RAISE(ABORT, 'review_events are immutable'); END")
        return
    op.execute(
        "CREATE FUNCTION evaljson_kept() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {kept} THEN RAISE EXCEPTION 'review_events are immutable'; END IF; RETURN OLD; END $$"
    )
    op.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION evaljson_kept()")
