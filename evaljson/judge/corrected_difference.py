"""The difference between two runs that one judge scored, as people would have it, from their labels of some pairs.

Pairs that both runs share cancel out, whatever the judge makes of them, and an error that the judge makes in both
directions alike takes nothing off the difference. So it is known better than the figure of either run
(evaljson/stats/prediction_powered.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaljson.base.errors import InputError
from evaljson.judge.calibration import LEVEL, Corrected, Labels, Truth, counted_as, truths_of, within
from evaljson.judge.corrected_figures import score_sums
from evaljson.judge.decided_pairs import DecidedPair
from evaljson.results.model import RunResult
from evaljson.stats.prediction_powered import PredictedStratum, predicted_total

METHOD = "prediction-powered inference"


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A run with all pairs that its judge decided (`pairs_of`)."""

    run: RunResult
    pairs: Sequence[DecidedPair]


@dataclass(slots=True)
class _Item:
    """One pair in both runs: what a score of 1 adds to the difference, and what the judge's score adds."""

    pair: DecidedPair
    weight: float = 0.0
    judged: float = 0.0


def corrected_difference(a: JudgedRun, b: JudgedRun, labels: Labels) -> Corrected | None:
    """Correct the difference in pooled F1 (B minus A) of two runs over the same gold; None if no field has labels.

    The labels must be a random part of the pairs with the same verdict, those of both runs taken together, with two at
    least for each verdict. Fields without are taken as the judge says. The interval is about these records.
    """
    known = truths_of([*a.pairs, *b.pairs], labels)
    sums = [score_sums(list(side.run.per_field.values()), _weights(side.run)) for side in (a, b)]
    divisors = [(side.extracted + side.gold) / 2 for side in sums]
    if not known or not all(divisors):
        return None
    groups = _by_field(_items(a, -1 / divisors[0]), _items(b, 1 / divisors[1]))
    strata, judged_part = list[PredictedStratum](), 0.0
    for items in groups.values():
        of_field = _strata(items, known)
        if predicted_total(of_field, LEVEL) is not None:
            strata += of_field
            judged_part += sum(item.judged for item in items)
    total = predicted_total(strata, LEVEL) if strata else None
    if total is None:
        return None
    judged = sums[1].scores / divisors[1] - sums[0].scores / divisors[0]
    rest = judged - judged_part
    value, low, high = within((rest + total[0], rest + total[1], rest + total[2]), -1.0, 1.0)
    return Corrected(value, low, high, judged, sum(len(one.labels) for one in strata), method=METHOD)


def corrected_differences(
    baseline: str, judged: Mapping[str, JudgedRun], labels: Labels
) -> dict[str, Corrected | None]:  # fmt: skip
    """Return the same for each other run against one, by name; None where labels are too few.

    Runs over other records than those of the baseline have none. Raises InputError if no judge scored the baseline.
    """
    if baseline not in judged:
        raise InputError(f"no judge has scored {baseline!r}: score it with one first")
    first = judged[baseline]
    return {
        name: corrected_difference(first, other, labels) if other.run.record_keys == first.run.record_keys else None
        for name, other in judged.items()
        if name != baseline
    }


def _weights(run: RunResult) -> list[float]:
    return [field.weight for field in run.per_field.values()]


def _items(side: JudgedRun, sign: float) -> Iterable[_Item]:
    for pair in side.pairs:
        weight = sign * side.run.per_field[pair.question.field].weight
        yield _Item(pair, weight * pair.count, weight * sum(judged.result.score for judged in pair.results))


def _by_field(*sides: Iterable[_Item]) -> dict[tuple[str, str], list[_Item]]:
    """Add up what equal pairs with the same verdict add in both runs, and group them by field and rubric."""
    by_pair: dict[tuple[str, str], _Item] = {}
    for side in sides:
        for item in side:
            known = by_pair.setdefault((item.pair.sha256, item.pair.verdict), _Item(item.pair))
            known.weight, known.judged = known.weight + item.weight, known.judged + item.judged
    groups: dict[tuple[str, str], list[_Item]] = {}
    for item in by_pair.values():
        groups.setdefault((item.pair.question.field, item.pair.rubric), []).append(item)
    return groups


def _strata(items: Sequence[_Item], known: Mapping[str, Truth]) -> list[PredictedStratum]:
    """Make a stratum of each verdict."""
    strata = []
    for verdict in dict.fromkeys(item.pair.verdict for item in items):
        members = [item for item in items if item.pair.verdict == verdict]
        labelled = [item for item in members if item.pair.sha256 in known]
        strata.append(
            PredictedStratum(
                weights=_settled([item.weight for item in labelled]),
                labels=np.array([counted_as(item.pair, known[item.pair.sha256].step) for item in labelled]),
                unlabelled=_settled([item.weight for item in members if item.pair.sha256 not in known]),
            )
        )
    return strata


def _settled(weights: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the weights as an array; those that cancel out except for rounding are 0."""
    row = np.array(weights, np.float64)
    return np.where(np.abs(row) > 1e-15, row, 0.0)
