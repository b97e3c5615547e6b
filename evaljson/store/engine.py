"""Connections and transactions: one public change is one transaction, and what it acknowledges is on disk.

SQLite runs in WAL mode: readers never wait, writers wait for each other before their first statement (BEGIN IMMEDIATE),
so that no transaction fails half-way. PostgreSQL reads from one snapshot and writes under row locks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError

from evaljson.store.errors import StoreError
from evaljson.store.failures import explained
from evaljson.store.location import masked

BUSY_SECONDS: Final = 30.0
"""How long a writer waits for others before it gives up."""
_WRITES: Final = "evaljson_writes"
_KEEP_BLOBS: Final = 7_316_001
"""Advisory lock on PostgreSQL: writers share it, `gc` has it alone: no blob goes while somebody refers to it."""
NO_PSYCOPG: Final = "PostgreSQL needs the package psycopg: pip install 'evaljson[postgres]'"


class Database:
    """An engine and the two ways to use it."""

    def __init__(self, url: URL, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.url = url
        self.busy_seconds = busy_seconds
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            _make_folder(url)
        self.engine = make_engine(url, busy_seconds)
        isolated = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self.engine.execution_options(**isolated)
        self._writer = self.engine.execution_options(**{_WRITES: True})

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent look at everything. Raises StoreError for what the database cannot do."""
        with self._transaction(self._reader) as connection:
            yield connection

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Connection]:
        """One change, all of it or nothing; `alone` keeps every other writer out. Raises StoreError."""
        with self._transaction(self._writer) as connection:
            if not self.is_sqlite:
                patience = f"set_config('lock_timeout', '{max(1, round(self.busy_seconds * 1000))}', true)"
                lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
                connection.execute(text(f"SELECT {patience}"))
                connection.execute(text(f"SELECT {lock}({_KEEP_BLOBS}, hashtext(current_schema()))"))
            yield connection

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        try:
            with engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise explained(error, self.url) from error

    def close(self) -> None:
        """Give all connections back."""
        self.engine.dispose()


def make_engine(url: URL, busy_seconds: float = BUSY_SECONDS, **options: Any) -> Engine:
    """An engine whose transactions begin as this module says. Values never show up in its errors."""
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
    connection.isolation_level = None  # transactions begin in `_begin_sqlite`, not when the driver sees fit
    for pragma in ("foreign_keys = ON", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _refuse_parent(connection: Any, record: Any, _: Any) -> None:
    """A forked process opens connections of its own: sharing one would corrupt the file."""
    if record.info.get("process") != os.getpid():
        record.dbapi_connection = None
        raise DisconnectionError("this connection belongs to the parent process")


def _make_folder(url: URL) -> None:
    folder = Path(str(url.database)).absolute().parent
    try:
        # Other users of the machine have no business with the records in it.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the data folder {folder} cannot be made ({error.strerror}); name another in EVALJSON_DATA_DIR."
        ) from error
