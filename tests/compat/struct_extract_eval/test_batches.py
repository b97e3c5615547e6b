"""Batch comparators and compounds, record by record."""

from typing import Any

import pytest

from evaljson.compat.struct_extract_eval import CompoundComparator, evaluate, parse_eval_schema, score_record
from evaljson.compat.struct_extract_eval.core.comparators.batch import process_batches
from evaljson.compat.struct_extract_eval.core.comparators.comparator import BatchItem, ComparatorResult
from evaljson.compat.struct_extract_eval.core.comparators.registry import register

from .build import TEXT, many, of, text


def batch(answer: Any, name: str = "judge") -> list[list[BatchItem]]:
    """Register a batch comparator; gives its calls."""
    calls: list[list[BatchItem]] = []

    def fn(items: list[BatchItem]) -> Any:
        calls.append(items)
        return answer(items)

    fn.is_batch = True  # type: ignore[attr-defined]
    register(name, fn)
    return calls


def right(items: list[BatchItem]) -> list[Any]:
    return [ComparatorResult(1.0, "right", "fine") for _ in items]


LOWER = text("judge", **{"x-eval-transform": ["lowercase"]})
SCHEMA = of(a=text({"judge": {"how": "kind"}}), t=many(of(s=LOWER)), b=TEXT)
GOLD, EXTRACTED = {"a": "x", "t": [{"s": "A"}, {"s": "B"}], "b": "z"}, {"a": "y", "t": [{"s": "C"}, {"s": 7}], "b": "z"}


def test_one_call_a_record_has_all_its_fields() -> None:
    calls = batch(right)
    run = evaluate([GOLD, {"a": "x"}], [EXTRACTED, {"a": "y"}], SCHEMA)
    assert calls == [
        [BatchItem("a", "x", "y", "x", "y", {"how": "kind"}), BatchItem("t[0].s", "A", "C", "a", "c", {})],
        [BatchItem("a", "x", "y", "x", "y", {"how": "kind"})],
    ]
    assert [(f.path, f.status, f.comparator) for f in run.records[0].field_results] == [
        ("a", "match", "judge"), ("t[0].s", "match", "judge"), ("t[1].s", "mismatch", "judge"), ("b", "match", "exact"),
    ]  # fmt: skip


def test_a_record_scored_alone_has_pending_results_until_its_batches_are_processed() -> None:
    calls = batch(right)
    tree = parse_eval_schema(SCHEMA)
    results = score_record(tree, GOLD, EXTRACTED)
    assert [result.status for result in results] == ["pending", "pending", "mismatch", "match"]
    assert calls == []
    assert process_batches(results, tree) is results
    assert [(result.status, result.reason) for result in results[:2]] == [("match", "fine")] * 2


@pytest.mark.parametrize(
    ("answers", "statuses"),
    [
        ([ComparatorResult(1.0, ""), ComparatorResult(0.5, "")], ["match", "mismatch"]),
        ([None, ComparatorResult(0.0, "", skip=True)], ["batch_error", "skipped"]),
        (["right", 1.0], ["batch_error", "batch_error"]),
        ([ComparatorResult(1.0, "")], ["match", "batch_error"]),
        ([ComparatorResult(2.0, ""), ComparatorResult(float("nan"), "")], ["mismatch", "mismatch"]),
        ([ComparatorResult(1.0, "")] * 5, ["match", "match"]),
        (None, ["batch_error", "batch_error"]),
        (ValueError("no"), ["batch_error", "batch_error"]),
    ],
    ids=["scores", "None and skip", "no results", "short", "bad scores", "long", "nothing", "raises"],
)
def test_only_results_count_as_answers(answers: Any, statuses: list[str]) -> None:
    def answer(items: list[BatchItem]) -> Any:
        if isinstance(answers, Exception):
            raise answers
        return answers

    batch(answer)
    run = evaluate([{"a": "x", "b": "x"}], [{"a": "y", "b": "y"}], of(a=text("judge"), b=text("judge")))
    assert [result.status for result in run.records[0].field_results] == statuses
    assert run.total_batch_errors == statuses.count("batch_error")


