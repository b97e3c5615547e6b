"""What the tests of the store share: an empty store on each database, and small things to put into it."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from evaljson.load import LoadedRecords, read_records
from evaljson.store import Evaluation, Store, open_store
from evaljson.store.location import FILE
from tests.postgres import own_schema

SQLITE = "sqlite:///"
GOLD = b'{"id": "a", "total": 1}\n{"id": "b", "total": 1.0}\n'
EXTRACTED = b'{"id": "a", "total": 1}\nnot json\n'
SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}
SIGNATURE: dict[str, Any] = {"engine": "1", "schema": "s", "gold": "g", "extracted": "e", "options": {}, "seed": None}


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of its own: a file, or a schema that is dropped afterwards."""
    if request.param == "sqlite":
        yield f"{SQLITE}{tmp_path / 'store' / 'evaljson.db'}"
        return
    with own_schema() as address:
        yield address


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty store, to be copied: going through all migrations takes twenty times as long."""
    folder = tmp_path_factory.mktemp("empty")
    with open_store(folder=folder):
        return folder / FILE


MIGRATED: list[str] = []
"""The statements of all migrations on an empty PostgreSQL store, recorded once."""


def _note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
    if not statement.startswith(("SELECT", "SHOW", "select", "show")):
        assert not parameters, statement
        MIGRATED.append(statement.replace("%%", "%"))


def migrate_at_once(url: str) -> None:
    """Bring an empty schema to the newest layout, as the first store did it: four times as fast as by migrations."""
    import psycopg

    if MIGRATED:
        with psycopg.connect(url) as connection:
            connection.execute(";\n".join(MIGRATED).encode())
        return
    event.listen(Engine, "before_cursor_execute", _note)
    with closing(open_store(url)):
        event.remove(Engine, "before_cursor_execute", _note)


@pytest.fixture
def store(url: str, empty_file: Path) -> Iterator[Store]:
    """An empty store on each database."""
    if url.startswith(SQLITE):
        file = Path(url.removeprefix(SQLITE))
        file.parent.mkdir()
        shutil.copy(empty_file, file)
    else:
        migrate_at_once(url)
    with open_store(url) as opened:
        yield opened


def gold(data: bytes = GOLD) -> LoadedRecords:
    return read_records(data, name="gold.jsonl", kind="gold")


def extracted(data: bytes = EXTRACTED, name: str = "a.jsonl") -> LoadedRecords:
    return read_records(data, name=name, kind="extracted")


@pytest.fixture
def evaluation(store: Store) -> Evaluation:
    """One with gold, a variant "A" and a schema."""
    return store.evaluations.create("Invoices", by="ann", gold=gold(), variants={"A": extracted()}, schema=SCHEMA)
