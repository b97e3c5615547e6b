"""A comparison by groups of records: by document type, by metadata, by anything that labels a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from evaljson.compare.estimate import FIGURES, Estimate, Method, Ratios, Verdict, estimates, of_figures, verdict_of
from evaljson.compare.pairing import refuse_unlike, shared_places
from evaljson.compare.side import Side, make_sides
from evaljson.errors import InputError, did_you_mean
from evaljson.load.result import RecordId
from evaljson.report.words import counted
from evaljson.results.model import RecordResult, RunResult
from evaljson.stats.between import Between
from evaljson.stats.multiple import holm
from evaljson.stats.resampling import check_options

By = str | Mapping[RecordId | None, Any] | Callable[[RecordResult], Any]
MANY = 5
"""From so many slices on, somebody is bound to find one that looks special."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the records."""

    label: str
    records: int
    estimate: Estimate
    """On its own, as if no other slice had been looked at."""
    p_adjusted: float | None
    """By Holm, over the slices."""
    verdict: Verdict
    """By the adjusted p."""


@dataclass(frozen=True, slots=True)
class Slices:
    """All slices, what got worst first."""

    slices: tuple[Slice, ...]
    unlabelled: int
    """Records without a label, in no slice."""
    notes: tuple[str, ...]


def compare_slices(
    a: RunResult,
    b: RunResult,
    by: By = "type",
    *,
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    figure: str = "f1",
) -> Slices:
    """The figure of both runs in each slice of the records that both scored.

    `by` is "type" (the document type, with x-eval-by), labels by record id, or a function of A's RecordResult. A label
    of None is no label. Raises InputError as compare_runs does, and where no record has a label.
    """
    check_options(confidence, resamples, seed)
    if figure not in FIGURES:
        raise InputError(f"there is no figure {figure!r} to compare.{did_you_mean(str(figure), FIGURES)}")
    refuse_unlike(a, b)
    at_a, at_b = shared_places([a, b])
    groups: dict[str, list[int]] = {}
    for place, label in enumerate(_labels(a, at_a.tolist(), by)):
        if label is not None:
            groups.setdefault(str(label), []).append(place)
    if not groups:
        raise InputError("no record has a label to slice by: name a key that the records have, or pass labels by id")
    method, column = Method(confidence, resamples, seed), FIGURES.index(figure)
    found = []
    for places in groups.values():
        sides = make_sides([a], [b], [at_a[places]], [at_b[places]])
        found.append(_estimate(sides.a, sides.b, column, method))
    adjusted = holm([1.0 if one.p is None else one.p for one in found]).tolist()
    made = [
        Slice(label, len(places), one, p, verdict_of(one.difference, p, confidence))
        for (label, places), one, p in zip(groups.items(), found, adjusted, strict=True)
    ]
    unlabelled = len(at_a) - sum(map(len, groups.values()))
    ordered = sorted(made, key=lambda one: (one.estimate.difference is None, one.estimate.difference or 0.0))
    return Slices(tuple(ordered), unlabelled, _notes(len(made), unlabelled, confidence))


def _labels(run: RunResult, places: list[int], by: By) -> list[Any]:
    if callable(by):
        return [by(run.records[place]) for place in places]
    if isinstance(by, Mapping):
        return [by.get(run.records[place].record_id) for place in places]
    if by != "type":
        raise InputError(f'by is "type", labels by record id, or a function of a record, not {by!r}')
    if run.types is None:
        raise InputError("the runs have no document types: the schema has no x-eval-by. Pass labels by record id")
    return [run.types[place] or "(no type)" for place in places]


def _estimate(a: Side, b: Side, column: int, method: Method) -> Estimate:
    (part_a, whole_a), (part_b, whole_b) = of_figures(a), of_figures(b)
    only = slice(column, column + 1)
    ratios = Ratios(part_a[:, only], whole_a[:, only], part_b[:, only], whole_b[:, only])
    return estimates((FIGURES[column],), ratios, method, Between.none(1))[0]


def _notes(count: int, unlabelled: int, confidence: float) -> tuple[str, ...]:
    told = []
    if count >= MANY:
        chance = (1 - confidence) * count
        told.append(
            f"{count:,} slices were looked at: even if nothing differed, about {chance:.1f} of them would look special "
            "on their own. Verdicts are adjusted for it; intervals are not."
        )
    if unlabelled:
        told.append(f"{counted(unlabelled, 'record')} without a label, in no slice.")
    return tuple(told)
