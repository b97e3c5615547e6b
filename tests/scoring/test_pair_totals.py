"""What is looked up in a table of all F1 that occur is what computing each of them gives."""

from __future__ import annotations

import numpy as np
import pytest

from evaljson.scoring import pair_totals
from evaljson.scoring.pair_totals import Totals


def totals(seed: int, weights: list[float]) -> Totals:
    """Three pairs of arrays, 40 x 50, with so many fields; some are absent on either side."""
    chance = np.random.default_rng(seed)
    made = Totals((3, 40, 50))
    for weight in weights:
        made.scores.add_marks(chance.random(made.shape) < 0.3, weight)
        made.gold.add((chance.random((3, 40, 1)) < 0.8) * weight)
        made.extracted.add((chance.random((3, 1, 50)) < 0.8) * weight)
    return made


@pytest.mark.parametrize(
    "weights",
    [[1.0], [1.0] * 4, [0.1, 0.2, 0.3], [0.0, 0.0], [1 / 3] * 9, [2.0**-k for k in range(8)]],
    ids=["one field", "equal weights", "other weights", "no weight", "more fields than bits", "many sums"],
)
@pytest.mark.parametrize("at_once", [1, 3_000, 1 << 15])
def test_f1_by_table_is_f1_pair_by_pair(monkeypatch: pytest.MonkeyPatch, weights: list[float], at_once: int) -> None:
    monkeypatch.setattr(pair_totals, "_AT_ONCE", at_once)
    by_table = totals(7, weights).f1()
    monkeypatch.setattr(pair_totals, "_PER_ELEMENT", 1 << 20)
    assert np.array_equal(by_table, totals(7, weights).f1())


def test_scores_between_right_and_wrong_are_added_to_marks_in_their_order() -> None:
    made, plain = totals(1, [0.1, 0.2]), totals(1, [0.1, 0.2])
    similar = np.full(made.shape, 0.7)
    made.scores.add(similar * 0.3)
    made.scores.add_marks(similar > 0.5, 0.4)
    assert np.array_equal(made.scores.summed(), plain.scores.summed() + similar * 0.3 + 0.4)
