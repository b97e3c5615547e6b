"""The results of a run by field, so that looking at a few fields costs no look at all the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from evaljson.base.arrays import Floats, Ints
from evaljson.base.paths import above
from evaljson.scoring.tallies import Rows, Tallies

Sums = tuple[float, float, float]
"""S, G and E."""


class FieldIndex:
    """Which rows of tallies each field has, and which fields lie below which path."""

    def __init__(self, tallies: Tallies) -> None:
        """Sort the rows by field, once."""
        self.tallies, rows = tallies, tallies.rows
        self._order = np.argsort(rows.field, kind="stable")
        self._ends = np.cumsum(np.bincount(rows.field, minlength=len(rows.fields)))
        self._number = {path: number for number, path in enumerate(rows.fields)}
        self._below: dict[str, list[str]] = {}
        for path in rows.fields:
            for around in above(path):
                self._below.setdefault(around, []).append(path)
        self._pooled: dict[str, Sums] = {}

    def below(self, path: str) -> list[str]:
        """Return the fields with results that are at or below a path."""
        return self._below.get(path, [])

    def touched(self, paths: Iterable[str]) -> list[str]:
        """Return the fields at or below any of the paths, and the containers around them: these get results themselves
        where nothing inside leads to one."""
        seen: dict[str, None] = {}
        for path in paths:
            seen |= dict.fromkeys(around for around in above(path) if around in self._number)
            seen |= dict.fromkeys(self.below(path))
        return list(seen)

    def part(self, fields: Sequence[str]) -> tuple[Tallies, Ints]:
        """Return the results of these fields, in all records, and the row of each; some fields may have none.

        Fields are numbered in this order, and the results are sorted by them.
        """
        places = [(code, self._number[path]) for code, path in enumerate(fields) if path in self._number]
        spans = [self._order[self._ends[number - 1] if number else 0 : self._ends[number]] for _, number in places]
        at = np.concatenate(spans) if spans else np.zeros(0, np.intp)
        field = np.repeat(np.array([code for code, _ in places], np.int32), [len(span) for span in spans])
        rows = self.tallies.rows
        part = Rows(
            rows.record[at], field, rows.status[at], rows.score[at], rows.weight[at], list(fields), rows.records
        )
        return Tallies(part), at

    def pooled(self, path: str) -> Sums:
        """Return the sums over all results at or below a path."""
        if path not in self._pooled:
            self._pooled[path] = self.sums(self.below(path))
        return self._pooled[path]

    def sums(self, fields: Sequence[str]) -> Sums:
        """Return the sums over all results of these fields."""
        numbers = [self._number[path] for path in fields]
        score, gold, extracted = (_summed(part, numbers) for part in self.tallies.by_field())
        return score, gold, extracted


def _summed(part: Floats, numbers: list[int]) -> float:
    return float(part[numbers].sum()) if numbers else 0.0
