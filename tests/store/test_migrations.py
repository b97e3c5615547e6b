"""The tables are brought up to date when the store is opened, and never by an older version."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from evaljson.store import Store, StoreError, migrate, open_store
from evaljson.store.engine import Database
from evaljson.store.location import locate
from evaljson.store.tables import Base
from tests.store.conftest import SCHEMA, extracted, gold

SCRIPTS = ScriptDirectory(str(Path(migrate.__file__).parent / "migrations"))
REVISIONS = [step.revision for step in reversed(list(SCRIPTS.walk_revisions()))]
DATA = Path(__file__).parent / "layouts"


def test_head_is_the_newest_migration() -> None:
    assert SCRIPTS.get_heads() == [migrate.HEAD]


def test_migrations_are_a_chain_and_named_after_what_they_do() -> None:
    assert [revision[:4] for revision in REVISIONS] == [f"{number:04d}" for number in range(1, len(REVISIONS) + 1)]
    assert all(SCRIPTS.get_revision(revision).module.upgrade.__doc__ for revision in REVISIONS)


def test_the_models_say_the_same_as_the_migrations(store: Store) -> None:
    with store._database.reading() as connection:
        options = {"version_table": migrate.VERSION_TABLE, "compare_type": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata) == []


def test_opening_again_changes_nothing(url: str, store: Store) -> None:
    made = store.evaluations.create("x", by="ann")
    with open_store(url) as again:
        assert again.evaluations.get(made.id) == made


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_layout_that_was_released_comes_up_to_date_with_its_data(revision: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "evaljson.db")) as old:
        old.executescript((DATA / f"{revision}.sql").read_text(encoding="utf-8"))
    with open_store(folder=tmp_path) as opened:
        (summary,) = opened.evaluations.all()
        evaluation = opened.evaluations.get(summary.id)
        assert [variant.name for variant in evaluation.variants] == ["A"]
        assert evaluation.gold is not None
        assert opened.datasets.load(evaluation.gold.id) == gold()
        assert opened.datasets.load(evaluation.variants[0].dataset.id) == extracted()
        assert opened.schemas.get(evaluation.id, 1).schema == SCHEMA
        assert [run.metrics for run in opened.runs.all(evaluation.id)] == [{"mean_f1": 0.75}]
        assert [job.state for job in opened.jobs.all()] == ["queued"]
        assert opened.settings.all("workspace") == {"theme": "dark"}
        assert opened.check().faults == ()


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_is_built_step_by_step_from(url: str, revision: str) -> None:
    database = Database(locate(url))
    with database.writing() as connection:
        migrate.upgrade(connection, database.url, revision)
    assert migrate.current_revision(database) == revision
    database.close()
    with open_store(url) as opened:
        assert opened.check().faults == ()


def test_a_newer_database_is_refused(url: str, store: Store) -> None:
    with store._database.writing() as connection:
        connection.execute(text("UPDATE evaljson_version SET version_num = '9999_future'"))
    with pytest.raises(StoreError, match=r"written by a newer evaljson \(layout 9999_future.*update evaljson"):
        open_store(url)


def test_a_database_of_somebody_else_is_left_alone(url: str) -> None:
    database = Database(locate(url))
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE jobs (mine integer)"))
    with pytest.raises(StoreError, match="tables of another program named jobs"):
        open_store(url)
    with database.reading() as connection:
        assert connection.execute(text("SELECT * FROM jobs")).keys() == ["mine"]
    database.close()


def test_a_migration_that_fails_leaves_nothing_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("stopped half-way")

    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", fail)
        with pytest.raises(StoreError, match="stopped half-way"):
            open_store(url)
    with open_store(url) as opened:
        assert opened.evaluations.all() == []


def test_threads_that_open_an_empty_store_at_once_all_succeed(url: str) -> None:
    def create(number: int) -> str:
        with open_store(url) as opened:
            return opened.evaluations.create(f"from {number}", by="ann").id

    with ThreadPoolExecutor(6) as pool:
        made = set(pool.map(create, range(6)))
    with open_store(url) as opened:
        assert {one.id for one in opened.evaluations.all()} == made


def test_servers_that_start_at_once_all_succeed(url: str, forked: None) -> None:
    code = "import sys; from evaljson.store import open_store; open_store(sys.argv[1]).evaluations.create('x', by='a')"
    started = [subprocess.Popen([sys.executable, "-c", code, url], stderr=subprocess.PIPE) for _ in range(3)]
    for process in started:
        _, said = process.communicate(timeout=120)
        assert (process.returncode, said) == (0, b"")
    with open_store(url) as opened:
        assert len(opened.evaluations.all()) == 3
