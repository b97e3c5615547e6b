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
    rows_by_reason: dict[str, list[int]] = {}
    for row, result in zip(at, run.table.some(at), strict=True):
        rows_by_reason.setdefault(result.reason or "", []).append(int(row))
    listed = [
        Undecided(
            reason,
            len(reason_rows),
            tuple(dict.fromkeys(rows.fields[rows.field[row]] for row in reason_rows)),
            min(int(rows.record[row]) for row in reason_rows),
        )
        for reason, reason_rows in rows_by_reason.items()
    ]
    return sorted(listed, key=lambda entry: (-entry.count, entry.reason))
