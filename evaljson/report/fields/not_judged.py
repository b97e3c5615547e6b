"""Lists the values of a run that were not judged, by their reason."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaljson.results.model import RunResult
from evaljson.scoring.status import BATCH_ERROR


@dataclass(frozen=True, slots=True)
class Undecided:
    """Values that carry the same reason."""

    reason: str
    """May hold what an endpoint said: foreign text."""
    count: int
    fields: tuple[str, ...]
    """Schema paths."""
    record: int
    """Position of the first record that has one."""


def undecided(run: RunResult) -> list[Undecided]:
    """List them, the most frequent reason first."""
    rows = run.tallies.rows
    at = np.flatnonzero(rows.status == BATCH_ERROR)
    found: dict[str, list[int]] = {}
    for row, result in zip(at, run.table.some(at), strict=True):
        found.setdefault(result.reason or "", []).append(int(row))
    listed = [
        Undecided(
            reason,
            len(own),
            tuple(dict.fromkeys(rows.fields[rows.field[row]] for row in own)),
            min(int(rows.record[row]) for row in own),
        )
        for reason, own in found.items()
    ]
    return sorted(listed, key=lambda one: (-one.count, one.reason))
