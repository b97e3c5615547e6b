"""Compares runs within groups of records: by document type, by metadata, or by any label of a record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.clusters import ClusterBy, make_clusters, renumbered
from evaljson.compare.estimate import FIGURES, Estimate, Method, Ratios, estimates, of_figures
from evaljson.compare.looks import MEANS, Looks, check_any_time, hold_estimates, look_now
from evaljson.compare.repeats import between_repeats
from evaljson.compare.shared_records import Repeats, listed_runs, refuse_unlike_runs, shared_places
from evaljson.compare.side import Sides, make_sides
from evaljson.compare.verdict import Verdict, verdict_of
from evaljson.results.group_labels import By, group_labels
from evaljson.stats.multiple_tests import holm
from evaljson.stats.resampling import check_options
from evaljson.wording.words import counted

MANY = 5
"""With so many slices or more, some are likely to look special by chance."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A group of records."""

    label: str
    records: int
    estimate: Estimate
    """Not adjusted for the number of slices."""
    p_adjusted: float | None
    """By Holm, over the slices."""
    verdict: Verdict
    """By the adjusted p."""
    clusters: int | None = None
    """Clusters of its records; None where each record counts by itself."""

    @property
    def in_words(self) -> str:
        """Its records, and the clusters they are in, as a cell of a table."""
        records = f"{self.records:,}"
        if self.clusters is None or self.clusters == self.records:
            return records
        return f"{records} in {counted(self.clusters, 'cluster')}"


@dataclass(frozen=True, slots=True)
class Slices:
    """All slices, the largest losses first."""

    slices: tuple[Slice, ...]
    unlabelled: int
    """Records without a label, in no slice."""
    notes: tuple[str, ...]
    """What a reader should know before believing a verdict; the warnings first."""
    warnings: tuple[str, ...] = ()
    """What would mislead someone who looks at one slice alone."""
    tested: int = 0
    """Groups that verdicts are adjusted for: its own, or with them those of other variants."""


def compare_slices(
    a: Repeats,
    b: Repeats,
    by: By = "type",
    *,
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    figure: str = "f1",
    looks: Looks | None = None,
    cluster: ClusterBy = None,
) -> Slices:
    """Compare a figure of both sides in each slice of the records that all runs scored; several runs are repeats.

    `by` is "type" (the document type, with x-eval-by), labels by record id, or a function of the RecordResult of A's
    first run; None is not a label. `cluster` is that of compare_runs. Raises InputError as compare_runs does, and if no
    record has a label.
    """
    check_options(confidence, resamples, seed)
    if figure not in FIGURES:
        raise InputError(f"there is no figure {figure!r} to compare.{did_you_mean(str(figure), FIGURES)}")
    of_a, of_b = listed_runs(a, "A"), listed_runs(b, "B")
    refuse_unlike_runs(of_a, of_b)
    places = shared_places([*of_a, *of_b])
    groups: dict[str, list[int]] = {}
    for place, label in enumerate(group_labels(of_a[0], places[0].tolist(), by)):
        if label is not None:
            groups.setdefault(str(label), []).append(place)
    if not groups:
        raise InputError("no record has a label to group by: name a key that the records have, or pass labels by id")
    clustered = make_clusters(of_a[0], places[0].tolist(), cluster)
    numbers = None if clustered is None else clustered.numbers
    now, column = look_now(looks, len(places[0]), confidence), FIGURES.index(figure)
    method = Method(confidence if now is None else now.confidence, resamples, seed)
    if now is not None:
        check_any_time(now, figure, max(len(of_a), len(of_b)), numbers is not None)
    in_groups = []
    for members in groups.values():
        at = [of_run[members] for of_run in places]
        sides = make_sides(of_a, of_b, at[: len(of_a)], at[len(of_a) :], renumbered(numbers, members))
        estimate = _estimate(sides, column, method)
        if now is not None:
            mean = figure if figure in MEANS else MEANS[0]  # of a pooled figure no difference by record is used
            of_group = getattr(sides.b, mean) - getattr(sides.a, mean)
            estimate = hold_estimates(now, [estimate], of_group[:, None], confidence)[0]
        in_groups.append(estimate)
    adjusted = holm([1.0 if estimate.p is None else estimate.p for estimate in in_groups]).tolist()
    slices = [
        Slice(label, len(members), estimate, p, verdict_of(estimate.difference, p, confidence),
              None if clustered is None or numbers is None else len(set(numbers[members].tolist())))
        for (label, members), estimate, p in zip(groups.items(), in_groups, adjusted, strict=True)
    ]  # fmt: skip
    unlabelled = len(places[0]) - sum(map(len, groups.values()))
    ordered = sorted(slices, key=lambda group: (group.estimate.difference is None, group.estimate.difference or 0.0))
    warnings = _warnings(len(slices), confidence)
    without = (f"{counted(unlabelled, 'record')} without a label, in no group.",) if unlabelled else ()
    return Slices(tuple(ordered), unlabelled, (*warnings, *without), warnings, tested=len(slices))


def _estimate(sides: Sides, column: int, method: Method) -> Estimate:
    only = np.s_[:, column : column + 1]
    of_a, of_b = ([part[only] for part in of_figures(side)] for side in (sides.a, sides.b))
    between = between_repeats(sides.singles, of_figures).pick([column])
    return estimates((FIGURES[column],), Ratios(*of_a, *of_b), method, between, sides.clusters)[0]


def _warnings(count: int, confidence: float) -> tuple[str, ...]:
    if count < MANY:
        return ()
    chance = (1 - confidence) * count
    return (
        f"{count:,} groups of records were compared: even if nothing differed, about {chance:.1f} of them would look "
        "special on their own. Verdicts are adjusted for this; intervals are not.",
    )
