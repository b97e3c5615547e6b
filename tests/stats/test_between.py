"""What a few repeats add to an interval: widths, p-values, and how often it covers."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from benchmarks import few_repeats
from benchmarks.plus_two import plus_two, two_sided_p
from benchmarks.studentised import studentised
from evaljson.compare.repeats import fewer_freedom
from evaljson.stats.repeat_variance import Between
from tests.profiles import examples

KEPT = json.loads((Path(__file__).parents[2] / "benchmarks" / "calibration.json").read_text(encoding="utf-8"))


def between(variance: float, freedom: float, within: float = 0.0) -> Between:
    return Between(np.array([variance]), np.array([freedom]), np.array([within]))


@pytest.mark.parametrize(
    ("records", "repeats", "freedom", "longest"),
    [
        (0.04, 0.0001, 2.0, "sum"),
        (0.04, 0.01, 2.0, "sum"),
        (0.0001, 0.04, 2.0, "repeats"),
        (0.04, 0.04, 30.0, "sum"),
    ],
)
def test_the_longest_of_records_repeats_and_their_sum_counts(
    records: float, repeats: float, freedom: float, longest: str
) -> None:
    """Satterthwaite 1946: the degrees of freedom of a sum are those of its part, by the square of that part's share."""
    normal = scipy_stats.norm.ppf(0.975)
    both = records + repeats
    of_sum = freedom * (both / repeats) ** 2
    expected = {
        "records": normal * math.sqrt(records),
        "repeats": scipy_stats.t.ppf(0.975, freedom) * math.sqrt(repeats),
        "sum": scipy_stats.t.ppf(0.975, of_sum) * math.sqrt(both),
    }
    half = between(repeats, freedom).half(np.array([normal * math.sqrt(records)]), 0.95)
    assert max(expected, key=lambda one: expected[one]) == longest
    assert half[0] == pytest.approx(expected[longest], rel=1e-9)


def test_chance_within_records_counts_once_and_repeats_never_make_it_shorter() -> None:
    """Of no more than repeats differ by: what is left then is the spread over records."""
    records = np.array([0.392])
    assert between(0.01, 1e9, within=0.01).half(records, 0.95)[0] == pytest.approx(0.392, abs=1e-6)
    assert between(1e-9, 2.0, within=0.03).half(records, 0.95)[0] == pytest.approx(0.392, abs=1e-6)


@examples(40)
@given(st.floats(1e-4, 1), st.floats(1e-4, 1), st.floats(1, 9), st.floats(0, 1), st.floats(1, 3), st.floats(0.5, 0.999))
def test_more_variance_of_either_kind_never_makes_it_shorter(
    records: float, repeats: float, freedom: float, within: float, more: float, level: float
) -> None:
    """Of the sum alone it may: less variance over records leaves fewer degrees of freedom."""
    half = between(repeats, freedom, within * repeats).half(np.array([records]), level)[0]
    longer = between(repeats, freedom, within * repeats).half(np.array([records * more]), level)[0]
    wider = between(repeats * more, freedom, within * repeats).half(np.array([records]), level)[0]
    assert min(longer, wider) >= half * (1 - 1e-12)


@pytest.mark.parametrize(("a", "b"), [(0.0, 0.0), (0.5, 0.5), (30.0, 30.0), (0.0, 4.0)])
@pytest.mark.parametrize("repeats", [3, 5])
@pytest.mark.parametrize("level", [0.95, 0.995])
def test_intervals_cover_however_much_runs_differ(a: float, b: float, repeats: int, level: float) -> None:
    """Variance of the difference: 1 by records, half of it chance within them, and `a` and `b` between the runs."""
    rng, sims = np.random.default_rng([repeats, int(10 * a), int(10 * b)]), 20_000
    variances = [(0.25 + part) * rng.chisquare(repeats - 1, sims) / (repeats - 1) for part in (a, b)]
    distance = np.abs(rng.normal(0, math.sqrt(1 + a + b), sims))
    variance = variances[0] + variances[1]
    freedom = variance**2 / ((variances[0] ** 2 + variances[1] ** 2) / (repeats - 1))
    normal = np.full(sims, scipy_stats.norm.ppf((1 + level) / 2))
    freedom = fewer_freedom(freedom, (repeats, repeats))
    half = Between(variance, freedom, np.full(sims, 0.5)).half(normal, level)
    assert (distance > half).mean() <= (1 - level) + 3 * math.sqrt(level * (1 - level) / sims)


