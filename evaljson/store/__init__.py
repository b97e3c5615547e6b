"""What is kept, in SQLite or PostgreSQL: evaluations, runs, jobs, settings, and what judges and people said."""

from evaljson.store.changes import Event
from evaljson.store.checks import Checked
from evaljson.store.datasets import Dataset
from evaljson.store.errors import ArchiveError, Conflict, NotFound, StoreDamaged, StoreError, StoreUnavailable
from evaljson.store.evaluations import Summary
from evaljson.store.export import Exported
from evaljson.store.facade import Store, open_store
from evaljson.store.faults import Fault
from evaljson.store.gc import Swept
from evaljson.store.jobs import Job
from evaljson.store.judgements import Judgement, Kept
from evaljson.store.labels import Label, pair_sha256
from evaljson.store.restore import Imported
from evaljson.store.runs import Run
from evaljson.store.schemas import SchemaVersion
from evaljson.store.snapshot import Evaluation, Variant
from evaljson.store.usage import UsageSum, Used, summed

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
