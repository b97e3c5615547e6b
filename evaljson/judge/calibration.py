"""How far a judge can be believed: its verdicts held against what people say of the same pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from evaljson.base.errors import InputError
from evaljson.evaluate import Schema
from evaljson.judge.decided_pairs import DecidedPair, pairs_of
from evaljson.results.model import RunResult
from evaljson.stats import Kappa, cohens_kappa, double_sampled, wilson_interval
from evaljson.stats.double_sampling import Interval, RatedGroup
from evaljson.stats.wilson import wilson_share

LEVEL = 0.95
_MOST_LABELS = 1_000_000


class Labelled(Protocol):
    """What a label says, as far as it matters here: `evaljson.store.Label` is one."""

    @property
    def step(self) -> str:
        """A step of the scale."""


Labels = Mapping[str, Sequence[Labelled]]
"""By the sha256 of pairs, as `store.labels.of` gives them."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What people say of a pair together."""

    step: str
    people: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """A figure as people would have it, from their labels and the judge's verdicts on all the rest."""

    value: float
    low: float
    high: float
    judged: float
    """The figure as the judge has it."""
    labelled: int
    """Pairs with a label behind it."""
    level: float = LEVEL
    method: str = "double sampling"


@dataclass(frozen=True, slots=True)
class FieldCalibration:
    """One judged field of a run, under one rubric."""

    field: str
    title: str | None
    rubric: str
    steps: tuple[str, ...]
    """Worst first."""
    confusion: tuple[tuple[int, ...], ...]
    """Labelled pairs: what people say by row, the judge's verdict by column."""
    labelled: int
    pairs: int
    """Distinct pairs in the run."""
    disputed: int
    """Pairs that people are divided about: they count nowhere."""
    agreement: float | None
    """Share of the run's pairs about which people and judge agree; None without labels."""
    agreement_interval: tuple[float, float] | None
    kappa: Kappa | None
    """None where it is undefined: no labels, or all of them and all verdicts on one step."""
    weighted: Kappa | None
    """The same with near misses counted in part, for three steps and more."""
    corrected: Corrected | None
    """The mean score of the judged results."""
    why_not: str | None
    """Why nothing is corrected, and what to label for it."""


def truths(labels: Labels) -> dict[str, Truth]:
    """By pair, what most people say of it; where they are divided, the pair is left out."""
    found: dict[str, Truth] = {}
    for pair, own in labels.items():
        (step, most), *others = Counter(label.step for label in own).most_common() or [("", 0)]
        if most and (not others or others[0][1] < most):
            found[pair] = Truth(step, len(own))
    return found


def known_of(pairs: Iterable[DecidedPair], labels: Labels) -> dict[str, Truth]:
    """`truths`, of these pairs only, and only in words of their scales."""
    known = truths(labels)
    return {
        pair.sha256: known[pair.sha256]
        for pair in pairs
        if pair.sha256 in known and known[pair.sha256].step in pair.steps
    }


def calibrate(run: RunResult, schema: Schema, labels: Labels) -> list[FieldCalibration]:
    """One for each judged field and rubric, in the order in which they come up. `schema` is the one of the run."""
    return calibrate_pairs(pairs_of(run, schema), labels)


def calibrate_pairs(pairs: Iterable[DecidedPair], labels: Labels) -> list[FieldCalibration]:
    """The same from pairs at hand."""
    pairs = list(pairs)
    known, groups = known_of(pairs, labels), dict[tuple[str, str], list[DecidedPair]]()
    for pair in pairs:
        groups.setdefault((pair.question.field, pair.rubric), []).append(pair)
    return [_calibrated(path, rubric, own, known, labels) for (path, rubric), own in groups.items()]


def _calibrated(
    path: str, rubric: str, pairs: Sequence[DecidedPair], known: Mapping[str, Truth], labels: Labels
) -> FieldCalibration:
    steps = tuple(pairs[0].steps)
    told = [(pair, known[pair.sha256].step) for pair in pairs if pair.sha256 in known]
    table = [[0] * len(steps) for _ in steps]
    for pair, step in told:
        table[steps.index(step)][steps.index(pair.verdict)] += 1
    in_all = Counter(pair.verdict for pair in pairs)
    agreement = double_sampled(groups_of(pairs, known, _agrees, lambda pair: 1), LEVEL) or _plain(table)
    mean = double_sampled(groups_of(pairs, known), LEVEL)
    weighed = _weighed(table, [in_all[step] for step in steps])
    return FieldCalibration(
        field=path,
        title=pairs[0].question.title,
        rubric=rubric,
        steps=steps,
        confusion=tuple(map(tuple, table)),
        labelled=len(told),
        pairs=len(pairs),
        disputed=sum(pair.sha256 not in known and bool(labels.get(pair.sha256)) for pair in pairs),
        agreement=agreement[0] if agreement else None,
        agreement_interval=agreement[1:] if agreement else None,
        kappa=cohens_kappa(weighed, level=LEVEL),
        weighted=cohens_kappa(weighed, "linear", LEVEL) if len(steps) > 2 else None,
        corrected=None if mean is None else Corrected(*within(mean, 0, 1), judged_mean(pairs), len(told)),
        why_not=_why_not(steps, table, in_all),
    )


