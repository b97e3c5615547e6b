"""Working copies of a schema: kept under an id, by whoever began them, over an export and an import."""

from pathlib import Path

import pytest

from evaljson.store import Evaluation, Store, open_store
from evaljson.workspace.schema_edits import WorkingCopy, drop, of_browser, read, write

EDITS = WorkingCopy(1, None, "{", {"a": {"weight": 2, "skip": None}}, None, "why", by="Ann", browser="b")


def kept(store: Store, evaluation: Evaluation, edits: WorkingCopy = EDITS) -> tuple[str, WorkingCopy]:
    begun = write(store, evaluation.id, None, "", edits)
    assert begun is not None
    return begun


def test_they_come_back_as_they_were(store: Store, evaluation: Evaluation) -> None:
    identity, edits = kept(store, evaluation)
    assert read(store, evaluation.id, identity) == edits
    assert edits.says_the_same(EDITS)


def test_they_belong_to_one_evaluation(store: Store, evaluation: Evaluation) -> None:
    identity, _ = kept(store, evaluation)
    assert read(store, "another", identity) is None


def test_they_stay_under_their_id_as_long_as_nobody_else_changes_them(store: Store, evaluation: Evaluation) -> None:
    identity, first = kept(store, evaluation)
    second = write(store, evaluation.id, identity, first.stamp, EDITS)
    assert second is not None
    assert second[0] == identity
    late = write(store, evaluation.id, identity, first.stamp, EDITS)
    assert late is not None
    assert late[0] != identity, "the first stamp is out of date"
    drop(store, evaluation.id, identity, first.stamp)
    assert read(store, evaluation.id, identity) == second[1]
    drop(store, evaluation.id, identity, second[1].stamp)
    assert read(store, evaluation.id, identity) is None


@pytest.mark.parametrize(("browser", "is_there"), [("b", True), ("c", False), ("", False)])
def test_a_browser_finds_its_own(store: Store, evaluation: Evaluation, browser: str, is_there: bool) -> None:
    identity, edits = kept(store, evaluation)
    assert of_browser(store, evaluation.id, browser) == ((identity, edits) if is_there else None)


def test_an_export_takes_them_along(store: Store, evaluation: Evaluation, tmp_path: Path) -> None:
    identity, edits = kept(store, evaluation)
    store.export_to(tmp_path / "all.zip")
    with open_store(folder=tmp_path / "other") as other:
        other.import_from(tmp_path / "all.zip")
        assert read(other, evaluation.id, identity) == edits
        assert other.check().faults == ()
