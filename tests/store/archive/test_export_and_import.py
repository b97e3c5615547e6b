"""Export and import: one file, the same bytes for the same workspace, and what is here stays."""

import zipfile
from pathlib import Path
from typing import Any

import pytest

from evaljson.store import Actor, Evaluation, Store, StoreError
from evaljson.workspace.audit_words import deed
from tests.store.archive.archives import begin_review, everything
from tests.store.conftest import SIGNATURE, extracted, gold
from tests.store.topics.test_runs import add


@pytest.fixture
def full(store: Store, evaluation: Evaluation) -> Evaluation:
    """A workspace with a bit of everything in it."""
    run = add(store, evaluation)
    store.schemas.add(evaluation.id, 1, {"type": "object"}, by="bob", message="\ud800 odd")
    odd = store.variants.add(evaluation.id, 2, "a\x00b", extracted(b'{"n": 1.0, "s": "\\ud800"}\n'), by="bob")
    store.variants.delete(evaluation.id, 3, odd.variants[1].id, by="bob")
    add(store, store.evaluations.get(evaluation.id), signature={**SIGNATURE, "engine": "2"}, table=None)
    gone = store.evaluations.create("Gone", by="ann", gold=gold(), is_sample=True, settings={"k": [1, 1.0]})
    store.evaluations.delete(gone.id, 1, by="ann")
    store.settings.set("workspace", "theme", None, by="ann")
    begin_review(store, store.evaluations.get(evaluation.id))
    assert run.variant == evaluation.variants[0].id
    return store.evaluations.get(evaluation.id)


def test_a_workspace_moves_into_one_file_and_out_of_it(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    said = store.export_to(tmp_path / "w.zip")
    assert (said.evaluations, said.datasets, said.runs) == (2, 3, 2)
    assert said.bytes == (tmp_path / "w.zip").stat().st_size
    moved = other.import_from(tmp_path / "w.zip")
    assert (sorted(moved.evaluations), moved.same, moved.kept, moved.runs) == (["Gone", "Invoices"], (), (), 2)
    assert everything(other) == everything(store)
    assert other.check().faults == ()


def test_the_same_workspace_gives_the_same_file(store: Store, full: Evaluation, other: Store, tmp_path: Path) -> None:
    store.export_to(tmp_path / "1.zip")
    store.export_to(tmp_path / "2.zip")
    other.import_from(tmp_path / "1.zip")
    other.export_to(tmp_path / "3.zip")
    first, *more = ((tmp_path / name).read_bytes() for name in ("1.zip", "2.zip", "3.zip"))
    assert all(one == first for one in more)


def test_whoever_takes_or_brings_a_workspace_is_in_the_audit_of_that_server_alone(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "w.zip", by=Actor("root", "cli"))
    other.import_from(tmp_path / "w.zip", by=Actor("eve@x.org", "oidc"))
    noted = [
        [(entry.who, entry.proof, deed(entry)) for entry in one.audit.all() if entry.evaluation is None]
        for one in (store, other)
    ]
    assert noted == [
        [("root", "cli", "exported a whole workspace")],
        [("eve@x.org", "oidc", "imported a whole workspace, 2 new evaluations")],
    ]


def test_an_export_that_cannot_be_noted_leaves_no_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr("evaljson.store.archive.export.note", refuse)
    with pytest.raises(StoreError, match="the disk is full"):
        store.export_to(tmp_path / "w.zip")
    assert not list(tmp_path.glob("*.zip"))


def test_importing_into_any_database_gives_the_same(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "w.zip")
    other.import_from(tmp_path / "w.zip")
    other.export_to(tmp_path / "back.zip")
    before = everything(store)
    again = store.import_from(tmp_path / "back.zip")
    assert (again.evaluations, sorted(again.same), again.kept) == ((), ["Gone", "Invoices"], ())
    assert everything(store) == before


def test_importing_twice_changes_nothing_the_second_time(
    store: Store, full: Evaluation, other: Store, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "w.zip")
    other.import_from(tmp_path / "w.zip")
    before = everything(other)
    again = other.import_from(tmp_path / "w.zip")
    assert (again.evaluations, sorted(again.same), again.datasets, again.runs) == ((), ["Gone", "Invoices"], 0, 0)
    assert everything(other) == before


def test_what_has_gone_on_here_is_kept_and_said(store: Store, full: Evaluation, tmp_path: Path) -> None:
    store.export_to(tmp_path / "w.zip")
    store.evaluations.rename(full.id, full.revision, "Bills", by="ann")
    store.settings.set("workspace", "theme", "dark", by="ann")
    before = everything(store)
    moved = store.import_from(tmp_path / "w.zip")
    assert (moved.same, moved.kept, moved.settings_kept) == (("Gone",), ("Invoices",), ("workspace theme",))
    assert everything(store) == before


def test_an_empty_workspace_moves_too(store: Store, other: Store, tmp_path: Path) -> None:
    store.export_to(tmp_path / "w.zip")
    assert other.import_from(tmp_path / "w.zip").evaluations == ()


def test_an_export_takes_the_place_of_the_last_one_and_is_private(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "w.zip"
    target.write_text("old")
    store.export_to(target)
    assert zipfile.is_zipfile(target)
    assert target.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob(".evaljson-*")] == []


def test_an_export_that_cannot_be_written_leaves_nothing(store: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        store.export_to(tmp_path / "no" / "w.zip")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        store.export_to(tmp_path / "folder")
    assert list(tmp_path.glob(".evaljson-*")) == []
