"""Keeps processes ready that work while a page waits, and kills one that takes too long.

A thread cannot be stopped, and one long call into a library holds Python's lock: nobody would be served meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from multiprocessing.connection import Pipe
from typing import Any, Final

from evaljson.base import limits
from evaljson.base.errors import EvaljsonError

logger = logging.getLogger(__name__)
MOST: Final = 2
"""Processes at the same time."""
SECOND_AFTER: Final = 1.0
"""Seconds for which a task waits for the first process before a second one starts, which has to read everything."""
READING: Final = 300.0
"""Seconds that a process may take until it has started and read what the task needs."""
REST: Final = 60.0
"""Seconds until a task that was stopped is tried again."""


class StoppedError(EvaljsonError):
    """What a page waits for took too long, or its process ended."""


class _Helper:
    """One process and the connection to it."""

    def __init__(self) -> None:
        self._ours, theirs = Pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "evaljson.jobs.page_work.process", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env=dict(os.environ),
            start_new_session=True,  # Ctrl-C on the server's terminal ends it with the connection
        )
        theirs.close()

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def do(self, task: str, arguments: tuple[Any, ...], seconds: float) -> Any:
        """Have a task done.

        Raises what the task raises, TimeoutError, MemoryError, and EOFError or OSError if the process ends.
        """
        self._ours.send((task, arguments))
        reply, content = self._reply(READING)
        if reply == "has read":
            reply, content = self._reply(seconds)
        if reply == "failed":
            raise content
        if reply == "no memory":
            raise MemoryError
        return content

    def _reply(self, seconds: float) -> tuple[str, Any]:
        if not self._ours.poll(seconds):
            raise TimeoutError
        answer: tuple[str, Any] = self._ours.recv()
        return answer

    def end(self) -> None:
        self._ours.close()
        self._process.kill()
        self._process.wait()


class Helpers:
    """Processes that do one task at a time each. Safe for threads."""

    def __init__(self) -> None:
        self._free: list[_Helper] = []
        self._busy = 0
        self._changed = threading.Condition()
        self._ahead: set[bytes] = set()
        self._stopped: dict[bytes, tuple[float, StoppedError]] = {}

    def call(self, task: str, *arguments: Any, instead: str) -> Any:
        """Have a task done, and return its result; `instead` says what someone can do whose task is stopped.

        A task that was stopped is refused for REST seconds: a page that is drawn again would wait for it each time.
        Raises StoppedError, and what the task raises.
        """
        key = hashlib.sha256(pickle.dumps((task, arguments))).digest()
        self._refuse_again(key)
        helper = self._take()
        try:
            result = helper.do(task, arguments, limits.current().page_seconds)
        except (TimeoutError, MemoryError) as error:
            self._drop(helper)
            limit = "page_seconds" if isinstance(error, TimeoutError) else "process_bytes"
            why = limits.current().says(limit, instead=instead)
            raise self._noted(key, StoppedError(why)) from None
        except (EOFError, OSError) as error:
            self._drop(helper)
            logger.warning("the process that worked on %s has ended: %s", task, error)
            why = f"the process that worked this out has ended, maybe because memory ran out: {instead}."
            raise self._noted(key, StoppedError(why)) from error
        except BaseException:  # what the task raised
            self._put_back(helper)
            raise
        self._put_back(helper)
        return result

    def _refuse_again(self, key: bytes) -> None:
        moment, error = self._stopped.get(key, (0.0, None))
        if error is not None and time.monotonic() - moment < REST:
            raise StoppedError(str(error))

    def _noted(self, key: bytes, error: StoppedError) -> StoppedError:
        now = time.monotonic()
        recent = {other: seen for other, seen in self._stopped.items() if now - seen[0] < REST}
        self._stopped = {**recent, key: (now, error)}
        return error

    def ahead(self, task: str, *arguments: Any) -> None:
        """Have a task done in the background, once, so that its process has read what others need; drop errors."""
        key = hashlib.sha256(pickle.dumps((task, arguments))).digest()
        if key in self._ahead:
            return
        self._ahead.add(key)

        def do() -> None:
            with contextlib.suppress(EvaljsonError):
                self.call(task, *arguments, instead="it is done when it is needed")

        threading.Thread(target=do, daemon=True, name="evaljson.ahead").start()

    def warm(self) -> None:
        """Start a process, if there is none, so that the first task does not wait for it."""
        with self._changed:
            if not self._free and not self._busy:
                self._free.append(_Helper())

    def close(self) -> None:
        """End the processes that have no task."""
        with self._changed:
            for helper in self._free:
                helper.end()
            self._free.clear()

    def _take(self) -> _Helper:
        """Take a free process, the one that was used last; else wait for one, or start it."""
        until = time.monotonic() + SECOND_AFTER
        with self._changed:
            while True:
                while self._free:
                    helper = self._free.pop()
                    if not helper.has_ended:
                        self._busy += 1
                        return helper
                    helper.end()
                left = until - time.monotonic()
                if self._busy == 0 or (left <= 0 and self._busy < MOST):
                    self._busy += 1
                    return self._started()
                self._changed.wait(left if self._busy < MOST else None)

    def _started(self) -> _Helper:
        try:
            return _Helper()
        except BaseException:
            self._busy -= 1
            raise

    def _put_back(self, helper: _Helper) -> None:
        with self._changed:
            self._busy -= 1
            self._free.append(helper)
            self._changed.notify()

    def _drop(self, helper: _Helper) -> None:
        helper.end()
        with self._changed:
            self._busy -= 1
            self._changed.notify()
