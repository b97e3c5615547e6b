"""The figures of a run as they would be if people had judged in the judge's place, from their labels of some pairs.

Only scores of judged pairs move; what was omitted, made up, equal or decided otherwise stays. So precision, recall and
F1 are straight lines in the sum of the judged scores, and its interval becomes theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaljson.evaluate import Schema
from evaljson.judge.calibration import LEVEL, Corrected, Labels, Truth, groups_of, judged_mean, known_of, within
from evaljson.judge.decided_pairs import DecidedPair, pairs_of
from evaljson.results.field_result import FieldAggregation
from evaljson.results.model import RunResult
from evaljson.stats import double_sampled
from evaljson.stats.double_sampling import Interval, weighted_sum


@dataclass(frozen=True, slots=True)
class CorrectedFigures:
    """Of a field, or of a run."""

    precision: Corrected | None
    """None where nothing was extracted."""
    recall: Corrected | None
    f1: Corrected | None


@dataclass(frozen=True, slots=True)
class CorrectedRun:
    """What the labels say of a run."""

    fields: Mapping[str, CorrectedFigures]
    """By schema path: of the judged fields with labels for each of the judge's verdicts."""
    pooled: CorrectedFigures | None
    """Over all fields, judged or not; None where no field can be corrected."""
    uncorrected: tuple[str, ...]
    """Judged fields whose labels do not suffice: taken as the judge says."""


@dataclass(frozen=True, slots=True)
class _Sums:
    """The score sum of some results, and the weights that precision and recall divide it by."""

    scores: float
    extracted: float
    gold: float

    def figures(self, change: Interval, labelled: int) -> CorrectedFigures:
        """With the score sum changed by so much."""
        lines = (self.extracted, self.gold, (self.extracted + self.gold) / 2)
        return CorrectedFigures(*(self._figure(change, divisor, labelled) for divisor in lines))

    def _figure(self, change: Interval, divisor: float, labelled: int) -> Corrected | None:
        if not divisor:
            return None
        value, low, high = change
        figure = within(tuple((self.scores + one) / divisor for one in (value, low, high)), 0.0, 1.0)  # type: ignore[arg-type]
        return Corrected(*figure, self.scores / divisor, labelled)


def corrected(run: RunResult, schema: Schema, labels: Labels) -> CorrectedRun | None:
    """Figures with the judge's errors taken out, as far as labels tell them; None where there is no label.

    `schema` is the one that the run was scored under. Each field's labels must be a random part of the pairs with the
    same verdict, as `to_label` draws them.
    """
    return corrected_pairs(run, pairs_of(run, schema), labels)


def corrected_pairs(run: RunResult, pairs: Sequence[DecidedPair], labels: Labels) -> CorrectedRun | None:
    """The same from pairs at hand, all of those of the run."""
    known, by_field = known_of(pairs, labels), dict[str, list[DecidedPair]]()
    for pair in pairs:
        by_field.setdefault(pair.question.field, []).append(pair)
    if not known:
        return None
    changes: dict[str, Interval] = {}
    fields, uncorrected, counted = dict[str, CorrectedFigures](), list[str](), dict[str, int]()
    for path, own in by_field.items():
        change, labelled = _change(own, known), sum(pair.sha256 in known for pair in own)
        if change is None:
            uncorrected.append(path)
            continue
        changes[path], counted[path] = change, labelled
        fields[path] = _sums([run.per_field[path]], [1.0]).figures(change, labelled)
    if not fields:
        return CorrectedRun({}, None, tuple(uncorrected))
    weights = [one.weight for one in run.per_field.values()]
    every = _sums(list(run.per_field.values()), weights)
    total = weighted_sum([(run.per_field[path].weight, change) for path, change in changes.items()])
    return CorrectedRun(fields, every.figures(total, sum(counted.values())), tuple(uncorrected))


def _change(pairs: Sequence[DecidedPair], known: Mapping[str, Truth]) -> Interval | None:
    """By how much people's score sum differs from the judge's; None without labels for each verdict."""
    groups: list[tuple[float, Interval]] = []
    for rubric in dict.fromkeys(pair.rubric for pair in pairs):
        own = [pair for pair in pairs if pair.rubric == rubric]
        mean = double_sampled(groups_of(own, known), LEVEL)
        if mean is None:
            return None
        value, low, high = mean
        judged = judged_mean(own)
        groups.append((sum(pair.count for pair in own), (value - judged, low - judged, high - judged)))
    return weighted_sum(groups)


def _sums(fields: Sequence[FieldAggregation], weights: Sequence[float]) -> _Sums:
    scores = extracted = gold = 0.0
    for one, weight in zip(fields, weights, strict=True):
        both = one.matches + one.mismatches
        counted = both + one.omissions + one.hallucinations
        scores += weight * (one.mean_score or 0.0) * counted
        extracted += weight * (both + one.hallucinations)
        gold += weight * (both + one.omissions)
    return _Sums(scores, extracted, gold)


def difference(first: Corrected, second: Corrected) -> Corrected:
    """The second figure less the first one, of two runs over the same gold.

    Pairs that both runs share err in both alike, so the true difference is rather surer than the interval says.
    """
    figures = [(-1.0, (first.value, first.low, first.high)), (1.0, (second.value, second.low, second.high))]
    change = within(weighted_sum(figures), -1.0, 1.0)
    return Corrected(*change, second.judged - first.judged, first.labelled + second.labelled)


def carried(interval: Interval, figure: Corrected) -> Interval:
    """An interval of `figure.judged` that other records would have brought, with the judge's errors in it as well.

    `interval` is value, low and high as the judge has them; both kinds of chance are independent of each other.
    """
    off = (figure.value - figure.judged, figure.low - figure.judged, figure.high - figure.judged)
    return weighted_sum([(1.0, interval), (1.0, off)])
