"""Documents of a draft without a page: stored out of sight, given to gold at the end, whatever others do meanwhile."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evaljson.load import LoadedRecords
from evaljson.load.document_texts import source_of
from evaljson.load.documents.beside_gold import with_documents
from evaljson.load.documents.text_files import TextFile, files_in, held
from evaljson.store import Conflict, Evaluation, Store, open_store
from evaljson.workspace.draft_documents import held_documents
from evaljson.workspace.draft_merge import finish_draft
from evaljson.workspace.drafts import DataDraft, begin_draft, begin_draft_of, draft_of, keep_draft
from evaljson.workspace.history import in_words
from evaljson.workspace.scoring_options import policy_of
from tests.workspace.conftest import BETTER, GOLD, WORSE, loaded
from tests.workspace.test_drafts import changed, files, opened

TEXTS = {record["id"]: f"LETTER {record['id']}" for record in GOLD}
DOCUMENTS = held(TextFile(f"{name}.txt", text) for name, text in TEXTS.items())


@pytest.fixture
def draft_id(store: Store) -> str:
    """A new draft with documents that someone wants to keep."""
    identity = begin_draft(store, DataDraft(), by="ann")
    gold = loaded(GOLD, "gold.json", "gold")
    variants = {"text files": loaded(WORSE, "text files.json")}
    changed(store, identity, gold=gold, documents=DOCUMENTS, documents_are="documents")
    return changed(store, identity, variants=variants)[0].id


@pytest.fixture
def of(store: Store, evaluation: Evaluation) -> Evaluation:
    """An evaluation with documents beside gold."""
    gold = with_documents(loaded(GOLD, "gold.json", "gold"), "id", TEXTS)
    return store.evaluations.set_gold(evaluation.id, evaluation.revision, gold, by="ann")


def begun(store: Store, of: Evaluation) -> str:
    assert of.schema_number is not None
    schema = store.schemas.get(of.id, of.schema_number).schema
    draft = draft_of(*files(store, of), schema, policy_of(of.settings))
    return begin_draft_of(store, draft, of, schema, by="ann")


def gold_of(store: Store, identity: str) -> LoadedRecords:
    gold = store.evaluations.get(identity).gold
    assert gold is not None
    return store.datasets.load(gold.id)


def sources(store: Store, identity: str) -> list[str | None]:
    gold = gold_of(store, identity)
    return [source_of(gold, at) for at in range(len(gold.records))]


def test_text_files_are_no_variant_even_where_one_has_their_name(store: Store, draft_id: str) -> None:
    evaluation, draft = opened(store, draft_id)
    assert [one.variants for one in store.evaluations.all() if one.id == draft_id] == [1]
    assert list(draft.variants) == ["text files"]
    assert draft.documents is not None
    assert files_in(draft.documents) == files_in(DOCUMENTS)
    finish_draft(store, evaluation, draft, by="ann")
    finished = store.evaluations.get(draft_id)
    assert [variant.name for variant in finished.variants] == ["text files"]
    assert sources(store, draft_id) == list(TEXTS.values())


def test_text_files_that_nobody_has_answered_for_stay_out(store: Store, draft_id: str) -> None:
    evaluation, draft = changed(store, draft_id, documents_are="")
    finish_draft(store, evaluation, draft, by="ann")
    assert sources(store, draft_id) == [None] * len(GOLD)
    assert held_documents(store.evaluations.get(draft_id)) is None


def test_a_copy_of_the_store_has_the_documents_of_drafts_and_of_gold(
    store: Store, draft_id: str, tmp_path: Path
) -> None:
    store.export_to(tmp_path / "copy.zip")
    with open_store(folder=tmp_path / "other") as other:
        other.import_from(tmp_path / "copy.zip")
        evaluation, draft = opened(other, draft_id)
        assert draft.documents == DOCUMENTS
        assert draft.documents_are == "documents"
        finish_draft(other, evaluation, draft, by="ann")
        other.export_to(tmp_path / "again.zip")
    with open_store(folder=tmp_path / "third") as third:
        third.import_from(tmp_path / "again.zip")
        assert gold_of(third, draft_id).documents == "document"
        assert sources(third, draft_id) == list(TEXTS.values())


def test_a_draft_that_changes_nothing_leaves_the_gold_of_others(store: Store, of: Evaluation) -> None:
    identity = begun(store, of)
    theirs = with_documents(loaded(GOLD[1:], "gold.json", "gold"), "id", TEXTS)
    now = store.evaluations.set_gold(of.id, of.revision, theirs, by="bob")
    finish_draft(store, *changed(store, identity, variants={"A": loaded(BETTER, "a.json")}), by="ann")
    assert store.evaluations.get(of.id).gold == now.gold


def test_documents_taken_out_while_others_change_gold_are_a_conflict_and_the_draft_stays(
    store: Store, of: Evaluation
) -> None:
    identity = begun(store, of)
    store.evaluations.set_gold(of.id, of.revision, loaded(GOLD[1:], "gold.json", "gold"), by="bob")
    evaluation, draft = opened(store, identity)
    assert draft.documents is not None
    fewer = held(files_in(draft.documents)[1:])
    keep_draft(store, evaluation, draft, replace(draft, documents=fewer), by="ann")
    evaluation, draft = opened(store, identity)
    with pytest.raises(Conflict, match="gold was changed since"):
        finish_draft(store, evaluation, draft, by="ann")
    assert opened(store, identity)[1].documents == fewer


def test_gold_by_position_keeps_its_documents(store: Store, of: Evaluation) -> None:
    schema = {key: value for key, value in store.schemas.get(of.id, 1).schema.items() if key != "x-eval-id"}
    draft = draft_of(*files(store, of), schema, policy_of(of.settings))
    assert draft.documents is None
    assert draft.gold is not None
    assert draft.gold.documents == "document"


def told(store: Store, identity: str) -> list[str]:
    return [in_words(event) for event in store.evaluations.history(identity)]


def test_history_tells_of_text_files_as_what_they_are(store: Store) -> None:
    identity = begin_draft(store, DataDraft(), by="ann")
    changed(store, identity, gold=loaded(GOLD, "gold.json", "gold"), documents=DOCUMENTS)
    changed(store, identity, documents=held(TextFile(f"{name}.txt", "other") for name in TEXTS))
    evaluation, draft = changed(store, identity, documents_are="documents")
    finish_draft(store, evaluation, draft, by="ann")
    assert told(store, identity)[1:] == [
        "put in gold",
        "added text files, in case they are documents of gold",
        "changed the text files that may be documents of gold",
        "said how files that are not scored yet are read or paired",
        "renamed it to “My data: gold.json”",
        "changed the eval schema: “read off gold”",
        "changed the texts kept beside gold, not its records",
        "took the text files out of those to be scored",
        "put the files together to be scored",
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"documents": None, "documents_are": ""}, "changed the texts kept beside gold, not its records"),
        ({"gold": loaded([*GOLD[:-1], {**GOLD[-1], "more": 1}], "gold.json", "gold")}, "put other gold in place"),
    ],
    ids=["other texts", "other records"],
)  # fmt: skip
def test_history_of_a_scored_evaluation_tells_other_texts_from_other_gold(
    store: Store, of: Evaluation, changes: dict[str, Any], expected: str
) -> None:
    evaluation, draft = changed(store, begun(store, of), **changes)
    finish_draft(store, evaluation, draft, by="ann")
    since = [event for event in store.evaluations.history(of.id) if event.revision > of.revision]
    assert expected in [in_words(event) for event in since]
