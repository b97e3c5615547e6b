"""Lets whoever waits for scoring see how far it is, and stop it.

    with watching(tell):
        evaluate(...)

`tell` is called with the share done (0..1) after each batch of records. What it raises ends the scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_tell: ContextVar[Callable[[float], None] | None] = ContextVar("evaljson.scoring.progress", default=None)


@contextmanager
def watching(tell: Callable[[float], None]) -> Iterator[None]:
    """Scoring inside of this, in this thread or task, tells how far it is."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


def tell_progress(done: int, of: int) -> None:
    """What the engine says after each batch."""
    tell = _tell.get()
    if tell is not None:
        tell(done / of if of else 1.0)
