"""The saddlepoint approximation of sums with random signs, against their exact distribution."""

import numpy as np
import pytest

from evaljson.base.arrays import Floats
from evaljson.stats import paired_permutation
from evaljson.stats.flipped_sums import exact_p, rounded_sizes
from evaljson.stats.saddlepoint import flipped_sum_p

CELLS = 1000
RNG = np.random.default_rng(1)
SIZES = {
    "even": RNG.uniform(0.02, 1, 251),
    "skewed": RNG.beta(0.5, 3, 300) + 0.001,
    "one wild": np.append(RNG.uniform(0.01, 0.05, 250), 1.0),
    "hardly unlike": 0.3 + 0.1 * RNG.random(251),
}


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("deviations", [2.6, 3.5, 5.0])
def test_it_is_the_exact_chance_but_for_a_few_hundredths(sizes: Floats, deviations: float) -> None:
    away = min(deviations * np.sqrt(np.square(sizes).sum()), 0.9 * sizes.sum())
    exact = exact_p(rounded_sizes(sizes, CELLS), round(away / sizes.max() * CELLS))
    assert flipped_sum_p(sizes, away) == pytest.approx(exact, rel=0.06)


@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_if_all_went_one_way_it_is_the_chance_of_that(sizes: Floats) -> None:
    whole = float(sizes.sum())
    assert flipped_sum_p(sizes, whole) == 2 * 0.5 ** len(sizes)
    nearly = flipped_sum_p(sizes, whole - 2 * float(sizes.min()))
    assert 2 * 0.5 ** len(sizes) <= nearly < 1e-60


@pytest.mark.parametrize("share", [0.58, 0.62, 0.66])
def test_the_251st_record_for_the_same_side_raises_no_p(share: float) -> None:
    """Up to 250 graded records p is exact; beyond, few drawn swaps would go as far."""
    rng = np.random.default_rng(round(100 * share))
    for _ in range(5):
        values = rng.uniform(0.1, 1, 250) * np.where(rng.random(250) < share, 1, -1)
        before, after = (paired_permutation(one[:, None], 1000, 0)[0] for one in (values, np.append(values, 0.4)))
        if values.sum() > 0 and before < 0.05:
            assert after < before
