"""Figures that people publish: accuracy over leaves, micro figures over tokens, figures of classes and confusions."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaljson.base.jsontypes import strict_equal
from evaljson.evaluate import evaluate
from evaljson.results.class_figures import ClassFigures
from evaljson.results.token_figures import TokenFigures
from evaljson.stats import clustered_share
from tests.oracle import published
from tests.results.random_runs import MAKERS, Make, random_runs, results_of

CASES = json.loads((Path(__file__).parents[1] / "cases" / "classes.json").read_bytes())


def counts(found: TokenFigures) -> tuple[int, int, int]:
    return found.gold, found.extracted, found.shared


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases_of_one_field(case: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {"a": case["schema"]}}
    gold, extracted = ([{} if v == "ABSENT" else {"a": v} for v in case[side]] for side in ("gold", "extracted"))
    found = evaluate(gold, extracted, schema).classes(case.get("most", 20))
    if case["classes"] is None:
        assert found == {}
        return
    figures = found["a"]
    assert [[one.label, one.support, one.extracted, one.right] for one in figures.classes] == case["classes"]
    assert [list(row) for row in figures.matrix] == case["matrix"]
    for name in ("macro", "weighted"):
        average = getattr(figures, name)
        assert [average.precision, average.recall, average.f1] == pytest.approx(case[name], abs=1e-4)
    assert figures.accuracy == pytest.approx(case["accuracy"], abs=1e-4)


def test_the_matrix_has_the_classes_as_text() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "boolean"}}}
    gold = [{"a": True}, {"a": True}, {"a": False}, {"a": False}]
    frame = evaluate(gold, [{"a": True}, {"a": False}, {}, {"a": False}], schema).classes()["a"].confusions()
    assert frame.index.tolist() == ["false", "true", "(invented)"]
    assert frame.columns.tolist() == ["false", "true", "(missing)"]
    assert frame.to_numpy().tolist() == [[1, 0, 1], [1, 1, 0], [0, 0, 0]]


@pytest.mark.parametrize("make", MAKERS)
def test_accuracy_is_that_of_counting_each_result(make: Make) -> None:
    for run in random_runs(make, 6, 20):
        records = [results for results, _ in results_of(run)]
        matches, leaves, shares = published.accuracy(records)
        found = run.accuracy
        assert (found.matches, found.leaves) == (matches, leaves)
        assert found.share == (matches / leaves if leaves else None)
        assert found.by_record.tolist() == pytest.approx(shares)
        assert found.mean == pytest.approx(sum(shares) / len(shares))


def test_the_interval_of_accuracy_is_of_leaves_in_their_records() -> None:
    schema = {"type": "object", "properties": {key: {"type": "number"} for key in "abc"}}
    found = evaluate([{"a": 1, "b": 2}, {"a": 1}], [{"a": 1, "b": 3, "c": 4}, {"a": 1}], schema).accuracy
    assert (found.matches, found.leaves, found.interval) == (2, 4, clustered_share([1, 1], [3, 1]))


@pytest.mark.parametrize("make", MAKERS)
def test_tokens_are_those_of_reading_each_value(make: Make) -> None:
    for run in random_runs(make, 7, 20):
        fields = published.by_field(results_of(run))
        assert counts(run.tokens.overall) == published.tokens([one for results in fields.values() for one in results])
        expected = {path: published.tokens(results) for path, results in fields.items()}
        found = {path: counts(one) for path, one in run.tokens.per_field.items()}
        assert found == {path: sums for path, sums in expected.items() if any(sums)}


def test_figures_over_tokens_are_shares_of_all_tokens() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "number"}, "c": {"type": "string"}},
    }
    gold = [{"a": "The quick  brown fox", "b": 1}, {"a": "red red wine", "c": "x"}]
    extracted = [{"a": "the brown dog", "b": 1.0}, {"a": "red wine", "new": "a b"}]
    found = evaluate(gold, extracted, schema).tokens
    assert counts(found.overall) == (9, 8, 5)  # the, brown; 1; red, wine
    assert (found.overall.precision, found.overall.recall, found.overall.f1) == (5 / 8, 5 / 9, 10 / 17)
    assert {path: counts(one) for path, one in found.per_field.items()} == {
        "a": (7, 5, 4), "b": (1, 1, 1), "c": (1, 0, 0), "new": (0, 2, 0),
    }  # fmt: skip


@pytest.mark.parametrize("make", MAKERS)
def test_classes_are_those_of_counting_pairs_of_labels(make: Make) -> None:
    seen = 0
    for run in random_runs(make, 8, 30):
        fields = published.by_field(results_of(run))
        found = run.classes(most=4)
        for path, results in fields.items():
            pairs = published.labels([one for one in results if one.comparator])
            assert (path in found) == published.has_classes(pairs, 4)
            if path in found:
                seen += 1
                check_classes(found[path], pairs)
    assert seen


def check_classes(found: ClassFigures, pairs: list[tuple[Any, Any]]) -> None:
    assert found.count == len(pairs) == sum(map(sum, found.matrix))
    assert found.accuracy == pytest.approx(sum(published.same(*pair) for pair in pairs) / len(pairs))
    of_gold = published.distinct([gold for gold, _ in pairs if gold is not published.INVENTED])
    expected = [published.one_class(pairs, value) for value in of_gold]
    named = [one for one in found.classes if one.support]
    assert len(named) == len(of_gold)
    for value, figures in zip(of_gold, expected, strict=True):
        (own,) = [one for one in named if strict_equal(one.value, value)]
        assert (own.support, own.extracted, own.right, own.precision, own.recall, own.f1) == pytest.approx(figures)
    for at, name in enumerate(("precision", "recall", "f1"), 3):
        values = [figures[at] or 0.0 for figures in expected]
        assert getattr(found.macro, name) == pytest.approx(sum(values) / len(values))
        support = [figures[0] for figures in expected]
        weighted = sum(v * w for v, w in zip(values, support, strict=True)) / sum(support)
        assert getattr(found.weighted, name) == pytest.approx(weighted)


def test_nothing_is_computed_by_a_run_that_nobody_asks() -> None:
    run = evaluate([{"a": 1}], [{"a": 1}], {"type": "object", "properties": {"a": {"type": "number"}}})
    assert not {"fully_right", "accuracy", "tokens"} & vars(run).keys()
