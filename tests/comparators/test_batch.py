"""Batch comparators: what they are asked, how often, and what becomes of their answers."""

from collections.abc import Callable
from typing import Any

import pytest

import evaljson
from evaljson import BatchItem, ComparatorResult

Answer = Callable[[list[BatchItem]], Any]


def leaf(**settings: Any) -> dict[str, Any]:
    return {"type": "string", "x-eval-compare": "judge", **settings}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def judge(answer: Answer, across: bool = False) -> list[list[BatchItem]]:
    """Register a batch comparator; gives the list of its calls."""
    calls: list[list[BatchItem]] = []

    def fn(items: list[BatchItem]) -> Any:
        calls.append(items)
        return answer(items)

    fn.is_batch = True  # type: ignore[attr-defined]
    fn.across_records = across  # type: ignore[attr-defined]
    evaljson.register("judge", fn)
    return calls


def yes(items: list[BatchItem]) -> list[ComparatorResult]:
    return [ComparatorResult(1.0, "judge", "fine") for _ in items]


TWO = of(a=leaf(), t={"type": "array", "items": of(s=leaf())}, b=leaf())
GOLD = [{"b": "b0", "a": "a0", "t": [{"s": "s0"}, {"s": "s1"}]}, {"a": "a1"}]
EXTRACTED = [{"a": "A0", "b": "B0", "t": [{"s": "S0"}, {"s": "S1"}]}, {"a": "A1"}]


def test_it_is_called_once_a_record_with_all_its_fields_in_schema_order() -> None:
    calls = judge(yes)
    run = evaljson.evaluate(GOLD, EXTRACTED, TWO)
    assert [[item.path for item in call] for call in calls] == [["a", "t[0].s", "t[1].s", "b"], ["a"]]
    assert run.mean_f1 == 1.0


def test_items_carry_raw_and_compared_values_and_the_params_of_their_field() -> None:
    calls = judge(yes)
    schema = of(
        a=leaf(**{"x-eval-transform": ["lowercase"], "x-eval-compare": {"judge": {"how": "strict"}}}),
        b={"type": "string", "x-eval-compare": {"judge": {"how": "kind"}}},
    )
    evaljson.evaluate([{"a": "X", "b": "P"}], [{"a": "Y", "b": "Q"}], schema)
    assert calls == [
        [
            BatchItem("a", "X", "Y", "x", "y", {"how": "strict"}, None),
            BatchItem("b", "P", "Q", "P", "Q", {"how": "kind"}, None),
        ]
    ]


def test_two_names_are_two_calls() -> None:
    first = judge(yes)
    second: list[Any] = []

    def other(items: list[BatchItem]) -> list[ComparatorResult]:
        second.append([item.path for item in items])
        return yes(items)

    other.is_batch = True  # type: ignore[attr-defined]
    evaljson.register("other", other)
    evaljson.evaluate(
        [{"a": "x", "b": "y"}], [{"a": "x", "b": "y"}], of(a=leaf(), b=leaf(**{"x-eval-compare": "other"}))
    )
    assert ([[item.path for item in call] for call in first], second) == ([["a"]], [["b"]])


def test_one_that_says_across_records_is_called_once_with_the_record_ids() -> None:
    calls = judge(yes, across=True)
    schema = {**TWO, "x-eval-id": "id"}
    gold = [{**record, "id": f"r{i}"} for i, record in enumerate(GOLD)]
    extracted = [{**record, "id": f"r{i}"} for i, record in enumerate(EXTRACTED)]
    evaljson.evaluate(gold, extracted[::-1], schema)
    (call,) = calls
    assert [(item.record_id, item.path) for item in call] == [
        ("r0", "a"), ("r0", "t[0].s"), ("r0", "t[1].s"), ("r0", "b"), ("r1", "a"),
    ]  # fmt: skip


def test_it_is_not_asked_about_what_only_one_side_has() -> None:
    calls = judge(yes)
    run = evaljson.evaluate([{"a": "x"}, {"a": "x"}, {}], [{}, None, {"a": "x"}], of(a=leaf()))
    assert calls == []
    assert (run.total_omissions, run.total_hallucinations) == (2, 1)


