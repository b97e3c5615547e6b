"""Measures how reliable a judge is: compares its verdicts with people's labels of the same pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from evaljson.base.errors import InputError
from evaljson.evaluate import Schema
from evaljson.judge.decided_pairs import DecidedPair, even_shares, pairs_of
from evaljson.judge.run_kappa import run_kappa
from evaljson.results.model import RunResult
from evaljson.stats import Kappa, cohens_kappa, double_sampled, wilson_interval
from evaljson.stats.double_sampling import Interval, RatedGroup, mean_interval, weighted_sum
from evaljson.stats.kappa import Weights

LEVEL = 0.95
_MOST_LABELS = 1_000_000


class Labelled(Protocol):
    """The part of a label that is needed here; `evaljson.store.Label` has it."""

    @property
    def step(self) -> str:
        """A step of the scale."""


About = Literal["these records", "all such records"]
Labels = Mapping[str, Sequence[Labelled]]
"""By the sha256 of pairs, as `store.labels.of` returns them."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The majority's verdict on a pair."""

    step: str
    people: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """An estimate of a figure if people had judged every pair, from their labels and the judge's other verdicts."""

    value: float
    low: float
    high: float
    judged: float
    """The figure by the judge's verdicts."""
    labelled: int
    """Labelled pairs that the estimate uses."""
    level: float = LEVEL
    method: str = "double sampling"
    about: About = "these records"
    """Whether the interval is about the records of this run alone, or about all records like them."""


@dataclass(frozen=True, slots=True)
class FieldCalibration:
    """One judged field of a run, under one rubric."""

    field: str
    title: str | None
    rubric: str
    steps: tuple[str, ...]
    """Worst first."""
    verdict_counts: tuple[int, ...]
    """Pairs by the judge's step, labelled or not."""
    confusion: tuple[tuple[int, ...], ...]
    """Labelled pairs: people's verdict by row, the judge's by column."""
    labelled: int
    pairs: int
    """Distinct pairs in the run."""
    disputed: int
    """Pairs on which people's labels are tied: they count nowhere."""
    agreement: float | None
    """Share of the run's pairs on which people and judge agree; None without labels."""
    agreement_interval: tuple[float, float] | None
    kappa: Kappa | None
    """None if it is undefined: no labels, or all labels and all verdicts on one step."""
    weighted: Kappa | None
    """Kappa with near misses counted in part, for three or more steps."""
    corrected: Corrected | None
    """The mean score of the judged results."""
    why_not: str | None
    """Why nothing is corrected, and what to label to change this."""


def truths(labels: Labels) -> dict[str, Truth]:
    """Return the majority's verdict by pair; pairs with a tie are left out."""
    majority: dict[str, Truth] = {}
    for pair, pair_labels in labels.items():
        (step, most), *others = Counter(label.step for label in pair_labels).most_common() or [("", 0)]
        if most and (not others or others[0][1] < most):
            majority[pair] = Truth(step, len(pair_labels))
    return majority


def truths_of(pairs: Iterable[DecidedPair], labels: Labels) -> dict[str, Truth]:
    """Return `truths` of these pairs whose step is on the pair's scale."""
    known = truths(labels)
    return {
        pair.sha256: known[pair.sha256]
        for pair in pairs
        if pair.sha256 in known and known[pair.sha256].step in pair.steps
    }


def calibrate(run: RunResult, schema: Schema, labels: Labels) -> list[FieldCalibration]:
    """Measure agreement for each judged field and rubric, in order of appearance. `schema` is the one of the run."""
    return calibrate_pairs(pairs_of(run, schema), labels)


def calibrate_pairs(pairs: Iterable[DecidedPair], labels: Labels) -> list[FieldCalibration]:
    """Measure agreement for each field and rubric of these pairs."""
    pairs = list(pairs)
    known, groups = truths_of(pairs, labels), dict[tuple[str, str], list[DecidedPair]]()
    for pair in pairs:
        groups.setdefault((pair.question.field, pair.rubric), []).append(pair)
    return [_calibrated(path, rubric, group, known, labels) for (path, rubric), group in groups.items()]


def _calibrated(
    path: str, rubric: str, pairs: Sequence[DecidedPair], known: Mapping[str, Truth], labels: Labels
) -> FieldCalibration:
    steps = tuple(pairs[0].steps)
    labelled = [(pair, known[pair.sha256].step) for pair in pairs if pair.sha256 in known]
    table = [[0] * len(steps) for _ in steps]
    for pair, step in labelled:
        table[steps.index(step)][steps.index(pair.verdict)] += 1
    verdict_counts = Counter(pair.verdict for pair in pairs)
    agreement = double_sampled(groups_of(pairs, known, _agrees, lambda pair: 1), LEVEL) or _plain(table)
    mean = double_sampled(groups_of(pairs, known), LEVEL)
    counts = [verdict_counts[step] for step in steps]
    return FieldCalibration(
        field=path,
        title=pairs[0].question.title,
        rubric=rubric,
        steps=steps,
        verdict_counts=tuple(counts),
        confusion=tuple(map(tuple, table)),
        labelled=len(labelled),
        pairs=len(pairs),
        disputed=sum(pair.sha256 not in known and bool(labels.get(pair.sha256)) for pair in pairs),
        agreement=agreement[0] if agreement else None,
        agreement_interval=agreement[1:] if agreement else None,
        kappa=_kappa(table, counts),
        weighted=_kappa(table, counts, "linear") if len(steps) > 2 else None,
        corrected=None if mean is None else Corrected(*within(mean, 0, 1), judged_mean(pairs), len(labelled)),
        why_not=_why_not(steps, table, verdict_counts),
    )


