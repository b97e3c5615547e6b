"""Processes of this machine, which start while this one still looks for the lines, and then help it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Final, Self, TypeVar

Result = TypeVar("Result")
AHEAD: Final = 2
"""Tasks that a process has at a time, so that it need not wait for the next one."""


class Workers:
    """So many processes beside this one: begun early, and replaced where one died. Not begun, they cost nothing."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ProcessPoolExecutor | None = None
        self.started: list[Future[None]] = []
        """One per process, done when it has started, or when one that was quicker has done it as well."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def begin(self, most: int) -> ProcessPoolExecutor:
        """Start at most so many processes, unless they run; they import at once what scoring needs.

        They end when this one is gone, however it ended.
        """
        if self._pool is None:
            count = min(self.count, most)
            # A fork would copy locks that threads of this process hold.
            self._pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_prepare)
            self.started = [self._pool.submit(_nothing) for _ in range(count)]
        return self._pool

    def close(self) -> None:
        """End the processes, when they have done what they are doing."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._pool, self.started = None, []

    def results(self, tasks: Iterable[Callable[[], Result]]) -> Iterator[Result]:
        """Give the result of each task, in their order: done here, and by the processes that have started by then.

        Raises what a task raises.
        """
        left = deque(tasks)
        begun: deque[tuple[Future[Result], Callable[[], Result]]] = deque()
        while left or begun:
            under_way = sum(not future.done() for future, _ in begun)
            while left and self._pool is not None and under_way < AHEAD * self.ready():
                task = left.popleft()
                begun.append((_submitted(self._pool, task), task))
                under_way += 1
            if left:
                task = left.popleft()
                begun.append((_done(task()), task))
            while begun and (not left or begun[0][0].done()):
                future, task = begun.popleft()
                try:
                    yield future.result()
                except BrokenProcessPool:  # a process died: what it did can be done here
                    yield task()

    def ready(self) -> int:
        """Return how many processes have started, as far as `started` tells."""
        return sum(one.done() for one in self.started)


def _submitted(pool: ProcessPoolExecutor, task: Callable[[], Result]) -> Future[Result]:
    try:
        return pool.submit(task)
    except BrokenProcessPool as error:
        failed: Future[Result] = Future()
        failed.set_exception(error)
        return failed


def _done(result: Result) -> Future[Result]:
    future: Future[Result] = Future()
    future.set_result(result)
    return future


def _prepare() -> None:
    """Watch the process that began this one, and import what the first chunk would, while there is nothing to score."""
    threading.Thread(target=_end_with_parent, daemon=True, name="evaljson.scale").start()
    own = ("evaljson.scale.run_chunk", "evaljson.scale.rows", "evaljson.results.saved.run")
    for name in (*own, "scipy.optimize", "pandas"):  # pandas is what pyarrow imports at the first array
        import_module(name)


def _end_with_parent() -> None:
    """End this process once the one that began it is gone.

    It would wait for a task for ever: it holds both ends of the pipe that tasks come through.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _nothing() -> None:
    """Show that a process has started."""
