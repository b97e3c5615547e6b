"""Pause Python's garbage collection during bulk work."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Python looks through this many new objects in a few milliseconds. To count what somebody froze can take longer: the
# app freezes all that it has loaded, and Python counts by walking through it.
FEW_NEW_OBJECTS = 100_000


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
            if created_much and not gc.get_freeze_count():  # what somebody else froze would be set free
                gc.freeze()
                gc.unfreeze()
            gc.enable()
