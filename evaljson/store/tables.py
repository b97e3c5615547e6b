"""The tables of the store; all other modules take them from here. A change here needs a migration."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from evaljson.store.column_types import JsonText
from evaljson.store.people_tables import AuditRow as AuditRow
from evaljson.store.people_tables import MemberRow as MemberRow
from evaljson.store.table_base import ID as ID
from evaljson.store.table_base import SHA as SHA
from evaljson.store.table_base import Base as Base

_UNDELETED = text("deleted_at IS NULL")
_STANDING = text("withdrawn IS NULL")
_UNANSWERED = text("answered_by IS NULL")


class BlobRow(Base):
    """Bytes under the hash of their unpacked content; never changed, shared by all that refer to them."""

    __tablename__ = "blobs"
    sha256: Mapped[str] = mapped_column(String(SHA), primary_key=True)
    codec: Mapped[str] = mapped_column(String(8))
    size: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[bytes]


class DatasetRow(Base):
    """Loaded records; the id is a hash of kind, content and report, so that the same file is one dataset."""

    __tablename__ = "datasets"
    id: Mapped[str] = mapped_column(String(SHA), primary_key=True)
    content: Mapped[str] = mapped_column(String(SHA), ForeignKey("blobs.sha256"), index=True)
    report: Mapped[str] = mapped_column(String(SHA), ForeignKey("blobs.sha256"), index=True)
    name: Mapped[str]
    kind: Mapped[str] = mapped_column(String(16))
    count: Mapped[int] = mapped_column(Integer)
    refused: Mapped[int] = mapped_column(Integer)
    created: Mapped[datetime]
    created_by: Mapped[str]
    used: Mapped[datetime]
    """When it was last stored: `gc` spares datasets that nothing refers to yet."""


class EvaluationRow(Base):
    """An evaluation. `revision` grows with every change; `schema_number` is the current version."""

    __tablename__ = "evaluations"
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    name: Mapped[str]
    created: Mapped[datetime]
    created_by: Mapped[str]
    updated: Mapped[datetime]
    updated_by: Mapped[str]
    deleted_at: Mapped[datetime | None]
    revision: Mapped[int] = mapped_column(Integer)
    is_sample: Mapped[bool]
    gold: Mapped[str | None] = mapped_column(String(SHA), ForeignKey("datasets.id"), index=True)
    schema_number: Mapped[int | None] = mapped_column(Integer)
    settings: Mapped[dict[str, Any]]


class VariantRow(Base):
    """One named set of extracted records; names are unique among those of an evaluation that are not deleted."""

    __tablename__ = "variants"
    __table_args__ = (
        Index(
            "uq_variants_evaluation_name",
            "evaluation",
            "name",
            unique=True,
            sqlite_where=_UNDELETED,
            postgresql_where=_UNDELETED,
        ),
    )
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    evaluation: Mapped[str] = mapped_column(String(ID), ForeignKey("evaluations.id"), index=True)
    position: Mapped[int] = mapped_column(Integer)
    name: Mapped[str]
    dataset: Mapped[str] = mapped_column(String(SHA), ForeignKey("datasets.id"), index=True)
    meta: Mapped[dict[str, Any]]
    created: Mapped[datetime]
    created_by: Mapped[str]
    deleted_at: Mapped[datetime | None]


class SchemaVersionRow(Base):
    """A version of an eval schema, never changed; `content` is its exact text."""

    __tablename__ = "schema_versions"
    evaluation: Mapped[str] = mapped_column(String(ID), ForeignKey("evaluations.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    content: Mapped[str]
    sha256: Mapped[str] = mapped_column(String(SHA))
    author: Mapped[str]
    message: Mapped[str]
    created: Mapped[datetime]
    parent: Mapped[int | None] = mapped_column(Integer)


class RunRow(Base):
    """An immutable result; one per variant and signature."""

    __tablename__ = "runs"
    __table_args__ = (
        UniqueConstraint("variant", "signature_sha256"),
        ForeignKeyConstraint(["evaluation", "schema_number"], ["schema_versions.evaluation", "schema_versions.number"]),
    )
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    evaluation: Mapped[str] = mapped_column(String(ID), ForeignKey("evaluations.id"), index=True)
    variant: Mapped[str] = mapped_column(String(ID), ForeignKey("variants.id"))
    gold: Mapped[str] = mapped_column(String(SHA), ForeignKey("datasets.id"), index=True)
    extracted: Mapped[str] = mapped_column(String(SHA), ForeignKey("datasets.id"), index=True)
    schema_number: Mapped[int] = mapped_column(Integer)
    signature: Mapped[dict[str, Any]]
    signature_sha256: Mapped[str] = mapped_column(String(SHA))
    metrics: Mapped[dict[str, Any]]
    result_table: Mapped[str | None] = mapped_column(String(SHA), ForeignKey("blobs.sha256"), index=True)
    duration: Mapped[float | None]
    created: Mapped[datetime]
    created_by: Mapped[str]


class JobRow(Base):
    """Work done in the background; `owner` is the process that claimed it."""

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_state_created", "state", "created"),)
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    kind: Mapped[str]
    evaluation: Mapped[str | None] = mapped_column(String(ID), ForeignKey("evaluations.id"), index=True)
    payload: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(String(16))
    cancel_requested: Mapped[bool]
    progress: Mapped[float]
    message: Mapped[str]
    error: Mapped[str | None]
    result: Mapped[dict[str, Any] | None]
    owner: Mapped[str | None]
    created: Mapped[datetime]
    created_by: Mapped[str]
    started: Mapped[datetime | None]
    heartbeat: Mapped[datetime | None]
    finished: Mapped[datetime | None]


class SettingRow(Base):
    """A value under scope and key."""

    __tablename__ = "settings"
    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[Any] = mapped_column(JsonText)
    updated: Mapped[datetime]
    updated_by: Mapped[str]


class EventRow(Base):
    """One change of an evaluation: the revision it led to, who changed what, and what undoing it needs."""

    __tablename__ = "events"
    evaluation: Mapped[str] = mapped_column(String(ID), ForeignKey("evaluations.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    moment: Mapped[datetime]
    who: Mapped[str]
    what: Mapped[str]
    detail: Mapped[dict[str, Any]]


class JudgementRow(Base):
    """A language model's verdict under the hash of its question; shared by all evaluations."""

    __tablename__ = "judgements"
    key: Mapped[str] = mapped_column(String(SHA), primary_key=True)
    model: Mapped[str]
    prompt: Mapped[str]
    """Version of the prompt."""
    score: Mapped[float] = mapped_column(Double)
    reason: Mapped[str]
    tokens_in: Mapped[int] = mapped_column(BigInteger)
    tokens_out: Mapped[int] = mapped_column(BigInteger)
    created: Mapped[datetime] = mapped_column(index=True)


