"""The result of methods for one mean."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval for a mean difference, with its p-value."""

    low: float
    high: float
    p: float
    """Two-sided, for no difference; at most 1 - confidence exactly if the interval excludes 0."""
