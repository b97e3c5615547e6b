"""Comparisons where extracted records that gold lacks count as invented, on one side or both."""

import random
from typing import Any

import numpy as np
import pytest

from evaljson import RunResult, compare_many, compare_runs, evaluate
from evaljson.compare import compare_slices
from evaljson.report.records.regressions import regressions
from tests.compare import made


def with_strays(n: int, strays: dict[str, int], wrong: dict[str, list[int]] | None = None) -> RunResult:
    """A run over n gold records, with strays by id and how many of their fields are filled."""
    filled = [{"id": id, **dict(list({"name": "?", "total": 1}.items())[:fields])} for id, fields in strays.items()]
    return evaluate(made.gold(n), [*filled, *made.extracted(n, wrong)], made.SCHEMA, strays="invented")


def test_a_side_without_a_stray_has_nothing_wrong_there() -> None:
    found = compare_runs(with_strays(10, {"x": 2}), with_strays(10, {}))
    assert [(one.record_id, one.position, one.a, one.b) for one in found.records[-2:]] == [
        (9, 9, 1.0, 1.0), ("x", None, 0.0, 1.0),
    ]  # fmt: skip
    assert found.coverage.compared == 11
    assert (found.coverage.missing_a, found.coverage.missing_b, found.coverage.only_a) == (0, 0, ())
    assert found.figures["f1"].a == pytest.approx(10 / 11)
    assert found.figures["f1"].b == 1.0
    assert any("count as invented: 1 of A and 0 of B" in note for note in found.notes)


def test_a_stray_of_one_side_is_no_record_of_both() -> None:
    found = compare_runs(with_strays(10, {"x": 2}), with_strays(10, {}))
    name = next(field for field in found.fields if field.path == "name")
    assert (name.up, name.up_missing, name.up_of_both, name.only_b) == (1, 1, 0, 0)
    assert (name.better_in, name.better_missing) == (0, 1)
    assert found.coverage.strays == 1


def test_a_stray_that_one_side_lacks_is_not_said_to_be_produced_by_both() -> None:
    gold, stray = made.gold(10), {"id": "x", "name": "?", "total": 1}
    a = evaluate(gold, gold[:8], made.SCHEMA, strays="invented")
    b = evaluate(gold, [*gold, stray], made.SCHEMA, strays="invented")
    coverage = compare_runs(a, b).coverage
    assert (coverage.compared, coverage.strays, coverage.produced) == (11, 1, 8)
    assert (coverage.produced_a, coverage.produced_b) == (1.0, 1.0), "without the stray, which only b has"
    (warning,) = (one for one in coverage.warnings if "unequal" in one)
    assert "of 10 records of gold, A produced 8 and B 10;" in warning
    assert "Over the 8 that both produced: A 100.0, B 100.0." in warning


def test_where_some_are_left_out_the_rest_are_those_compared() -> None:
    gold = made.gold(5)
    stray = {"id": "x", "name": "?", "total": 1}
    a = evaluate(gold, [*gold[:3], stray], made.SCHEMA, strays="invented", missing_records="exclude")
    b = evaluate(gold, gold, made.SCHEMA, strays="invented", missing_records="exclude")
    found = compare_runs(a, b, resamples=100)
    assert "Over the 4 that are compared: " in found.coverage.warnings[0]
    assert "both scored" not in found.sentence


def test_the_same_id_is_the_same_record_in_both() -> None:
    found = compare_runs(with_strays(10, {"x": 2, "y": 1}), with_strays(10, {"y": 2, "z": 1}))
    assert [one.record_id for one in found.records[10:]] == ["x", "y", "z"]
    assert [(one.a, one.b) for one in found.records[10:]] == [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)]


def test_figures_are_those_of_gold_with_an_empty_record_for_each_stray() -> None:
    random.seed(3)
    for _ in range(10):
        n, names = 12, ["u", "v", "w"]
        sides: list[dict[str, Any]] = [
            {
                "strays": {name: random.randint(1, 2) for name in names if random.random() < 0.6},
                "wrong": {"total": random.sample(range(n), 3)},
            }
            for _ in range(2)
        ]
        a, b = (with_strays(n, **side) for side in sides)
        used = [name for name in names if any(name in side["strays"] for side in sides)]
        longer = [*made.gold(n), *({"id": name} for name in used)]
        plain = []
        for side, run in zip(sides, (a, b), strict=True):
            records = [record.extracted for record in run.records]
            empty = [{"id": name} for name in used if name not in side["strays"]]
            plain.append(evaluate(longer, [*records, *empty], made.SCHEMA))
        found, expected = compare_runs(a, b, resamples=200), compare_runs(*plain, resamples=200)
        assert len(found.records) == n + len(used)
        by_id = {one.record_id: (one.a, one.b) for one in expected.records}
        assert {one.record_id: (one.a, one.b) for one in found.records} == by_id
        for name, figure in expected.figures.items():
            assert (found.figures[name].a, found.figures[name].b) == pytest.approx((figure.a, figure.b))
        assert {one.path: one.difference for one in found.fields} == {
            one.path: one.difference for one in expected.fields
        }


def test_several_variants_and_groups_take_them_too() -> None:
    runs = {name: with_strays(10, {name: 2}) for name in "abc"}
    found = compare_many(runs, "a", resamples=200)
    assert [one.coverage.compared for one in found.comparisons.values()] == [12, 12]
    groups = compare_slices(runs["a"], runs["b"], lambda record: record.gold["total"] % 2, resamples=200)
    assert ([one.records for one in groups.slices], groups.unlabelled) == ([5, 5], 2)


def test_a_stray_of_b_alone_is_something_that_got_worse() -> None:
    a, b = with_strays(10, {"x": 1, "y": 2}), with_strays(10, {"y": 2, "z": 2})
    assert {(one.record, one.field) for one in regressions(a, b)} == {("z", "name"), ("z", "total")}
    assert not regressions(b, b)


def test_repeats_of_one_variant_may_have_different_strays() -> None:
    found = compare_runs([with_strays(10, {"x": 2}), with_strays(10, {})], with_strays(10, {}), resamples=200)
    assert found.records[-1].a == pytest.approx(0.5)
    assert np.isclose(found.figures["f1"].a or 0, (10 + 0.5) / 11)
