"""Pause Python's garbage collection during bulk work."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

FEW_NEW_OBJECTS = 1000
"""Python looks through this many in a fraction of a millisecond."""


class Frozen:
    """Whether other code froze objects, as the app does with all that it has loaded."""

    def __init__(self) -> None:
        self._were_seen = False

    def is_anything(self) -> bool:
        """Check it; what was seen once is taken to stay, since Python counts by walking through all that is frozen."""
        self._were_seen = self._were_seen or bool(gc.get_freeze_count())
        return self._were_seen


FROZEN = Frozen()


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause cyclic garbage collection: hundreds of thousands of records are created, and none of them is garbage.

    Where much was created, it counts as old afterwards: else all of it would be looked through at once.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            created_much = gc.get_count()[0] > FEW_NEW_OBJECTS
            if created_much and not FROZEN.is_anything():  # what other code froze would be set free
                gc.freeze()
                gc.unfreeze()
            gc.enable()
