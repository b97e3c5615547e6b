"""Intervals of one run over clusters: as long as those of as many records as say the same."""

import numpy as np
import pytest

from evaljson.stats import clustered_share, mean_intervals


def test_copies_count_once() -> None:
    scores = np.random.default_rng(1).random(12)
    copies, clusters = np.repeat(scores, 4)[:, None], np.repeat(np.arange(12), 4)
    ((low, high),) = mean_intervals(copies, groups=clusters)
    ((once_low, once_high),) = mean_intervals(scores[:, None])
    assert (low, high) == pytest.approx((once_low, once_high), abs=0.02)
    assert mean_intervals(scores[:, None], groups=np.arange(12)) == mean_intervals(scores[:, None])


@pytest.mark.parametrize("clusters", [8, 30])
def test_means_and_shares_cover_where_customers_differ(clusters: int) -> None:
    rng, sims, mean, share = np.random.default_rng(clusters), 400, 0, 0
    numbers = np.repeat(np.arange(clusters), 5)
    for _ in range(sims):
        easy = np.clip(rng.normal(0.7, 0.15, clusters), 0, 1)[numbers]
        scores = rng.binomial(10, easy) / 10
        ((low, high),) = mean_intervals(scores[:, None], groups=numbers) or [(0.0, 1.0)]
        mean += low <= 0.699 <= high
        right = rng.random(len(numbers)) < easy
        ends = clustered_share(right, np.ones(len(right)), groups=numbers)
        share += ends is not None and ends[0] <= 0.699 <= ends[1]
    assert mean / sims >= 0.92
    assert share / sims >= 0.92
