"""The same variant run several times: what the runs share beyond chance, and what is said of them."""

import re

import pytest
from scipy import stats as scipy_stats

from evaljson import InputError, compare_runs, evaluate
from evaljson.compare import compare_slices
from evaljson.compare.estimate import FIGURES, of_figures
from evaljson.compare.repeats import between_repeats
from evaljson.compare.shared_records import shared_places
from evaljson.compare.side import make_sides
from tests.compare.made import SCHEMA, extracted, gold, run

FEW = {"resamples": 1000}
A = [run(60, {"name": range(n)}) for n in (4, 11)]
RIGHT = run(60)
"""All scored at once: comparators that other tests have registered meanwhile would make runs unlike."""
B = [run(60, {"name": range(n), "sku": range(10, 20)}) for n in (5, 20, 35)]


def test_the_spread_between_repeats_is_that_of_welchs_test() -> None:
    a = [*A, run(60, {"name": range(9)})]
    places = shared_places([*a, *B])
    spread = between_repeats(make_sides(a, B, places[:3], places[3:]).singles, of_figures)
    theirs = scipy_stats.ttest_ind([repeat.mean_f1 for repeat in B], [repeat.mean_f1 for repeat in a], equal_var=False)
    column = FIGURES.index("f1")
    interval = theirs.confidence_interval(0.95)
    half = scipy_stats.t.ppf(0.975, theirs.df) * spread.variance[column] ** 0.5
    assert spread.freedom[column] == pytest.approx(2 + (theirs.df - 2) / 2), "with few runs, Welch's are too many"
    assert half == pytest.approx((interval.high - interval.low) / 2)


def test_chance_within_records_is_what_runs_differ_in_record_by_record() -> None:
    """Two runs that err on five other records each: of 60 F1 values ten differ by 1/6, with a variance of 1/72."""
    runs = [run(60, {"name": range(5)}), run(60, {"name": range(5, 10)})]
    places = shared_places(runs)
    spread = between_repeats(make_sides(runs, [run(60)], places, shared_places([run(60)])).singles, of_figures)
    assert spread.variance[0] == pytest.approx(0.0, abs=1e-15)
    assert spread.within[0] == pytest.approx(10 / 72 / 60**2 / 2)


def test_runs_that_do_not_differ_add_nothing() -> None:
    once = compare_runs(A[0], B[1], **FEW).estimate
    again = compare_runs([A[0]] * 3, [B[1]] * 3, **FEW)
    assert (again.estimate.low, again.estimate.high) == pytest.approx((once.low, once.high))
    assert "Repeats of A were scored from the same extracted records" in " ".join(again.notes)


def test_a_side_that_was_run_once_says_nothing_of_how_its_runs_differ() -> None:
    comparison = compare_runs(A[0], B, names=("old", "new"), **FEW)
    assert "old was run once: how much its runs differ is unknown, and not in the interval." in comparison.notes


def test_repeats_that_are_unlike_each_other_are_told_by_number() -> None:
    other = evaluate(gold(60), extracted(60), {**SCHEMA, "x-eval-nulls": {"absent": [None]}})
    with pytest.raises(InputError, match=re.escape("'B, run 1' and 'B, run 3' cannot be compared")):
        compare_runs(A, [*B[:2], other])


def test_a_field_needs_more_than_its_records_when_runs_differ() -> None:
    """By records alone the field is beyond doubt; its three runs lie at 5, 20 and 35 of 60."""
    name = next(field for field in compare_runs(RIGHT, B, **FEW).fields if field.path == "name")
    records_alone = compare_runs(RIGHT, B[1], **FEW).worse
    assert [field.path for field in records_alone] == ["name", "items[].sku"]
    assert name.p > 0.05
    assert name.low < 0 < name.high
    assert name.verdict == "no detectable difference"


def test_slices_allow_for_the_spread_between_repeats_too() -> None:
    once, often = (
        compare_slices(RIGHT, b, dict.fromkeys(range(60), "all"), **FEW).slices[0] for b in (B[1], B)
    )  # fmt: skip
    assert (once.verdict, often.verdict) == ("worse", "no detectable difference")
    whole = compare_runs(RIGHT, B, **FEW).estimate
    assert (often.estimate.low, often.estimate.high) == pytest.approx((whole.low, whole.high))


def test_which_run_lacks_a_record_is_told() -> None:
    """The second run of B lacks ten records: they are in no comparison, and it is said whose fault that is."""
    short = evaluate(gold(30), [*extracted(20), *[None] * 10], SCHEMA, missing_records="exclude")
    comparison = compare_runs(run(30), [run(30, {"name": range(20, 30)}), short], names=("old", "new"), **FEW)
    reason = "nothing was extracted by run 2 of new, which leaves such records out."
    assert comparison.coverage.why == (f"10 records of old left out: {reason}", f"10 records of new left out: {reason}")
    assert comparison.coverage.only_a == comparison.coverage.only_b == tuple(range(20, 30))
    assert comparison.notes[0].startswith(
        "The plain averages mislead: they are over 30 records of old and 20 to 30 of new"
    )
    assert comparison.coverage.plain_b == pytest.approx((1 - 10 / 30 / 6 + 1) / 2)


def test_records_that_any_repeat_did_not_produce_are_counted_as_missing() -> None:
    short = evaluate(gold(30), [*extracted(20), *[None] * 10], SCHEMA)
    coverage = compare_runs(run(30), [run(30), short], **FEW).coverage
    assert (coverage.missing_a, coverage.missing_b, coverage.produced, coverage.produced_b) == (0, 10, 20, 1.0)


def test_what_one_of_three_runs_invents_is_not_laid_to_the_variant() -> None:
    """F1 of an invented field is 0 or undefined, so that the spread between runs shows in the weight lost alone."""
    invented = evaluate(gold(40), [{**record, "extra": 1} for record in gold(40)], SCHEMA)
    seldom = next(field for field in compare_runs([run(40)] * 3, [invented, run(40), run(40)], **FEW).fields
                  if field.path == "extra")  # fmt: skip
    always = next(field for field in compare_runs([run(40)] * 3, [invented] * 3, **FEW).fields if field.path == "extra")
    assert (seldom.verdict, always.verdict) == ("no detectable difference", "worse")


def test_unequal_numbers_of_repeats_are_warned_of() -> None:
    notes = " ".join(compare_runs(A, B, names=("old", "new"), **FEW).notes)
    assert "old was run 2 times and new 3: the side with fewer runs decides" in notes
    assert "Two runs hardly show how much runs differ, so the interval is long: three runs" in notes
    assert "equally often" not in " ".join(compare_runs(A, B[:2], **FEW).notes)