def counted_as(pair: DecidedPair, step: str) -> float:
    """The score that a result has where a person decides it."""
    return pair.counts_as(pair.steps[step])


def _agrees(pair: DecidedPair, step: str) -> float:
    return float(pair.verdict == step)


def groups_of(
    pairs: Iterable[DecidedPair],
    known: Mapping[str, Truth],
    score: Callable[[DecidedPair, str], float] = counted_as,
    size: Callable[[DecidedPair], int] = lambda pair: pair.count,
) -> list[RatedGroup]:
    """Pairs of one field by verdict, with what people say of some of them. A label speaks for each time that its pair
    occurs."""
    by_verdict: dict[str, list[DecidedPair]] = {}
    for pair in pairs:
        by_verdict.setdefault(pair.verdict, []).append(pair)
    found = []
    for own in by_verdict.values():
        told = [pair for pair in own if pair.sha256 in known]
        labels = [score(pair, known[pair.sha256].step) for pair in told]
        found.append(RatedGroup(sum(map(size, own)), len(own), labels, [size(pair) for pair in told]))
    return found


def judged_mean(pairs: Iterable[DecidedPair]) -> float:
    """The mean score of all results of some pairs, as the judge has it."""
    scores = [put.result.score for pair in pairs for put in pair.puts]
    return sum(scores) / len(scores)


def within(figure: Interval, least: float, most: float) -> Interval:
    """A figure that cannot be beyond some bounds, and its interval neither."""
    value, low, high = (min(max(one, least), most) for one in figure)
    return value, low, high


def _plain(table: Sequence[Sequence[int]]) -> Interval | None:
    """Agreement among what is labelled, where some verdict has no label at all."""
    count, hits = sum(map(sum, table)), sum(row[place] for place, row in enumerate(table))
    found = wilson_interval(hits, count, LEVEL)
    return None if found is None else (hits / count, *found)


def _weighed(table: Sequence[Sequence[int]], in_all: Sequence[int]) -> list[list[float]]:
    """The table as if verdicts were labelled as often as they occur: kappa depends on that, and labels are drawn
    evenly. It counts for as many pairs as are left of a sample that is weighed (Kish)."""
    labelled = [sum(column) for column in zip(*table, strict=True)]
    if any(there and not told for there, told in zip(in_all, labelled, strict=True)) or not any(labelled):
        return [list(map(float, row)) for row in table]
    weights = [there / told if told else 0.0 for there, told in zip(in_all, labelled, strict=True)]
    total = sum(weight * told for weight, told in zip(weights, labelled, strict=True))
    squares = sum(weight**2 * told for weight, told in zip(weights, labelled, strict=True))
    return [[one * weight * total / squares for one, weight in zip(row, weights, strict=True)] for row in table]


def _why_not(steps: Sequence[str], table: Sequence[Sequence[int]], in_all: Mapping[str, int]) -> str | None:
    labelled = [sum(column) for column in zip(*table, strict=True)]
    if not any(labelled):
        return "no pair of this field is labelled yet"
    lacking = [name for name, told in zip(steps, labelled, strict=True) if in_all.get(name) and not told]
    if not lacking:
        return None
    return f"no pair is labelled that the judge calls {' or '.join(map(repr, lacking))}: label some of these too"


def labels_needed(half_width: float, agreement: float = 0.9, level: float = LEVEL) -> int:
    """How many pairs to label for an interval of so much to both sides of the agreement, 0.05 being 5 points.

    Raises InputError.
    """
    if not 0 < half_width < 0.5 or not 0 <= agreement <= 1:
        raise InputError("the half width is from above 0 to below 0.5, and the agreement from 0 to 1")
    low, high = 1, _MOST_LABELS
    while low < high:
        middle = (low + high) // 2
        least, most = wilson_share(agreement, middle, level)
        low, high = (low, middle) if (most - least) / 2 <= half_width else (middle + 1, high)
    return low
