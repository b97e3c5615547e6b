"""The difference between two runs that one judge scored, as people would have it."""

import random

import pytest

from evaljson import evaluate
from evaljson.judge.corrected_difference import METHOD, JudgedRun, corrected_difference
from evaljson.judge.corrected_figures import corrected_pairs, difference
from evaljson.judge.decided_pairs import pairs_of, to_label
from tests.judge.test_calibration import ByNumber, Said, schema

SCHEMA = schema()


def judged(verdicts: list[int], name: str) -> JudgedRun:
    """A run whose extracted texts the judge calls different (0) or the same (2)."""
    gold = [{"terms": f"gold {at}", "name": "n"} for at in range(len(verdicts))]
    extracted = [{"terms": f"{verdict} {name} {at}", "name": "n"} for at, verdict in enumerate(verdicts)]
    run = evaluate(gold, extracted, SCHEMA, judge=ByNumber())
    return JudgedRun(run, pairs_of(run, SCHEMA))


A, B = judged([2] * 60 + [0] * 60, "a"), judged([2] * 80 + [0] * 40, "b")


def said(rng: random.Random, *sides: JudgedRun) -> dict[str, list[Said]]:
    """People agree with the judge on 85% of what it calls the same, and 90% of what it calls different."""
    chance = {"same": 0.85, "different": 0.1}
    return {
        pair.sha256: [Said("same" if rng.random() < chance[pair.verdict] else "different")]
        for side in sides
        for pair in side.pairs
    }


def of_people(labels: dict[str, list[Said]]) -> float:
    """The difference if people had judged all pairs; F1 counts two fields a record."""
    right = [sum(labels[pair.sha256][0].step == "same" for pair in side.pairs) for side in (A, B)]
    return (right[1] - right[0]) / 240


def test_with_all_pairs_labelled_it_is_what_people_say() -> None:
    labels = said(random.Random(1), A, B)
    found = corrected_difference(A, B, labels)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((of_people(labels),) * 3)
    assert found.judged == pytest.approx(20 / 240)
    assert (found.method, found.about, found.labelled) == (METHOD, "these records", 240)


def test_the_interval_holds_what_people_would_say_and_is_shorter_than_that_of_two_figures() -> None:
    held, shorter, tries = 0, 0, 60
    for seed in range(tries):
        labels = said(random.Random(seed), A, B)
        drawn = {pair.sha256: labels[pair.sha256] for pair in to_label([*A.pairs, *B.pairs], count=80, seed=seed)}
        found = corrected_difference(A, B, drawn)
        assert found is not None
        held += found.low <= of_people(labels) <= found.high
        figures = [corrected_pairs(side.run, side.pairs, drawn) for side in (A, B)]
        pooled = [one.pooled.f1 for one in figures if one is not None and one.pooled is not None]
        assert pooled[0] is not None
        assert pooled[1] is not None
        apart = difference(pooled[0], pooled[1])
        shorter += found.high - found.low <= apart.high - apart.low
    assert held / tries >= 0.88  # 95%, less what 60 tries can miss by chance
    assert shorter / tries >= 0.8


def test_runs_that_share_all_pairs_do_not_differ_whatever_the_labels() -> None:
    found = corrected_difference(A, A, said(random.Random(2), A))
    assert found is not None
    assert (found.value, found.low, found.high) == (0, 0, 0)


def test_without_labels_nothing_is_corrected() -> None:
    assert corrected_difference(A, B, {}) is None
    one = A.pairs[0].sha256
    assert corrected_difference(A, B, {one: [Said("same")]}) is None
