"""The runs of a report over the records that all share, so that each has one F1 on the page: that of the ranking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.compare.shared_records import ABSENT_HERE, comparable_runs, shared_places
from evaljson.results.model import RunResult
from evaljson.scoring.tallies import mean, record_figures
from evaljson.wording.values import escaped
from evaljson.wording.words import counted


@dataclass(frozen=True, slots=True)
class SharedRuns:
    """Runs of which those that can be compared have only the records that they share."""

    runs: Mapping[str, RunResult]
    """By name, in the order of the report."""
    records: int | None = None
    """How many they share; None where nothing was taken from any run."""
    alone: tuple[str, ...] = ()
    """Runs that cannot be compared with the first one: these have all their records."""
    strays: int = 0
    """How many of the records gold lacks and some of the runs too: figures are over these as well."""

    @property
    def sharing(self) -> str:
        """Who shares the records, in words."""
        return "that the ranked variants share" if self.alone else "that all variants share"

    @property
    def in_words(self) -> str:
        """The records that figures are over, in words; "" where nothing was taken from any run."""
        if self.records is None:
            return ""
        over = f"{counted(self.records - self.strays, 'record')} {self.sharing}"
        return f"{over} and {self.strays:,} without gold that only some have" if self.strays else over

    def line(self, has_floors: bool = False) -> str:
        """Write what the figures of the page are over; empty where all are over the same records anyway."""
        if self.records is None:
            return ""
        names = ", ".join(f"<bdi>{escaped(name)}</bdi>" for name in self.alone)
        own = f" Not ranked, each over its own records: {names}." if names else ""
        over = f"Figures on this page are over the {self.in_words}"
        floors = " Floors are over all gold records." if has_floors else ""
        return f'<p class="faint">{over}, unless they say otherwise.{floors}{own}</p>'


def shared_runs(runs: Mapping[str, RunResult]) -> SharedRuns:
    """Take from runs over different records what not all of them have; runs over the same records stay as they are."""
    alike, refused = comparable_runs(runs)
    if len(alike) < 2 or len({run.record_keys for run in alike.values()}) == 1:
        return SharedRuns(runs)
    places = shared_places(list(alike.values()))
    parts = {name: _part(run, at) for (name, run), at in zip(alike.items(), places, strict=True)}
    strays = int(np.any([at == ABSENT_HERE for at in places], axis=0).sum())
    of_shared = {name: parts.get(name, run) for name, run in runs.items()}
    return SharedRuns(of_shared, len(places[0]), tuple(refused), strays)


def _part(run: RunResult, places: Ints) -> RunResult:
    """Return the results of these records; a stray of another run counts 1.0 in means here, as in the ranking."""
    there = places[places != ABSENT_HERE]
    part = run.only(there.tolist())
    figures, absent = record_figures(*part.tallies.by_record()), np.ones(len(places) - len(there))
    precision, recall, f1 = (
        mean(np.concatenate((of_records, absent))) for of_records in (figures.precision, figures.recall, figures.f1)
    )
    return replace(part, mean_precision=precision, mean_recall=recall, mean_f1=f1, total_records=len(places))
