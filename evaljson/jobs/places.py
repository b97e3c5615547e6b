"""How many jobs a server does at a time, and which of its places are for asking a judge."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from evaljson.store import Job
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.closed_books import CLOSED_BOOK
from evaljson.workspace.second_looks import SECOND_LOOK

ASKING: Final = frozenset({JUDGE, CLOSED_BOOK, SECOND_LOOK})
"""Kinds of jobs that ask a model: each in a process of its own, which alone has the key."""


def most_asking(places: int) -> int:
    """Return how many may ask a model at a time: that can take hours, so of two places or more one stays for others."""
    return max(1, places - 1)


def has_to_wait(kind: str, running: Collection[Job], places: int) -> bool:
    """Check whether a job of this kind waits for one of those that run."""
    asking = sum(job.kind in ASKING for job in running)
    return len(running) >= places or (kind in ASKING and asking >= most_asking(places))
