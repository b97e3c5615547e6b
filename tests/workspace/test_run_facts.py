"""What a job keeps of a large run for pages is what a look at the run and its records finds."""

import json
from typing import Any

import pytest

from evaljson.base.kept_json import kept
from evaljson.leaks.copies import copies_in
from evaljson.load.pairing import pair_by_id
from evaljson.report.fields.unknown_keys import unknown_in_all, unknown_keys
from evaljson.report.fields.unreadable import READ_AS, rule_text, unread
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.shown import shown_patterns
from evaljson.report.records.scored_file import PairedFile
from evaljson.schema import parse_eval_schema
from evaljson.scoring import record_blocks
from evaljson.store import Evaluation, Store
from evaljson.workspace import gold_copies, run_facts, scored_in_parts, scoring
from evaljson.workspace.gold_copies import kept_copies
from evaljson.workspace.run_facts import RunSummary, SeenFields, kept_facts
from evaljson.workspace.scoring import score_due
from evaljson.workspace.stored_runs import read_run
from tests.messy import messy
from tests.workspace.conftest import GOLD, loaded


def nothing(share: float, message: str) -> None:
    assert 0 <= share <= 1


def scored(store: Store, seed: int = 4) -> Evaluation:
    data = messy(12, 3, seed=seed)
    files = {name: loaded(one, f"{name}.json") for name, one in list(data.extracted.items())[:2]}
    gold = loaded(data.gold, "g.json", "gold")
    made = store.evaluations.create("messy", by="ann", gold=gold, variants=files, schema=data.schema)
    score_due(store, made.id, by="ann", tell=nothing)
    return store.evaluations.get(made.id)


@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("in_parts", [False, True], ids=["at once", "in parts"])
def test_what_is_kept_is_what_a_look_at_the_run_finds(
    store: Store, monkeypatch: pytest.MonkeyPatch, in_parts: bool, seed: int
) -> None:
    monkeypatch.setattr(scoring, "MANY", 1)
    if in_parts:
        monkeypatch.setattr(scored_in_parts, "SLICE_BYTES", 1)
        for module in (scored_in_parts, record_blocks):
            monkeypatch.setattr(module, "RECORDS_PER_BLOCK", 5)
    evaluation = scored(store, seed)
    assert evaluation.schema_number is not None
    schema = store.schemas.get(evaluation.id, evaluation.schema_number).schema
    tree = parse_eval_schema(schema)
    for stored in store.runs.all(evaluation.id):
        run, facts = read_run(store, stored), kept_facts(store, evaluation.id, stored.id)
        assert facts is not None
        assert facts.summary == RunSummary.of(run)
        assert facts.fields == SeenFields.of(run)
        rules = {path: node.comparator for path, node in tree.fields_by_name() if node.comparator is not None}
        assert facts.unread == {
            rule_text(path, rule): unread(run, path, rule) for path, rule in rules.items() if rule.name in READ_AS
        }
        assert kept(facts.patterns) == kept(shown_patterns(run, find_patterns(run), schema))
        assert (facts.remarks.left_out, facts.remarks.invented) == (len(run.left_out), len(run.invented_records))
        assert facts.remarks.problems == run.problems
        gold, extracted = store.datasets.load(stored.gold).records, store.datasets.load(stored.extracted).records
        pairing = pair_by_id(gold, extracted, tree.id_field)  # type: ignore[arg-type]
        assert facts.file.pairing == PairedFile.of(pairing)
        assert list(facts.file.unknown) == unknown_keys(zip(gold, pairing.extracted, strict=True), tree)


def test_keys_outside_the_schema_are_those_of_all_variants_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "MANY", 1)
    evaluation = scored(store)
    assert evaluation.schema_number is not None
    tree = parse_eval_schema(store.schemas.get(evaluation.id, evaluation.schema_number).schema)
    listed, pairs = [], list[tuple[Any, Any]]()
    for stored in store.runs.all(evaluation.id):
        facts = kept_facts(store, evaluation.id, stored.id)
        assert facts is not None
        listed.append(facts.file.unknown)
        gold, extracted = store.datasets.load(stored.gold).records, store.datasets.load(stored.extracted).records
        pairs += zip(gold, pair_by_id(gold, extracted, tree.id_field).extracted, strict=True)  # type: ignore[arg-type]
    assert unknown_in_all(listed) == unknown_keys(pairs, tree)


def test_of_small_runs_nothing_is_kept(store: Store) -> None:
    evaluation = scored(store)
    assert all(kept_facts(store, evaluation.id, stored.id) is None for stored in store.runs.all(evaluation.id))


def test_what_another_version_has_kept_is_not_used(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "MANY", 1)
    evaluation = scored(store)
    monkeypatch.setattr(run_facts, "_MEANING", "another")
    assert all(kept_facts(store, evaluation.id, stored.id) is None for stored in store.runs.all(evaluation.id))


def test_copies_in_a_large_gold_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gold_copies, "MANY", 1)
    gold: list[dict[str, Any]] = [{"id": one["id"], "a": f"text {one['a']}", "b": f"word {one['a']}"} for one in GOLD]
    gold.append({**gold[3], "id": "again"})
    made = store.evaluations.create(
        "mine", by="ann", gold=loaded(gold, "g.json", "gold"), variants={"A": loaded(GOLD, "a.json")},
        schema={"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}},
    )  # fmt: skip
    score_due(store, made.id, by="ann", tell=nothing)
    assert made.gold is not None
    kept_now = kept_copies(store, made.id, made.gold.id, "id")
    assert kept_now == copies_in(gold, "id") == {len(GOLD): 3}
    assert kept_copies(store, made.id, made.gold.id, None) is None


def test_facts_kept_with_other_figures_of_patterns_are_another_version() -> None:
    """A share that was kept as one of lost weight is not shown beside shares of what F1 loses."""
    assert {"f1_lost", "share"} <= {name for part in json.loads(run_facts._PARTS)[2:] for name in part}
