"""Counts what two runs have fully right among the records that both are compared over."""

from __future__ import annotations

from evaljson.compare.shared_records import shared_places
from evaljson.results.fully_right import records_right
from evaljson.results.model import RunResult


def fully_right_together(a: RunResult, b: RunResult) -> tuple[int, int]:
    """Return how many of the shared records are fully right in each. Raises InputError where no record is shared."""
    of_a, of_b = (
        records_right(run.tallies.rows, places=places)
        for run, places in zip((a, b), shared_places([a, b]), strict=True)
    )
    return of_a.right, of_b.right
