"""Estimates the figures of a run as if people had judged every pair, from their labels of some pairs.

Only scores of judged pairs change; values that are missing, invented, equal or decided otherwise do not. So precision,
recall and F1 are linear in the sum of the judged scores, and its interval gives theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaljson.evaluate import Schema
from evaljson.judge.calibration import LEVEL, Corrected, Labels, Truth, groups_of, judged_mean, truths_of, within
from evaljson.judge.decided_pairs import DecidedPair, pairs_of
from evaljson.results.field_result import FieldAggregation
from evaljson.results.model import RunResult
from evaljson.stats import double_sampled
from evaljson.stats.double_sampling import Interval, weighted_sum


@dataclass(frozen=True, slots=True)
class CorrectedFigures:
    """Corrected precision, recall and F1 of a field or a run."""

    precision: Corrected | None
    """None if nothing was extracted."""
    recall: Corrected | None
    f1: Corrected | None


@dataclass(frozen=True, slots=True)
class CorrectedRun:
    """The corrected figures of a run."""

    fields: Mapping[str, CorrectedFigures]
    """By schema path: the judged fields with labels for each of the judge's verdicts."""
    pooled: CorrectedFigures | None
    """Over all fields, judged or not; None if no field can be corrected."""
    uncorrected: tuple[str, ...]
    """Judged fields without enough labels: the judge's verdicts are used."""


@dataclass(frozen=True, slots=True)
class ScoreSums:
    """The score sum of some results, and the weights that precision and recall divide it by."""

    scores: float
    extracted: float
    gold: float

    def figures(self, change: Interval, labelled: int) -> CorrectedFigures:
        """Return the figures after a change of the score sum."""
        return CorrectedFigures(
            precision=self._figure(change, self.extracted, labelled),
            recall=self._figure(change, self.gold, labelled),
            f1=self._figure(change, (self.extracted + self.gold) / 2, labelled),
        )

    def _figure(self, change: Interval, divisor: float, labelled: int) -> Corrected | None:
        if not divisor:
            return None
        value, low, high = ((self.scores + part) / divisor for part in change)
        return Corrected(*within((value, low, high), 0.0, 1.0), self.scores / divisor, labelled)


def corrected(run: RunResult, schema: Schema, labels: Labels) -> CorrectedRun | None:
    """Correct a run's figures for the judge's errors, as far as labels show them; None without labels.

    `schema` is the one that the run was scored under. Each field's labels must be a random part of the pairs with the
    same verdict, as `to_label` draws them.
    """
    return corrected_pairs(run, pairs_of(run, schema), labels)


def corrected_pairs(run: RunResult, pairs: Sequence[DecidedPair], labels: Labels) -> CorrectedRun | None:
    """Correct a run's figures from all of its decided pairs."""
    known, by_field = truths_of(pairs, labels), dict[str, list[DecidedPair]]()
    for pair in pairs:
        by_field.setdefault(pair.question.field, []).append(pair)
    if not known:
        return None
    changes: dict[str, Interval] = {}
    fields, uncorrected, counted = dict[str, CorrectedFigures](), list[str](), dict[str, int]()
    for path, field_pairs in by_field.items():
        change, labelled = _change(field_pairs, known), sum(pair.sha256 in known for pair in field_pairs)
        if change is None:
            uncorrected.append(path)
            continue
        changes[path], counted[path] = change, labelled
        fields[path] = score_sums([run.per_field[path]], [1.0]).figures(change, labelled)
    if not fields:
        return CorrectedRun({}, None, tuple(uncorrected))
    weights = [field.weight for field in run.per_field.values()]
    all_fields = score_sums(list(run.per_field.values()), weights)
    total = weighted_sum([(run.per_field[path].weight, change) for path, change in changes.items()])
    return CorrectedRun(fields, all_fields.figures(total, sum(counted.values())), tuple(uncorrected))


def _change(pairs: Sequence[DecidedPair], known: Mapping[str, Truth]) -> Interval | None:
    """Return people's score sum less the judge's; None without labels for each verdict."""
    groups: list[tuple[float, Interval]] = []
    for rubric in dict.fromkeys(pair.rubric for pair in pairs):
        group = [pair for pair in pairs if pair.rubric == rubric]
        mean = double_sampled(groups_of(group, known), LEVEL)
        if mean is None:
            return None
        value, low, high = mean
        judged = judged_mean(group)
        groups.append((sum(pair.count for pair in group), (value - judged, low - judged, high - judged)))
    return weighted_sum(groups)


def score_sums(fields: Sequence[FieldAggregation], weights: Sequence[float]) -> ScoreSums:
    """Add up the scores of fields, each with its weight."""
    scores = extracted = gold = 0.0
    for field, weight in zip(fields, weights, strict=True):
        both = field.matches + field.mismatches
        counted = both + field.omissions + field.hallucinations
        scores += weight * (field.mean_score or 0.0) * counted
        extracted += weight * (both + field.hallucinations)
        gold += weight * (both + field.omissions)
    return ScoreSums(scores, extracted, gold)


def difference(first: Corrected, second: Corrected) -> Corrected:
    """Subtract the first figure from the second, of two runs over the same gold.

    Errors on pairs that both runs share cancel out, so the true interval is rather narrower.
    """
    figures = [(-1.0, (first.value, first.low, first.high)), (1.0, (second.value, second.low, second.high))]
    change = within(weighted_sum(figures), -1.0, 1.0)
    return Corrected(*change, second.judged - first.judged, first.labelled + second.labelled)


def carried(interval: Interval, figure: Corrected) -> Interval:
    """Widen an interval for the choice of records by the uncertainty about the judge's errors.

    `interval` is value, low and high of `figure.judged`; both kinds of chance are independent of each other.
    """
    error = (figure.value - figure.judged, figure.low - figure.judged, figure.high - figure.judged)
    return weighted_sum([(1.0, interval), (1.0, error)])
