"""What another file of a variant did: the fields that gained most by it, and what is newly wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.errors import InputError
from evaljson.report.history.trend import Point, Trend
from evaljson.report.records.regressions import regressions
from evaljson.results.f1_lost import f1_lost_by_field, rounded
from evaljson.results.losses import NOTHING
from evaljson.results.model import RunResult
from evaljson.wording.words import counted, points

_NAMED: Final = 2
"""Fields that are named of each kind."""


@dataclass(frozen=True, slots=True)
class AnotherFile:
    """The difference between the runs of two files of one variant, under the same gold and schema."""

    gained: tuple[tuple[str, float], ...]
    """Fields, and how much less mean F1 loses by them, 0..1; most first."""
    newly_wrong: tuple[tuple[str, int], ...]
    """Fields, and in how many records they were right before, and are not now; those that cost most first."""
    came: int
    """Records that were missing, and are there."""
    went: int
    """Records that were there, and are missing."""


def of_another_file(before: RunResult, after: RunResult) -> AnotherFile | None:
    """Compare both; None where they cannot be compared."""
    with suppress(InputError):
        broke = regressions(before, after)
        lost = [
            dict(zip(run.tallies.rows.fields, f1_lost_by_field(run.tallies).tolist(), strict=True))
            for run in (before, after)
        ]
        gains = [(name, float(rounded(was - lost[1].get(name, 0.0)))) for name, was in lost[0].items()]
        fields = broke.field[broke.field != NOTHING]
        counts = np.bincount(fields, minlength=len(broke.fields)).tolist()
        costs = rounded(np.bincount(fields, broke.lost[broke.field != NOTHING], len(broke.fields))).tolist()
        worst = sorted(
            ((cost, name, count) for name, count, cost in zip(broke.fields, counts, costs, strict=True) if count),
            key=lambda one: (-one[0], one[1]),
        )
        was_missing, is_missing = set(before.missing), set(after.missing)
        return AnotherFile(
            tuple(sorted((one for one in gains if one[1] > 0), key=lambda one: -one[1])),
            tuple((name, count) for _, name, count in worst),
            len(was_missing - is_missing),
            len(is_missing - was_missing),
        )
    return None


def run_of_file_before(trend: Trend, point: Point) -> str | None:
    """Return the id of the last run of the file before that can be compared with that of the point; None for none."""
    if not point.is_new_file:
        return None
    earlier = [
        one.run
        for _, one in trend.points()
        if (one.variant, one.basis) == (point.variant, point.basis) and one.when < point.when and one.run != point.run
    ]
    return earlier[-1] if earlier else None


def in_words(found: AnotherFile | None, call: Callable[[str], str]) -> str:
    """Write it in sentences; "" where nothing moved. `call` writes a field."""
    if found is None:
        return ""
    said = []
    if found.gained:
        named = [f"{call(name)} (+{points(by)})" for name, by in found.gained[:_NAMED]]
        said.append(f"Gained most, in points of F1: {_listed(named, len(found.gained))}.")
    if found.newly_wrong:
        named = [f"{call(name)} ({counted(count, 'record')})" for name, count in found.newly_wrong[:_NAMED]]
        said.append(f"Newly wrong: {_listed(named, len(found.newly_wrong))}.")
    if found.came:
        are = "is" if found.came == 1 else "are"
        said.append(f"{counted(found.came, 'record')} that {'was' if found.came == 1 else 'were'} missing {are} there.")
    if found.went:
        said.append(f"{counted(found.went, 'record')} {'is' if found.went == 1 else 'are'} missing now.")
    return " ".join(said)


def _listed(named: Sequence[str], count: int) -> str:
    rest = count - len(named)
    return ", ".join(named) + (f" and {counted(rest, 'more field')}" if rest > 0 else "")
