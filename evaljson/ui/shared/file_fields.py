"""Which fields gained by another file of a variant, and what is newly wrong: from the stored runs of both files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from evaljson.base.errors import EvaljsonError
from evaljson.report.history.another_file import AnotherFile, in_words, of_another_file
from evaljson.store import Run
from evaljson.ui.session import cache, server
from evaljson.ui.shared.plain_text import plain

_MOST: Final = 300_000
"""Results of a run up to which its fields are compared with those of the file before, within a page."""


def fields_in_words(was: Run, run: Run, call: Callable[[str], str]) -> str:
    """Say it in sentences; "" where nothing moved, and for results that take long to read. `call` writes a field."""
    if max(one.metrics.get("total_fields") or 0 for one in (was, run)) > _MOST:
        return ""

    def look() -> AnotherFile | None:
        with suppress(EvaljsonError):  # the file of before may be gone
            return of_another_file(server.run_of(was), server.run_of(run))
        return None

    return in_words(cache.derived(("another file", was.id, run.id), look), call)


def fields_of_runs(was: str, run: str, call: Callable[[str], str] = str) -> str:
    """Say the same of two runs by their ids."""
    with suppress(EvaljsonError):
        store = server.store()
        return fields_in_words(store.runs.get(was), store.runs.get(run), call)
    return ""


def in_bold(field: str) -> str:
    """Write a field in Markdown."""
    return f"**{plain(field, 60)}**"
