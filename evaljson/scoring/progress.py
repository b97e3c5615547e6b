"""Reports the progress of scoring to its caller, who can stop it.

    with watching(report):
        evaluate(...)

`report` is called with the share done (0..1) after each batch of records. An exception that it raises ends the scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_report: ContextVar[Callable[[float], None] | None] = ContextVar("evaljson.scoring.progress", default=None)


@contextmanager
def watching(report: Callable[[float], None]) -> Iterator[None]:
    """Report the progress of all scoring inside the `with` block, in this thread or task."""
    token = _report.set(report)
    try:
        yield
    finally:
        _report.reset(token)


def report_progress(done: int, of: int) -> None:
    """Report that `done` of `of` records are scored."""
    report = _report.get()
    if report is not None:
        report(done / of if of else 1.0)
