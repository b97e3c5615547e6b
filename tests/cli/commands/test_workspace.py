"""`evaljson workspace`: what it says, and how it ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from evaljson.load import read_records
from evaljson.store import Store, open_store
from tests.cli.conftest import Run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path / "data") as opened:
        gold = read_records(b'{"id": "a"}\n', name="gold.jsonl", kind="gold")
        opened.evaluations.create("Invoices", by="ann", gold=gold, schema={})
        opened.settings.set("workspace", "theme", "dark", by="ann")
        yield opened


def workspace(run: Run, *arguments: str, folder: str = "data") -> Result:
    return run("workspace", *arguments, "--folder", folder)


def test_export_and_import_move_a_workspace(run: Run, store: Store) -> None:
    out = workspace(run, "export", "w.zip")
    assert out.exit_code == 0
    assert out.stdout.startswith("w.zip: 1 evaluation, 1 dataset, 0 runs; ")
    done = workspace(run, "import", "w.zip", folder="other")
    assert (done.exit_code, done.stdout) == (
        0,
        "1 evaluation imported, 0 here already; 1 new dataset, 0 new runs.\n",
    )
    again = workspace(run, "import", "w.zip", folder="other")
    assert again.stdout == "0 evaluations imported, 1 here already; 0 new datasets, 0 new runs.\n"
    assert again.stderr == ""


def test_export_and_import_say_in_the_audit_who_it_was(run: Run, store: Store) -> None:
    workspace(run, "export", "w.zip", "--by", "root")
    workspace(run, "import", "w.zip", "--by", "ann")
    noted = [(entry.who, entry.proof, entry.action) for entry in store.audit.all()]
    assert noted[:2] == [("ann", "cli", "imported"), ("root", "cli", "exported")]
    assert "exported a whole workspace" in run("audit", "--folder", "data").stdout


def test_import_names_what_it_left_unchanged(run: Run, store: Store) -> None:
    workspace(run, "export", "w.zip")
    (one,) = store.evaluations.all()
    store.evaluations.rename(one.id, one.revision, "Bills", by="ann")
    store.settings.set("workspace", "theme", "light", by="ann")
    done = workspace(run, "import", "w.zip")
    assert done.exit_code == 0
    assert "already here in another state, so not imported: evaluations 'Invoices'." in done.stderr
    assert "settings 'workspace theme'" in done.stderr


def test_import_of_something_else_is_bad_input(run: Run, store: Store) -> None:
    done = workspace(run, "import", "gold.jsonl")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is not a zip file" in done.stderr


def test_gc_keeps_what_can_be_undeleted_and_removes_the_rest(run: Run, store: Store) -> None:
    (one,) = store.evaluations.all()
    store.evaluations.delete(one.id, one.revision, by="ann")
    assert workspace(run, "gc").stdout.startswith("0 evaluations, 0 variants, 0 runs, 0 datasets removed; 0 bytes")
    dry = workspace(run, "gc", "--older-than", "0", "--dry-run")
    assert dry.stdout.startswith("1 evaluation, 0 variants, 0 runs, 1 dataset would be removed; ")
    assert len(store.evaluations.all(deleted=True)) == 1
    assert workspace(run, "gc", "--older-than", "0").stdout.startswith("1 evaluation, 0 variants, 0 runs, 1 dataset re")
    assert store.evaluations.all(deleted=True) == []


def test_check_says_that_all_is_well(run: Run, store: Store) -> None:
    done = workspace(run, "check")
    assert done.exit_code == 0
    assert done.stdout.endswith("1 evaluation, 1 dataset, 0 runs, 2 blobs: all as they were stored.\n")


def test_check_names_each_fault_and_exits_with_2(run: Run, store: Store, tmp_path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(tmp_path / "data" / "evaljson.db")) as raw, raw:
        raw.execute("UPDATE evaluations SET revision = 9")
    done = workspace(run, "check")
    assert done.exit_code == 2
    assert "is at revision 9 after 1 recorded changes; " in done.stdout
    assert "1 fault found; nothing was changed." in done.stderr


def test_a_name_with_control_characters_does_no_harm_to_the_terminal(run: Run, store: Store) -> None:
    workspace(run, "export", "w.zip")
    (one,) = store.evaluations.all()
    store.evaluations.rename(one.id, one.revision, "\x1b[31mred", by="ann")
    done = workspace(run, "export", "w.zip")
    other = workspace(run, "import", "w.zip", folder="other")
    assert "\x1b" not in done.output + other.output


@pytest.mark.parametrize("variable", ["EVALJSON_DATA_DIR", "EVALJSON_DATABASE_URL"])
def test_the_environment_says_where_the_workspace_lies(run: Run, store: Store, tmp_path: Path, variable: str) -> None:
    places = {"EVALJSON_DATA_DIR": "data", "EVALJSON_DATABASE_URL": f"sqlite:///{tmp_path}/data/evaljson.db"}
    environment = dict.fromkeys(places) | {variable: places[variable]}
    done = run("workspace", "check", **environment)
    assert done.exit_code == 0
    assert "1 evaluation, " in done.stdout


def test_a_folder_that_cannot_be_used_is_bad_input(run: Run, store: Store) -> None:
    workspace(run, "export", "w.zip")
    done = workspace(run, "import", "w.zip", folder="gold.jsonl/below")
    assert done.exit_code == 2
    assert "cannot be created" in done.stderr


@pytest.mark.parametrize("arguments", [("check",), ("gc",), ("export", "w.zip")])
@pytest.mark.parametrize("emptied", [False, True])
def test_where_nothing_is_stored_nothing_is_said_to_be_well(
    run: Run, arguments: tuple[str, ...], emptied: bool
) -> None:
    if emptied:
        Path("data").mkdir()
        Path("data/evaljson.db").touch()
    done = workspace(run, *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert ("evaljson.db is empty (0 bytes)" if emptied else "there is no workspace in") in done.stderr
    assert Path("data").exists() == emptied
    assert not Path("w.zip").exists()


def test_check_says_what_other_users_of_the_computer_can_read(run: Run, store: Store) -> None:
    file = Path("data/evaljson.db")
    assert "can read" not in workspace(run, "check").stderr
    file.chmod(0o644)
    assert "can read" not in workspace(run, "check").stderr, "its folder keeps them out"
    Path("data").chmod(0o755)
    done = workspace(run, "check")
    assert done.exit_code == 0
    assert f"other users of this computer can read {file.absolute()}; chmod 600" in done.stderr
