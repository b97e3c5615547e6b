"""Leaks of an evaluation are looked for once for a gold and the prompts noted at its variants."""

import orjson
import pytest

from evaljson.store import Store
from evaljson.workspace import leaks_found
from evaljson.workspace.leaks_found import found_leaks, look_for_leaks
from evaljson.workspace.samples import sample_evaluation
from evaljson.workspace.variant_notes import Notes
from tests.workspace.conftest import loaded


def test_the_record_in_the_prompt_of_the_sample_is_found_and_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    identity = sample_evaluation(store, "thin_films")
    evaluation = store.evaluations.get(identity)
    assert found_leaks(store, evaluation, "lab_id") is None
    made = look_for_leaks(store, identity, by="test")
    assert made is not None
    assert {(one.record, one.where) for one in made.found} == {("C03", "Prompt B")}
    assert {one.kind for one in made.found} == {"document in a prompt", "gold in a prompt"}
    monkeypatch.setattr(leaks_found, "leaks", None)  # what is known is not looked for again
    known = found_leaks(store, evaluation, "lab_id")
    assert known is not None
    assert (known.sentence, known.found) == (made.sentence, made.found)
    assert orjson.dumps(known.to_dict())
    variant = evaluation.variants[1]
    changed = store.variants.update(
        identity, evaluation.revision, variant.id, by="test", meta=Notes(prompt="Another one.").as_meta()
    )
    assert found_leaks(store, changed, "lab_id") is None


def test_without_gold_there_is_nothing_to_look_for(store: Store) -> None:
    identity = store.evaluations.create("empty", by="test").id
    assert look_for_leaks(store, identity, by="test") is None


def test_their_number_is_that_of_all_and_the_evidence_that_of_the_surest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaks_found, "_MOST", 2)
    records = [
        {"id": f"r{at}{copy}", "vendor": f"Vendor {at * 7919}", "iban": f"DE{at * 10**12}"}
        for copy in "ab"
        for at in range(1, 5)
    ]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"vendor": {"type": "string"}}}
    made = store.evaluations.create("x", by="test", gold=loaded(records, "gold.json", "gold"), schema=schema)
    found = look_for_leaks(store, made.id, by="test")
    known = found_leaks(store, store.evaluations.get(made.id), "id")
    assert found is not None
    assert known is not None
    assert "4 records that another one repeats" in found.sentence
    assert known.sentence == found.sentence
    assert [bool(one.evidence) for one in known.found] == [True, True, False, False]
