"""The ceiling that another person's gold gives is kept for the gold and the schema that it was worked out for."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.agreement import agreement
from evaljson.evaluate import evaluate
from evaljson.schema import parse_eval_schema
from evaljson.store import Store
from evaljson.workspace.people_gold import OWN, agreement_with_others, keep_ceiling, kept_ceiling
from evaljson.workspace.samples import BY_ANOTHER, FILMS, SAMPLES, sample_evaluation, sample_schema
from tests.ui.conftest import loaded

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {"vendor": {"type": "string"}, "total": {"type": "number"}},
}  # fmt: skip
GOLD: list[Any] = [{"id": at, "vendor": f"firm {at % 5}", "total": at} for at in range(30)]
OTHER: list[Any] = [{**one, "total": -1} if at % 5 == 0 else one for at, one in enumerate(GOLD[:20])]
ELSEWHERE: list[Any] = [{**one, "id": f"b{one['id']}"} for one in GOLD]


def test_only_gold_of_the_same_documents_counts() -> None:
    others = {"ben": loaded(OTHER), "another batch": loaded(ELSEWHERE)}
    run = evaluate(GOLD, [{**one, "vendor": "?"} for one in GOLD], SCHEMA)
    found = agreement_with_others(loaded(GOLD), others, {"one": run}, parse_eval_schema(SCHEMA))
    assert found is not None
    assert (found.annotators, found.doubles, found.singles) == ({OWN: 30, "ben": 20}, 20, 10)
    assert found.f1.value == pytest.approx((16 + 4 * 0.5) / 20)
    assert found.at("total").value == agreement({OWN: GOLD, "ben": OTHER}, SCHEMA).at("total").value
    assert [(one.name, one.missing) for one in found.systems] == [("one", 0)]
    alone = agreement_with_others(loaded(GOLD), {"another batch": loaded(ELSEWHERE)}, {}, parse_eval_schema(SCHEMA))
    assert alone is None


def test_overview_of_the_sample_has_the_ceiling_from_the_start_and_not_under_another_schema(store: Store) -> None:
    films = sample_evaluation(store, FILMS)
    evaluation, schema = store.evaluations.get(films), sample_schema(FILMS)
    kept = kept_ceiling(store, evaluation, schema)
    assert kept is not None
    assert kept.f1 == pytest.approx(0.9693, abs=0.00005)
    assert kept.low < kept.f1 < kept.high
    assert not kept.of_cards, "other people labelled whole records"
    assert kept_ceiling(store, evaluation, {**schema, "x-eval-weight": 2}) is None
    keep_ceiling(store, films, None, schema, by="test")
    assert kept_ceiling(store, evaluation, schema) is None


def test_a_sample_that_is_held_against_another_one_is_added_again_where_it_was_deleted(store: Store) -> None:
    films = sample_evaluation(store, FILMS)
    other = next(one for one in store.evaluations.all() if one.name == SAMPLES[BY_ANOTHER])
    store.evaluations.delete(other.id, store.evaluations.get(other.id).revision, by="test")
    assert sample_evaluation(store, FILMS) == films
    assert SAMPLES[BY_ANOTHER] in [one.name for one in store.evaluations.all()]