def test_a_value_that_a_transform_refuses_goes_to_no_judge() -> None:
    calls = judge(yes)
    schema = of(a=leaf(**{"x-eval-transform": ["lowercase"]}))
    run = evaljson.evaluate([{"a": 1}, {"a": 1}], [{"a": 1}, {"a": "x"}], schema)
    assert calls == []
    assert [record.field_results[0].status for record in run.records] == ["match", "mismatch"]


@pytest.mark.parametrize(
    ("answer", "statuses"),
    [
        (lambda items: [ComparatorResult(1.0), None, ComparatorResult(0.0)], ["match", "batch_error", "mismatch"]),
        (lambda items: [ComparatorResult(1.0)], ["match", "batch_error", "batch_error"]),
        (lambda items: [], ["batch_error"] * 3),
        (lambda items: None, ["batch_error"] * 3),
        (lambda items: [0.5] * 9, ["mismatch"] * 3),
        (lambda items: 1 / 0, ["batch_error"] * 3),
        (lambda items: [1.0, ComparatorResult(0.0, skip=True), 0.5], ["match", "skipped", "mismatch"]),
        (lambda items: [ComparatorResult(float("nan")), "x", 7], ["mismatch", "batch_error", "mismatch"]),
        (lambda items: iter([ComparatorResult(1.0)] * 3), ["match"] * 3),
    ],
    ids=["a None", "short", "empty", "None", "long", "raises", "skip", "no scores", "iterator"],
)
def test_answers_are_matched_to_the_fields_in_order(answer: Answer, statuses: list[str]) -> None:
    judge(answer)
    run = evaljson.evaluate([dict.fromkeys("abc", "x")], [dict.fromkeys("abc", "y")], of(a=leaf(), b=leaf(), c=leaf()))
    assert [result.status for result in run.records[0].field_results] == statuses
    assert run.total_batch_errors == statuses.count("batch_error")
    assert run.total_fields == sum(status in ("match", "mismatch") for status in statuses)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda items: 1 / 0, "'judge' raised ZeroDivisionError: division by zero"),
        (lambda items: [1.0], "'judge' answered 1 of 2 fields"),
        (lambda items: [1.0] * 3, "'judge' answered 3 of 2 fields"),
        (lambda items: [float("nan"), 1.0], "scored nan"),
        (lambda items: ["right", 1.0], "'judge' answered with a str, not a ComparatorResult"),
    ],
)
def test_what_went_wrong_is_a_problem_of_the_run(answer: Answer, says: str) -> None:
    judge(answer)
    run = evaljson.evaluate([{"a": "x", "b": "x"}], [{"a": "y", "b": "y"}], of(a=leaf(), b=leaf()))
    assert {problem.kind for problem in run.problems} == {"batch"}
    assert any(says in problem.message for problem in run.problems)


def test_fields_that_nobody_judged_are_a_problem_at_their_path() -> None:
    run = evaljson.evaluate(
        [{"a": "x"}, {"a": "y"}], [{"a": "1"}, {"a": "2"}], of(a=leaf(**{"x-eval-compare": "semantic"}))
    )
    (problem,) = run.problems
    assert (problem.path, problem.count) == ("a", 2)
    assert problem.message.startswith("not judged: no judge configured")


def test_an_exception_costs_only_its_own_record() -> None:
    judge(lambda items: yes(items) if items[0].gold_raw == "good" else 1 / 0)
    run = evaljson.evaluate([{"a": "good"}, {"a": "bad"}], [{"a": "x"}, {"a": "x"}], of(a=leaf()))
    assert [record.field_results[0].status for record in run.records] == ["match", "batch_error"]
    assert "ZeroDivisionError" in (run.records[1].field_results[0].reason or "")


def test_batch_errors_are_visible_and_in_no_count() -> None:
    judge(lambda items: [None])
    run = evaljson.evaluate([{"a": "x", "n": 1}], [{"a": "y", "n": 1}], of(a=leaf(), n={"type": "integer"}))
    assert (run.mean_f1, run.total_fields, run.total_batch_errors) == (1.0, 1, 1)
    assert list(run.per_field) == ["n"]


