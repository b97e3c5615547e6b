"""What a job keeps of how many variants stand to each other is what a page would work out."""

import hashlib
import json
from itertools import islice
from typing import Any

import pytest

from evaljson import __version__
from evaljson.compare import compare_runs
from evaljson.compare.chances import chances_of_runs
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.ranks import RankedRuns
from evaljson.report.fields.unknown_effect import f1_without_unknown, unknown_effect
from evaljson.report.patterns.other_record import f1_without_look_alikes
from evaljson.report.records.missing import f1_of_those_there, f1_without_missing
from evaljson.report.records.regressions import regressions
from evaljson.report.records.worst_regressions import worst_regressions
from evaljson.results.model import RunResult
from evaljson.results.ranking import highest_first
from evaljson.schema import parse_eval_schema
from evaljson.store import Evaluation, Store
from evaljson.suggest.kinds.acceptable_lists import acceptable_lists
from evaljson.suggest.renamed_effect import renamed_preview
from evaljson.suggest.renamed_keys import renamed_keys
from evaljson.workspace import standing
from evaljson.workspace.default_baseline import default_baseline
from evaljson.workspace.kept_standing import kept_against, kept_standing, standing_key
from evaljson.workspace.scoring import current_runs, look_at_standing, score_due
from evaljson.workspace.standing import ALIKE, MISSING, RENAMED, UNKNOWN
from evaljson.workspace.stored_runs import read_run
from tests.messy import messy
from tests.workspace.conftest import BETTER, GOLD, WORSE, loaded


def nothing(share: float, message: str) -> None:
    assert 0 <= share <= 1
    assert message


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "MANY_RESULTS", 1)


def made(store: Store) -> tuple[Evaluation, dict[str, Any]]:
    """Messy variants, with strays that count as invented among them, and one with another record's content; and the
    schema."""
    data = messy(12, 4, seed=4)
    files = {name: loaded(one, f"{name}.json") for name, one in islice(slipped(data.extracted).items(), 4)}
    gold = loaded(data.gold, "g.json", "gold")
    created = store.evaluations.create("messy", by="ann", gold=gold, variants=files, schema=data.schema)
    score_due(store, created.id, by="ann", tell=nothing)
    return store.evaluations.get(created.id), data.schema


def slipped(extracted: dict[str, Any]) -> dict[str, Any]:
    first, records = next(iter(extracted.items()))
    return {**extracted, first: [{**records[1], "id": records[0]["id"]}, *records[1:]]}


def runs_of(store: Store, evaluation: Evaluation) -> dict[str, RunResult]:
    current = current_runs(store, evaluation)
    return {variant.name: read_run(store, current[variant.id]) for variant in evaluation.variants}


def ids_of(store: Store, evaluation: Evaluation) -> dict[str, str]:
    current = current_runs(store, evaluation)
    return {variant.name: current[variant.id].id for variant in evaluation.variants}


def test_the_ranking_and_what_is_to_be_decided_are_those_of_the_runs(store: Store) -> None:
    evaluation, schema = made(store)
    runs, tree = runs_of(store, evaluation), parse_eval_schema(schema)
    kept = kept_standing(store, evaluation.id, ids_of(store, evaluation))
    assert kept is not None
    assert kept.board == leaderboard(runs)
    renamed = {name: renamed_keys(run, tree) for name, run in runs.items()}
    assert {name: list(one.renamed) for name, one in kept.alone.items()} == renamed
    ranked = {place.name: runs[place.name] for place in leaderboard(runs).places}
    keep = {key.called_path for name in ranked for key in renamed[name]}
    assert kept.unknown == unknown_effect(ranked, tree, keep)
    assert list(kept.lists) == acceptable_lists(ranked, tree)
    lined_up = RankedRuns(ranked)
    as_in_gold = {name: renamed_preview(ranked[name], tree, keys).f1 for name, keys in renamed.items() if keys}
    there = {name: f1_of_those_there(run) for name, run in ranked.items() if run.missing}
    alike = {name: f1 for name, run in ranked.items() if (f1 := f1_without_look_alikes(run)) is not None}
    assert alike
    without = f1_without_unknown(ranked, tree, keep)
    after = {RENAMED: as_in_gold, UNKNOWN: without, MISSING: there, ALIKE: alike}
    assert kept.changes == {what: lined_up.change(f1) for what, f1 in after.items() if f1}


