"""Runs with little in them, and runs that were saved, are compared like any other."""

from collections.abc import Callable
from typing import Any

import pytest
from scipy import stats as scipy_stats

from evaljson import InputError, compare_runs, evaluate
from evaljson.results.saved.run import load_run, save_run
from tests.compare.made import SCHEMA, extracted, gold, run

LEAF: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}


def test_empty_records_are_the_same_on_both_sides() -> None:
    one = evaluate([{}] * 3, [{}] * 3, LEAF)
    found = compare_runs(one, one, resamples=100)
    assert found.sentence == "B scores the same as A: F1 100.0 over 3 paired records, each of them alike."
    assert (found.worse, found.better) == ((), ())


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
    found = compare_runs(*(evaluate([{"a": "x"}] * 40, [{"a": one}] * 40, schema) for one in (a, b)), resamples=100)
    assert found.sentence == "No verdict on B against A: there was nothing to score over 40 paired records."
    assert found.verdict == "no detectable difference"
    assert "almost entirely right" not in " ".join(found.notes)


def test_an_interval_has_a_width_where_all_records_moved_alike() -> None:
    """Fifty of fifty show no more than fifty: Wilson's interval for a share, in SciPy's numbers."""
    wrong, right = (evaluate([{"a": "x"}] * 50, [{"a": one}] * 50, LEAF) for one in "yx")
    found = compare_runs(wrong, right, resamples=100)
    low = scipy_stats.binomtest(50, 50).proportion_ci(0.95, method="wilson").low
    assert found.verdict == "better"
    assert (found.estimate.low, found.estimate.high) == (pytest.approx(low), 1.0)
    assert found.estimate.smallest > 0
    assert found.fields[0].low == pytest.approx(low)


def test_f1_that_stays_at_0_has_an_interval_too_and_a_verdict_by_mistakes_is_explained() -> None:
    wrong = evaluate([{"a": "x"}] * 40, [{"a": "y"}] * 40, LEAF)
    fewer = evaluate([{"a": "x"}] * 40, [{"a": "y"} if i < 5 else {} for i in range(40)], LEAF)
    schema = {**LEAF, "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    found = compare_runs(
        evaluate([{"a": ["x"]}] * 40, [{"a": ["y", "z"]}] * 40, schema),
        evaluate([{"a": ["x"]}] * 40, [{"a": ["y"]}] * 40, schema), resamples=500,
    )  # fmt: skip
    (one,) = found.fields
    assert (one.a, one.b, one.verdict, one.note) == (
        0.0, 0.0, "better", "B makes fewer mistakes here, though F1 does not show it",
    )  # fmt: skip
    assert one.low < -0.01 < 0.01 < one.high
    assert "F1 does not show the verdict on 1 field (a[])" in found.notes[-1]
    # A wrong and a missing value are both not right: McNemar's test looks at what is.
    assert compare_runs(wrong, fewer, resamples=100).verdict == "no detectable difference"


def test_one_record_alike_reads_like_a_sentence() -> None:
    one = run(1)
    assert compare_runs(one, one).sentence == "B scores the same as A: F1 100.0 over 1 paired record."


def test_a_run_without_records_is_refused_as_such() -> None:
    with pytest.raises(InputError, match="one of their runs has no scored record"):
        compare_runs(run(3), evaluate(gold(3), [None] * 3, SCHEMA, missing_records="exclude"))


def test_plain_averages_that_agree_are_not_said_to_mislead() -> None:
    found = compare_runs(run(8), run(8).only(range(4)), resamples=100)
    assert found.notes[0].startswith("The plain averages are over 8 records of A and 4 of B (A 100.0, B 100.0).")


def test_resamples_that_are_too_few_for_so_many_fields_are_told() -> None:
    records = [{f"f{i}": ["x", "z"] for i in range(6)}] * 40
    other = [{**records[0], "f0": ["y", "w"]}] * 40
    leaf = {"type": "array", "items": {"type": "string"}}
    schema = {"type": "object", "properties": {f"f{i}": leaf for i in range(6)}}
    a, b = evaluate(records, records, schema), evaluate(records, other, schema)
    assert compare_runs(a, b, resamples=1000).worse
    found = compare_runs(a, b, resamples=100)
    assert not found.worse
    assert "1 field changed as clearly as 100 resamples can show" in found.notes[-1]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: compare_runs(run(3), run(3), figure=None), "no figure None to compare"),
        (lambda: compare_runs(["x"], run(3)), "'A' is not a run but holds a str: evaluate"),
        (lambda: compare_runs(run(3), run(3), names=("one", "one")), "both sides are called 'one'"),
    ],
)
def test_what_is_no_comparison_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def test_three_records_can_show_no_difference_at_all() -> None:
    wrong, missing = (evaluate([{"a": "x"}] * 3, [one] * 3, LEAF) for one in ({"a": "y"}, None))
    found = compare_runs(wrong, missing, resamples=100)
    assert " So few records cannot show any difference." in found.sentence
    assert "There is no record that both produced." in found.notes[0]


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (1, "A single record cannot show whether a difference is more than chance."),
        (3, "3 records are few: they cannot show any difference."),
        (20, "20 records are few: only large differences show."),
    ],
)
def test_few_records_are_said_to_be_few(records: int, said: str) -> None:
    gold = [{"a": "x"}] * records
    one_wrong = evaluate(gold, [{"a": "y"}, *gold[1:]], LEAF)
    assert said in compare_runs(evaluate(gold, gold, LEAF), one_wrong, resamples=100).notes


def test_a_figure_without_anything_to_score_has_no_verdict() -> None:
    one = evaluate([{"a": "x"}] * 3, [{}] * 3, LEAF)
    found = compare_runs(one, one, figure="pooled_precision", resamples=100)
    assert (found.verdict, found.estimate.difference) == ("no detectable difference", None)
    assert found.sentence.startswith("No verdict on B against A: there was nothing to score for pooled precision")


def test_a_saved_run_is_compared_as_it_was() -> None:
    a, b = run(40, {"name": range(12), "sku": range(20)}), run(40)
    loaded = load_run(save_run(a), gold(40), extracted(40, {"name": range(12), "sku": range(20)}), SCHEMA)
    assert compare_runs(loaded, b, resamples=500).to_dict() == compare_runs(a, b, resamples=500).to_dict()
