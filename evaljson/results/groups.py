"""The figures of a run in groups of its records, such as those of one language, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from evaljson.base.errors import InputError
from evaljson.results.fully_right import FullyRight
from evaljson.results.group_labels import By, group_labels
from evaljson.results.leaf_accuracy import LeafAccuracy
from evaljson.results.model import RunResult
from evaljson.scoring.tallies import mean, record_figures
from evaljson.stats import mean_intervals

FEW_RECORDS: Final = 5
"""The figures of a group with fewer records say little."""


@dataclass(frozen=True, slots=True)
class MeanFigure:
    """A figure as the mean over records."""

    mean: float | None
    """None without records."""
    interval: tuple[float, float] | None
    """Where the true mean lies, at 95% confidence."""


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the records of a run, and their figures."""

    label: str
    records: int
    f1: MeanFigure
    precision: MeanFigure
    recall: MeanFigure
    run: RunResult = field(repr=False, compare=False)
    """The results of these records."""

    @property
    def has_few(self) -> bool:
        """Whether its records are so few that its figures say little."""
        return self.records < FEW_RECORDS

    @property
    def fully_right(self) -> FullyRight:
        """The share of its records, and of their rows of arrays, that are fully right."""
        return self.run.fully_right

    @property
    def accuracy(self) -> LeafAccuracy:
        """The share of its leaves that match."""
        return self.run.accuracy


@dataclass(frozen=True, slots=True)
class Groups:
    """All groups of a run, the one with the lowest F1 first."""

    groups: tuple[Group, ...]
    unlabelled: int
    """Records without a label, in no group."""


def figures_by_group(run: RunResult, by: By = "type") -> Groups:
    """Return the figures of groups of the records of a run; a label of any type becomes text.

    `by` is "type" (the document type, with x-eval-by), labels by record id, or a function of a record; None is not a
    label. Raises InputError if no record has a label.
    """
    places: dict[str, list[int]] = {}
    for place, label in enumerate(group_labels(run, range(len(run.records)), by)):
        if label is not None:
            places.setdefault(str(label), []).append(place)
    if not places:
        raise InputError("no record has a label to group by: name a key that the records have, or pass labels by id")
    groups = [group_of(label, run, members) for label, members in places.items()]
    groups.sort(key=lambda group: (group.f1.mean or 0.0, group.label))
    return Groups(tuple(groups), len(run.records) - sum(group.records for group in groups))


def group_of(label: str, run: RunResult, places: Sequence[int]) -> Group:
    """Return the figures of the records at these places."""
    part = run.only(places)
    figures = record_figures(*part.tallies.by_record())
    columns = (figures.f1, figures.precision, figures.recall)
    intervals = mean_intervals(np.stack(columns, axis=1), groups=part.cluster_numbers)
    f1, precision, recall = map(MeanFigure, map(mean, columns), intervals)
    return Group(label, len(places), f1, precision, recall, part)
