"""The file of a store: its user's own, and never taken for a store when it is empty."""

import logging
import os
import stat
from pathlib import Path

import pytest

from evaljson.store import StoreDamaged, StoreError, StoreUnavailable, open_store
from evaljson.store.location import FILE

if os.name != "posix":
    pytest.skip("modes of files are those of POSIX", allow_module_level=True)


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_store_in_a_folder_that_is_there_is_its_users_own(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    before = os.umask(0o022)
    try:
        with open_store(folder=tmp_path) as store:
            store.settings.set("workspace", "theme", "dark", by="ann")
            assert {name: mode(tmp_path / name) for name in os.listdir(tmp_path)} == {
                FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600,
            }  # fmt: skip
            store.export_to(tmp_path / "w.zip")
    finally:
        os.umask(before)
    assert (mode(tmp_path), mode(tmp_path / "w.zip")) == (0o755, 0o600)


def test_a_store_that_people_share_stays_shared(tmp_path: Path) -> None:
    with open_store(folder=tmp_path):
        pass
    (tmp_path / FILE).chmod(0o660)
    with open_store(folder=tmp_path) as store:
        store.settings.set("workspace", "theme", "dark", by="ann")
        assert mode(tmp_path / f"{FILE}-wal") == 0o660
    assert mode(tmp_path / FILE) == 0o660


def test_an_empty_file_is_no_store_unless_one_is_to_be_created(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="there is no workspace in"):
        open_store(folder=tmp_path / "typo", create=False)
    (tmp_path / FILE).touch()
    with pytest.raises(StoreDamaged, match="is empty"):
        open_store(folder=tmp_path, create=False)
    with open_store(folder=tmp_path) as store:
        assert store.check().faults == ()
    with open_store(folder=tmp_path, create=False) as store:
        assert store.evaluations.all() == []


@pytest.mark.parametrize(
    ("age", "warned"), [(3600, True), (0, False)], ids=["long empty", "just made by another process"]
)
def test_a_store_that_begins_in_a_file_that_something_emptied_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, age: int, warned: bool
) -> None:
    file = tmp_path / FILE
    file.touch()
    then = file.stat().st_mtime - age
    os.utime(file, (then, then))
    with caplog.at_level(logging.WARNING, "evaljson.store"), open_store(folder=tmp_path):
        pass
    assert [record.getMessage().startswith(f"{file} is empty") for record in caplog.records] == [True] * warned


def test_an_empty_name_of_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the name of the workspace folder is empty"):
        open_store(folder="")
