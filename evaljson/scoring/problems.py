"""What went wrong or was decided on the way, gathered so that a person will see it."""

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
    """How often it came up."""


class Problems:
    """Counts problems by kind, path and message."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, str], int] = {}

    def add(self, kind: str, path: str, message: str, count: int = 1) -> None:
        """Note a problem; the same one again only counts."""
        key = (kind, path, message)
        self._counts[key] = self._counts.get(key, 0) + count

    def take(self, others: Problems) -> None:
        """Note all that others noted."""
        for key, count in others._counts.items():
            self.add(*key, count)

    def listed(self) -> tuple[Problem, ...]:
        """All of them, by kind, path and message: the order in which records were scored does not show."""
        return tuple(Problem(*key, count) for key, count in sorted(self._counts.items()))