class LabelRow(Base):
    """A person's verdict on a pair; of one person's labels of a pair at most one is not withdrawn."""

    __tablename__ = "labels"
    __table_args__ = (
        Index("uq_labels_pair_who", "pair", "who", unique=True, sqlite_where=_STANDING, postgresql_where=_STANDING),
    )
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    pair: Mapped[str] = mapped_column(String(SHA))
    """sha256 of path, rubric and both values."""
    path: Mapped[str]
    rubric: Mapped[str] = mapped_column(String(SHA), index=True)
    content: Mapped[dict[str, Any]]
    score: Mapped[float] = mapped_column(Double)
    step: Mapped[str]
    note: Mapped[str]
    who: Mapped[str]
    created: Mapped[datetime]
    withdrawn: Mapped[datetime | None]


class JudgeUsageRow(Base):
    """What asking a judge once took. It stays when evaluation and run are removed: the money is spent."""

    __tablename__ = "judge_usage"
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    moment: Mapped[datetime]
    who: Mapped[str]
    evaluation: Mapped[str | None] = mapped_column(String(ID), index=True)
    run: Mapped[str | None] = mapped_column(String(ID), index=True)
    model: Mapped[str]
    price: Mapped[float | None] = mapped_column(Double)
    calls: Mapped[int] = mapped_column(BigInteger)
    tokens_in: Mapped[int] = mapped_column(BigInteger)
    tokens_out: Mapped[int] = mapped_column(BigInteger)
    usage: Mapped[dict[str, Any]]


class ReviewRow(Base):
    """A review: people answer its cards. It stays with the schema version, the gold and the runs it was made from."""

    __tablename__ = "reviews"
    __table_args__ = (
        ForeignKeyConstraint(["evaluation", "schema_number"], ["schema_versions.evaluation", "schema_versions.number"]),
    )
    id: Mapped[str] = mapped_column(String(ID), primary_key=True)
    evaluation: Mapped[str] = mapped_column(String(ID), ForeignKey("evaluations.id"), index=True)
    name: Mapped[str]
    instructions: Mapped[str]
    settings: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(String(16))
    schema_number: Mapped[int] = mapped_column(Integer)
    gold: Mapped[str] = mapped_column(String(SHA), ForeignKey("datasets.id"), index=True)
    runs: Mapped[list[Any]]
    created: Mapped[datetime]
    created_by: Mapped[str]
    updated: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    last_event: Mapped[int] = mapped_column(Integer)
    """The number of its newest event; 0 before the first."""
    applied: Mapped[str | None] = mapped_column(String(SHA), ForeignKey("datasets.id"), index=True)
    """The corrected gold that was put in place."""
    replaced: Mapped[str | None] = mapped_column(String(SHA), ForeignKey("datasets.id"), index=True)
    """The gold that it took the place of."""


