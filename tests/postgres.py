"""Schemas of its own on the PostgreSQL that the environment names."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from evaljson.store import open_store
from evaljson.store.migrate import VERSION_TABLE
from evaljson.store.table_base import Base

POSTGRES = "EVALJSON_TEST_POSTGRES_URL"
NO_POSTGRES = f"no PostgreSQL: name a server that may be written to in {POSTGRES} (postgresql://USER@HOST/DATABASE)"


@contextmanager
def own_schema() -> Iterator[str]:
    """The address of a schema that is dropped afterwards; the test is skipped without a server."""
    server = os.environ.get(POSTGRES)
    if not server:
        pytest.skip(NO_POSTGRES)
    import psycopg

    schema = f"evaljson_test_{secrets.token_hex(8)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    options = f"-csearch_path%3D{schema}%20-csynchronous_commit%3Doff"  # no test turns off the power
    try:
        yield f"{server}{'&' if '?' in server else '?'}options={options}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP SCHEMA {schema} CASCADE")


class EmptySchema:
    """A schema with an empty store, for one test after the other."""

    _LAYOUT = """
        SELECT relname, attname, atttypid::int, attnotnull FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE relnamespace = current_schema()::regnamespace AND attnum > 0
        UNION ALL
        SELECT relname, tgname, 0, tgenabled = 'O' FROM pg_class JOIN pg_trigger ON tgrelid = pg_class.oid
        WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
        UNION ALL
        SELECT conname, '', 0, convalidated FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
        ORDER BY 1, 2
    """

    def __init__(self, url: str) -> None:
        """Bring the empty schema at `url` to the newest layout."""
        self.url = url
        with open_store(url):
            pass
        self._layout = self._layout_now()
        tables = [table.name for table in reversed(Base.metadata.sorted_tables)]
        # Triggers keep what is append-only.
        self._empty = ";".join(
            f"ALTER TABLE {name} DISABLE TRIGGER USER; DELETE FROM {name}; ALTER TABLE {name} ENABLE TRIGGER USER"
            for name in tables
        )

    def empty(self) -> None:
        """Delete what a test has stored; rebuild the schema if the test changed its layout."""
        if self._layout_now() == self._layout:
            self._run("SET lock_timeout = '20s'; " + self._empty)
        else:
            [(name,)] = self._run("SELECT current_schema()")
            self._run(f"DROP SCHEMA {name} CASCADE; CREATE SCHEMA {name}")
            with open_store(self.url):
                pass

    def _layout_now(self) -> list[tuple[Any, ...]]:
        layout = self._run(self._LAYOUT)
        has_version = any(name == VERSION_TABLE for name, *_ in layout)
        return layout + (self._run(f"SELECT * FROM {VERSION_TABLE}") if has_version else [])

    def _run(self, statements: str) -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.url) as connection:
            ran = connection.execute(statements.encode())
            return ran.fetchall() if ran.description else []
