"""What is kept, in SQLite or PostgreSQL: evaluations, runs, jobs, settings, and what judges and people said."""

from evaljson.store.archive.export import Exported
from evaljson.store.archive.restore import Imported
from evaljson.store.checks.all import Checked
from evaljson.store.damage import Fault
from evaljson.store.errors import ArchiveError, Conflict, NotFound, StoreDamaged, StoreError, StoreUnavailable
from evaljson.store.event import Event
from evaljson.store.facade import Store, open_store
from evaljson.store.gc import Swept
from evaljson.store.snapshot import Evaluation, Variant
from evaljson.store.topics.datasets import Dataset
from evaljson.store.topics.evaluations import Summary
from evaljson.store.topics.jobs import Job
from evaljson.store.topics.judgements import Judgement, Kept
from evaljson.store.topics.labels import Label, pair_sha256
from evaljson.store.topics.runs import Run
from evaljson.store.topics.schemas import SchemaVersion
from evaljson.store.topics.usage import UsageSum, Used, summed

__all__ = [
    "ArchiveError",
    "Checked",
    "Conflict",
    "Dataset",
    "Evaluation",
    "Event",
    "Exported",
    "Fault",
    "Imported",
    "Job",
    "Judgement",
    "Kept",
    "Label",
    "NotFound",
    "Run",
    "SchemaVersion",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreUnavailable",
    "Summary",
    "Swept",
    "UsageSum",
    "Used",
    "Variant",
    "open_store",
    "pair_sha256",
    "summed",
]
