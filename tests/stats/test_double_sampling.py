"""The mean that people would give is found whatever a cheap rater's errors are, and its interval is honest."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson import InputError
from evaljson.stats import double_sampled, wilson_interval
from evaljson.stats.double_sampling import RatedGroup, group_mean, weighted_sum


def group(size: int, labels: list[float], distinct: int | None = None) -> RatedGroup:
    return RatedGroup(size, size if distinct is None else distinct, labels, [1.0] * len(labels))


def test_it_is_the_estimate_of_tenenbein() -> None:
    """His estimate of a share by hand: 300 of 1,000 are said to be positive, of which 18 of 20 labelled ones are, and 3
    of 30 of those said to be negative."""
    estimate = double_sampled([group(300, [1.0] * 18 + [0.0] * 2), group(700, [1.0] * 3 + [0.0] * 27)])
    assert estimate is not None
    assert estimate[0] == pytest.approx(
        float(Fraction(300, 1000) * Fraction(18, 20) + Fraction(700, 1000) * Fraction(3, 30))
    )
    # His variance, with the size of the run taken as given, is what the interval is about (here within a tenth).
    variance = 0.3**2 * 0.9 * 0.1 / 20 + 0.7**2 * 0.1 * 0.9 / 30
    assert (estimate[2] - estimate[1]) / 2 == pytest.approx(1.96 * math.sqrt(variance), rel=0.1)


def test_it_is_the_prediction_powered_estimate() -> None:
    """The rater's mean put right by its mean error: the same, where labels are spread like verdicts."""
    verdicts, labels = [1] * 6 + [0] * 4, [1, 1, 1, 1, 0, 1, 0, 0, 1, 0]
    by_rater = 60 / 100
    rectified = by_rater + sum(label - verdict for label, verdict in zip(labels, verdicts, strict=True)) / 10
    estimate = double_sampled([group(60, list(map(float, labels[:6]))), group(40, list(map(float, labels[6:])))])
    assert estimate is not None
    assert estimate[0] == pytest.approx(rectified)


def test_without_labels_in_a_group_nothing_is_known() -> None:
    assert double_sampled([group(5, [1.0]), group(5, [])]) is None
    assert double_sampled([]) is None
    assert double_sampled([group(5, [1.0] * 5), group(0, [])]) == (1, 1, 1)


def test_one_group_has_the_interval_of_wilson() -> None:
    many = 10**9
    assert group_mean(group(many, [1.0] * 8 + [0.0] * 2))[1:] == pytest.approx(wilson_interval(8, 10), abs=1e-6)


def test_what_is_labelled_throughout_is_known() -> None:
    assert group_mean(group(4, [1.0, 0.0, 0.5, 1.0])) == (0.625, 0.625, 0.625)
    _, low, high = group_mean(group(5, [1.0, 0.0, 0.5, 1.0]))
    assert low < 0.625 < high


def test_a_label_that_speaks_for_more_counts_for_more_and_the_sample_for_less() -> None:
    even = group_mean(RatedGroup(1000, 1000, [1.0, 0.0, 1.0, 0.0], [1] * 4))
    odd = group_mean(RatedGroup(1000, 1000, [1.0, 0.0, 1.0, 0.0], [49, 49, 1, 1]))
    assert even[0] == odd[0] == 0.5
    assert odd[1] < even[1]


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0, 1), st.floats(0, 0.5), st.floats(0, 0.5)), max_size=6))
def test_a_sum_lies_in_its_interval_and_turns_round_with_its_signs(
    some: list[tuple[float, float, float, float]],
) -> None:
    parts = [(weight, (value, value - below, value + above)) for weight, value, below, above in some]
    value, low, high = weighted_sum(parts)
    assert low <= value <= high
    turned = weighted_sum([(-weight, figure) for weight, figure in parts])
    assert turned == pytest.approx((-value, -high, -low))


@pytest.mark.parametrize(
    "wrong",
    [group(5, [2.0]), group(1, [1.0, 0.0]), RatedGroup(5, 5, [1.0], []), RatedGroup(5, 5, [1.0], [0]), group(3, [])],
)
def test_what_is_no_group_is_refused(wrong: RatedGroup) -> None:
    with pytest.raises(InputError, match="label"):
        group_mean(wrong)


@pytest.mark.parametrize(("sensitivity", "specificity", "share"), [(0.9, 0.95, 0.7), (0.8, 0.9, 0.95), (0.7, 0.6, 0.2)])
def test_the_interval_holds_the_truth_as_often_as_it_says(sensitivity: float, specificity: float, share: float) -> None:
    """600 pairs, 30 labels of each verdict, a rater that is wrong more often on one side: what it says is off."""
    random = np.random.default_rng(11)
    held = trusted = 0
    for _ in range(300):
        real = random.random(600) < share
        by_rater = np.where(real, random.random(600) < sensitivity, random.random(600) > specificity)
        groups = []
        for verdict in (False, True):
            there = np.flatnonzero(by_rater == verdict)
            drawn = random.choice(there, min(30, len(there)), replace=False)
            groups.append(group(len(there), real[drawn].astype(float).tolist()))
        estimate = double_sampled(groups)
        assert estimate is not None
        held += estimate[1] <= real.mean() <= estimate[2]
        interval = wilson_interval(int(by_rater.sum()), 600)
        trusted += interval is not None and interval[0] <= real.mean() <= interval[1]
    assert held >= 0.92 * 300  # 95% less what 300 tries can miss by chance
    assert trusted < 0.6 * 300
