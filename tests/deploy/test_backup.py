"""The commands of backup and restore in docs/deploy.md bring everything back."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count, pairwise
from pathlib import Path

import pytest

from evaljson.report.export.results_table import to_csv, to_parquet
from evaljson.report.export.run_json import to_json
from evaljson.store import Store, open_store
from evaljson.store.location import URL_VARIABLE
from evaljson.workspace.samples import FIRST, sample_evaluation
from evaljson.workspace.stored_runs import read_run
from tests.deploy.dockerfile import DEPLOY
from tests.postgres import own_schema

BACKUP, RESTORE = re.findall(
    r"```sh\n(.*?)```", (DEPLOY.parent / "docs" / "deploy.md").read_text(encoding="utf-8"), flags=re.DOTALL
)
Database = Callable[[str], str]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """Gives the address of an empty database of a kind."""
    numbers = count()
    with ExitStack() as until_dropped:

        def empty(kind: str) -> str:
            if kind == "postgresql":
                return until_dropped.enter_context(own_schema())
            return f"sqlite:///{tmp_path / f'{next(numbers)}.db'}"

        yield empty


def run(commands: str, folder: Path, url: str) -> str:
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, URL_VARIABLE: url, "PATH": paths}
    done = subprocess.run(
        ["sh", "-e", "-c", commands], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def exports(store: Store, evaluation: str) -> dict[tuple[str, str], bytes]:
    """The files of each variant that people can take away, by its id and what they are."""
    stored = store.evaluations.get(evaluation)
    assert stored.schema_number is not None
    schema = store.schemas.get(evaluation, stored.schema_number).schema
    files: dict[tuple[str, str], bytes] = {}
    for one in store.runs.all(evaluation):
        scored = read_run(store, one)
        files[one.variant, "csv"] = to_csv(scored)
        files[one.variant, "parquet"] = to_parquet(scored)
        files[one.variant, "json"] = to_json(scored, one.variant, schema, [])
    return files


def test_a_backup_is_restored_to_another_database_and_back_with_the_same_bytes_in_every_export(
    database: Database, tmp_path: Path
) -> None:
    first, second, third = (database(kind) for kind in ("sqlite", "postgresql", "sqlite"))
    with open_store(first) as store:
        identity = sample_evaluation(store, FIRST)
        before = exports(store, identity)
    assert len(before) == 9
    backups = list[bytes]()
    for old, new in pairwise((first, second, third)):
        run(BACKUP, tmp_path, old)
        assert "1 evaluation imported" in run(RESTORE, tmp_path, new)
        with open_store(new) as store:
            assert exports(store, identity) == before
        backups.append((tmp_path / "backup.zip").read_bytes())
    assert backups[0] == backups[1]
