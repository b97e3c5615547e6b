"""The interval of a share whose members come in groups."""

from random import Random

import pytest

from evaljson.base.errors import InputError
from evaljson.stats import clustered_share, wilson_interval
from evaljson.stats.wilson import wilson_share


def test_groups_of_one_have_wilsons_interval() -> None:
    assert clustered_share([1, 0, 1, 1, 0, 0], [1, 1, 1, 1, 1, 0]) == wilson_interval(3, 5)


def test_members_that_are_always_alike_count_once_per_group() -> None:
    groups = [1, 0, 1, 1, 0, 1] * 20
    alike = clustered_share([10 * hit for hit in groups], [10] * 120)
    assert alike == pytest.approx(wilson_interval(80, 120), abs=2e-3)


def test_the_design_effect_is_that_of_the_ratio_by_hand() -> None:
    # residuals 2 - 0.5 * 2, 0 - 0.5 * 2, 1 - 0.5 * 2: variance 3/2 * (1 + 1 + 0) / 36 = 1/12, alone 0.25 / 6 = 1/24
    assert clustered_share([2, 0, 1], [2, 2, 2]) == pytest.approx(wilson_share(0.5, 6 / 2))


def test_it_is_never_narrower_than_wilsons() -> None:
    random = Random(3)
    for _ in range(200):
        counts = [random.randint(0, 4) for _ in range(random.randint(1, 6))]
        hits = [random.randint(0, count) for count in counts]
        found, plain = clustered_share(hits, counts), wilson_interval(sum(hits), sum(counts))
        if plain is None or found is None:
            assert found is plain
            continue
        assert found[0] <= plain[0] + 1e-12
        assert found[1] >= plain[1] - 1e-12


@pytest.mark.parametrize(("hits", "counts"), [([6, 4], [6, 4]), ([0, 0], [6, 4])])
def test_without_variation_each_group_counts_as_one(hits: list[int], counts: list[int]) -> None:
    assert clustered_share(hits, counts) == wilson_interval(2 if sum(hits) else 0, 2)


def test_coverage_is_close_to_nominal_where_rows_are_alike_and_wilsons_is_far_below() -> None:
    random, runs, true = Random(11), 300, 0.7
    covered = plain = 0
    for _ in range(runs):
        shares = [random.betavariate(1.4, 0.6) for _ in range(60)]
        counts = [random.randint(1, 15) for _ in shares]
        hits = [sum(random.random() < p for _ in range(n)) for p, n in zip(shares, counts, strict=True)]
        low, high = clustered_share(hits, counts) or (0.0, 0.0)
        covered += low <= true <= high
        low, high = wilson_interval(sum(hits), sum(counts)) or (0.0, 0.0)
        plain += low <= true <= high
    assert covered / runs > 0.91
    assert plain / runs < 0.8


@pytest.mark.parametrize(("hits", "counts"), [([2], [1]), ([-1], [1]), ([1], [1, 2])])
def test_impossible_counts_are_refused(hits: list[int], counts: list[int]) -> None:
    with pytest.raises(InputError, match="one number per group"):
        clustered_share(hits, counts)
