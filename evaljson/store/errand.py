"""On whose behalf this thread uses the store: said by the guard, read by the transactions.

A transaction that writes checks once more that this person may do it, and what it notes for the audit says who it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from evaljson.store.actor import Proof


@dataclass(frozen=True, slots=True)
class Errand:
    """What someone who is signed in has the store do."""

    address: str
    proof: Proof
    recheck: Callable[[Connection], object]
    """Called first in each transaction that writes. Raises NotAllowed."""


_current: Final[ContextVar[Errand | None]] = ContextVar("errand", default=None)


def current() -> Errand | None:
    """Return it; None where nobody signs in, and in jobs and commands."""
    return _current.get()


@contextmanager
def running(errand: Errand) -> Iterator[None]:
    """Let the store work for someone as long as the block."""
    token = _current.set(errand)
    try:
        yield
    finally:
        _current.reset(token)