class Mass(CompoundComparator):
    def __init__(self) -> None:
        super().__init__(["amount", "unit"], "amount", "mass")
        self.seen: list[Any] = []

    def compare(self, gold: Any, extracted: Any) -> Any:
        self.seen.append((gold, extracted))
        left, right = (side["amount"] * {"g": 1, "kg": 1000}[side["unit"]] for side in (gold, extracted))
        return left == right


MASS = {"amount": {"type": "number", "x-eval-compare": "mass"}, "unit": text("mass")}


def mass(amount: Any, unit: str, **more: Any) -> dict[str, Any]:
    return {"amount": amount, "unit": unit, **more}


def test_where_compare_raises_all_fields_of_the_compound_in_that_record_are_batch_errors() -> None:
    register("mass", Mass())
    schema = of(net=of(**MASS), gross=of(**MASS), name=TEXT)
    fine = {"net": mass(1, "g"), "gross": mass(2, "g"), "name": "x"}
    run = evaluate([fine, {**fine, "gross": mass(2, "lb")}], [fine, fine], schema)
    assert [result.status for result in run.records[0].field_results] == [
        "match", "skipped", "match", "skipped", "match",
    ]  # fmt: skip
    assert [result.status for result in run.records[1].field_results] == ["batch_error"] * 4 + ["match"]
    assert (run.total_batch_errors, run.mean_f1) == (4, 1.0)


@pytest.mark.parametrize(
    ("gold", "extracted", "status", "seen"),
    [
        ({"amount": 1}, {"amount": 1}, "match", {"amount": 1, "unit": None}),
        ({"amount": 1, "unit": None}, {"amount": 1, "unit": None}, "match", {"amount": 1, "unit": None}),
        ({"amount": 1}, {"amount": 1, "unit": "g"}, "mismatch", None),
    ],
)
def test_compare_gets_all_declared_fields_unless_only_one_side_has_one(
    gold: Any, extracted: Any, status: str, seen: Any
) -> None:
    calls: list[Any] = []

    class Equal(Mass):
        def compare(self, gold: Any, extracted: Any) -> Any:
            calls.append(gold)
            return gold == extracted

    register("mass", Equal())
    run = evaluate([gold], [extracted], of(**MASS))
    assert run.records[0].field_results[0].status == status
    assert calls == ([] if seen is None else [seen])


@pytest.mark.parametrize("answer", [None, "yes", {}])
def test_what_is_no_number_is_like_raising(answer: Any) -> None:
    class Odd(Mass):
        def compare(self, gold: Any, extracted: Any) -> Any:
            return answer

    register("mass", Odd())
    run = evaluate([mass(1, "g")], [mass(1, "g")], of(**MASS))
    assert run.total_batch_errors == 2


def test_a_compound_that_fails_while_elements_are_paired_pairs_nothing_by_it() -> None:
    register("mass", Mass())
    parts = of(parts=many(of(name=TEXT, **MASS), **{"x-eval-align": {"match_by": "hungarian"}}))
    gold = {"parts": [mass(1, "kg", name="a"), mass(7, "lb", name="b")]}
    extracted = {"parts": [mass(7, "lb", name="b"), mass(1000, "g", name="a")]}
    run = evaluate([gold], [extracted], parts)
    assert [(f.path, f.status) for f in run.records[0].field_results if f.path.endswith("name")] == [
        ("parts[0].name", "match"), ("parts[1].name", "match"),
    ]  # fmt: skip


def test_called_by_hand_it_raises_and_its_fields_stay_the_list_it_was_given() -> None:
    fields = ["amount", "unit"]
    comparator = CompoundComparator(fields, "amount")
    assert comparator.fields is fields
    items = [BatchItem("amount", 1, 1, 1, 1), BatchItem("unit", "g", "g", "g", "g")]
    with pytest.raises(NotImplementedError, match="defines no compare"):
        comparator(items)
    assert [(result.score, result.skip) for result in Mass()(items) if result] == [(1.0, False), (0.0, True)]
