"""Drafts without a page: stored, changed, and brought into an evaluation that others changed meanwhile."""

import json
from dataclasses import replace
from typing import Any

import pytest

from evaljson.load import LoadedRecords
from evaljson.load.ids_written_otherwise import with_ids_as_gold
from evaljson.load.missing_policy import MissingPolicy
from evaljson.store import Conflict, Evaluation, NotFound, Store
from evaljson.workspace.draft_merge import finish_draft, free_title
from evaljson.workspace.drafts import (
    UNNAMED,
    DataDraft,
    begin_draft,
    begin_draft_of,
    draft_of,
    drop_draft,
    keep_draft,
    schema_from_gold,
    stored_draft,
)
from evaljson.workspace.history import file_came, in_words
from evaljson.workspace.scoring_options import policy_of
from evaljson.workspace.versions import READ_OFF_GOLD
from tests.workspace.conftest import BETTER, GOLD, WORSE, loaded

Opened = tuple[Evaluation, DataDraft]


def files(store: Store, evaluation: Evaluation) -> tuple[LoadedRecords, dict[str, LoadedRecords]]:
    gold = store.datasets.load(evaluation.gold.id) if evaluation.gold is not None else loaded([], "nothing")
    return gold, {variant.name: store.datasets.load(variant.dataset.id) for variant in evaluation.variants}


def opened(store: Store, identity: str) -> Opened:
    evaluation = store.evaluations.get(identity)
    draft = stored_draft(evaluation, *files(store, evaluation))
    assert draft is not None
    return evaluation, draft


def changed(store: Store, identity: str, **changes: Any) -> Opened:
    evaluation, draft = opened(store, identity)
    keep_draft(store, evaluation, draft, replace(draft, **changes), by="ann")
    return opened(store, identity)


@pytest.fixture
def draft_id(store: Store, evaluation: Evaluation) -> str:
    """A draft of the files of the evaluation."""
    assert evaluation.schema_number is not None
    schema = store.schemas.get(evaluation.id, evaluation.schema_number).schema
    draft = draft_of(*files(store, evaluation), schema, policy_of(evaluation.settings))
    return begin_draft_of(store, draft, evaluation, schema, by="ann")


def test_a_new_draft_is_an_evaluation_without_files(store: Store) -> None:
    evaluation, draft = opened(store, begin_draft(store, DataDraft(), by="ann"))
    assert (evaluation.name, draft) == (UNNAMED, DataDraft(variants={}))


def test_what_is_kept_is_read_again(store: Store) -> None:
    identity = begin_draft(store, DataDraft(), by="ann")
    gold = loaded(GOLD, "gold.json", "gold")
    _, draft = changed(store, identity, gold=gold, variants={"A": loaded(WORSE, "a.json")}, id_key="id")
    assert draft.gold is not None
    assert draft.gold.records == GOLD
    assert (list(draft.variants), draft.id_key) == (["A"], "id")
    _, draft = changed(store, identity, variants={})
    assert not draft.variants


def test_a_finished_draft_is_named_after_its_gold_and_a_second_one_gets_a_number(store: Store) -> None:
    names = []
    for _ in range(2):
        identity = begin_draft(store, DataDraft(), by="ann")
        evaluation, draft = changed(store, identity, gold=loaded(GOLD, "gold.json", "gold"))
        names.append(store.evaluations.get(finish_draft(store, evaluation, draft, by="ann")).name)
    assert names == ["My data: gold.json", "My data: gold.json (2)"]
    assert free_title(store, "My data: gold.json") == "My data: gold.json (3)"


def test_a_draft_goes_into_the_evaluation_whose_files_it_changes(
    store: Store, evaluation: Evaluation, draft_id: str
) -> None:
    draft, files_of_draft = changed(store, draft_id, variants={"A": loaded(BETTER, "a.json")})
    assert finish_draft(store, draft, files_of_draft, by="ann") == evaluation.id
    now = store.evaluations.get(evaluation.id)
    assert [variant.name for variant in now.variants] == ["A"]
    assert store.datasets.load(now.variants[0].dataset.id).records == BETTER
    with pytest.raises(NotFound, match=draft_id):
        store.evaluations.get(draft_id)


