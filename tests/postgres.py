"""A schema of its own on the PostgreSQL that the environment names."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

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
