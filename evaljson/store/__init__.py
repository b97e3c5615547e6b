"""Stores evaluations, runs, jobs, settings, verdicts, labels and reviews in SQLite or PostgreSQL.

store.py        open_store() and Store, with an attribute for each topic
topics/         a module per topic: its dataclasses, and how they are read and changed
tables.py       the tables, with table_base.py and people_tables.py; migrations/ has a step for each change of them
rows.py         rows of tables as dataclasses
engine.py       connections and transactions; turns.py queues threads that write,
                location.py finds the database, failures.py explains its errors
actor.py        who does something in a review, and what their role allows
access/         who may do what, where people sign in; errand.py says on whose behalf a thread works
audit_log.py    notes what was done, in the transaction that does it
revisions.py    changes of an evaluation, from revision to revision
blobs.py        compressed content under its hash; record_codec.py turns records into such content
archive/        export and import of a workspace
checks/         `evaljson workspace check`
gc.py           `evaljson workspace gc`; retention.py `evaljson retention`
"""

from evaljson.store.actor import Actor
from evaljson.store.archive.export import Exported
from evaljson.store.archive.restore import Imported
from evaljson.store.checks.check import Checked
from evaljson.store.checks.fault import Fault
from evaljson.store.errors import (
    ArchiveError,
    Conflict,
    NotAllowed,
    NotFound,
    StoreDamaged,
    StoreError,
    StoreUnavailable,
)
from evaljson.store.event import Event
from evaljson.store.gc import Swept
from evaljson.store.store import Store, open_store
from evaljson.store.topics.audit import AuditEntry
from evaljson.store.topics.datasets import Dataset
from evaljson.store.topics.evaluations import Summary
from evaljson.store.topics.jobs import Job
from evaljson.store.topics.judgements import Judgement, Kept
from evaljson.store.topics.key_spending import DayLimits, KeyUse
from evaljson.store.topics.labels import Label, pair_sha256
from evaljson.store.topics.members import Member
from evaljson.store.topics.review_cards import Card, Held, NewCard, Taken
from evaljson.store.topics.review_events import Brought, BroughtIn
from evaljson.store.topics.review_log import Act, ReviewEvent
from evaljson.store.topics.review_presence import Present
from evaljson.store.topics.reviews import Review, ReviewHead
from evaljson.store.topics.runs import DATASETS, Run
from evaljson.store.topics.schemas import SchemaVersion
from evaljson.store.topics.snapshot import Evaluation, Variant
from evaljson.store.topics.usage import UsageSum, Used, summed

__all__ = [
    "DATASETS",
    "Act",
    "Actor",
    "ArchiveError",
    "AuditEntry",
    "Brought",
    "BroughtIn",
    "Card",
    "Checked",
    "Conflict",
    "Dataset",
    "DayLimits",
    "Evaluation",
    "Event",
    "Exported",
    "Fault",
    "Held",
    "Imported",
    "Job",
    "Judgement",
    "Kept",
    "KeyUse",
    "Label",
    "Member",
    "NewCard",
    "NotAllowed",
    "NotFound",
    "Present",
    "Review",
    "ReviewEvent",
    "ReviewHead",
    "Run",
    "SchemaVersion",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreUnavailable",
    "Summary",
    "Swept",
    "Taken",
    "UsageSum",
    "Used",
    "Variant",
    "open_store",
    "pair_sha256",
    "summed",
]
