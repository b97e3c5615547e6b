"""Records that belong together: documents of one customer, or copies of one document, count as one cluster."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.regression.linear_model import OLS

from evaljson import InputError, compare_many, compare_runs, evaluate
from evaljson.compare import Comparison, compare_slices
from evaljson.compare.looks import Looks
from evaljson.results.clusters import clusters_of
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from evaljson.stats.cluster_correction import ClusterCorrection
from evaljson.stats.mean_difference import mean_differences

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {name: {"type": "string"} for name in ("number", "total", "town")},
}
GOLD = [
    {"id": at, "customer": f"c{at // 4}", "number": f"n{at}", "total": f"{at}.50", "town": f"t{at}"} for at in range(48)
]


def run(wrong: set[int], schema: dict[str, Any] = SCHEMA, gold: list[dict[str, Any]] = GOLD) -> RunResult:
    """One field is wrong in some records."""
    written = [{key: value for key, value in one.items() if key != "customer"} for one in gold]
    return evaluate(gold, [{**one, "total": "?"} if at in wrong else one for at, one in enumerate(written)], schema)


PERFECT, A_THIRD = run(set()), run(set(range(16)))
"""The second errs in all documents of four customers."""


def compared(cluster: Any = None, **options: Any) -> Comparison:
    return compare_runs(A_THIRD, PERFECT, cluster=cluster, resamples=1000, **options)


def field(comparison: Comparison, path: str = "total") -> Any:
    return next(one for one in comparison.fields if one.path == path)


def test_sixteen_records_of_four_customers_are_four_things_that_differ() -> None:
    """By records, sixteen of sixteen moved one way; of four customers that may be chance: 2 / 2 ** 4."""
    assert compared(False).verdict == "better"
    assert field(compared(False)).p == pytest.approx(2 / 2**16)
    assert field(compared("customer")).p == pytest.approx(2 / 2**4)
    assert field(compared("customer")).verdict == "no detectable difference"


@pytest.mark.parametrize(
    "cluster",
    [
        "customer",
        lambda record: record.gold["customer"],
        {at: at // 4 for at in range(48)},
        {at: at % 4 == 0 or at // 4 for at in range(0)} | {at: f"x{at // 4}" for at in range(48)},
    ],
)
def test_clusters_are_a_key_or_values_or_a_function(cluster: Any) -> None:
    one = compared(cluster)
    assert one.clusters is not None
    assert (one.clusters.clusters, one.clusters.largest, one.clusters.without) == (12, 4, 0)
    assert (one.estimate.low, one.estimate.p) == (compared("customer").estimate.low, compared("customer").estimate.p)


def test_the_schema_names_the_key_and_false_leaves_it_out() -> None:
    schema = {**SCHEMA, "x-eval-cluster": "customer"}
    a, b = run(set(range(16)), schema), run(set(), schema)
    assert compare_runs(a, b).estimate == compared("customer").estimate
    assert compare_runs(a, b, cluster=False).estimate == compared(False).estimate
    assert not [problem for problem in a.problems if "customer" in problem.path]


def test_a_saved_run_remembers_its_clusters() -> None:
    schema = {**SCHEMA, "x-eval-cluster": "customer"}
    a = run(set(range(16)), schema)
    assert load_run(save_run(a), GOLD, GOLD, schema).cluster_field == "customer"


def test_clusters_of_one_record_change_nothing() -> None:
    alone, by_id = compared(False), compared(lambda record: record.record_id)
    assert by_id.estimate == alone.estimate
    assert by_id.fields == alone.fields
    assert "each of 48 records is one of its own, so they change nothing." in " ".join(by_id.notes)


def test_the_order_and_the_names_of_clusters_do_not_matter() -> None:
    other = compared({at: 100 - at // 4 for at in range(48)})
    assert other.estimate == compared("customer").estimate


def test_records_without_a_value_are_clusters_of_their_own_and_that_is_said() -> None:
    missing = {0: None, 1: "", 2: ["a"], 3: None}
    one = compared(lambda record: missing.get(record.record_id, record.gold["customer"]))
    assert one.clusters is not None
    assert (one.clusters.clusters, one.clusters.without) == (15, 4)
    assert "4 records without a value for the cluster are clusters of their own." in one.notes


def test_true_and_one_are_two_clusters_and_one_and_one_point_zero_are_one() -> None:
    assert clusters_of(None, [("bool", True), 1, 1.0, "1"]).about.clusters == 3


def test_the_number_of_clusters_stands_beside_that_of_records() -> None:
    one = compared("customer")
    assert "over 48 records in 12 clusters" in one.sentence
    assert "48 records in 12 clusters by customer, the largest of 4." in " ".join(one.notes)
    assert one.to_dict()["clusters"] == {"key": "customer", "clusters": 12, "largest": 4, "without": 0}
    assert json.dumps(one.to_dict())


@pytest.mark.parametrize(("clusters", "words"), [(4, "cannot show any difference at 95%"), (8, "are few: only large")])
def test_few_clusters_get_a_sentence(clusters: int, words: str) -> None:
    assert words in " ".join(compared(lambda record: record.record_id % clusters).notes)


def test_five_clusters_never_show_a_difference() -> None:
    assert compare_runs(run(set(range(48))), PERFECT, cluster=lambda one: one.record_id % 5).verdict == (
        "no detectable difference"
    )


def test_many_variants_and_groups_go_by_clusters_too() -> None:
    many = compare_many({"A": A_THIRD, "B": PERFECT, "C": run({1})}, "A", cluster="customer", resamples=1000)
    assert [one.clusters.clusters for one in many.comparisons.values() if one.clusters] == [12, 12]
    label: Callable[[Any], str] = lambda record: "even" if record.record_id % 2 == 0 else "odd"  # noqa: E731
    by_customer, by_record = (
        compare_slices(A_THIRD, PERFECT, label, cluster=cluster, resamples=1000).slices
        for cluster in ("customer", False)
    )
    assert [(one.records, one.clusters) for one in by_customer] == [(24, 12), (24, 12)]
    assert [one.clusters for one in by_record] == [None, None]
    assert by_customer[0].p_adjusted > by_record[0].p_adjusted  # type: ignore[operator]


def test_looks_at_any_time_are_refused_with_clusters() -> None:
    with pytest.raises(InputError, match="clusters need a planned number of records"):
        compared("customer", looks=Looks(any_time=True))


def test_a_key_that_no_record_has_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError, match=r"no compared record has a value for the cluster 'custmer'\..*'customer'"):
        compared("custmer")


def copies(count: int) -> list[dict[str, Any]]:
    """The first records are copies of the very first one, under other ids."""
    return [{**GOLD[0 if at < count else at], "id": at} for at in range(48)]


def test_records_with_equal_gold_are_warned_of() -> None:
    gold = copies(5)
    one = compare_runs(run({1}, gold=gold), run(set(), gold=gold))
    assert "5 records have the same gold as another one (1 document)." in " ".join(one.run_notes)
    assert "Name the key that copies share as the cluster" in " ".join(one.run_notes)


def test_copies_within_one_cluster_are_not() -> None:
    gold = copies(4)
    notes = compare_runs(run({1}, gold=gold), run(set(), gold=gold), cluster="customer").run_notes
    assert not any("same gold" in note for note in notes)


def test_records_that_are_equal_by_chance_are_not() -> None:
    """A label and two flags: most records have an equal one."""
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in ("kind", "paid", "sent")}}
    gold = [{"kind": "abc"[at % 3], "paid": "yn"[at % 2], "sent": "yn"[at % 5 == 0]} for at in range(60)]
    one = compare_runs(*(evaluate(gold, [{**two, **part} for two in gold], schema) for part in ({}, {"sent": "n"})))
    assert not any("same gold" in note for note in one.run_notes)


# Oracles


@pytest.mark.parametrize("sizes", [[3, 3, 3, 3], [1, 2, 5, 9, 2], [1, 1, 30, 4, 2, 2, 8]])
def test_the_correction_is_cr2_with_the_degrees_of_freedom_of_bell_and_mccaffrey(sizes: list[int]) -> None:
    """By their matrices: residuals of each cluster times (I - H) ** -0.5, and the moments of a quadratic form."""
    rng, n = np.random.default_rng(sum(sizes)), sum(sizes)
    of = np.repeat(np.arange(len(sizes)), sizes)
    values = rng.normal(0.3, 1, n)
    ones, hat = np.ones((n, 1)), np.full((n, n), 1 / n)
    residuals, variance, columns = values - values.mean(), 0.0, []
    for cluster in range(len(sizes)):
        own = of == cluster
        shares, vectors = np.linalg.eigh(np.eye(own.sum()) - hat[np.ix_(own, own)])
        root = vectors @ np.diag(shares**-0.5) @ vectors.T
        variance += float((ones[own].T @ root @ residuals[own])[0] / n) ** 2
        columns.append((np.eye(n) - hat)[:, own] @ root @ ones[own] / n)
    moments = np.hstack(columns)
    shares = np.linalg.eigvalsh(moments.T @ moments)
    away = np.bincount(of, residuals)[:, None]
    found = ClusterCorrection.of(away, np.array(sizes, np.float64)[:, None])
    assert found.squared_error[0] == pytest.approx(variance)
    assert found.freedom[0] == pytest.approx(shares.sum() ** 2 / np.square(shares).sum())


@pytest.mark.parametrize(("clusters", "size"), [(15, 4), (6, 7), (40, 1)])
def test_of_clusters_of_one_size_the_error_is_that_of_statsmodels(clusters: int, size: int) -> None:
    """Its covariance by clusters is CR1, which is CR2 where all are of one size."""
    rng, of = np.random.default_rng(clusters), np.repeat(np.arange(clusters), size)
    values = rng.normal(0.1, 1, clusters * size) + rng.normal(0, 1, clusters)[of]
    theirs = OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": of}).bse[0]
    away, sizes = np.bincount(of, values - values.mean())[:, None], np.full((clusters, 1), float(size))
    assert ClusterCorrection.of(away, sizes).squared_error[0] ** 0.5 == pytest.approx(theirs, rel=1e-9)


def test_clusters_of_one_size_have_the_interval_of_students_t() -> None:
    """Many even differences: nothing of the score interval adds to it."""
    sums = np.random.default_rng(2).normal(0.02, 0.1, (12, 1))
    found = mean_differences(sums, np.ones((12, 1), np.bool_), 0.95, None, np.ones((12, 1)))
    ends = scipy_stats.ttest_1samp(sums[:, 0], 0).confidence_interval(0.95)
    assert (found.low[0], found.high[0]) == pytest.approx((ends.low, ends.high), rel=0.02)


def test_p_of_few_clusters_is_that_of_all_ways_to_flip_them() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        sums, sizes = rng.normal(0.1, 0.2, (6, 1)), rng.integers(1, 9, (6, 1)).astype(np.float64)
        sizes /= sizes.mean()
        ways = [abs(np.dot(signs, sums[:, 0])) for signs in itertools.product((1, -1), repeat=6)]
        exact = np.mean(np.array(ways) >= abs(sums.sum()) - 1e-9)
        found = mean_differences(sums, np.ones((6, 1), np.bool_), 0.95, None, sizes)
        assert found.p[0] >= exact - 0.01
        assert (found.p[0] <= 0.05) == (found.low[0] > 0 or found.high[0] < 0)
