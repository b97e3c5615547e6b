"""Evaluations and their variants: created in parts, changed from the revision that was seen, deleted and back."""

from collections.abc import Callable
from typing import Any

import pytest

from evaljson.store import Conflict, Evaluation, NotFound, Store, StoreError
from tests.store.conftest import EXTRACTED, GOLD, SCHEMA, extracted, gold

ODD_NAMES = [
    "Prüfung 😀",
    "a\x00b",
    "\ud800 alone",
    "\ud83d\ude00",
    "back\\u005cslash",
    "'; DROP TABLE runs; --",
    "<b>",
]

CHANGES: dict[str, Callable[[Store, Evaluation, int], Any]] = {
    "rename": lambda s, e, r: s.evaluations.rename(e.id, r, "B", by="bob"),
    "set_gold": lambda s, e, r: s.evaluations.set_gold(e.id, r, None, by="bob"),
    "set_settings": lambda s, e, r: s.evaluations.set_settings(e.id, r, {"k": 1}, by="bob"),
    "delete": lambda s, e, r: s.evaluations.delete(e.id, r, by="bob"),
    "add variant": lambda s, e, r: s.variants.add(e.id, r, "B", extracted(), by="bob"),
    "update variant": lambda s, e, r: s.variants.update(e.id, r, e.variants[0].id, by="bob", name="B"),
    "reorder": lambda s, e, r: s.variants.reorder(e.id, r, [e.variants[0].id], by="bob"),
    "delete variant": lambda s, e, r: s.variants.delete(e.id, r, e.variants[0].id, by="bob"),
    "add schema": lambda s, e, r: s.schemas.add(e.id, r, {"type": "object"}, by="bob"),
}
each_change = pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))


def test_an_upload_is_an_evaluation_before_there_is_a_schema_or_a_variant(store: Store) -> None:
    created = store.evaluations.create("Draft", by="ann", gold=gold())
    assert created.gold is not None
    assert (created.gold.count, created.variants, created.schema_number, created.revision) == (2, (), None, 1)
    assert store.evaluations.get(created.id) == created


def test_an_evaluation_comes_back_as_it_was_created(store: Store, evaluation: Evaluation) -> None:
    assert store.evaluations.get(evaluation.id) == evaluation
    assert [variant.name for variant in evaluation.variants] == ["A"]
    assert store.datasets.load(evaluation.variants[0].dataset.id) == extracted()
    assert store.schemas.get(evaluation.id, 1).schema == SCHEMA


def test_ids_are_made_for_addresses(store: Store) -> None:
    ids = {store.evaluations.create("x", by="ann").id for _ in range(5)}
    assert len(ids) == 5
    assert all(len(identity) == 16 and identity.isalnum() and identity == identity.lower() for identity in ids)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_text_is_kept_as_a_name(store: Store, name: str) -> None:
    created = store.evaluations.create(name, by=name, variants={name: extracted()}, settings={name: name})
    kept = store.evaluations.get(created.id)
    assert (kept.name, kept.created_by, kept.variants[0].name, kept.settings) == (name, name, name, {name: name})


