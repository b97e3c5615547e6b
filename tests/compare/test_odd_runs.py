"""Runs with little in them, and runs that were saved, are compared like any other."""

from collections.abc import Callable
from typing import Any

import pytest
from scipy import stats as scipy_stats

from evaljson import InputError, compare_many, compare_runs, evaluate
from evaljson.results.saved.run import load_run, save_run
from tests.compare.made import SCHEMA, extracted, gold, run

LEAF: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}


def test_empty_records_are_the_same_on_both_sides() -> None:
    empty = evaluate([{}] * 3, [{}] * 3, LEAF)
    comparison = compare_runs(empty, empty, resamples=100)
    assert comparison.sentence == (
        "B scores the same as A: F1 100.0 over 3 records, each of them alike. So few records exclude no difference."
    )
    assert (comparison.worse, comparison.better) == ((), ())


@pytest.mark.parametrize(
    ("a", "b", "leaf"),
    [
        ("x", "x", {"x-eval-skip": True}),
        ("x", "y", {"x-eval-weight": 0}),
        ("y", "y", {"x-eval-compare": "semantic"}),
    ],
    ids=["all skipped", "all weights 0", "nothing judged"],
)
def test_without_anything_to_score_there_is_no_verdict(a: str, b: str, leaf: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", **leaf}}}
    comparison = compare_runs(
        *(evaluate([{"a": "x"}] * 40, [{"a": value}] * 40, schema) for value in (a, b)), resamples=100
    )
    assert comparison.sentence == "No verdict on B against A: there was nothing to score over 40 records."
    assert comparison.verdict == "no detectable difference"
    assert "almost entirely right" not in " ".join(comparison.notes)


def test_an_interval_has_a_width_where_all_records_moved_alike() -> None:
    """Fifty of fifty show no more than fifty: Wilson's interval for a share, in SciPy's numbers."""
    wrong, right = (evaluate([{"a": "x"}] * 50, [{"a": value}] * 50, LEAF) for value in "yx")
    comparison = compare_runs(wrong, right, resamples=100)
    low = scipy_stats.binomtest(50, 50).proportion_ci(0.95, method="wilson").low
    assert comparison.verdict == "better"
    assert (comparison.estimate.low, comparison.estimate.high) == (pytest.approx(low), 1.0)
    assert comparison.estimate.smallest > 0
    assert comparison.fields[0].low == pytest.approx(low)


def test_f1_that_stays_at_0_has_an_interval_too_and_a_verdict_by_mistakes_is_explained() -> None:
    wrong = evaluate([{"a": "x"}] * 40, [{"a": "y"}] * 40, LEAF)
    fewer = evaluate([{"a": "x"}] * 40, [{"a": "y"} if i < 5 else {} for i in range(40)], LEAF)
    schema = {**LEAF, "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    comparison = compare_runs(
        evaluate([{"a": ["x"]}] * 40, [{"a": ["y", "z"]}] * 40, schema),
        evaluate([{"a": ["x"]}] * 40, [{"a": ["y"]}] * 40, schema), resamples=500,
    )  # fmt: skip
    (field,) = comparison.fields
    assert (field.a, field.b, field.verdict, field.note) == (
        0.0, 0.0, "better", "B loses less weight here, though F1 does not show it",
    )  # fmt: skip
    assert field.low < -0.01 < 0.01 < field.high
    assert "F1 does not show the verdict on 1 field (a[])" in comparison.notes[-1]
    # A wrong and a missing value are both not right: McNemar's test looks at what is.
    assert compare_runs(wrong, fewer, resamples=100).verdict == "no detectable difference"


def test_one_record_alike_reads_like_a_sentence() -> None:
    single = run(1)
    assert compare_runs(single, single).sentence == (
        "B scores the same as A: F1 100.0 over 1 record. So few records exclude no difference."
    )


def test_a_run_without_records_is_refused_as_such() -> None:
    with pytest.raises(InputError, match="one of their runs has no scored record"):
        compare_runs(run(3), evaluate(gold(3), [None] * 3, SCHEMA, missing_records="exclude"))


def test_plain_averages_that_agree_are_not_said_to_mislead() -> None:
    comparison = compare_runs(run(8), run(8).only(range(4)), resamples=100)
    assert comparison.notes[0].startswith("The plain averages are over 8 records of A and 4 of B (A 100.0, B 100.0).")


@pytest.mark.parametrize("lines", [[2] * 60, [2 + (at * 7) % 29 for at in range(60)]], ids=["alike", "unlike"])
def test_few_resamples_hide_no_field_that_changed_in_every_record(lines: list[int]) -> None:
    """120 cells: a p of 1 / 101 would not survive the adjustment, whether all records lose as much or not."""
    records: list[Any] = [
        {"f0": [f"x{i}" for i in range(count)]} | {f"f{i}": [f"x{i}", "z"] for i in range(1, 60)} for count in lines
    ]
    other: list[Any] = [{**one, "f0": [f"y{i}" for i in range(len(one["f0"]))]} for one in records]
    leaf = {"type": "array", "items": {"type": "string"}}
    schema = {"type": "object", "properties": {f"f{i}": leaf for i in range(60)}}
    a, b = evaluate(records, records, schema), evaluate(records, other, schema)
    many = compare_many({"a": a, "b": b, "c": a}, "a", resamples=100)
    assert [(cell.path, cell.variant) for cell in many.cells if cell.verdict == "worse"] == [("f0[]", "b")]
    assert compare_many({"b": b, "a": a, "c": b}, "b", resamples=100).wins["a"] == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: compare_runs(run(3), run(3), figure=None), "no figure None to compare"),
        (lambda: compare_runs(["x"], run(3)), "'A' is not a run but holds a str: evaluate"),
        (lambda: compare_runs(run(3), run(3), names=("one", "one")), "both sides are called 'one'"),
    ],
)
def test_what_is_no_comparison_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()


def test_three_records_can_show_no_difference_at_all() -> None:
    wrong, missing = (evaluate([{"a": "x"}] * 3, [extracted] * 3, LEAF) for extracted in ({"a": "y"}, None))
    comparison = compare_runs(wrong, missing, resamples=100)
    assert " So few records cannot show any difference." in comparison.sentence
    assert "There is no record that both produced." in comparison.notes[0]


@pytest.mark.parametrize(
    ("records", "note"),
    [
        (1, "A single record cannot show whether a difference is more than chance."),
        (3, "3 records are few: they cannot show any difference."),
        (20, "20 records are few: only large differences show."),
    ],
)
def test_few_records_are_said_to_be_few(records: int, note: str) -> None:
    gold = [{"a": "x"}] * records
    one_wrong = evaluate(gold, [{"a": "y"}, *gold[1:]], LEAF)
    assert note in compare_runs(evaluate(gold, gold, LEAF), one_wrong, resamples=100).notes


def test_a_figure_without_anything_to_score_has_no_verdict() -> None:
    undefined = evaluate([{"a": "x"}] * 3, [{}] * 3, LEAF)
    comparison = compare_runs(undefined, undefined, figure="pooled_precision", resamples=100)
    assert (comparison.verdict, comparison.estimate.difference) == ("no detectable difference", None)
    assert comparison.sentence.startswith("No verdict on B against A: there was nothing to score for pooled precision")


def test_a_saved_run_is_compared_as_it_was() -> None:
    a, b = run(40, {"name": range(12), "sku": range(20)}), run(40)
    loaded = load_run(save_run(a), gold(40), extracted(40, {"name": range(12), "sku": range(20)}), SCHEMA)
    assert compare_runs(loaded, b, resamples=500).to_dict() == compare_runs(a, b, resamples=500).to_dict()
