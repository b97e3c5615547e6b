"""Garbage collection that skips long-lived objects.

Streamlit collects all generations after each rerun, while every thread of the server waits. Loaded records are millions
of objects that are never garbage: looking at all of them again took two thirds of the time of a click.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from typing import Any, Final

SLOW: Final = 0.02
"""Seconds of a full collection after which what survived it is passed over by the next ones."""
ALL_AGAIN: Final = 100
"""Full collections from one that passes over nothing to the next: a cycle that dies among what was passed over goes
then. All else still goes the moment that nothing refers to it."""


class Sparing:
    """A callback of the garbage collector (see `gc.callbacks`)."""

    def __init__(self, slow: float = SLOW, all_again: int = ALL_AGAIN) -> None:
        self._slow, self._all_again = slow, all_again
        self._began, self._collections = 0.0, 0

    def __call__(self, phase: str, info: Mapping[str, Any]) -> None:
        """Freeze what survived a slow full collection; thaw it before every `all_again`th one."""
        if info["generation"] < 2:
            return
        if phase == "start":
            self._collections += 1
            if self._collections % self._all_again == 0:
                gc.unfreeze()
            self._began = time.perf_counter()
        elif time.perf_counter() - self._began >= self._slow:
            gc.freeze()


def spare_what_lasts() -> None:
    """Keep collections short from now on; once per process."""
    if not any(isinstance(one, Sparing) for one in gc.callbacks):
        gc.callbacks.append(Sparing())