@pytest.mark.parametrize(
    ("name", "message"), [("", "needs a name"), (" \n", "needs a name"), ("x" * 201, "at most 200")]
)
def test_a_name_that_is_none_is_refused(store: Store, name: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        store.evaluations.create(name, by="ann")
    assert store.evaluations.all() == []


@each_change
def test_a_change_moves_the_revision_on_by_one(
    store: Store, evaluation: Evaluation, change: Callable[[Store, Evaluation, int], Any]
) -> None:
    change(store, evaluation, evaluation.revision)
    assert store.evaluations.get(evaluation.id, deleted=True).revision == evaluation.revision + 1
    assert [event.who for event in store.evaluations.history(evaluation.id)] == ["ann", "bob"]


@each_change
def test_a_change_from_an_old_revision_changes_nothing_and_says_who_was_faster(
    store: Store, evaluation: Evaluation, change: Callable[[Store, Evaluation, int], Any]
) -> None:
    now = store.evaluations.rename(evaluation.id, evaluation.revision, "Bills", by="carol")
    with pytest.raises(Conflict, match=r"revision 1, now 2\): carol renamed 'Bills'") as raised:
        change(store, evaluation, evaluation.revision)
    assert store.evaluations.get(evaluation.id) == now
    assert [event.who for event in raised.value.events] == ["carol"]


@each_change
def test_a_deleted_evaluation_takes_no_change(
    store: Store, evaluation: Evaluation, change: Callable[[Store, Evaluation, int], Any]
) -> None:
    store.evaluations.delete(evaluation.id, 1, by="ann")
    with pytest.raises(Conflict, match="is deleted; undelete it first"):
        change(store, evaluation, 2)


def test_an_unknown_evaluation_is_not_found(store: Store) -> None:
    with pytest.raises(NotFound, match="no evaluation 'nobody'"):
        store.evaluations.rename("nobody", 1, "x", by="ann")
    with pytest.raises(NotFound, match="no evaluation 'nobody'"):
        store.evaluations.get("nobody")


def test_deleting_hides_and_undeleting_brings_all_of_it_back(store: Store, evaluation: Evaluation) -> None:
    store.evaluations.delete(evaluation.id, 1, by="ann")
    assert store.evaluations.all() == []
    with pytest.raises(NotFound, match="may have been deleted"):
        store.evaluations.get(evaluation.id)
    assert [deleted.id for deleted in store.evaluations.all(deleted=True)] == [evaluation.id]
    back = store.evaluations.undelete(evaluation.id, 2, by="ann")
    assert (back.variants, back.gold, back.deleted_at) == (evaluation.variants, evaluation.gold, None)


def test_undeleting_what_is_not_deleted_is_a_conflict(store: Store, evaluation: Evaluation) -> None:
    with pytest.raises(Conflict, match="is not deleted"):
        store.evaluations.undelete(evaluation.id, 1, by="ann")


def test_the_list_says_how_much_there_is_and_puts_the_last_change_first(store: Store, evaluation: Evaluation) -> None:
    other = store.evaluations.create("Empty", by="bob", is_sample=True)
    store.variants.add(evaluation.id, 1, "B", extracted(), by="ann")
    first, second = store.evaluations.all()
    assert (first.id, first.gold_records, first.variants, first.schema_number) == (evaluation.id, 2, 2, 1)
    assert (second.id, second.gold_records, second.variants, second.is_sample) == (other.id, None, 0, True)


def test_the_same_records_are_stored_once(store: Store, evaluation: Evaluation) -> None:
    other = store.evaluations.create("Again", by="bob", gold=gold(), variants={"x": extracted(), "y": extracted()})
    assert other.gold == evaluation.gold
    assert {variant.dataset.id for variant in other.variants} == {evaluation.variants[0].dataset.id}


def test_two_variants_cannot_have_one_name(store: Store, evaluation: Evaluation) -> None:
    with pytest.raises(StoreError, match="a variant named 'A' already"):
        store.variants.add(evaluation.id, 1, "A", extracted(), by="ann")
    assert store.evaluations.get(evaluation.id) == evaluation


def test_a_name_is_free_again_once_its_variant_is_deleted(store: Store, evaluation: Evaluation) -> None:
    gone = evaluation.variants[0]
    store.variants.delete(evaluation.id, 1, gone.id, by="ann")
    again = store.variants.add(evaluation.id, 2, "A", extracted(), by="ann")
    assert [variant.id for variant in store.variants.deleted(evaluation.id)] == [gone.id]
    with pytest.raises(StoreError, match="a variant named 'A' already"):
        store.variants.undelete(evaluation.id, 3, gone.id, by="ann")
    back = store.variants.undelete(evaluation.id, 3, gone.id, by="ann", name="A (old)")
    assert [variant.name for variant in back.variants] == ["A (old)", "A"]
    assert again.variants[0] in back.variants


def test_a_variant_is_shown_without_the_word_that_all_may_begin_with_and_stored_with_it(
    store: Store, evaluation: Evaluation
) -> None:
    two = store.variants.add(evaluation.id, 1, "extracted_gpt", extracted(), by="ann")
    assert [(variant.name, variant.stored_name) for variant in two.variants] == [("A", "A"), ("gpt", "extracted_gpt")]
    assert two.variant("extracted_gpt") == two.variant("gpt") == two.variants[1]
    three = store.variants.add(evaluation.id, 2, "gpt", extracted(), by="ann")
    assert [variant.name for variant in three.variants] == ["A", "extracted_gpt", "gpt"]
    alone = store.variants.delete(evaluation.id, 3, three.variants[2].id, by="ann")
    assert alone.variants == two.variants


def test_variants_keep_the_order_that_they_were_put_in(store: Store, evaluation: Evaluation) -> None:
    two = store.variants.add(evaluation.id, 1, "B", extracted(), by="ann", meta={"model": "m", "tags": ["x"]})
    order = [variant.id for variant in reversed(two.variants)]
    turned = store.variants.reorder(evaluation.id, 2, order, by="ann")
    assert [variant.name for variant in turned.variants] == ["B", "A"]
    assert turned.variants[0].meta == {"model": "m", "tags": ["x"]}
    with pytest.raises(StoreError, match="each variant of the evaluation once"):
        store.variants.reorder(evaluation.id, 3, order[:1], by="ann")


def test_a_variant_takes_other_records_and_keeps_its_id(store: Store, evaluation: Evaluation) -> None:
    before = evaluation.variants[0]
    after = store.variants.update(evaluation.id, 1, before.id, by="ann", data=extracted(b'{"id": "b"}\n')).variants[0]
    assert (after.id, after.name) == (before.id, "A")
    assert after.dataset.id != before.dataset.id


def test_records_that_a_variant_has_already_are_no_change(store: Store, evaluation: Evaluation) -> None:
    variant, other = evaluation.variants[0], extracted(b'{"id": "b"}\n')
    once = store.variants.update(evaluation.id, 1, variant.id, by="ann", data=other)
    assert store.variants.update(evaluation.id, 1, variant.id, by="ann", data=other) == once
    assert store.variants.update(evaluation.id, 2, variant.id, by="ann", data=once.variants[0].dataset.id) == once
    assert [event.what for event in store.evaluations.history(evaluation.id)].count("changed variant") == 1


def test_gold_and_extracted_records_are_not_mixed_up(store: Store, evaluation: Evaluation) -> None:
    assert evaluation.gold is not None
    with pytest.raises(NotFound, match="does not hold gold records"):
        store.evaluations.set_gold(evaluation.id, 1, evaluation.variants[0].dataset.id, by="ann")
    with pytest.raises(NotFound, match="does not hold extracted records"):
        store.variants.add(evaluation.id, 1, "B", evaluation.gold.id, by="ann")
    assert store.evaluations.get(evaluation.id) == evaluation


def test_a_schema_version_says_who_when_and_why(store: Store, evaluation: Evaluation) -> None:
    changed = {**SCHEMA, "x-eval-weight": 2.0}
    assert store.schemas.add(evaluation.id, 1, changed, by="bob", message="totals count").schema_number == 2
    first, second = store.schemas.all(evaluation.id)
    assert (first.number, first.author, first.parent, first.schema) == (1, "ann", None, SCHEMA)
    assert (second.number, second.author, second.message, second.parent) == (2, "bob", "totals count", 1)
    assert second.schema == changed


def test_the_schema_in_force_once_more_is_no_new_version(store: Store, evaluation: Evaluation) -> None:
    assert store.schemas.add(evaluation.id, 1, SCHEMA, by="bob") == evaluation


def test_going_back_to_an_older_schema_is_a_version_of_its_own(store: Store, evaluation: Evaluation) -> None:
    store.schemas.add(evaluation.id, 1, {"type": "object"}, by="bob")
    store.schemas.add(evaluation.id, 2, SCHEMA, by="bob", message="back")
    assert [(v.number, v.parent, v.schema == SCHEMA) for v in store.schemas.all(evaluation.id)] == [
        (1, None, True),
        (2, 1, False),
        (3, 2, True),
    ]


def test_the_text_of_a_schema_keeps_its_order_and_numbers(store: Store) -> None:
    schema = {"z": 1, "a": 1.0, "m": [True, None, 10**30, "\ud800"]}
    created = store.evaluations.create("x", by="ann", schema=schema)
    kept = store.schemas.get(created.id, 1)
    assert list(kept.schema) == ["z", "a", "m"]
    assert [type(value) for value in kept.schema.values()] == [int, float, list]
    assert kept.schema == schema


def test_an_unknown_schema_version_is_not_found(store: Store, evaluation: Evaluation) -> None:
    with pytest.raises(NotFound, match="no schema version 7"):
        store.schemas.get(evaluation.id, 7)


def test_the_data_of_these_tests_has_a_refused_record() -> None:
    assert (gold(GOLD).n_refused, extracted(EXTRACTED).n_refused) == (0, 1)
