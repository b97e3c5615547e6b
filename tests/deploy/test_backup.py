"""The commands of backup and restore in docs/deploy.md bring everything back."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from evaljson.store import open_store
from evaljson.store.location import URL_VARIABLE
from evaljson.workspace.samples import FIRST, sample_evaluation
from tests.deploy.dockerfile import DEPLOY
from tests.postgres import own_schema

BACKUP, RESTORE = re.findall(
    r"```sh\n(.*?)```", (DEPLOY.parent / "docs" / "deploy.md").read_text(encoding="utf-8"), flags=re.DOTALL
)
Database = Callable[[str], str]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """Gives the address of an empty database of a kind."""
    with ExitStack() as until_dropped:

        def empty(kind: str) -> str:
            if kind == "postgresql":
                return until_dropped.enter_context(own_schema())
            return f"sqlite:///{tmp_path / f'{len(list(tmp_path.iterdir()))}.db'}"

        yield empty


def run(commands: str, folder: Path, url: str) -> str:
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, URL_VARIABLE: url, "PATH": paths}
    done = subprocess.run(
        ["sh", "-e", "-c", commands], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kinds", [("sqlite", "postgresql"), ("postgresql", "sqlite")], ids="-to-".join)
def test_a_backup_is_restored_to_another_database_with_the_same_bytes_in_every_export(
    kinds: tuple[str, str], database: Database, tmp_path: Path
) -> None:
    old, new = (database(kind) for kind in kinds)
    with open_store(old) as store:
        sample_evaluation(store, FIRST)
    run(BACKUP, tmp_path, old)
    assert "1 evaluation imported" in run(RESTORE, tmp_path, new)
    first = (tmp_path / "backup.zip").read_bytes()
    run(BACKUP, tmp_path, new)
    assert (tmp_path / "backup.zip").read_bytes() == first
