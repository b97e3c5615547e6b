"""Problems of a run, and decisions that its reader should know of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One kind of problem at one place."""

    kind: str
    """comparator, batch, gold, alignment, records, shape, confidence."""
    path: str
    """Schema path, or "" for the whole run."""
    message: str
    count: int
    """How often it occurred."""


class Problems:
    """Counts problems by kind, path and message."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, str], int] = {}

    def add(self, kind: str, path: str, message: str, count: int = 1) -> None:
        """Add a problem; the same one again only raises its count."""
        key = (kind, path, message)
        self._counts[key] = self._counts.get(key, 0) + count

    def take(self, others: Problems) -> None:
        """Add all problems of another list."""
        for key, count in others._counts.items():
            self.add(*key, count)

    def listed(self) -> tuple[Problem, ...]:
        """List all problems by kind, path and message, so that the order of the records does not matter."""
        return tuple(Problem(*key, count) for key, count in sorted(self._counts.items()))
