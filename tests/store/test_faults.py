"""What a database cannot do is one clear sentence, changes nothing, and gives no password away."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from evaljson.base.errors import EvaljsonError
from evaljson.store import Evaluation, Store, StoreDamaged, StoreError, StoreUnavailable, open_store
from evaljson.store.location import FOLDER_VARIABLE, URL_VARIABLE, locate
from tests.store.conftest import extracted, gold

SECRET = "s3cret-pass"


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path, busy_seconds=0.1) as opened:
        yield opened


@contextmanager
def held(url: str, store: Store) -> Iterator[None]:
    """Somebody else in the middle of a change to the evaluations."""
    with open_store(url) as other, other._database.writing() as connection:
        connection.execute(text("UPDATE evaluations SET is_sample = is_sample"))
        yield


def from_now_on(store: Store, pragma: str) -> None:
    store.close()
    event.listen(store._database.engine, "connect", lambda raw, _: raw.execute(f"PRAGMA {pragma}"))


def test_a_writer_waits_and_then_says_that_others_keep_it_busy(url: str) -> None:
    with open_store(url, busy_seconds=0.2) as store:
        made = store.evaluations.create("x", by="ann")
        with held(url, store):
            assert store.evaluations.get(made.id) == made  # readers never wait
            with pytest.raises(StoreUnavailable, match="another process keeps it busy; try again"):
                store.evaluations.rename(made.id, 1, "y", by="ann")
        assert store.evaluations.rename(made.id, 1, "y", by="ann").revision == 2


def test_a_full_disk_changes_nothing(sqlite_store: Store) -> None:
    made = sqlite_store.evaluations.create("x", by="ann", gold=gold())
    from_now_on(sqlite_store, "max_page_count = 60")
    big = extracted(b"".join(b'{"id": "%s"}\n' % os.urandom(64).hex().encode() for _ in range(5000)))
    with pytest.raises(StoreUnavailable, match="the disk is full; make room"):
        sqlite_store.variants.add(made.id, 1, "A", big, by="ann")
    assert sqlite_store.evaluations.get(made.id) == made
    assert sqlite_store.check().faults == ()


def test_a_database_that_cannot_be_written_says_so(sqlite_store: Store) -> None:
    from_now_on(sqlite_store, "query_only = ON")
    with pytest.raises(StoreUnavailable, match="cannot be written; check the permissions"):
        sqlite_store.evaluations.create("x", by="ann")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"data folder .*file/below cannot be created .*EVALJSON_DATA_DIR"):
        open_store(folder=tmp_path / "file" / "below")


def test_a_folder_in_the_place_of_the_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "evaljson.db").mkdir()
    with pytest.raises(StoreUnavailable, match="cannot be written; check the permissions"):
        open_store(folder=tmp_path)


@pytest.mark.parametrize("content", [b"this is a text " * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "evaljson.db").write_bytes(content)
    with pytest.raises(StoreDamaged, match="the database is damaged; move the file away"):
        open_store(folder=tmp_path)
    assert (tmp_path / "evaljson.db").read_bytes() == content


def test_a_damaged_file_is_said_to_be_one(tmp_path: Path) -> None:
    with open_store(folder=tmp_path) as store:
        store.evaluations.create("x", by="ann", gold=gold())
    file = tmp_path / "evaljson.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + os.urandom(len(whole) - 4096))
    with pytest.raises(StoreDamaged, match="the database is damaged"), open_store(folder=tmp_path) as store:
        store.evaluations.all()


def test_a_lost_connection_is_said_and_the_next_change_works(url: str, store: Store, evaluation: Evaluation) -> None:
    if store._database.is_sqlite:
        store.close()  # a file has no connection to lose; one that was closed is opened again
    else:
        change = pytest.raises(StoreUnavailable, match="connection was lost or refused")
        with change, store._database.writing() as connection:
            mine = connection.execute(text("SELECT pg_backend_pid()")).scalar()
            with open_store(url) as other, other._database.writing() as elsewhere:
                elsewhere.execute(text(f"SELECT pg_terminate_backend({mine})"))
            connection.execute(text("SELECT 1"))
    assert store.evaluations.rename(evaluation.id, 1, "y", by="ann").name == "y"


def test_a_server_that_restarted_between_two_changes_is_not_noticed(url: str, store: Store) -> None:
    made = store.evaluations.create("x", by="ann")
    if not store._database.is_sqlite:
        with store._database.reading() as connection:
            backend = connection.execute(text("SELECT pg_backend_pid()")).scalar()
        with open_store(url) as other, other._database.writing() as elsewhere:
            elsewhere.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = {backend}"))
    assert store.evaluations.rename(made.id, 1, "y", by="ann").name == "y"


def test_a_server_that_is_not_there_is_said_without_the_password() -> None:
    with pytest.raises(StoreUnavailable, match="check that the server runs") as raised:
        open_store(f"postgresql://ann:{SECRET}@127.0.0.1:1/evaljson")
    assert "postgresql://ann:***@127.0.0.1:1/evaljson" in str(raised.value)
    assert SECRET not in str(raised.value)


def test_postgresql_without_its_package_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'evaljson\[postgres\]'") as raised:
        open_store(f"postgresql://ann:{SECRET}@127.0.0.1:1/evaljson")
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("address", [f"mysql://ann:{SECRET}@host/db", f"ann:{SECRET}@host", "sqlite://", "x" * 300])
def test_another_kind_of_address_is_refused_without_the_password(address: str) -> None:
    with pytest.raises(StoreError, match="write postgresql://") as raised:
        open_store(address)
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize(
    "address", [f"postgresql://ann:{SECRET}@host/db", f"postgres://host/db?user=ann&password={SECRET}"]
)
def test_a_password_is_in_nothing_that_is_shown(address: str) -> None:
    from evaljson.store.location import masked, scrubbed

    url = locate(address)
    assert SECRET not in masked(url)
    assert SECRET not in scrubbed(f"cannot log in with {SECRET}", url)


def test_a_store_shows_where_it_lies(tmp_path: Path, sqlite_store: Store) -> None:
    assert sqlite_store.location == str(tmp_path / "evaljson.db")
    assert repr(sqlite_store) == f"Store({sqlite_store.location!r})"


PLACES: dict[str, tuple[dict[str, Any], dict[str, str], str]] = {
    "url": ({"url": "sqlite:////a.db", "folder": "/b"}, {URL_VARIABLE: "sqlite:////c.db"}, "/a.db"),
    "folder": ({"folder": "/b"}, {URL_VARIABLE: "sqlite:////c.db", FOLDER_VARIABLE: "/d"}, "/b/evaljson.db"),
    "URL variable": ({}, {URL_VARIABLE: "sqlite:////c.db", FOLDER_VARIABLE: "/d"}, "/c.db"),
    "folder variable": ({}, {URL_VARIABLE: "", FOLDER_VARIABLE: "/d"}, "/d/evaljson.db"),
    "user's folder": ({}, {"XDG_DATA_HOME": "/data"}, "/data/evaljson/evaljson.db"),
}


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no XDG folders")
@pytest.mark.parametrize(("given", "variables", "file"), PLACES.values(), ids=list(PLACES))
def test_the_store_lies_where_it_was_last_told_to(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], variables: dict[str, str], file: str
) -> None:
    for name in (URL_VARIABLE, FOLDER_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert locate(**given).database == file


def test_a_relative_address_does_not_follow_the_process_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert locate("sqlite:///x.db").database == str(tmp_path / "x.db")
    assert locate(folder="x").database == str(tmp_path / "x" / "evaljson.db")


@pytest.mark.parametrize("odd", [{1}, 10**5000, object()], ids=["set", "long integer", "object"])
def test_what_is_no_json_is_refused_everywhere(sqlite_store: Store, odd: Any) -> None:
    for act in (
        lambda: sqlite_store.jobs.create("score", {"x": odd}, by="ann"),
        lambda: sqlite_store.settings.set("a", "b", odd, by="ann"),
        lambda: sqlite_store.evaluations.create("x", by="ann", settings={"x": odd}),
        lambda: sqlite_store.evaluations.create("x", by="ann", schema={"x": odd}),
    ):
        with pytest.raises(StoreError, match="cannot be stored as JSON"):
            act()
    assert sqlite_store.evaluations.all() == []


def test_others_on_the_machine_cannot_look_into_the_data_folder(tmp_path: Path) -> None:
    with open_store(folder=tmp_path / "new"):
        assert (tmp_path / "new").stat().st_mode & 0o077 == 0


def test_sqlite_writes_ahead_waits_for_the_disk_and_holds_references(
    waiting_for_the_disk: None, sqlite_store: Store, tmp_path: Path
) -> None:
    pragmas = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with sqlite_store._database.reading() as connection:
        connection.execute(text("SELECT count(*) FROM blobs"))  # before the first look, SQLite does not know its mode
        assert {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas} == pragmas
    with closing(sqlite3.connect(tmp_path / "evaljson.db")) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_every_error_of_the_store_is_one_of_evaljson() -> None:
    from evaljson.store import ArchiveError, Conflict, NotFound

    for error in (ArchiveError, Conflict, NotFound, StoreDamaged, StoreUnavailable):
        assert issubclass(error, StoreError)
    assert issubclass(StoreError, EvaljsonError)
