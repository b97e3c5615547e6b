"""Intervals of differences beside those of statsmodels: of clusters, and of equivalence."""

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.weightstats import ttost_paired

from evaljson.stats.mean_difference import mean_differences


def test_clusters_of_one_size_have_the_covariance_of_statsmodels() -> None:
    rng = np.random.default_rng(5)
    clusters = np.repeat(np.arange(40), 5)
    values = np.clip(rng.normal(0.05, 0.1, 40)[clusters] + rng.normal(0, 0.1, 200), -1, 1)
    fitted = OLS(values, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    half = scipy_stats.t.ppf(0.975, 39) * fitted.bse[0]
    sums = np.bincount(clusters, values)[:, None] / 5
    found = mean_differences(sums, np.ones((40, 1), np.bool_), 0.95, sizes=np.ones((40, 1)))
    assert (found.high[0] - found.low[0]) / 2 == pytest.approx(half, rel=0.02)
    assert found.high[0] + found.low[0] == pytest.approx(2 * values.mean(), abs=0.1 * half)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_margin_that_an_interval_just_keeps_is_that_of_two_one_sided_tests(seed: int) -> None:
    """At 95% each one-sided test has 2.5%; differences are many and even, where Student's t holds."""
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(0.4, 0.8, 400), rng.uniform(0.4, 0.8, 400)
    found = mean_differences((b - a)[:, None], np.ones((400, 1), np.bool_), 0.95)
    margin = float(max(abs(found.low[0]), abs(found.high[0])))
    assert (
        ttost_paired(b, a, -1.02 * margin, 1.02 * margin)[0]
        < 0.025
        < ttost_paired(b, a, -0.98 * margin, 0.98 * margin)[0]
    )
