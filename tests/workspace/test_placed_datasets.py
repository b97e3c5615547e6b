"""Records of large datasets that are read one by one are those that loading all of them gives."""

from typing import Any

import pytest

from evaljson.base.bounded_cache import Bounded
from evaljson.load import LoadedRecords
from evaljson.report.patterns.find import find_patterns
from evaljson.store import Evaluation, Store
from evaljson.workspace import placed_datasets
from evaljson.workspace.placed_datasets import keep_places, kept_places, placed_dataset
from evaljson.workspace.scoring import score_due
from evaljson.workspace.stored_runs import read_run
from tests.messy import messy
from tests.workspace.conftest import loaded


def nothing(share: float, message: str) -> None:
    assert 0 <= share <= 1


@pytest.fixture
def scored(store: Store, monkeypatch: pytest.MonkeyPatch) -> Evaluation:
    """Messy records, each of which is of a large dataset here."""
    monkeypatch.setattr(placed_datasets, "MANY", 1)
    data = messy(12, 2, seed=5)
    files = {name: loaded(one, f"{name}.json") for name, one in list(data.extracted.items())[:2]}
    gold = loaded(data.gold, "g.json", "gold")
    made = store.evaluations.create("messy", by="ann", gold=gold, variants=files, schema=data.schema)
    score_due(store, made.id, by="ann", tell=nothing)
    return store.evaluations.get(made.id)


def datasets_of(evaluation: Evaluation) -> list[str]:
    assert evaluation.gold is not None
    return [evaluation.gold.id, *(variant.dataset.id for variant in evaluation.variants)]


def test_each_record_is_that_of_the_whole_dataset(store: Store, scored: Evaluation) -> None:
    for dataset in datasets_of(scored):
        whole, placed = store.datasets.load(dataset), placed_dataset(Bounded(1 << 30), store, scored.id, dataset)
        assert not isinstance(placed.records, list)
        assert placed == whole
        assert [placed.records[at] for at in reversed(range(len(whole.records)))] == whole.records[::-1]


def test_a_few_records_are_read_without_the_others(
    store: Store, scored: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = datasets_of(scored)[0]
    expected = store.datasets.load(dataset).records[7]
    monkeypatch.setattr("evaljson.load.placed_records._FEW", 1)

    def refused(dataset: str) -> Any:
        raise AssertionError("all records were read")

    monkeypatch.setattr(store.datasets, "load", refused)
    placed = placed_dataset(Bounded(1 << 30), store, scored.id, dataset)
    assert (len(placed.records), placed.records[7]) == (12, expected)


def test_a_run_over_them_says_what_a_run_over_all_records_does(store: Store, scored: Evaluation) -> None:
    held = Bounded(1 << 30)
    for stored in store.runs.all(scored.id):
        run = read_run(store, stored)
        placed = read_run(store, stored, lambda dataset: placed_dataset(held, store, scored.id, dataset))
        assert placed == run
        assert list(placed.records) == list(run.records)
        assert find_patterns(placed).codes.tolist() == find_patterns(run).codes.tolist()


def test_where_no_places_are_kept_all_records_are_read(store: Store, evaluation: Evaluation) -> None:
    dataset = datasets_of(evaluation)[0]
    placed = placed_dataset(Bounded(1 << 30), store, evaluation.id, dataset)
    assert placed == store.datasets.load(dataset)
    assert isinstance(placed.records, list)


def test_what_stands_beside_the_records_is_read_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placed_datasets, "MANY", 1)
    records: list[Any] = [{"a": "ä"}, None, {"a": [1, {"b": None}]}]
    whole = LoadedRecords(
        records, ["x", "y", "z"], [], "json", "a.json", "0", 2, 1, metadata=[{"n": 1}, {}, {"n": "ö"}]
    )
    dataset = store.datasets.add(whole, "extracted", by="ann")
    keep_places(store, "one", dataset, whole, by="ann")
    places = kept_places(store, "one", dataset.id)
    assert places is not None
    assert not places.is_alone
    assert placed_dataset(Bounded(1 << 30), store, "one", dataset.id) == whole


def test_of_small_datasets_nothing_is_kept(store: Store, evaluation: Evaluation) -> None:
    score_due(store, evaluation.id, by="ann", tell=nothing)
    assert all(kept_places(store, evaluation.id, dataset) is None for dataset in datasets_of(evaluation))


def test_records_of_two_sides_are_read_once_each_however_little_may_be_held(
    store: Store, scored: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, read = Bounded(1), list[str]()
    gold, extracted = (placed_dataset(held, store, scored.id, one).records for one in datasets_of(scored)[:2])
    load = store.datasets.load

    def noted(dataset: str) -> LoadedRecords:
        read.append(dataset)
        return load(dataset)

    monkeypatch.setattr(store.datasets, "load", noted)
    assert all(zip(gold, extracted, strict=False))
    assert [gold[at] and extracted[at] for at in range(8)]
    assert sorted(read) == sorted(datasets_of(scored)[:2])


def settings_asked_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked, get = list[str](), store.settings.get

    def noted(scope: str, key: str, default: Any = None) -> Any:
        asked.append(scope)
        return get(scope, key, default)

    monkeypatch.setattr(store.settings, "get", noted)
    return asked


def test_a_small_dataset_in_memory_is_given_without_asking_the_store(
    store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, (dataset, *_) = Bounded(1 << 30), datasets_of(evaluation)
    first = placed_dataset(held, store, evaluation.id, dataset)
    asked = settings_asked_for(store, monkeypatch)
    assert placed_dataset(held, store, evaluation.id, dataset) is first
    assert asked == []


def test_a_large_dataset_in_memory_is_read_one_by_one_once_its_places_are_kept(
    store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placed_datasets, "MANY", 1)
    held, (dataset, *_) = Bounded(1 << 30), datasets_of(evaluation)
    assert isinstance(placed_dataset(held, store, evaluation.id, dataset).records, list)
    score_due(store, evaluation.id, by="ann", tell=nothing)
    assert not isinstance(placed_dataset(held, store, evaluation.id, dataset).records, list)
