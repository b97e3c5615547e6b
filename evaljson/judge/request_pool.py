"""Sends many requests at a time, over an event loop in a separate thread.

Each outcome goes to the thread that called: only that thread writes to the cache and calls back, so neither has to be
thread-safe, and neither delays a request by being slow.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from evaljson.judge.cache import JudgeVerdict
from evaljson.judge.endpoint import Endpoint, Reply, RequestFailedError
from evaljson.judge.endpoint_settings import EndpointSettings
from evaljson.judge.ledger import Ledger, Spent
from evaljson.judge.price import tokens_of
from evaljson.judge.request_form import VERDICTS, Asked, RequestForm

CANCELLED: Final = "cancelled before it was judged: score again to go on; what is done is kept"
_TICK, _GRACE = 0.1, 2.0
"""Seconds between two checks whether to stop, and that requests in flight then get."""
_MOMENT: Final = 0.01
_MOST_TRIES = 3
"""How often an item is asked about that the model leaves out or answers unclearly; each time in a smaller request."""
_MOST_USELESS = 5
"""Requests in a row without a verdict, beyond those in flight together, after which no more are sent."""


@dataclass(slots=True)
class Outcome:
    """The outcome of one request, or of items that were never sent."""

    verdicts: dict[str, JudgeVerdict] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    """The reason by key, of items that are not asked about again."""
    spent: Spent = field(default_factory=Spent)


class RequestPool:
    """Asks about batches, a bounded number of requests at a time. Use it once."""

    def __init__(
        self,
        settings: EndpointSettings,
        ledger: Ledger,
        concurrency: int,
        batches: Sequence[Sequence[Asked]],
        form: RequestForm = VERDICTS,
    ) -> None:
        self._settings, self._ledger, self._concurrency = settings, ledger, concurrency
        self._form = form
        self._waiting = deque(list(batch) for batch in batches)
        self._arrived: queue.SimpleQueue[Outcome | BaseException | None] = queue.SimpleQueue()
        self._useless = 0
        self.stopped: str | None = None
        """Why no more requests are sent."""

    def run(self, cancel: threading.Event | None) -> Generator[Outcome | None, None, None]:
        """Yield outcomes as they arrive, and None now and then between them.

        Closing the generator stops the work: requests in flight get two seconds.
        """
        stop, abort = threading.Event(), threading.Event()
        thread = threading.Thread(target=self._thread, args=(stop, abort), name="evaljson judge", daemon=True)
        thread.start()
        since: float | None = None
        try:
            while True:
                if cancel is not None and cancel.is_set():
                    stop.set()
                if stop.is_set():
                    since = since or time.monotonic()
                    if time.monotonic() - since > _GRACE:
                        abort.set()
                try:
                    arrived = self._arrived.get(timeout=_TICK)
                except queue.Empty:
                    yield None
                    continue
                if arrived is None:
                    return
                if isinstance(arrived, BaseException):
                    raise arrived
                yield arrived
        finally:
            stop.set()
            thread.join(_GRACE)
            abort.set()
            thread.join()

    def left(self) -> Iterator[Outcome]:
        """Yield the outcomes that arrived after `run` was closed."""
        while not self._arrived.empty():
            arrived = self._arrived.get()
            if isinstance(arrived, Outcome):
                yield arrived

    def _thread(self, stop: threading.Event, abort: threading.Event) -> None:
        try:
            asyncio.run(self._all(stop, abort))
        except BaseException as error:  # it is raised where the outcomes are read
            self._arrived.put(error)
        else:
            self._arrived.put(None)

    async def _all(self, stop: threading.Event, abort: threading.Event) -> None:
        endpoint = Endpoint(self._settings, self._form)
        workers = min(self._concurrency, len(self._waiting))
        tasks = [asyncio.create_task(self._work(endpoint)) for _ in range(workers)]
        try:
            while not all(task.done() for task in tasks):
                await asyncio.wait(tasks, timeout=_TICK, return_when=asyncio.FIRST_EXCEPTION)
                for task in tasks:
                    if task.done() and not task.cancelled() and task.exception() is not None:
                        raise task.exception() or AssertionError
                if stop.is_set():
                    self.stopped = self.stopped or CANCELLED
                if abort.is_set():
                    break
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await endpoint.close()
        for batch in self._waiting:
            self._fail(batch, self.stopped or CANCELLED)
            # Items of aborted requests are in no outcome: they count as never asked about.

    async def _work(self, endpoint: Endpoint) -> None:
        while self._waiting and self.stopped is None:
            await self._settle(endpoint, self._waiting.popleft(), 1)

    async def _settle(self, endpoint: Endpoint, asks: list[Asked], attempt: int) -> None:
        """Ask until each item has a verdict or a reason why not; items left out go into smaller requests."""
        if self.stopped is not None:
            self._fail(asks, self.stopped)
            return
        expected = self._form.expected_tokens(asks)
        while (number := self._ledger.begin(*expected)) < 0 and self._ledger.may_fit_later:
            await asyncio.sleep(_MOMENT)  # what is in flight may take less than expected
        if number < 0:
            self.stopped = self._ledger.reached()
            self._fail(asks, self.stopped)
            return
        reply, spent = await self._reply(endpoint, asks, number, expected)
        if isinstance(reply, RequestFailedError):
            await self._refused(endpoint, asks, attempt, reply)
            return
        open_asks, why = self._take(asks, reply, spent)
        self._count(len(open_asks) < len(asks), why)
        if not open_asks:
            return
        if attempt == _MOST_TRIES:
            self._fail(open_asks, f"{why}, asked {attempt} times")
            return
        await self._in_parts(endpoint, open_asks, attempt)

    async def _reply(
        self, endpoint: Endpoint, asks: list[Asked], number: int, expected: tuple[int, int]
    ) -> tuple[Reply | RequestFailedError, Spent]:
        """Send one request, and replace its reservation by what it took."""
        spent = Spent(1, *expected)  # where it is cut off, it may have been answered
        try:
            reply = await endpoint.ask(asks)
            spent = _spent(reply, expected)
            return reply, spent
        except RequestFailedError as error:
            spent = Spent()
            return error, spent
        finally:
            self._ledger.end(number, spent)

    async def _in_parts(self, endpoint: Endpoint, asks: list[Asked], attempt: int) -> None:
        size = 1 if attempt + 1 == _MOST_TRIES else -(-len(asks) // 4)
        for first in range(0, len(asks), size):
            await self._settle(endpoint, asks[first : first + size], attempt + 1)

    async def _refused(self, endpoint: Endpoint, asks: list[Asked], attempt: int, error: RequestFailedError) -> None:
        self._count(False, error.reason)
        if error.fatal:
            self.stopped = self.stopped or error.reason
        elif error.too_much and len(asks) > 1 and attempt < _MOST_TRIES:
            await self._in_parts(endpoint, asks, attempt)
            return
        self._fail(asks, error.reason)

    def _take(self, asks: Sequence[Asked], reply: Reply, spent: Spent) -> tuple[list[Asked], str]:
        """Pass on the verdicts of a reply; return the items without one, and why."""
        read = self._form.read(reply.text, asks, self._settings.key.redacted)
        shares = zip(_shares(spent.tokens_in, len(asks)), _shares(spent.tokens_out, len(asks)), strict=True)
        verdicts = {
            ask.key: JudgeVerdict(*read.answers[ask.name], self._settings.model, *tokens, self._form.prompt)
            for ask, tokens in zip(asks, shares, strict=True)
            if ask.name in read.answers
        }
        self._arrived.put(Outcome(verdicts, {}, spent))
        return [ask for ask in asks if ask.key not in verdicts], reply.problem or read.why

    def _count(self, useful: bool, why: str) -> None:
        self._useless = 0 if useful else self._useless + 1
        if self._useless >= self._concurrency + _MOST_USELESS and self.stopped is None:
            self.stopped = f"given up after {self._useless} requests in a row without a verdict, the last one: {why}"

    def _fail(self, asks: Sequence[Asked], why: str) -> None:
        self._arrived.put(Outcome({}, {ask.key: why for ask in asks}))


def _spent(reply: Reply, expected: tuple[int, int]) -> Spent:
    tokens_in = expected[0] if reply.tokens_in is None else reply.tokens_in
    tokens_out = tokens_of(reply.text) if reply.tokens_out is None else reply.tokens_out
    return Spent(1, tokens_in, tokens_out)


def _shares(total: int, parts: int) -> list[int]:
    """Split a total into whole shares."""
    return [total * (place + 1) // parts - total * place // parts for place in range(parts)]
