"""What judges are asked, and the protocol they follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class JudgeItem:
    """Two values to be judged, after transforms."""

    path: str
    gold: Any
    extracted: Any


class Judge(Protocol):
    """Decides whether values mean the same; for annotations only."""

    def judge_batch(self, items: list[JudgeItem]) -> list[float | None]:
        """Return 1.0, 0.0 or None (not decided) for each item, in order."""
