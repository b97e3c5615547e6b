"""Prediction-powered totals: exact where all is labelled, honest where little is, better than labels alone."""

import numpy as np
import pytest

from evaljson import InputError
from evaljson.stats.prediction_powered import PredictedStratum, predicted_total


def _drawn(
    rng: np.random.Generator, chances: tuple[float, ...], items: int, labels: int
) -> tuple[float, list[PredictedStratum]]:
    """Items of two variants, as many of each, whose labels are 1 with the chance of their verdict."""
    true, strata = 0.0, []
    for chance in chances:
        weights = np.repeat([-1.0, 1.0], items // 2) / items
        said = (rng.random(items) < chance).astype(float)
        true += float(weights @ said)
        known = np.zeros(items, np.bool_)
        known[rng.permutation(items)[:labels]] = True
        strata.append(PredictedStratum(weights[known], said[known], weights[~known]))
    return true, strata


@pytest.mark.parametrize("chances", [(0.1, 0.9), (0.3, 0.7), (0.02, 0.98)])
@pytest.mark.parametrize("labels", [20, 60])
def test_the_interval_holds_the_total_as_often_as_it_says(chances: tuple[float, ...], labels: int) -> None:
    rng, held, tries = np.random.default_rng(4), 0, 400
    for _ in range(tries):
        true, strata = _drawn(rng, chances, 300, labels)
        interval = predicted_total(strata)
        assert interval is not None
        held += interval[1] <= true <= interval[2]
    assert held / tries >= 0.92


def test_where_all_is_labelled_the_total_is_known() -> None:
    true, strata = _drawn(np.random.default_rng(1), (0.2, 0.8), 40, 40)
    assert predicted_total(strata) == pytest.approx((true, true, true))


def test_a_good_rater_makes_the_interval_shorter_than_labels_alone() -> None:
    """The same labels without knowing the verdicts: their interval is wider, as weights and labels vary more."""
    rng, ratios = np.random.default_rng(2), []
    for _ in range(50):
        _, strata = _drawn(rng, (0.05, 0.95), 300, 40)
        interval = predicted_total(strata)
        assert interval is not None
        added = 600 * np.concatenate([one.weights * one.labels for one in strata])
        ratios.append((interval[2] - interval[1]) / 2 / (1.99 * added.std(ddof=1) * np.sqrt((1 - 80 / 600) / 80)))
    assert np.mean(ratios) < 0.6


def test_items_that_cancel_out_need_no_label() -> None:
    nothing = PredictedStratum(np.zeros(0), np.zeros(0), np.zeros(50))
    assert predicted_total([nothing]) == (0.0, 0.0, 0.0)


def test_one_label_of_many_items_is_too_few() -> None:
    assert predicted_total([PredictedStratum(np.ones(1), np.ones(1), np.ones(9))]) is None


def test_each_label_has_a_weight() -> None:
    with pytest.raises(InputError, match="one weight for each label"):
        predicted_total([PredictedStratum(np.ones(2), np.ones(1), np.ones(9))])
