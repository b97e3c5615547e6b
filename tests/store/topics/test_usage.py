"""What judging took is noted for each asking, and moves with verdicts and labels into another workspace."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from evaljson.scoring.judging import JudgeUsage
from evaljson.store import ArchiveError, Judgement, Store, UsageSum, open_store, summed
from tests.store.archive.archives import change_rows, entries, write
from tests.store.topics.test_judgements import SAID, key
from tests.store.topics.test_labels import label

ASKED = JudgeUsage("gpt", False, 10, 2, 7, 1, 8, 3, 5, 1, 900, 120, 0.25, "budget used up", "ab" * 32)


def test_each_asking_is_noted_newest_first(store: Store) -> None:
    first = store.usage.add(ASKED, by="ann", evaluation="e", run="r")
    second = store.usage.add(JudgeUsage("local", fields=1, decided=1), by="bob", evaluation="e")
    assert store.usage.all() == [second, first]
    assert store.usage.all(run="r") == [first]
    assert store.usage.all(evaluation="other") == []
    assert store.usage.all(since=datetime.now(UTC) + timedelta(days=1)) == []
    assert first.usage == ASKED


def test_askings_are_summed_and_an_unknown_price_is_not_zero(store: Store) -> None:
    for usage in (ASKED, ASKED, JudgeUsage("local", fields=1, tokens_in=5)):
        store.usage.add(usage, by="ann")
    assert summed(store.usage.all()) == UsageSum(3, 21, 6, 10, 2, 1805, 240, 0.5, 1)
    assert summed([]) == UsageSum()


def filled(store: Store) -> None:
    store.judgements.add({key(1): SAID, key(2): Judgement(1.0, "ok", "llama", "1", 1, 1)})
    label(store)
    store.labels.withdraw(label(store, by="bob").id)
    store.usage.add(ASKED, by="ann")


def test_all_of_it_moves_and_what_is_here_stays(store: Store, tmp_path: Path) -> None:
    filled(store)
    store.export_to(tmp_path / "w.zip")
    with open_store(folder=tmp_path / "other") as other:
        other.judgements.add({key(1): Judgement(0.0, "mine", "gpt", "1")})
        mine = label(other, score=0.0, step="different")
        moved = other.import_from(tmp_path / "w.zip")
        assert (moved.judgements, moved.labels) == (1, 1)
        assert other.judgements.read([key(1)])[key(1)].reason == "mine"
        assert other.labels.all() == [mine]
        assert other.usage.all() == store.usage.all()
        assert other.labels.all(withdrawn=True) == store.labels.all(withdrawn=True)
        again = other.import_from(tmp_path / "w.zip")
        assert (again.judgements, again.labels) == (0, 0)
        assert other.check().faults == ()


def test_a_copy_exports_the_same_bytes(store: Store, tmp_path: Path) -> None:
    filled(store)
    store.export_to(tmp_path / "1.zip")
    with open_store(folder=tmp_path / "other") as other:
        other.import_from(tmp_path / "1.zip")
        other.export_to(tmp_path / "2.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("judgements", {"score": 2.0}),
        ("judgements", {"tokens_in": -1}),
        ("judgements", {"score": True}),
        ("labels", {"content": {"gold": "other", "extracted": "30 days", "about": {}}}),
        ("labels", {"content": {}}),
        ("labels", {"content": {"gold": 1, "extracted": 1, "about": []}}),
        ("labels", {"score": -0.5}),
        ("judge_usage", {"usage": {}}),
        ("judge_usage", {"usage": {"model": "gpt", "fields": "many"}}),
    ],
)
def test_a_file_that_somebody_changed_is_refused(table: str, change: dict[str, Any], tmp_path: Path) -> None:
    with open_store(folder=tmp_path / "one") as first:
        filled(first)
        first.export_to(tmp_path / "w.zip")
    content = entries(tmp_path / "w.zip")
    change_rows(content, table, lambda row: {**row, **change})
    with open_store(folder=tmp_path / "two") as second:
        with pytest.raises(ArchiveError, match=r"damaged workspace|wrong type or size"):
            second.import_from(write(tmp_path / "bad.zip", content))
        assert (second.judgements.count(), second.labels.all(), second.usage.all()) == (0, [], [])


def test_check_names_a_label_that_was_changed_behind_the_stores_back(store: Store) -> None:
    added = label(store)
    with store._database.writing() as connection:
        of = " ON labels" if "://" in store.location else ""
        connection.execute(text(f"DROP TRIGGER labels_immutable{of}"))
        connection.execute(text("UPDATE labels SET path = 'other'"))
    (fault,) = store.check().faults
    assert (fault.where, fault.what) == (f"label {added.id!r}", "has another hash than its pair")
