"""Lets the threads of one process write to SQLite in the order in which they came.

SQLite itself has no queue: who finds the file locked sleeps up to a tenth of a second and tries again, so that among
busy writers one may wait for many seconds while others pass it.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """A queue of threads. A forked process has an empty one."""

    def __init__(self) -> None:
        self._begin_again()

    def _begin_again(self) -> None:
        self._process, self._lock = os.getpid(), threading.Lock()
        self._waiting, self._busy = deque[threading.Event](), False

    @contextmanager
    def turn(self, seconds: float) -> Iterator[bool]:
        """Wait for one's turn, at most so long; gives whether it came. Those behind wait until the block ends."""
        if self._process != os.getpid():
            self._begin_again()
        came = self._take(seconds)
        try:
            yield came
        finally:
            if came:
                self._pass_on()

    def _take(self, seconds: float) -> bool:
        with self._lock:
            if not self._busy:
                self._busy = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        if mine.wait(seconds):
            return True
        with self._lock:
            if mine.is_set():  # it came at the last moment
                return True
            self._waiting.remove(mine)
        return False

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._busy = False
