"""A workspace with a bit of everything in it, an empty one to import into, and a sound archive."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaljson.store import Store, open_store
from evaljson.store.location import FILE
from tests.store.archive.archives import Entries, begin_review, entries
from tests.store.conftest import extracted, gold
from tests.store.topics.test_runs import add


@pytest.fixture
def other(tmp_path: Path, empty_file: Path) -> Iterator[Store]:
    """An empty workspace."""
    folder = tmp_path / "other"
    folder.mkdir()
    shutil.copy(empty_file, folder / FILE)
    with open_store(folder=folder) as opened:
        yield opened


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Entries:
    """The entries of a sound export."""
    folder = tmp_path_factory.mktemp("sound")
    with open_store(folder=folder) as made:
        one = made.evaluations.create("Invoices", by="ann", gold=gold(), variants={"A": extracted()}, schema={})
        add(made, one)
        made.evaluations.rename(one.id, 1, "Invoices", by="ann")
        made.evaluations.create("Empty", by="ann")
        begin_review(made, one)
        made.settings.set("workspace", "theme", {"dark": True}, by="ann")
        made.export_to(folder / "w.zip")
    return entries(folder / "w.zip")
