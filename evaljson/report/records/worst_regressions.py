"""The worst of what one variant has right and another wrong: all that a page needs that shows a few of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evaljson.report.records.regressions import Regression, RegressionExample, Regressions, example
from evaljson.results.model import RunResult

MOST: Final = 5
"""Regressions that a page shows."""


@dataclass(frozen=True, slots=True)
class ShownRegression:
    """A regression, with the wrong value."""

    regression: Regression
    example: RegressionExample | None
    """None for a record that is missing altogether."""
    alike: int
    """Records with a regression at the same field."""


@dataclass(frozen=True, slots=True)
class WorstRegressions:
    """The worst, and how many there are of all. It answers as Regressions do, for at most MOST."""

    count: int
    records: int
    """In how many records."""
    listed: tuple[ShownRegression, ...]
    """At most MOST, worst first."""

    def __len__(self) -> int:
        return self.count

    def first(self, most: int) -> tuple[Regression, ...]:
        """Return the worst ones."""
        assert most <= MOST
        return tuple(one.regression for one in self.listed[:most])

    def example(self, regression: Regression) -> RegressionExample | None:
        """Return what is wrong there. `regression` is one of these."""
        return next(one.example for one in self.listed if one.regression == regression)

    def alike(self, regression: Regression) -> int:
        """Count the records with one at the same field. `regression` is one of these."""
        return next(one.alike for one in self.listed if one.regression == regression)


def worst_regressions(run: RunResult, found: Regressions) -> WorstRegressions:
    """Take the worst of those that were found in a run."""
    every = found.first(MOST)
    listed = tuple(ShownRegression(one, example(run, one), found.alike(one)) for one in every)
    return WorstRegressions(len(found), found.records, listed)
