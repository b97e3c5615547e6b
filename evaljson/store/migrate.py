"""Upgrades the tables to this version's layout when the store is opened: one transaction, one process at a time."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, event, inspect, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from evaljson._version import __version__
from evaljson.store.engine import Database, make_engine
from evaljson.store.errors import StoreError
from evaljson.store.failures import explained
from evaljson.store.location import masked
from evaljson.store.tables import Base

HEAD: Final = "0005_members"
"""The newest migration."""
VERSION_TABLE: Final = "evaljson_version"
_FOLDER: Final = Path(__file__).parent / "migrations"
_ONE_AT_A_TIME: Final = 7_316_002


def bring_up_to_date(database: Database) -> None:
    """Create or upgrade the tables.

    Raises StoreError for a database that is newer than this code, belongs to another program, or cannot be used.
    """
    try:
        if current_revision(database) == HEAD:
            return
        # Separate connections: foreign keys must be off while a migration on SQLite copies a table.
        engine = make_engine(database.url, database.busy_seconds, poolclass=NullPool)
        if database.is_sqlite:
            event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA foreign_keys = OFF"))
            _switch_to_wal(database)
        with engine.execution_options(evaljson_writes=True).begin() as connection:
            if not database.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME}, hashtext(current_schema()))"))
            upgrade(connection, database.url)
    except SQLAlchemyError as error:
        raise explained(error, database.url) from error


def need_current(database: Database) -> None:
    """Raise StoreError unless the tables have the layout of this version."""
    try:
        current = current_revision(database)
    except SQLAlchemyError as error:
        raise explained(error, database.url) from error
    if current != HEAD:
        raise StoreError(f"{masked(database.url)} has layout {current}, and evaljson {__version__} needs {HEAD}.")


def current_revision(database: Database) -> str | None:
    """Return the revision of the tables; None for a database without evaljson's tables."""
    with database.engine.begin() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def upgrade(connection: Connection, url: URL, target: str = HEAD) -> None:
    """Run the missing migrations up to `target`, in the open transaction. Raises StoreError."""
    current = _revision(connection)
    if current == target:
        return
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    known = {step.revision for step in script.walk_revisions()}
    if current is not None and current not in known:
        raise StoreError(
            f"{masked(url)} was written by a newer evaljson (layout {current}), which {__version__} cannot read; "
            "update evaljson, or name another place in EVALJSON_DATA_DIR or EVALJSON_DATABASE_URL."
        )
    if current is None:
        _refuse_foreign_tables(connection, url)

    def steps(revision: Any, _: Any) -> Any:
        return script._upgrade_revs(target, revision)  # as alembic's documentation of EnvironmentContext does

    with EnvironmentContext(config, script, fn=steps) as environment:
        environment.configure(connection=connection, version_table=VERSION_TABLE, target_metadata=Base.metadata)
        environment.run_migrations()
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise StoreError(f"{masked(url)}: upgrading the tables would break references; nothing was changed.")


def _refuse_foreign_tables(connection: Connection, url: URL) -> None:
    others = sorted(set(inspect(connection).get_table_names()) & set(Base.metadata.tables))
    if others:
        raise StoreError(
            f"{masked(url)} already has tables of another program named {', '.join(others)}; "
            "give evaljson its own database or PostgreSQL schema."
        )


def _switch_to_wal(database: Database) -> None:
    """Switch the file to WAL mode for good. SQLite does not wait for other processes here, so we do."""
    engine = make_engine(database.url, database.busy_seconds, poolclass=NullPool)
    deadline = time.monotonic() + database.busy_seconds
    while True:
        try:
            raw = engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA journal_mode = WAL").close()
            finally:
                raw.close()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise OperationalError("PRAGMA journal_mode = WAL", None, error) from error
            time.sleep(0.02)
