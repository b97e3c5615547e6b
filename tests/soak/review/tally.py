"""What somebody did on the page of a review, and what the page said came of it."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """Something of which the page said that it is stored."""

    kind: str
    """answer, skip or undo."""
    token: str
    """What the card was shown under; empty for an undo."""
    answer: str = ""


@dataclass
class Tally:
    """Of one person."""

    who: str
    tried: dict[str, set[str]] = field(default_factory=dict)
    """By token: the answers that were given while it was on screen, or skip."""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    """In order."""
    undone: int = 0
    """Times that undo was pressed."""
    held: int = 0
    """Keys that were held down or clicks that were doubled."""
    taken_over: int = 0
    """Times that the page said that somebody else has the card."""
    milliseconds: list[float] = field(default_factory=list)
    """From a key to the next card on screen."""


def speed(tallies: Sequence[Tally]) -> str:
    """Median and 95th percentile of the time from a key to the next card."""
    taken = sorted(one for tally in tallies for one in tally.milliseconds)
    if len(taken) < 2:
        return "too few keys to say how quick"
    high = statistics.quantiles(taken, n=20)[-1]
    return f"key to next card: median {statistics.median(taken):.0f} ms, p95 {high:.0f} ms, of {len(taken)}"
