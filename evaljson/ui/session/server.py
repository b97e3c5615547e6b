"""The store, the workers and what was read from the store, shared by all sessions of this server.

Everything cached here is named by an id that stands for its content, so a cached value is never out of date. Where
people sign in, each of these checks what the person of this session may do, also of what is cached.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import streamlit as st

from evaljson.base import limits
from evaljson.base.bounded_cache import Bounded
from evaljson.jobs import Pool
from evaljson.jobs.page_work import Helpers
from evaljson.load import LoadedRecords
from evaljson.results.model import RunResult
from evaljson.results.saved.results import SavedResults
from evaljson.scale.opened import OpenedStream, open_stream
from evaljson.store import Run, Store, open_store
from evaljson.store.access import guard
from evaljson.store.access.guard import guarded
from evaljson.store.actor import Role
from evaljson.store.location import locate, masked
from evaljson.ui.session import own_changes
from evaljson.ui.session.allowed_work import PersonalPool, allowed_arguments
from evaljson.ui.session.ended_sign_ins import ended_before
from evaljson.ui.session.measures import STORE
from evaljson.ui.session.signed_in import ended, visitor, way_in
from evaljson.workspace.placed_datasets import placed_dataset, touch_dataset, whole_dataset
from evaljson.workspace.results_folders import RESULTS, readable
from evaljson.workspace.stored_runs import read_run

_A_RECORD, _LOOKED_AT = 600, 2 << 20
"""Bytes that a run takes for each record, and for the texts of the records that a page shows."""


def store() -> Store:
    """Return the store for the person of this session. Raises StoreError where it cannot be opened."""
    who = visitor()
    return unguarded() if who is None else guarded(unguarded(), who)


def unguarded() -> Store:
    """Return the store of this server, for what the server itself does: it checks nothing."""
    return _store(url())


def need(evaluation: str, least: Role) -> None:
    """Raise NotAllowed if the person of this session has a lower role there."""
    who = visitor()
    if who is not None:
        guard.need(unguarded(), who, evaluation, least)


def is_admin() -> bool:
    """Check whether the person of this session may change what is of the whole server."""
    who = visitor()
    return who is None or who.is_admin


def role(evaluation: str) -> Role | None:
    """Return the role of the person of this session; everyone is owner where nobody signs in. Raises NotFound."""
    who = visitor()
    return "owner" if who is None else guard.role(unguarded(), who, evaluation)


@st.cache_resource(show_spinner="Opening the store")
def _store(url: str) -> Store:
    _helpers().warm()
    opened = open_store(url)
    opened.on_change(own_changes.note)
    opened.on_transaction(STORE.note)
    if way_in() is not None:
        ended().update(ended_before(opened))
    return opened


def pool() -> Pool | PersonalPool:
    """Return the workers of this server, for the person of this session."""
    who, workers = visitor(), _pool(unguarded(), masked(locate()))
    return workers if who is None else PersonalPool(workers, store(), who, need)


def work(task: str, *arguments: Any, instead: str) -> Any:
    """Have a helper process do a task while the page waits, and return the result; see `Helpers.call`.

    Raises StoppedError if it takes too long, NotAllowed, and what the task raises.
    """
    who = visitor()
    allowed = arguments if who is None else allowed_arguments(task, arguments, store(), who, need)
    return _helpers().call(task, *allowed, instead=instead)


def read_ahead(run: str) -> None:
    """Let a helper process read a run that it will be asked about: the first answer is then as quick as the others."""
    _helpers().ahead("read_run", url(), run)


def url() -> str:
    """Return where the store is, for helper processes."""
    return locate().render_as_string(hide_password=False)


@st.cache_resource(show_spinner=False)
def _helpers() -> Helpers:
    """Return the processes that work while pages wait; one starts with the server, since that takes a second."""
    return Helpers()


@st.cache_resource(show_spinner=False)
def _pool(_store: Store, location: str) -> Pool:
    return Pool(_store)


def held() -> Bounded:
    """Return the records and runs that this server has in memory."""
    return _held()


@st.cache_resource(show_spinner=False)
def _held() -> Bounded:
    return Bounded(limits.value_of("cache_bytes"), _say_full)


def _say_full() -> None:
    """Tell the operator: to everyone else it only means that some pages take longer."""
    sys.stderr.write(f"  Note: {limits.current().says('cache_bytes')}\n")


def dataset(identity: str, evaluation: str | None = None) -> LoadedRecords:
    """Return loaded records; shared, so never changed. Raises StoreError.

    In an evaluation whose job has noted where its records stand, each is read when someone looks at it.
    """
    if visitor() is not None:
        store().datasets.get(identity)  # what others loaded is here already
    if evaluation is None:
        return whole_dataset(held(), unguarded(), identity)
    return placed_dataset(held(), unguarded(), evaluation, identity)


def run_of(run: Run) -> RunResult:
    """Return the results of a stored run; shared, so never changed. Raises StoreError, InputError."""
    if visitor() is not None:
        store().runs.get(run.id)
    if RESULTS in run.signature:
        return _stream_of(run).run
    load = partial(dataset, evaluation=run.evaluation)
    results = held().get(("run", run.id), lambda: read_run(store(), run, load), _size_of_run)
    for identity in (run.gold, run.extracted):  # the run holds them anyway, so they may not be dropped before it
        touch_dataset(held(), identity)
    return results


def lines_of(run: Run, kind: Literal["gold", "extracted"]) -> LoadedRecords:
    """Return the records of a run whose results are in a folder: each is read from its line when it is looked at.

    Raises InputError where the folder cannot be read.
    """
    opened = _stream_of(run)
    records: Any = opened.gold if kind == "gold" else opened.extracted
    return replace(dataset(run.gold if kind == "gold" else run.extracted), records=records)


def _stream_of(run: Run) -> OpenedStream:
    folder = readable(run.signature[RESULTS])
    return held().get(("stream", run.id), lambda: open_stream(folder), _size_of_stream)


def _size_of_stream(opened: OpenedStream) -> int:
    rows = opened.run.tallies.rows
    return sum(part.nbytes for part in (rows.record, rows.field, rows.status, rows.score, rows.weight))


def _size_of_run(run: RunResult) -> int:
    """Return the bytes of a run without its records, which are held as datasets."""
    if not isinstance(run.table, SavedResults):
        return 0
    return run.table.size + _A_RECORD * len(run.records) + _LOOKED_AT


class LazyRuns(Mapping[str, RunResult]):
    """Runs by the name of their variant, each read at its first use."""

    def __init__(self, runs: Mapping[str, Run], read: Callable[[Run], RunResult] = run_of) -> None:
        self._stored = dict(runs)
        self._read = read

    def __getitem__(self, name: str) -> RunResult:
        return self._read(self._stored[name])

    def __contains__(self, name: object) -> bool:
        return name in self._stored

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)


class LazyLines(Mapping[str, LoadedRecords]):
    """Records of runs in folders, by the name of their variant."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self._runs = dict(runs)

    def __getitem__(self, name: str) -> LoadedRecords:
        return lines_of(self._runs[name], "extracted")

    def __contains__(self, name: object) -> bool:
        return name in self._runs

    def __iter__(self) -> Iterator[str]:
        return iter(self._runs)

    def __len__(self) -> int:
        return len(self._runs)


class LazyRecords(Mapping[str, LoadedRecords]):
    """Records by the name of their variant, each loaded at its first use and kept from then on."""

    def __init__(self, datasets: Mapping[str, str], evaluation: str | None = None) -> None:
        self._datasets, self._evaluation = dict(datasets), evaluation
        self._held: dict[str, LoadedRecords] = {}

    def __getitem__(self, name: str) -> LoadedRecords:
        if name not in self._held:
            self._held[name] = dataset(self._datasets[name], self._evaluation)
        return self._held[name]

    def __contains__(self, name: object) -> bool:
        return name in self._datasets

    def __iter__(self) -> Iterator[str]:
        return iter(self._datasets)

    def __len__(self) -> int:
        return len(self._datasets)
