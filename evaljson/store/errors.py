"""What can go wrong with stored work.

EvaljsonError
└── StoreError               the store cannot be used, or not so
    ├── StoreUnavailable     locked, full, read-only, not reachable: nothing was changed, and trying again may help
    ├── StoreDamaged         what is stored is not what was stored
    ├── NotFound             there is no such evaluation, variant, run, dataset or job
    ├── Conflict             somebody else was faster; says who changed what
    └── ArchiveError         a file that cannot be imported
"""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.base.errors import EvaljsonError
from evaljson.store.event import Event


class StoreError(EvaljsonError):
    """The store cannot be used, or not in this way."""


class StoreUnavailable(StoreError):
    """The database did not do it, and nothing was changed."""


class StoreDamaged(StoreError):
    """What is stored is not what was stored."""


class NotFound(StoreError):
    """There is no such thing in the store, or it was deleted."""


class Conflict(StoreError):
    """What was to be changed has been changed by somebody else since it was read; `.events` is what they did."""

    def __init__(self, message: str, events: Sequence[Event] = ()) -> None:
        super().__init__(message)
        self.events = tuple(events)


class ArchiveError(StoreError):
    """A file that is no archive of a workspace, or a broken or hostile one. Nothing was imported."""
