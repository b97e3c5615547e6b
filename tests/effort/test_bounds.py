"""Bounds of shares and promised thresholds against brute force and SciPy."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy.stats import binom, hypergeom

from evaljson.base.errors import InputError
from evaljson.stats.exact_share import audit_for, chance_of_at_most, most_of_pile
from evaljson.stats.risk_control import Ranked, error_p, promised_threshold, thresholds_of


@pytest.mark.parametrize(("hits", "drawn", "pile"), [(0, 5, 12), (1, 5, 12), (5, 5, 12), (2, 12, 12), (0, 1, 1)])
def test_the_bound_of_a_pile_is_the_largest_number_that_all_draws_leave_possible(
    hits: int, drawn: int, pile: int
) -> None:
    def chance(there: int) -> float:
        draws = [sum(place < there for place in draw) for draw in combinations(range(pile), drawn)]
        return sum(found <= hits for found in draws) / comb(pile, drawn)

    possible = [there for there in range(hits, pile - drawn + hits + 1) if chance(there) > 0.05]
    assert most_of_pile(hits, drawn, pile) == max(possible)
    assert chance_of_at_most(hits, max(possible), drawn, pile) == pytest.approx(chance(max(possible)))


@pytest.mark.parametrize(("drawn", "pile"), [(20, 100), (150, 4000)])
def test_no_pile_breaks_its_bound_more_often_than_allowed(drawn: int, pile: int) -> None:
    bounds = np.array([most_of_pile(hits, drawn, pile) for hits in range(min(drawn, 12) + 1)])
    for there in range(0, pile // 10, pile // 100):
        broken = np.flatnonzero(bounds < there)
        assert hypergeom.pmf(broken, pile, there, drawn).sum() <= 0.05, there


@pytest.mark.parametrize(("allowed", "pile", "share"), [(0, 1204, 0.02), (2, 1204, 0.02), (0, 30, 0.1), (1, 400, 0.05)])
def test_the_smallest_audit_shows_the_share_and_one_value_less_does_not(allowed: int, pile: int, share: float) -> None:
    audit = audit_for(allowed, pile, share)
    assert audit is not None
    assert most_of_pile(allowed, audit.drawn, pile) <= share * pile
    assert most_of_pile(allowed, audit.drawn - 1, pile) > share * pile


def test_no_audit_allows_more_than_may_be_wrong() -> None:
    assert audit_for(1, 40, 0.02) is None
    assert audit_for(0, 40, 0.0) == (38, 0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: most_of_pile(3, 2, 4), "hits are from 0"),
        (lambda: most_of_pile(0, 5, 4), "no more can be drawn"),
        (lambda: audit_for(0, 9, 1), "a share of wrong values is from 0"),
    ],
)
def test_what_cannot_be_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def ranked(sure: list[float], wrong: list[int], values: int = 1, group: list[int] | None = None) -> Ranked:
    count = len(sure)
    of = np.arange(count) if group is None else np.array(group)
    return Ranked(np.array(sure), np.full(count, values), np.array(wrong), of)


def test_the_p_of_single_values_is_the_binomial_tail() -> None:
    assert error_p(ranked([0.5] * 60, [1] * 2 + [0] * 58), 0.1) == pytest.approx(binom.cdf(2, 60, 0.1))


def test_values_of_one_record_say_less_than_as_many_of_different_ones() -> None:
    apart, together = [0] * 60, [at // 3 for at in range(60)]
    assert error_p(ranked([0.5] * 60, apart), 0.1) < error_p(ranked([0.5] * 60, apart, group=together), 0.1)


def test_bets_on_records_are_never_surer_than_the_binomial_tail_of_as_many() -> None:
    """Of records in which nothing is wrong, each could as well be wrong as a whole."""
    for count in (20, 100):
        assert error_p(ranked([0.5] * count, [0] * count, values=10), 0.1) >= binom.cdf(0, count, 0.1)


def test_a_threshold_is_promised_only_where_the_records_show_it() -> None:
    sure = [1 - at / 400 for at in range(400)]
    none, late = [0] * 400, [0] * 200 + [1, 0] * 100
    assert promised_threshold(ranked(sure, none), 0.05) == thresholds_of(np.array(sure), 10)[-1]
    assert promised_threshold(ranked(sure, late), 0.05) == pytest.approx(1 - 199 / 400)
    assert promised_threshold(ranked(sure[:50], none[:50]), 0.05) is None
    assert promised_threshold(ranked(sure, [1] * 400), 0.05) is None
    assert promised_threshold(ranked([], []), 0.05) is None


def test_equally_sure_things_stay_together() -> None:
    assert thresholds_of(np.array([0.9] * 50 + [0.4] * 50)) == [0.9, 0.4]


def test_a_promise_is_seldom_broken() -> None:
    """Half of the values are wrong more often than the target: a promise that takes them in is broken."""
    rng, broken = np.random.default_rng(3), 0
    for _ in range(150):
        sure = rng.random(300)
        wrong = (rng.random(300) < np.where(sure > 0.5, 0.01, 0.15)).astype(int)
        threshold = promised_threshold(Ranked(sure, np.ones(300, np.intp), wrong, np.arange(300)), 0.05)
        broken += threshold is not None and threshold < 0.5 - 0.5 * 0.04 / 0.10
    assert broken <= 12
