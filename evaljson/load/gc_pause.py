"""Pause Python's garbage collection during bulk work."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause cyclic garbage collection: hundreds of thousands of records are created, and none of them is garbage.

    What was created counts as old afterwards: else all of it would be looked through at once.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # what somebody else froze would be set free
                gc.freeze()
                gc.unfreeze()
            gc.enable()