def counted_as(pair: DecidedPair, step: str) -> float:
    """Return the score of a result if a person's step decides it."""
    return pair.counts_as(pair.steps[step])


def _agrees(pair: DecidedPair, step: str) -> float:
    return float(pair.verdict == step)


def groups_of(
    pairs: Iterable[DecidedPair],
    known: Mapping[str, Truth],
    score: Callable[[DecidedPair, str], float] = counted_as,
    size: Callable[[DecidedPair], int] = lambda pair: pair.count,
) -> list[RatedGroup]:
    """Group the pairs of one field by verdict, with people's scores of the labelled ones.

    A label counts once for each time its pair occurs.
    """
    by_verdict: dict[str, list[DecidedPair]] = {}
    for pair in pairs:
        by_verdict.setdefault(pair.verdict, []).append(pair)
    groups = []
    for members in by_verdict.values():
        labelled = [pair for pair in members if pair.sha256 in known]
        scores = [score(pair, known[pair.sha256].step) for pair in labelled]
        groups.append(RatedGroup(sum(map(size, members)), len(members), scores, [size(pair) for pair in labelled]))
    return groups


def judged_mean(pairs: Iterable[DecidedPair]) -> float:
    """Return the mean score of all results of these pairs by the judge's verdicts."""
    scores = [judged.result.score for pair in pairs for judged in pair.results]
    return sum(scores) / len(scores)


def within(figure: Interval, least: float, most: float) -> Interval:
    """Limit a figure and its interval to some bounds."""
    value, low, high = (min(max(number, least), most) for number in figure)
    return value, low, high


def _plain(table: Sequence[Sequence[int]]) -> Interval | None:
    """Return the agreement among the labelled pairs, for when some verdict has no label at all."""
    count, hits = sum(map(sum, table)), sum(row[place] for place, row in enumerate(table))
    interval = wilson_interval(hits, count, LEVEL)
    return None if interval is None else (hits / count, *interval)


def _kappa(
    table: Sequence[Sequence[int]], verdict_counts: Sequence[int], weights: Weights | None = None
) -> Kappa | None:
    """Return kappa over all pairs; if some verdict has no label at all, that of the labelled pairs alone."""
    labelled = [sum(column) for column in zip(*table, strict=True)]
    if any(count and not labels for count, labels in zip(verdict_counts, labelled, strict=True)):
        return cohens_kappa(table, weights, LEVEL)
    return run_kappa(table, verdict_counts, weights, LEVEL)


def _why_not(steps: Sequence[str], table: Sequence[Sequence[int]], verdict_counts: Mapping[str, int]) -> str | None:
    labelled = [sum(column) for column in zip(*table, strict=True)]
    if not any(labelled):
        return "no pair of this field is labelled yet"
    missing = [name for name, labels in zip(steps, labelled, strict=True) if verdict_counts.get(name) and not labels]
    if not missing:
        return None
    return f"no pair is labelled that the judge calls {' or '.join(map(repr, missing))}: label some of these too"


def labels_needed(
    half_width: float, agreement: float = 0.9, level: float = LEVEL, verdict_counts: Sequence[int] | None = None
) -> int:
    """Return how many pairs to label for an interval of this half width around the agreement; 0.05 is 5 points.

    Labels are spread evenly over the verdicts (`to_label`), so those of a rare verdict tell little of the whole.
    `verdict_counts` are the pairs by verdict; without them, two verdicts are supposed of which one is rare, the worst
    case: only half of the labels then count. Never more than there are pairs. Raises InputError.
    """
    if not 0 < half_width < 0.5 or not 0 <= agreement <= 1:
        raise InputError("the half width must be above 0 and below 0.5, and the agreement from 0 to 1")
    sizes = [_MOST_LABELS, 0] if verdict_counts is None else [count for count in verdict_counts if count]
    low, high = len(sizes), max(len(sizes), sum(sizes) if verdict_counts is not None else 2 * _MOST_LABELS)
    while low < high:
        middle = (low + high) // 2
        shares = [middle // 2, 0] if verdict_counts is None else even_shares(middle, sizes)
        low, high = (low, middle) if _half_width(shares, sizes, agreement, level) <= half_width else (middle + 1, high)
    return low


def _half_width(labels: Sequence[int], sizes: Sequence[int], agreement: float, level: float) -> float:
    """Return half the length of the interval of an agreement that is the same for each verdict."""
    total = sum(sizes)
    parts = [
        (size / total, mean_interval(agreement, count, count, size, level))
        for count, size in zip(labels, sizes, strict=True)
        if size
    ]
    _, low, high = weighted_sum(parts)
    return (high - low) / 2