def test_what_others_changed_elsewhere_stays(store: Store, evaluation: Evaluation, draft_id: str) -> None:
    store.variants.add(evaluation.id, evaluation.revision, "C", loaded(WORSE, "c.json"), by="bob")
    _, variants = files(store, evaluation)
    draft, files_of_draft = changed(store, draft_id, variants={**variants, "C": loaded(BETTER, "c.json")})
    finish_draft(store, draft, files_of_draft, by="ann")
    assert [variant.name for variant in store.evaluations.get(evaluation.id).variants] == ["A", "B", "C", "C (2)"]


def test_the_history_tells_ids_that_are_read_otherwise_from_other_records(
    store: Store, evaluation: Evaluation, draft_id: str
) -> None:
    _, variants = files(store, evaluation)
    written = with_ids_as_gold(variants["A"], "id", {"r0": "R-0", "r1": "R-1"})
    finish_draft(store, *changed(store, draft_id, variants={**variants, "A": written}), by="ann")
    history = store.evaluations.history(evaluation.id)
    now = store.evaluations.get(evaluation.id).variants[0]
    assert now.dataset.id != evaluation.variants[0].dataset.id
    assert "changed how 2 ids of “A” are read" in [in_words(event) for event in history]
    assert file_came(history, now)[0] == evaluation.variants[0].created_by


def test_the_same_variant_changed_by_both_is_a_conflict_that_names_the_other(
    store: Store, evaluation: Evaluation, draft_id: str
) -> None:
    theirs = evaluation.variants[0]
    store.variants.update(evaluation.id, evaluation.revision, theirs.id, data=loaded(GOLD, "a.json"), by="bob")
    _, variants = files(store, evaluation)
    draft, files_of_draft = changed(store, draft_id, variants={**variants, "A": loaded(BETTER, "a.json")})
    with pytest.raises(Conflict, match="the variant 'A' was changed since") as caught:
        finish_draft(store, draft, files_of_draft, by="ann")
    assert [event.who for event in caught.value.events] == ["bob"]
    assert store.evaluations.get(draft_id).revision == draft.revision, "the draft is still there"


def test_gold_changed_by_both_is_a_conflict(store: Store, evaluation: Evaluation, draft_id: str) -> None:
    store.evaluations.set_gold(evaluation.id, evaluation.revision, loaded(GOLD[1:], "gold.json", "gold"), by="bob")
    draft, files_of_draft = changed(store, draft_id, gold=loaded(GOLD[2:], "gold.json", "gold"))
    with pytest.raises(Conflict, match="gold was changed since"):
        finish_draft(store, draft, files_of_draft, by="ann")


def test_a_schema_that_others_tuned_meanwhile_stays(store: Store, evaluation: Evaluation, draft_id: str) -> None:
    schema = store.schemas.get(evaluation.id, 1).schema
    tuned = {**schema, "x-eval-nulls": {"absent": [None]}}
    store.schemas.add(evaluation.id, evaluation.revision, tuned, by="bob")
    draft, files_of_draft = changed(store, draft_id, variants={"A": loaded(BETTER, "a.json")})
    finish_draft(store, draft, files_of_draft, by="ann")
    now = store.evaluations.get(evaluation.id)
    assert now.schema_number is not None
    assert store.schemas.get(evaluation.id, now.schema_number).schema == tuned


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"exclude_missing": True}, None),
        ({"variants": {"A": loaded(BETTER, "a.json")}}, None),
        ({"id_key": None, "by_position": True}, "pair records by position"),
        ({"id_key": "a"}, "pair records by a"),
        ({"schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}, "as handed in"),
        ({"schema": None}, READ_OFF_GOLD),
    ],
)
@pytest.mark.parametrize("names_comparators", [True, False])
def test_the_schema_has_a_new_version_only_where_the_draft_changes_it_and_it_says_what(
    store: Store, evaluation: Evaluation, change: dict[str, Any], message: str | None, names_comparators: bool
) -> None:
    tuned = {"x-eval-id": "id", **store.schemas.get(evaluation.id, 1).schema}  # the id at another place, and more
    tuned["x-eval-nulls"] = {"absent": [None]}
    for field in tuned["properties"].values():
        if not names_comparators:
            field.pop("x-eval-compare", None)
    now = store.schemas.add(evaluation.id, evaluation.revision, tuned, by="ann", text=json.dumps(tuned, indent=3))
    gold, variants = files(store, now)
    begun = begin_draft_of(store, draft_of(gold, variants, tuned, MissingPolicy()), now, tuned, by="ann")
    draft, files_of_draft = changed(store, begun, **change)
    finish_draft(store, draft, files_of_draft, by="ann")
    added = store.schemas.all(evaluation.id)[2:]
    assert [version.message for version in added] == ([] if message is None else [message])


