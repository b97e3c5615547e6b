"""Opens connections and transactions: one public change is one transaction, on disk when it returns.

SQLite runs in WAL mode: readers never wait, writers wait for each other before their first statement (BEGIN IMMEDIATE),
so that no transaction fails half-way. PostgreSQL reads from one snapshot and writes under row locks.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError

from evaljson.store import errand
from evaljson.store.actor import Proof
from evaljson.store.errors import StoreError
from evaljson.store.failures import explained
from evaljson.store.location import masked
from evaljson.store.sqlite_file import file_of, make_private
from evaljson.store.turns import Turns

Access = Literal["read", "write"]
BUSY_SECONDS: Final = 30.0
"""Seconds that a writer waits for others before it gives up."""
_WRITES: Final = "evaljson_writes"
PROOF: Final = "evaljson_proof"
"""In the `info` of a connection that writes: how the name of who changes something was proved."""
CHANGES: Final = "evaljson_changes"
"""In the `info` of a connection that writes: the evaluations that its transaction changes, each with its revision."""
_KEEP_BLOBS: Final = 7_316_001
"""Advisory lock on PostgreSQL: writers share it, `gc` holds it alone, so that it removes no blob that is being used."""
NO_PSYCOPG: Final = "PostgreSQL needs the package psycopg: pip install 'evaljson[postgres]'"


class Database:
    """An engine with its read and write transactions."""

    def __init__(self, url: URL, *, busy_seconds: float = BUSY_SECONDS, proof: Proof = "typed") -> None:
        self.url = url
        self.heed: Callable[[str, int], object] | None = None
        """Called after each change of an evaluation, in the thread that made it, with its id and its new revision."""
        self.observe: Callable[[Access, float], object] | None = None
        """Called after each transaction with the seconds that it took, waiting for others included."""
        self.proof = proof
        """How the names of those who change something are proved, where nobody is signed in."""
        self.busy_seconds = busy_seconds
        self.is_sqlite = url.get_backend_name() == "sqlite"
        file = file_of(url)
        if file is not None:
            make_private(file)
        self.engine = make_engine(url, busy_seconds)
        self._turns = Turns()
        isolated = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self.engine.execution_options(**isolated)
        self._writer = self.engine.execution_options(**{_WRITES: True})

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that reads one consistent state. Raises StoreError for any failure of the database."""
        with self._observed("read"), self._transaction(self._reader) as connection:
            yield connection

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Connection]:
        """Open a transaction that writes all or nothing; `alone` excludes every other writer.

        Raises StoreError, and NotAllowed where it is for someone who may not do it any more.
        """
        changes: list[tuple[str, int]] = []
        by = errand.current()
        with self._observed("write"), self._in_turn(), self._transaction(self._writer) as connection:
            connection.info[CHANGES] = changes
            connection.info[PROOF] = self.proof if by is None else by.proof
            if not self.is_sqlite:
                timeout = f"set_config('lock_timeout', '{max(1, round(self.busy_seconds * 1000))}', true)"
                lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
                connection.execute(text(f"SELECT {timeout}"))
                connection.execute(text(f"SELECT {lock}({_KEEP_BLOBS}, hashtext(current_schema()))"))
            if by is not None:
                by.recheck(connection)
            yield connection
        if self.heed is not None:
            for evaluation, revision in changes:
                self.heed(evaluation, revision)

    @contextmanager
    def _observed(self, access: Access) -> Iterator[None]:
        if self.observe is None:
            yield
            return
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(access, time.perf_counter() - began)

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Wait for the other threads of this process that write to the same file, in the order in which they came."""
        if not self.is_sqlite:
            yield
            return
        with self._turns.turn(self.busy_seconds):  # if it did not come, SQLite says in its words who keeps it busy
            yield

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        try:
            with engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise explained(error, self.url) from error

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def make_engine(url: URL, busy_seconds: float = BUSY_SECONDS, **options: Any) -> Engine:
    """Create an engine whose transactions begin as the module says. Its errors never show values."""
    try:
        if url.get_backend_name() == "sqlite":
            arguments = {"timeout": busy_seconds, "check_same_thread": False}
            engine = create_engine(url, hide_parameters=True, connect_args=arguments, **options)
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        else:
            engine = create_engine(url, hide_parameters=True, pool_pre_ping=True, pool_recycle=1800, **options)
    except ModuleNotFoundError as error:
        raise StoreError(f"{masked(url)}: {NO_PSYCOPG}") from error
    event.listen(engine, "connect", _note_process)
    event.listen(engine, "checkout", _refuse_parent)
    return engine


def _note_process(_: Any, record: Any) -> None:
    record.info["process"] = os.getpid()


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin in `_begin_sqlite`, not when the driver decides
    for pragma in ("foreign_keys = ON", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _refuse_parent(connection: Any, record: Any, _: Any) -> None:
    """Make a forked process open its own connection: sharing one would corrupt the file."""
    if record.info.get("process") != os.getpid():
        record.dbapi_connection = None
        raise DisconnectionError("this connection belongs to the parent process")