class ReviewCardRow(Base):
    """Places that one answer serves, in the order in which they are handed out. Only `withdrawn` ever changes."""

    __tablename__ = "review_cards"
    review: Mapped[str] = mapped_column(String(ID), ForeignKey("reviews.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(String(SHA))
    field: Mapped[str]
    kind: Mapped[str] = mapped_column(String(16))
    content: Mapped[dict[str, Any]]
    places: Mapped[list[Any]]
    stake: Mapped[float] = mapped_column(Double)
    opinions: Mapped[int] = mapped_column(Integer)
    """How many people are to answer."""
    split_from: Mapped[int | None] = mapped_column(Integer)
    """The card that held these places until someone left them out of an answer."""
    split_by: Mapped[str | None] = mapped_column(String(ID))
    """The act that left them out."""
    origin: Mapped[list[Any] | None]
    """Of each place: its index in that card."""
    withdrawn: Mapped[bool]
    """Whether the act that left them out was undone, so that they are back in that card."""


class ReviewSeatRow(Base):
    """Room for one opinion on a card: free, on loan to `holder` until a moment, or answered."""

    __tablename__ = "review_seats"
    __table_args__ = (
        ForeignKeyConstraint(["review", "card"], ["review_cards.review", "review_cards.number"]),
        Index("uq_review_seats_review_token", "review", "token", unique=True),
        Index("ix_review_seats_review_holder", "review", "holder"),
        Index("ix_review_seats_open", "review", "card", "seat", sqlite_where=_UNANSWERED, postgresql_where=_UNANSWERED),
    )
    review: Mapped[str] = mapped_column(String(ID), primary_key=True)
    card: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    holder: Mapped[str | None]
    session: Mapped[str | None]
    token: Mapped[str | None] = mapped_column(String(SHA))
    until: Mapped[datetime | None]
    answered_by: Mapped[str | None]
    act: Mapped[str | None] = mapped_column(String(ID))
    """The act that answered it."""


class ReviewVisitRow(Base):
    """What a person left at a card: a draft, or the wish not to be asked."""

    __tablename__ = "review_visits"
    __table_args__ = (ForeignKeyConstraint(["review", "card"], ["review_cards.review", "review_cards.number"]),)
    review: Mapped[str] = mapped_column(String(ID), primary_key=True)
    card: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(primary_key=True)
    skipped: Mapped[bool]
    draft: Mapped[dict[str, Any] | None]
    updated: Mapped[datetime]


class ReviewEventRow(Base):
    """One act of a person: an event for each of its places, numbered from `number` on. Never changed."""

    __tablename__ = "review_events"
    __table_args__ = (
        ForeignKeyConstraint(["review", "card"], ["review_cards.review", "review_cards.number"]),
        UniqueConstraint("review", "act"),
        UniqueConstraint("review", "who", "token"),
        Index("ix_review_events_review_card", "review", "card"),
    )
    review: Mapped[str] = mapped_column(String(ID), ForeignKey("reviews.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    act: Mapped[str] = mapped_column(String(ID))
    card: Mapped[int | None] = mapped_column(Integer)
    places: Mapped[list[Any] | None]
    """Indexes in the card's places."""
    kind: Mapped[str] = mapped_column(String(16))
    who: Mapped[str]
    proof: Mapped[str] = mapped_column(String(16))
    role: Mapped[str] = mapped_column(String(16))
    moment: Mapped[datetime]
    token: Mapped[str | None] = mapped_column(String(SHA))
    content: Mapped[dict[str, Any]]
    schema_number: Mapped[int] = mapped_column(Integer)
    gold: Mapped[str] = mapped_column(String(SHA))


class ReviewPresenceRow(Base):
    """A page that has a review open. It stays on this server: no export has it."""

    __tablename__ = "review_presence"
    review: Mapped[str] = mapped_column(String(ID), ForeignKey("reviews.id"), primary_key=True)
    session: Mapped[str] = mapped_column(primary_key=True)
    who: Mapped[str]
    card: Mapped[int | None] = mapped_column(Integer)
    seen: Mapped[datetime]


class KeySpendingRow(Base):
    """What the judge's key of the server took on one day (UTC). It stays on this server: no export has it."""

    __tablename__ = "key_spending"
    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    calls: Mapped[int] = mapped_column(BigInteger)
    tokens_in: Mapped[int] = mapped_column(BigInteger)
    tokens_out: Mapped[int] = mapped_column(BigInteger)
    price: Mapped[float] = mapped_column(Double)
    """US dollars at list prices; of models without one: 0."""
