"""Intervals that hold at any time: how often they err over all looks, and what they always hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.arrays import Floats
from evaljson.stats.betting import anytime_interval, anytime_p, anytime_sign_p
from tests.profiles import examples, share

VALUES = st.lists(st.one_of(st.just(0.0), st.floats(-1, 1).map(lambda one: round(one, 3))), min_size=1, max_size=60)


@pytest.mark.examples
@pytest.mark.parametrize("kind", ["sparse", "graded", "one way or the other"])
def test_looking_after_every_record_errs_in_5_percent_at_most(kind: str) -> None:
    rng, sims, n = np.random.default_rng(3), share(240), 150
    erred, looked = 0, dict[bytes, float]()

    def p_after(seen: Floats) -> float:
        """Return the p; where as many records have each difference as at a look before, it is the one of then."""
        state = np.sort(seen[seen != 0]).tobytes()
        if state not in looked:
            looked[state] = anytime_p(seen)
        return looked[state]

    for _ in range(sims):
        sizes = {"sparse": rng.random(n) < 0.1, "graded": rng.random(n), "one way or the other": np.ones(n)}[kind]
        values = np.round(sizes * rng.choice([-1.0, 1.0], n), 2)
        erred += any(p_after(values[:seen]) <= 0.05 for seen in range(1, n + 1))
    assert erred / sims <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / sims)


@examples(60)
@given(VALUES)
def test_interval_and_p_say_the_same_mirror_and_do_not_depend_on_the_order(values: list[float]) -> None:
    found = anytime_interval(values, 0.95)
    assert -1 <= found.low <= np.mean(values) + 1e-9
    assert np.mean(values) - 1e-9 <= found.high <= 1
    outside = found.low > 1e-9 or found.high < -1e-9
    assert outside == (found.p <= 0.05) or min(abs(found.low), abs(found.high)) < 1e-6
    mirrored = anytime_interval([-one for one in values], 0.95)
    assert (mirrored.low, mirrored.high) == pytest.approx((-found.high, -found.low), abs=1e-9)
    assert anytime_interval(values[::-1], 0.95) == found
    assert anytime_p(values) == found.p
    assert anytime_p([*values, 0.0]) == pytest.approx(found.p, rel=1e-12), (
        "a record without a difference is no evidence"
    )


def test_it_is_longer_than_an_interval_for_one_look_but_finds_what_is_clear() -> None:
    values = np.where(np.arange(200) % 5 == 0, 1.0, 0.0)
    low, high, p = anytime_interval(values, 0.95)
    assert 0 < low < 0.2 < high
    assert p < 1e-6


def test_without_any_difference_nothing_is_found() -> None:
    assert anytime_interval(np.zeros(50), 0.95).p == 1
    assert anytime_sign_p([0], [0]).tolist() == [1.0]


@pytest.mark.parametrize(
    ("up", "down", "found"), [(8, 0, False), (10, 0, True), (0, 10, True), (12, 2, False), (40, 15, True)]
)
def test_bets_on_signs_find_what_went_one_way(up: int, down: int, found: bool) -> None:
    assert (anytime_sign_p([up], [down])[0] <= 0.05) == found


@examples(40)
@given(st.integers(0, 60), st.integers(0, 60))
def test_one_more_record_for_a_side_never_raises_the_p_of_signs(up: int, down: int) -> None:
    up, down = max(up, down), min(up, down)
    before, after = anytime_sign_p([up, up + 1], [down, down])
    assert after <= before + 1e-12
