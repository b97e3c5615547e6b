"""The F1 that the list of versions has: of the runs that hold today, and where there are none, of the latest."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson.store import Evaluation, Store
from evaljson.workspace.earlier_runs import FILE, figures_of_versions
from evaljson.workspace.scoring import score_due
from tests.workspace.conftest import BETTER, loaded

EXCLUDED, COUNTED = ({"scoring": {"missing_records": choice}} for choice in ("exclude", "omit"))


def scored(store: Store, identity: str) -> None:
    score_due(store, identity, by="ann", tell=lambda share, message: None)


def listed(store: Store, identity: str) -> list[tuple[float | None, bool]]:
    """For the variant A, which lacks ten records, the figure of each version."""
    now = store.evaluations.get(identity)
    found = figures_of_versions(store, now, store.schemas.all(identity))
    figures = [found[number, now.variants[0].id] for number in range(1, (now.schema_number or 0) + 1)]
    return [(None if one.f1 is None else round(one.f1, 3), one.holds) for one in figures]


def set_options(store: Store, identity: str, settings: dict[str, Any]) -> None:
    now = store.evaluations.get(identity)
    store.evaluations.set_settings(identity, now.revision, settings, by="ann")


@pytest.fixture
def scored_id(store: Store, evaluation: Evaluation) -> str:
    a = evaluation.variants[0].id
    lacks_ten = loaded(BETTER[:30], "a.json")
    store.variants.update(evaluation.id, evaluation.revision, a, data=lacks_ten, by="ann")
    scored(store, evaluation.id)
    return evaluation.id


def test_after_an_option_is_undone_the_figures_are_those_of_before(store: Store, scored_id: str) -> None:
    before = listed(store, scored_id)
    set_options(store, scored_id, EXCLUDED)
    scored(store, scored_id)
    assert listed(store, scored_id) != before
    set_options(store, scored_id, COUNTED)
    assert listed(store, scored_id) == before


def test_what_was_only_scored_with_other_options_says_so(store: Store, scored_id: str) -> None:
    (f1, _), *_ = listed(store, scored_id)
    now = store.evaluations.get(scored_id)
    schema = {**store.schemas.get(scored_id, 1).schema, "x-eval-nulls": {"absent": [None]}}
    store.schemas.add(scored_id, now.revision, schema, by="ann")
    set_options(store, scored_id, EXCLUDED)
    scored(store, scored_id)
    first, second = listed(store, scored_id)
    assert first == (f1, False)
    assert second[1]


def test_a_figure_of_other_files_says_so(store: Store, scored_id: str) -> None:
    (f1, _), *_ = listed(store, scored_id)
    now = store.evaluations.get(scored_id)
    store.variants.update(scored_id, now.revision, now.variants[0].id, data=loaded(BETTER, "a.json"), by="ann")
    assert listed(store, scored_id) == [(f1, False)]


def test_versions_with_the_same_meaning_have_the_same_figures(store: Store, scored_id: str) -> None:
    (f1, _), *_ = listed(store, scored_id)
    now = store.evaluations.get(scored_id)
    schema = store.schemas.get(scored_id, 1).schema
    turned = dict(reversed(schema.items()))
    store.schemas.add(scored_id, now.revision, turned, by="ann")
    assert listed(store, scored_id) == [(f1, True), (f1, True)]


def test_after_another_file_the_figure_is_of_the_options_of_today_and_says_that_the_file_is_another(
    store: Store, scored_id: str
) -> None:
    before = listed(store, scored_id)
    set_options(store, scored_id, EXCLUDED)
    scored(store, scored_id)
    set_options(store, scored_id, COUNTED)
    now = store.evaluations.get(scored_id)
    store.variants.update(scored_id, now.revision, now.variants[0].id, data=loaded(BETTER[:20], "new.json"), by="ann")
    now = store.evaluations.get(scored_id)
    found = figures_of_versions(store, now, store.schemas.all(scored_id))[1, now.variants[0].id]
    assert [round(found.f1 or 0, 3)] == [f1 for f1, _ in before]
    assert found.other == (FILE,)


def test_another_file_with_the_same_records_leaves_figures_those_of_today(store: Store, scored_id: str) -> None:
    before = listed(store, scored_id)
    now = store.evaluations.get(scored_id)
    first = now.variants[0]
    again = replace(store.datasets.load(first.dataset.id), name="again.json")
    store.variants.update(scored_id, now.revision, first.id, data=again, by="ann")
    scored(store, scored_id)
    assert listed(store, scored_id) == before