@pytest.mark.parametrize(
    ("score", "status", "counted"), [(0.6, "match", 1.0), (0.5, "match", 1.0), (0.4, "mismatch", 0.0)]
)
def test_a_threshold_applies_to_judgements_too(score: float, status: str, counted: float) -> None:
    judge(lambda items: [ComparatorResult(score, "judge", "so so")])
    run = evaljson.evaluate([{"a": "x"}], [{"a": "y"}], of(a=leaf(**{"x-eval-threshold": 0.5})))
    (result,) = run.records[0].field_results
    assert (result.status, result.score, result.similarity) == (status, counted, score)
    assert (run.mean_f1, run.per_field["a"].mean_score) == (counted, counted)


def test_scoring_one_record_leaves_nothing_pending() -> None:
    judge(yes)
    results = evaljson.score_record(evaljson.parse_eval_schema(TWO), GOLD[0], EXTRACTED[0])
    assert {(result.status, result.reason) for result in results} == {("match", "fine")}


ROWS: dict[str, Any] = {"type": "array", "x-eval-align": {"match_by": "hungarian"}}


def test_inside_a_hungarian_array_it_judges_the_chosen_pairs_only() -> None:
    calls = judge(yes)
    schema = of(t={**ROWS, "items": of(k={"type": "string"}, s=leaf())})
    gold = [{"k": "1", "s": "p"}, {"k": "2", "s": "q"}]
    run = evaljson.evaluate([{"t": gold}], [{"t": [{"k": "2", "s": "Q"}, {"k": "1", "s": "P"}]}], schema)
    (call,) = calls
    assert [(item.path, item.gold_raw, item.extracted_raw) for item in call] == [
        ("t[0].s", "p", "P"),
        ("t[1].s", "q", "Q"),
    ]
    assert run.mean_f1 == 1.0
    assert run.problems == ()


def test_in_the_alignment_it_counts_as_equal_or_not_by_compared_values() -> None:
    judge(yes)
    schema = of(t={**ROWS, "items": of(k={"type": "string"}, s=leaf(**{"x-eval-transform": ["lowercase"]}))})
    gold = [{"k": "same", "s": "p"}, {"k": "same", "s": "q"}]
    run = evaljson.evaluate([{"t": gold}], [{"t": [{"k": "same", "s": "Q"}, {"k": "same", "s": "P"}]}], schema)
    paths = [result.extracted_path for result in run.records[0].field_results]
    assert paths == ["t[1].k", "t[1].s", "t[0].k", "t[0].s"]


@pytest.mark.parametrize("items", [leaf(), of(s=leaf())], ids=["values", "objects"])
def test_where_elements_hold_nothing_else_their_texts_align_them_and_the_run_says_so(items: dict[str, Any]) -> None:
    judge(yes)
    texts = [["red big car", "small blue boat"], ["a small blue boat", "car, big, red"]]
    gold, extracted = ([text if "properties" not in items else {"s": text} for text in side] for side in texts)
    run = evaljson.evaluate([{"t": gold}], [{"t": extracted}], of(t={**ROWS, "items": items}))
    found = [(result.extracted_path or "").split(".")[0] for result in run.records[0].field_results]
    assert found == ["t[1]", "t[0]"]
    (problem,) = run.problems
    assert (problem.kind, problem.path) == ("alignment", "t")
    assert "text similarity" in problem.message


def test_semantic_is_known_without_a_judge_and_decides_only_equal_values() -> None:
    node = {"type": "string", "x-eval-compare": "semantic", "x-eval-transform": ["lowercase"]}
    run = evaljson.evaluate([{"a": "X", "b": "p"}], [{"a": "x", "b": "q"}], of(a=node, b=node))
    assert [result.status for result in run.records[0].field_results] == ["match", "batch_error"]
    assert "no judge configured" in (run.records[0].field_results[1].reason or "")
    assert (run.total_batch_errors, run.mean_f1) == (1, 1.0)