@pytest.mark.parametrize("baseline", [None, 2], ids=["the second best", "another one"])
def test_the_others_are_compared_with_a_baseline_as_by_themselves(store: Store, baseline: int | None) -> None:
    evaluation, _ = made(store)
    names = [variant.name for variant in evaluation.variants]
    runs = runs_of(store, evaluation)
    first = highest_first({name: run.mean_f1 for name, run in runs.items()})[1] if baseline is None else names[baseline]
    if baseline is not None:
        look_at_standing(store, evaluation.id, first, by="ann", tell=nothing)
    kept = kept_against(store, evaluation.id, ids_of(store, evaluation), first)
    assert kept is not None
    assert set(kept.chances) == set(names) - {first}
    for name, found in kept.chances.items():
        alone = chances_of_runs(runs[first], runs[name])
        assert found.whole == alone.whole
        assert found.declared.tolist() == alone.declared.tolist()
        assert found.undeclared.tolist() == alone.undeclared.tolist()
    others = {name: run.mean_f1 for name, run in runs.items() if name != first}
    assert kept.best == highest_first(others)[0]
    assert kept.comparison == compare_runs(runs[first], runs[kept.best], names=(first, kept.best), documents={})
    assert kept.worst == worst_regressions(runs[kept.best], regressions(runs[first], runs[kept.best]))


def test_the_first_of_an_order_that_was_chosen_is_the_baseline(store: Store) -> None:
    evaluation, _ = made(store)
    figures = {name: run.mean_f1 for name, run in runs_of(store, evaluation).items()}
    assert default_baseline(store, evaluation, figures) == highest_first(figures)[1]
    order = [variant.id for variant in evaluation.variants][::-1]
    ordered = store.variants.reorder(evaluation.id, evaluation.revision, order, by="ann")
    assert default_baseline(store, ordered, figures) == next(iter(figures))
    assert default_baseline(store, evaluation, {}) is None


def test_missing_records_are_counted_with_f1_without_them(store: Store, evaluation: Evaluation) -> None:
    more = store.variants.add(evaluation.id, evaluation.revision, "C", loaded(BETTER[:20], "c.json"), by="ann")
    score_due(store, evaluation.id, by="ann", tell=nothing)
    kept = kept_standing(store, evaluation.id, ids_of(store, more))
    assert kept is not None
    runs = runs_of(store, more)
    assert {name: one.missing for name, one in kept.alone.items()} == {"A": len(GOLD) - len(WORSE), "B": 0, "C": 20}
    assert kept.alone["C"].without_missing == f1_without_missing(runs["C"])
    assert kept.alone["B"].without_missing is None


def test_of_two_variants_nothing_is_kept(store: Store, evaluation: Evaluation) -> None:
    score_due(store, evaluation.id, by="ann", tell=nothing)
    assert store.settings.all(f"standing:{evaluation.id}") == {}


def test_what_was_kept_when_shares_were_of_lost_weight_is_not_used(store: Store) -> None:
    evaluation, _ = made(store)
    scope, ids = f"standing:{evaluation.id}", ids_of(store, evaluation)
    now = store.settings.get(scope, standing_key(ids))
    before = hashlib.sha256(json.dumps([__version__, list(ids.items()), None]).encode()).hexdigest()
    store.settings.set(scope, before, now, by="ann")
    store.settings.delete(scope, standing_key(ids))
    assert kept_standing(store, evaluation.id, ids) is None


def test_only_the_last_few_sets_of_runs_are_kept(store: Store, evaluation: Evaluation) -> None:
    now = store.variants.add(evaluation.id, evaluation.revision, "C", loaded(BETTER[:20], "c.json"), by="ann")
    for place in range(6):
        now = store.variants.update(now.id, now.revision, now.variants[0].id, by="ann", name=f"A{place}")
        score_due(store, now.id, by="ann", tell=nothing)
        look_at_standing(store, now.id, by="ann", tell=nothing)
    assert len(store.settings.all(f"standing:{now.id}")) == 9  # eight, and their order
    assert kept_standing(store, now.id, ids_of(store, now)) is not None