@examples(40)
@given(st.lists(st.floats(-1, 1), min_size=3, max_size=20), st.floats(1e-4, 1.0), st.floats(1, 9), st.floats(0, 0.5))
def test_p_and_interval_say_the_same_with_repeats_too(
    values: list[float], variance: float, freedom: float, within: float
) -> None:
    part = between(variance, freedom, within)
    many = studentised(np.array(values)[:, None], 0.9, 199, 1, part)
    few = plus_two(values, 0.5, 0.9, part)
    for low, high, p in ((many.low[0], many.high[0], many.p[0]), (few.low, few.high, few.p)):
        assert min(abs(low), abs(high)) < 1e-4 or (low > 0 or high < 0) == (p <= 0.1 + 1e-9)


def test_without_repeats_nothing_changes() -> None:
    values = np.random.default_rng(0).normal(0.2, 1, (30, 2))
    plain, same = (studentised(values, 0.95, 500, 0, part) for part in (None, Between.none(2)))
    assert [*plain.low, *plain.high, *plain.p] == [*same.low, *same.high, *same.p]
    assert plus_two(values[:, 0], 1.0, 0.95) == plus_two(values[:, 0], 1.0, 0.95, Between.none(1))


@pytest.mark.parametrize("t", [0.0, 0.5, 2.0, 6.0])
def test_a_p_value_by_bisection_is_that_of_the_t_test(t: float) -> None:
    p = two_sided_p(t, lambda level: float(scipy_stats.t.ppf((1 + level) / 2, 7)))
    assert p == pytest.approx(2 * scipy_stats.t.sf(t, 7), abs=1e-12)


@pytest.mark.parametrize("runs", [(2, 2), (2, 3), (2, 5), (3, 3), (3, 10), (5, 5)])
@pytest.mark.parametrize("a", [0.0, 0.3, 2.0, 16.0, 200.0])
@pytest.mark.parametrize("b", [0.0, 1.0])
def test_a_few_runs_of_a_side_err_no_more_than_they_say(runs: tuple[int, int], a: float, b: float) -> None:
    """`a` is variance between runs of A, of which `b` is the share of B; that over records is 1, all of it chance."""
    rng, sims = np.random.default_rng([*runs, int(10 * a)]), 40_000
    shared = (a, a * b)
    sides = [(0.5 + own) * rng.chisquare(n - 1, sims) / (n - 1) for own, n in zip(shared, runs, strict=True)]
    variance = sides[0] + sides[1]
    welch = variance**2 / sum(side**2 / (n - 1) for side, n in zip(sides, runs, strict=True))
    half = Between(variance, fewer_freedom(welch, runs), np.ones(sims)).half(np.full(sims, 1.96), 0.95)
    errs = (np.abs(rng.normal(0, math.sqrt(1 + sum(shared)), sims)) > half).mean()
    assert errs <= few_repeats.MOST + 2 * math.sqrt(0.05 * 0.95 / sims)


def test_a_side_that_was_run_once_takes_no_degrees_of_freedom_from_the_other() -> None:
    assert fewer_freedom(np.array([3.0]), (4,)).tolist() == [3.0]


def test_no_test_finds_as_much_with_two_runs_as_with_one_and_errs_as_seldom() -> None:
    """One run finds half of them; a part of the variance is chance, and the best of all tests is a linear programme."""
    kept = {row["share"]: row for row in KEPT["few_repeats"] if row["runs"] == 2}
    assert few_repeats.most_found(0.6) == pytest.approx(kept[0.6]["most"], abs=1e-6)
    assert all(row["most"] < 0.48 for row in kept.values())


@pytest.mark.parametrize("row", KEPT["few_repeats"], ids=lambda row: f"{row['runs']} runs, {row['share']}")
def test_what_is_in_use_errs_as_seldom_as_it_says_and_from_three_runs_on_finds_as_much_as_one(
    row: dict[str, Any],
) -> None:
    errs = {name: max(own["both"], own["one side"]) for name, own in row["rules"].items()}
    assert errs["in use"] <= few_repeats.MOST
    assert errs["runs supposed alike"] > 0.8
    if row["runs"] >= 3:
        assert row["rules"]["in use"]["power"] >= 0.5
    if row["share"] < 1:
        assert errs["sum alone"] > errs["in use"], "why another rule is not in use"


def test_all_kinds_of_repeats_were_measured() -> None:
    assert [(row["runs"], row["share"]) for row in KEPT["few_repeats"]] == [
        (runs, share) for runs in few_repeats.RUNS for share in few_repeats.SHARES
    ]
