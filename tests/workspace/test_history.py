"""What was done, told in words."""

from typing import Any

import pytest

from evaljson.store import Evaluation, Store
from evaljson.workspace.history import file_came, in_words, when
from tests.workspace.conftest import BETTER, GOLD, loaded


def test_every_change_is_told_in_words(store: Store, evaluation: Evaluation) -> None:
    identity, a = evaluation.id, evaluation.variants[0].id
    now = store.evaluations.rename(identity, 1, "Bills", by="bob")
    now = store.variants.add(identity, now.revision, "C", loaded(BETTER, "c.json"), by="bob")
    now = store.variants.update(identity, now.revision, a, by="bob", meta={"label": "x"})
    now = store.variants.update(identity, now.revision, a, by="bob", name="A2")
    now = store.variants.reorder(identity, now.revision, [variant.id for variant in reversed(now.variants)], by="bob")
    now = store.variants.delete(identity, now.revision, a, by="bob")
    now = store.variants.undelete(identity, now.revision, a, by="bob")
    now = store.schemas.add(identity, now.revision, {"type": "object", "properties": {}}, by="bob", message="simpler")
    now = store.evaluations.set_gold(identity, now.revision, None, by="bob")
    now = store.evaluations.set_gold(identity, now.revision, loaded(GOLD, "g.json", "gold"), by="bob")
    now = store.evaluations.set_gold(identity, now.revision, loaded(GOLD[:9], "h.json", "gold"), by="bob")
    now = store.evaluations.set_settings(identity, now.revision, {"x": 1}, by="bob")
    store.evaluations.delete(identity, now.revision, by="bob")
    store.evaluations.undelete(identity, now.revision + 1, by="bob")
    assert [in_words(event) for event in store.evaluations.history(identity)] == [
        "began it as “mine”",
        "renamed it to “Bills”",
        "added the variant “C”",
        "changed the variant “A”: label",
        "renamed “A” to “A2”",
        "put the variants in another order",
        "removed the variant “A2”",
        "brought the variant “A2” back",
        "changed the eval schema: “simpler”",
        "took gold out",
        "put in gold",
        "put other gold in place",
        "changed how it is scored or put together",
        "deleted it",
        "brought it back",
    ]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({}, {"cost": 0.5, "latency": 2}, "changed the variant “A”: cost, latency"),
        ({"model": "m", "cost": 0.5}, {"cost": 0.5}, "changed the variant “A”: model"),
        ({"cost": 0.5}, {"cost": 0.5}, "changed the variant “A”"),
        ({}, {"key of another program": 1}, "changed the variant “A”"),
    ],
)
def test_which_notes_of_a_variant_changed_is_told(
    store: Store, evaluation: Evaluation, before: dict[str, Any], after: dict[str, Any], words: str
) -> None:
    identity, a = evaluation.id, evaluation.variants[0].id
    now = store.variants.update(identity, 1, a, by="bob", meta=before)
    store.variants.update(identity, now.revision, a, by="bob", meta=after)
    assert in_words(store.evaluations.history(identity)[-1]) == words


def test_a_new_name_and_new_notes_are_told_together(store: Store, evaluation: Evaluation) -> None:
    store.variants.update(evaluation.id, 1, evaluation.variants[0].id, by="bob", name="A2", meta={"cost": 1})
    told = in_words(store.evaluations.history(evaluation.id)[-1])
    assert told == "renamed “A” to “A2” and changed its cost"


def test_a_file_is_of_whoever_handed_it_in_also_in_place_of_another_and_put_back(
    store: Store, evaluation: Evaluation
) -> None:
    identity, first = evaluation.id, evaluation.variants[0]

    def who() -> str:
        now = store.evaluations.get(identity)
        return file_came(store.evaluations.history(identity), now.variants[0])[0]

    assert who() == first.created_by
    now = store.variants.update(identity, 1, first.id, by="bob", meta={"label": "x"})
    assert who() == first.created_by
    now = store.variants.update(identity, now.revision, first.id, by="eva", data=loaded(BETTER[:9], "new.json"))
    assert who() == "eva"
    assert in_words(store.evaluations.history(identity)[-1]) == "put other records of “A” in place, from “new.json”"
    now = store.variants.update(identity, now.revision, first.id, by="eva", data=loaded(BETTER[:9], "again.json"))
    said = in_words(store.evaluations.history(identity)[-1])
    assert said == "put another file of “A” in place, “again.json”, with the same records"
    store.variants.update(identity, now.revision, first.id, by="bob", data=first.dataset.id)
    assert who() == first.created_by


def test_a_moment_is_told_in_utc(evaluation: Evaluation) -> None:
    assert when(evaluation.created).endswith(" UTC")
