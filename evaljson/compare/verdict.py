"""Decides whether a difference is better, worse or not detectable."""

from __future__ import annotations

from typing import Final, Literal

Verdict = Literal["better", "worse", "no detectable difference"]
NO_DIFFERENCE: Final = "no detectable difference"
NOTICED: Final = 1e-9
"""Smaller differences of floats count as none."""


def verdict_of(difference: float | None, p: float | None, confidence: float) -> Verdict:
    """Return better or worse if the difference is more than chance at this confidence."""
    if difference is None or p is None or p > 1 - confidence + 1e-12 or abs(difference) <= NOTICED:
        return NO_DIFFERENCE
    return "better" if difference > 0 else "worse"
