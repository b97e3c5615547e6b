"""Comparators that users register: how often they are called, and what becomes of odd answers."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import evaljson
from evaljson import ComparatorResult

HUNGARIAN = {"match_by": "hungarian"}


def leaf(name: Any = "mine", **settings: Any) -> dict[str, Any]:
    return {"type": "string", "x-eval-compare": name, **settings}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def run_with(fn: Any, gold: list[Any], extracted: list[Any], **settings: Any) -> evaljson.RunResult:
    evaljson.register("mine", fn)
    return evaljson.evaluate([{"a": g} for g in gold], [{"a": e} for e in extracted], of(a=leaf(**settings)))


def only(run: evaljson.RunResult) -> evaljson.FieldResult:
    (result,) = run.records[0].field_results
    return result


@pytest.mark.parametrize(("answer", "status"), [(1.0, "match"), (1, "match"), (0.7, "mismatch"), (0, "mismatch")])
def test_a_plain_number_is_an_answer(answer: float, status: str) -> None:
    run = run_with(lambda g, e, p: answer, ["x"], ["y"])
    assert (only(run).status, only(run).score, only(run).similarity) == (status, answer, answer)
    assert run.problems == ()


def test_a_graded_score_counts_as_that_much_of_a_match() -> None:
    run = run_with(lambda g, e, p: ComparatorResult(0.25, "mine", "a quarter"), ["x"], ["y"])
    assert (only(run).status, only(run).score, only(run).reason) == ("mismatch", 0.25, "a quarter")
    assert (run.mean_precision, run.mean_recall, run.mean_f1) == (0.25, 0.25, 0.25)
    assert run.per_field["a"].mean_score == 0.25
    assert run.per_field["a"].mismatches == 1


@pytest.mark.parametrize(
    ("threshold", "status", "score"), [(0.6, "match", 1.0), (0.61, "mismatch", 0.0), (0, "match", 1.0)]
)
def test_a_threshold_decides_and_the_similarity_stays_visible(threshold: float, status: str, score: float) -> None:
    run = run_with(lambda g, e, p: 0.6, ["x"], ["y"], **{"x-eval-threshold": threshold})
    assert (only(run).status, only(run).score, only(run).similarity) == (status, score, 0.6)


def raising(gold: Any, extracted: Any, params: Any) -> float:
    raise KeyError("oops")


@pytest.mark.parametrize(
    ("fn", "says"),
    [
        (raising, "raised KeyError: 'oops'"),
        (lambda g, e, p: float("nan"), "scored nan, which is not from 0 to 1"),
        (lambda g, e, p: 1.5, "scored 1.5"),
        (lambda g, e, p: -0.1, "scored -0.1"),
        (lambda g, e, p: float("inf"), "scored inf"),
        (lambda g, e, p: None, "returned a NoneType"),
        (lambda g, e, p: "1.0", "returned a str"),
        (lambda g, e, p: ComparatorResult(None), "scored None"),  # type: ignore[arg-type]
        (lambda g, e, p: ComparatorResult(2.0), "scored 2.0"),
        (lambda g: 1.0, "raised TypeError"),
    ],
)
@pytest.mark.parametrize("settings", [{}, {"x-eval-threshold": 0}])
def test_an_answer_that_is_none_is_a_mismatch_and_a_problem_of_the_run(
    fn: Any, says: str, settings: dict[str, Any]
) -> None:
    run = run_with(fn, ["x", "u"], ["y", "v"], **settings)
    assert (only(run).status, only(run).score) == ("mismatch", 0.0)
    assert says in (only(run).reason or "")
    (problem,) = run.problems
    assert (problem.kind, problem.path, problem.count) == ("comparator", "a", 2)
    assert says in problem.message
    assert "'mine'" in problem.message


def test_one_bad_pair_spoils_no_other() -> None:
    run = run_with(lambda g, e, p: 1 / e, [1, 1, 1], [1, 0, 1])
    assert [record.f1 for record in run.records] == [1.0, 0.0, 1.0]
    assert run.problems[0].count == 1


def test_skip_is_visible_and_in_no_count() -> None:
    run = run_with(lambda g, e, p: ComparatorResult(0.0, "mine", "not now", skip=True), ["x"], ["y"])
    assert (only(run).status, only(run).score) == ("skipped", 0.0)
    assert (run.total_fields, run.total_skipped, dict(run.per_field)) == (0, 1, {})
    assert run.records[0].f1 == 1.0


def test_a_numpy_score_is_a_score() -> None:
    run = run_with(lambda g, e, p: ComparatorResult(np.float64(0.5)), ["x"], ["y"])  # type: ignore[arg-type]
    assert type(only(run).score) is float
    assert only(run).score == 0.5


def counting() -> tuple[Any, Counter[Any]]:
    calls: Counter[Any] = Counter()

    def fn(gold: Any, extracted: Any, params: Any) -> float:
        calls[(gold, extracted)] += 1
        return float(gold == extracted)

    return fn, calls


def test_it_is_called_once_for_each_distinct_pair() -> None:
    fn, calls = counting()
    run = run_with(fn, ["x", "x", "y", "x"], ["y", "y", "y", "x"])
    assert calls == {("x", "y"): 1, ("y", "y"): 1, ("x", "x"): 1}
    assert [record.f1 for record in run.records] == [0, 0, 1, 1]


def test_looking_at_results_calls_it_no_more() -> None:
    fn, calls = counting()
    run = run_with(fn, ["x", "y"], ["y", "y"])
    before = calls.total()
    run.to_frame()
    assert [list(record.field_results) for record in run.records]
    assert calls.total() == before


def test_values_that_are_equal_only_after_transforms_are_one() -> None:
    fn, calls = counting()
    run_with(fn, ["X", "x", " x"], ["y"] * 3, **{"x-eval-transform": ["strip", "lowercase"]})
    assert calls == {("x", "y"): 1}


def test_1_and_true_are_told_apart() -> None:
    seen: list[Any] = []

    def fn(gold: Any, extracted: Any, params: Any) -> float:
        seen.append((gold, extracted))
        return 1.0

    run_with(fn, [1, True, 1.0], ["e"] * 3)
    assert sorted(type(gold).__name__ for gold, _ in seen) == ["bool", "float", "int"]


def test_one_that_is_not_cacheable_is_called_for_every_pair() -> None:
    fn, calls = counting()
    fn.cacheable = False
    run = run_with(fn, ["x"] * 3, ["y"] * 3)
    assert calls == {("x", "y"): 3}
    assert [record.f1 for record in run.records] == [0.0] * 3


def test_one_that_is_not_cacheable_may_answer_anew_each_time() -> None:
    answers = iter([1.0, 0.0, 1.0])

    def fn(gold: Any, extracted: Any, params: Any) -> float:
        return next(answers)

    fn.cacheable = False  # type: ignore[attr-defined]
    run = run_with(fn, ["x"] * 3, ["y"] * 3)
    assert [record.f1 for record in run.records] == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    "compare",
    [{"either": {"of": ["exact", "mine"]}}, {"any_of": {"compare": {"either": {"of": ["mine"]}}}}],
)
def test_one_that_is_not_cacheable_is_called_for_every_pair_inside_another_comparator_too(compare: Any) -> None:
    fn, calls = counting()
    evaljson.register("mine", fn)
    for cacheable, expected in ((True, 1), (False, 3)):
        calls.clear()
        fn.cacheable = cacheable
        evaljson.evaluate([{"a": "x"}] * 3, [{"a": "y"}] * 3, of(a={"type": "string", "x-eval-compare": compare}))
        assert calls == {("x", "y"): expected}


def test_it_is_never_called_for_what_only_one_side_has() -> None:
    fn, calls = counting()
    evaljson.register("mine", fn)
    evaljson.evaluate([{"a": "x"}, {}, {}, {"a": "x"}], [{}, {"a": "y"}, {}, None], of(a=leaf()))
    assert calls == {}


def test_in_a_hungarian_array_each_distinct_pair_is_still_asked_once() -> None:
    fn, calls = counting()
    evaljson.register("mine", fn)
    rows = [{"s": name} for name in "xyxy"]
    schema = of(t={"type": "array", "items": of(s=leaf()), "x-eval-align": HUNGARIAN})
    run = evaljson.evaluate([{"t": rows}] * 2, [{"t": rows[::-1]}] * 2, schema)
    assert run.mean_f1 == 1.0
    assert set(calls.values()) == {1}
    assert len(calls) == 4


def test_a_hungarian_array_aligns_by_its_graded_scores() -> None:
    evaljson.register("mine", lambda g, e, p: 1 - abs(g - e) / 10)
    schema = of(t={"type": "array", "items": leaf(), "x-eval-align": HUNGARIAN})
    run = evaljson.evaluate([{"t": [1, 5, 9]}], [{"t": [8, 2, 5]}], schema)
    assert [(result.gold_value, result.extracted_value) for result in run.records[0].field_results] == [
        (1, 2), (5, 5), (9, 8),
    ]  # fmt: skip


def test_skipped_pairs_weigh_nothing_in_an_alignment() -> None:
    evaljson.register("mine", lambda g, e, p: ComparatorResult(0.0, "mine", skip=True))
    item = of(s=leaf(), k={"type": "string"})
    schema = of(t={"type": "array", "items": item, "x-eval-align": HUNGARIAN})
    gold = [{"s": "p", "k": "1"}, {"s": "q", "k": "2"}]
    run = evaljson.evaluate([{"t": gold}], [{"t": gold[::-1]}], schema)
    assert (run.mean_f1, run.total_skipped, run.total_fields) == (1.0, 2, 2)


def test_a_comparator_with_columns_of_its_own_is_used_like_the_built_in_ones() -> None:
    class SameLength:
        def __call__(self, gold: Any, extracted: Any, params: Any) -> ComparatorResult:
            return ComparatorResult(float(len(gold) == len(extracted)), "mine", "lengths")

        def vectorise(self, values: Any, params: Any) -> Any:
            sizes = np.array([len(value) for value in values])
            return lambda pairs, gold, extracted: pairs.left(sizes[gold]) == pairs.right(sizes[extracted])

    run = run_with(SameLength(), ["ab", "ab"], ["cd", "c"])
    assert [record.f1 for record in run.records] == [1.0, 0.0]
    assert only(run).reason == "lengths"
