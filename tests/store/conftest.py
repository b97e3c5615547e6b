"""What the tests of the store share: an empty store on each database, and small things to put into it."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaljson.load import LoadedRecords, read_records
from evaljson.store import Evaluation, Store, open_store
from evaljson.store import store as store_module
from evaljson.store.location import FILE
from tests.conftest import BRING_UP_TO_DATE
from tests.forked import popen
from tests.postgres import EmptySchema, own_schema

SQLITE = "sqlite:///"
GOLD = b'{"id": "a", "total": 1}\n{"id": "b", "total": 1.0}\n'
EXTRACTED = b'{"id": "a", "total": 1}\nnot json\n'
SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}
SIGNATURE: dict[str, Any] = {"engine": "1", "schema": "s", "gold": "g", "extracted": "e", "options": {}, "seed": None}


FORKING = popen(("evaljson.store", "alembic.runtime.environment", "alembic.config"), ("-c",))


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that is run in another process is run by a fork of one that has imported the store."""
    if sys.platform == "linux":
        monkeypatch.setattr(subprocess, "Popen", FORKING)


@pytest.fixture(autouse=True)
def all_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new store goes through all migrations, as outside the tests."""
    monkeypatch.setattr(store_module, "bring_up_to_date", BRING_UP_TO_DATE)


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty store, to be copied: going through all migrations takes twenty times as long."""
    folder = tmp_path_factory.mktemp("empty")
    with open_store(folder=folder):
        return folder / FILE


@pytest.fixture(scope="session")
def empty_schema() -> Iterator[EmptySchema]:
    """The PostgreSQL schema of an empty store: making and dropping one takes sixty times as long as emptying it."""
    with own_schema() as url:
        yield EmptySchema(url)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of its own: where nothing is, or that of `empty_store` for tests that ask for it."""
    if request.param == "sqlite":
        yield f"{SQLITE}{tmp_path / 'store' / 'evaljson.db'}"
    elif "empty_store" in request.fixturenames:
        kept: EmptySchema = request.getfixturevalue("empty_schema")
        yield kept.url
        kept.empty()
    else:
        with own_schema() as address:
            yield address


@pytest.fixture
def empty_store(url: str, empty_file: Path) -> str:
    """The address of an empty store on each database."""
    if url.startswith(SQLITE):
        file = Path(url.removeprefix(SQLITE))
        file.parent.mkdir()
        shutil.copy(empty_file, file)
    return url


@pytest.fixture
def store(empty_store: str) -> Iterator[Store]:
    """An empty store on each database."""
    with open_store(empty_store) as opened:
        yield opened


def gold(data: bytes = GOLD) -> LoadedRecords:
    return read_records(data, name="gold.jsonl", kind="gold")


def extracted(data: bytes = EXTRACTED, name: str = "a.jsonl") -> LoadedRecords:
    return read_records(data, name=name, kind="extracted")


@pytest.fixture
def evaluation(store: Store) -> Evaluation:
    """One with gold, a variant "A" and a schema."""
    return store.evaluations.create("Invoices", by="ann", gold=gold(), variants={"A": extracted()}, schema=SCHEMA)
