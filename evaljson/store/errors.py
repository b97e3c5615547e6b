"""Errors of the store.

EvaljsonError
└── StoreError               the store cannot be used in this way
    ├── StoreUnavailable     locked, full, read-only, not reachable: nothing was changed, and trying again may help
    ├── StoreDamaged         stored data has changed since it was stored
    ├── NotFound             there is no such evaluation, variant, run, dataset or job
    ├── Conflict             someone else changed it first; says who changed what
    ├── NotAllowed           the role of this person does not allow it, or they are not among those asked
    └── ArchiveError         a file that cannot be imported
"""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.base.errors import EvaljsonError
from evaljson.store.event import Event


class StoreError(EvaljsonError):
    """The store cannot be used in this way."""


class StoreUnavailable(StoreError):
    """The database could not do it, and nothing was changed."""


class StoreDamaged(StoreError):
    """Stored data has changed since it was stored."""


class NotFound(StoreError):
    """The store does not hold it, or it was deleted."""


class Conflict(StoreError):
    """It has changed since it was read; `.events` lists these changes of the `.evaluation`, and says who made them."""

    def __init__(self, message: str, events: Sequence[Event] = (), evaluation: str = "") -> None:
        super().__init__(message)
        self.events, self.evaluation = tuple(events), evaluation


class NotAllowed(StoreError):
    """The role of this person does not allow it, or the review is for other people."""


class ArchiveError(StoreError):
    """A file that is not an archive of a workspace, or a broken or hostile one. Nothing was imported."""
