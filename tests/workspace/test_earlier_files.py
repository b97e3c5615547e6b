"""What gold or a variant had before another file was put in place can be put back, as long as it is stored."""

from datetime import timedelta

import pytest

from evaljson.store import Evaluation, Store
from evaljson.workspace import earlier_files as module
from evaljson.workspace.earlier_files import EarlierFile, earlier_files, put_back, replaced_last
from tests.workspace.conftest import BETTER, GOLD, WORSE, loaded

FIRST, SECOND = loaded(WORSE[:9], "first.json"), loaded(WORSE[:8], "second.json")


def found(store: Store, evaluation: Evaluation) -> list[EarlierFile]:
    now = store.evaluations.get(evaluation.id)
    return earlier_files(store, now, store.evaluations.history(now.id))


def last(store: Store, evaluation: Evaluation) -> EarlierFile | None:
    now = store.evaluations.get(evaluation.id)
    return replaced_last(store, now, store.evaluations.history(now.id))


def replace(store: Store, evaluation: Evaluation, records: object, name: str = "A") -> Evaluation:
    now = store.evaluations.get(evaluation.id)
    variant = next(one for one in now.variants if one.name == name)
    return store.variants.update(now.id, now.revision, variant.id, data=records, by="bea")  # type: ignore[arg-type]


def files(store: Store, evaluation: Evaluation) -> list[str]:
    return [one.dataset.name for one in found(store, evaluation)]


def test_nothing_was_replaced_in_a_new_evaluation(store: Store, evaluation: Evaluation) -> None:
    assert (found(store, evaluation), last(store, evaluation)) == ([], None)


def test_all_that_a_variant_had_is_listed_the_last_first(store: Store, evaluation: Evaluation) -> None:
    replace(store, replace(store, evaluation, FIRST), SECOND)
    assert files(store, evaluation) == ["first.json", "a.json"]


def test_what_came_back_is_listed_no_more_and_what_it_replaced_is(store: Store, evaluation: Evaluation) -> None:
    replace(store, evaluation, FIRST)
    (one,) = found(store, evaluation)
    put_back(store, store.evaluations.get(evaluation.id), one.variant, one.dataset.id, by="cem")
    assert store.evaluations.get(evaluation.id).variants == evaluation.variants
    assert files(store, evaluation) == ["first.json"]


def test_gold_is_put_back(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.set_gold(evaluation.id, evaluation.revision, loaded(GOLD[:5], "new.json", "gold"), by="bea")
    (one,) = found(store, evaluation)
    put_back(store, store.evaluations.get(evaluation.id), one.variant, one.dataset.id, by="cem")
    assert store.evaluations.get(evaluation.id).gold == evaluation.gold


def test_the_last_change_is_offered_with_who_made_it(store: Store, evaluation: Evaluation) -> None:
    replace(store, replace(store, evaluation, FIRST), SECOND, "B")
    one = last(store, evaluation)
    assert one is not None
    assert (one.until.who, one.name, one.dataset.name) == ("bea", "B", "b.json")


def test_another_change_of_the_evaluation_leaves_the_offer(store: Store, evaluation: Evaluation) -> None:
    now = replace(store, evaluation, FIRST)
    store.evaluations.rename(now.id, now.revision, "ours", by="bea")
    assert last(store, evaluation) is not None


def test_an_undo_is_not_offered_to_be_undone(store: Store, evaluation: Evaluation) -> None:
    replace(store, replace(store, evaluation, FIRST), evaluation.variants[0].dataset.id)
    assert last(store, evaluation) is None


def test_what_put_back_records_of_long_before_is_offered_to_be_undone(store: Store, evaluation: Evaluation) -> None:
    replace(store, replace(store, replace(store, evaluation, FIRST), SECOND), evaluation.variants[0].dataset.id)
    one = last(store, evaluation)
    assert one is not None
    assert one.dataset.name == "second.json"


def test_a_change_of_long_ago_is_offered_no_more(
    store: Store, evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(store, evaluation, FIRST)
    moment = module.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr(module, "now", lambda: moment)
    assert last(store, evaluation) is None
    assert files(store, evaluation) == ["a.json"]


def test_what_is_removed_for_good_cannot_be_put_back(store: Store, evaluation: Evaluation) -> None:
    replace(store, evaluation, FIRST)
    store.gc(timedelta(0))
    assert (files(store, evaluation), last(store, evaluation)) == ([], None)


def test_the_file_of_a_removed_variant_is_not_listed(store: Store, evaluation: Evaluation) -> None:
    now = replace(store, evaluation, FIRST)
    store.variants.delete(now.id, now.revision, now.variants[0].id, by="bea")
    assert files(store, evaluation) == []


def test_a_variant_keeps_its_own_when_the_same_file_was_in_another(store: Store, evaluation: Evaluation) -> None:
    replace(store, replace(store, evaluation, loaded(BETTER[:3], "c.json"), "A"), loaded(BETTER[:3], "c.json"), "B")
    assert [(one.name, one.dataset.name) for one in found(store, evaluation)] == [("B", "b.json"), ("A", "a.json")]
