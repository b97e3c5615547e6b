"""What this server counts of itself while it runs: seconds of pages and of the store, and errors in its log."""

from __future__ import annotations

import logging
import math
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from threading import Lock
from typing import Final

from streamlit.runtime.stats import CounterStat, HistogramStat

_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, math.inf)


class Durations:
    """Seconds of many things of one sort, by the value of a label. Safe for threads."""

    def __init__(self, family: str, label: str, about: str) -> None:
        self._family, self._label, self._about = family, label, about
        self._counts: dict[str, list[int]] = {}
        self._sums: defaultdict[str, float] = defaultdict(float)
        self._lock = Lock()

    def note(self, which: str, seconds: float) -> None:
        """Count one."""
        with self._lock:
            self._counts.setdefault(which, [0] * len(_BOUNDS))[bisect_left(_BOUNDS, seconds)] += 1
            self._sums[which] += seconds

    @contextmanager
    def noted(self, which: str) -> Iterator[None]:
        """Count the block."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.note(which, time.perf_counter() - began)

    def stats(self) -> list[HistogramStat]:
        """Return them as metrics."""
        with self._lock:
            counted = [(which, [*counts], self._sums[which]) for which, counts in sorted(self._counts.items())]
        return [
            HistogramStat(
                self._family, tuple(zip(_BOUNDS, accumulate(counts), strict=True)), total, sum(counts),
                {self._label: which}, "seconds", self._about,
            )
            for which, counts, total in counted
        ]  # fmt: skip


class LoggedErrors(logging.Handler):
    """Counts what the log of evaljson says as an error: whatever failed unexpectedly."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._counts: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Count one, by the module that says it. The lock of the handler is held."""
        self._counts[record.name] += 1

    def stats(self) -> list[CounterStat]:
        """Return them as metrics; one without a module where there was none yet."""
        counts = {name: self._counts[name] for name in sorted(self._counts)} or {"evaljson": 0}
        about = "Errors in the log of the server, by the module that says them."
        return [CounterStat("evaljson_logged_errors", number, {"where": name}, "", about)
                for name, number in counts.items()]  # fmt: skip


PAGE: Final = Durations("evaljson_page_seconds", "page", "How long the script of a page ran, by page.")
STORE: Final = Durations("evaljson_store_seconds", "access", "How long transactions of pages took, waiting included.")
ERRORS: Final = LoggedErrors()