def test_a_finished_draft_is_among_no_deleted_evaluations_and_a_dropped_one_is(
    store: Store, evaluation: Evaluation, draft_id: str
) -> None:
    finish_draft(store, *changed(store, draft_id, variants={"A": loaded(BETTER, "a.json")}), by="ann")
    assert store.evaluations.all(deleted=True) == []
    assert in_words(store.evaluations.history(draft_id)[-1]) == (
        "put its files into the evaluation that they were taken from"
    )
    back = store.evaluations.undelete(draft_id, store.evaluations.get(draft_id, deleted=True).revision, by="ann")
    drop_draft(store, back, by="ann")
    assert [one.id for one in store.evaluations.all(deleted=True)] == [draft_id]


def test_a_dropped_draft_leads_back_to_its_evaluation(store: Store, evaluation: Evaluation, draft_id: str) -> None:
    assert drop_draft(store, store.evaluations.get(draft_id), by="ann") == evaluation.id
    new = begin_draft(store, DataDraft(), by="ann")
    assert drop_draft(store, store.evaluations.get(new), by="ann") is None


def test_a_new_draft_pairs_by_the_likely_id_and_leaves_nothing_out() -> None:
    gold = loaded([{"id": "r1", "a": 1}, {"id": "r2", "a": 2}], "gold.json")
    draft = DataDraft(gold, {"A": gold})
    assert (draft.pairing_key(), draft.missing_policy()) == ("id", MissingPolicy())
    assert replace(draft, by_position=True).pairing_key() is None


PAIRED: list[dict[str, Any]] = [{"id": "r1", "code": "c1", "a": 1}, {"id": "r2", "code": "c2", "a": 2}]
SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "code", "properties": {"a": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({}, "id"),
        ({"schema": SCHEMA}, "code"),
        ({"schema": {**SCHEMA, "x-eval-id": None}}, "id"),
        ({"schema": SCHEMA, "id_key": "a"}, "a"),
        ({"id_key": "code"}, "code"),
        ({"id_key": "code", "by_position": True}, None),
        ({"schema": SCHEMA, "by_position": True}, None),
        ({"gold": None, "id_key": "code"}, None),
        ({"variants": {"A": loaded([{"code": "c1"}, {"code": "c2"}], "a.json")}}, "code"),
    ],
    ids=[
        "the likely one", "that of the schema", "a schema without one", "the chosen one before that of the schema",
        "the chosen one", "position before the chosen one", "position before that of the schema", "without gold, none",
        "the one that variants have",
    ],
)  # fmt: skip
def test_what_a_draft_pairs_by(settings: dict[str, Any], key: str | None) -> None:
    gold = loaded(PAIRED, "gold.json", "gold")
    draft = replace(DataDraft(gold, {"A": gold}), **settings)
    assert draft.pairing_key() == key
    if draft.gold is not None and draft.schema is not None and draft.schema["x-eval-id"] is not None:
        assert draft.eval_schema().get("x-eval-id") == key


@pytest.mark.parametrize("key", ["code", None])
def test_a_schema_from_gold_pairs_by_what_is_asked(key: str | None) -> None:
    assert schema_from_gold(loaded(PAIRED, "gold.json", "gold"), key).get("x-eval-id") == key


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("extracted_gpt.json", "gpt"), ("Extraction-b.jsonl.gz", "b"), ("extracted.json", "extracted"),
        ("prompt_extracted_b.json", "prompt_extracted_b"),
    ],
)  # fmt: skip
def test_a_variant_is_named_after_what_tells_its_file_apart(file: str, name: str) -> None:
    assert list(DataDraft().with_variant(loaded([{"a": 1}], file)).variants) == [name]
