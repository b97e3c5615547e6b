"""What each ratio of the benchmarks should be at most (or at least), shown beside what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Target:
    """A bound of a ratio."""

    bound: float
    at_least: bool = False

    def beside(self, ratio: float) -> str:
        """The ratio, its bound, and by how much it misses that."""
        missed = ratio < self.bound if self.at_least else ratio > self.bound
        words = f"{ratio:.2f} (target: at {'least' if self.at_least else 'most'} {self.bound:g}"
        return words + (f", missed by {abs(ratio / self.bound - 1):.0%})" if missed else ")")


READ: Final = Target(0.5)
"""`read_records`, times json.loads of both files."""
END_TO_END: Final = Target(2.0)
"""Reading and scoring 8 unordered line items, times json.loads of both files."""
ARRAYS: Final = {200: Target(1.5), 1000: Target(1.3), 2571: Target(1.3)}
"""By line items: times an equality matrix and scipy's assignment."""
NESTED: Final = Target(8)
"""Unordered arrays in unordered arrays, times json.loads of both files."""
TEXTS: Final = Target(3)
"""Comparators of all-distinct texts, times the bare call of rapidfuzz."""
MEMORY: Final = Target(1.3)
"""Growth of memory while loading and scoring, times loading alone."""
GROWTH: Final = Target(1.03)
"""Slope of log cost over log of the number of records."""
WORKERS: Final = Target(1.7, at_least=True)
"""Two processes, times the records a second of one, on two cores without other work."""
PAIRING: Final = Target(2.0)
"""Looking at how all arrays of a run would pair by content, times scoring it."""
