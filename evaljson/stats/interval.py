"""The result of methods for one mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the mean difference lies."""

    low: float
    high: float
    p: float
    """Two-sided, of no difference; at most 1 - confidence exactly where the interval excludes 0."""
