"""The values of all mismatches of a run, gathered while its values are read once: for what only many of them show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from evaljson.base.arrays import ByteCodes
from evaljson.report.patterns.kinds import CODE
from evaljson.results.compared_values import ComparedValues
from evaljson.results.model import RunResult
from evaljson.scoring.status import MISMATCH


class Mismatches:
    """Keeps the results in which both sides have a value, and differ."""

    def __init__(self, run: RunResult) -> None:
        self.tallied = run.tallies.rows
        self._kept: list[ComparedValues] = []

    def take(self, values: ComparedValues) -> None:
        """Keep those of these results."""
        wrong = self.tallied.status[values.rows] == MISMATCH
        if wrong.any():
            self._kept.append(values.where(wrong))

    def of_patterns(self, codes: ByteCodes, names: Sequence[str]) -> Iterator[ComparedValues]:
        """Yield those that have one of these patterns by now."""
        wanted = [CODE[name] for name in names]
        for values in self._kept:
            one = values.where(np.isin(codes[values.rows], wanted))
            if len(one.rows):
                yield one
