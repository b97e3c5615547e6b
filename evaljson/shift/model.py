"""What shift() finds, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    import pandas as pd

What = Literal["presence", "value", "new values", "length", "loss"]
Test = Literal["Fisher", "Kolmogorov-Smirnov", "chi-squared", "permutation"]
SMALL, LARGE = 0.1, 0.3
"""Effects below the one are small, from the other on large."""


@dataclass(frozen=True, slots=True)
class ShiftTest:
    """One question about one field: is it alike in both batches?"""

    path: str
    what: What
    """Whether there is a value, and of which kind; which value; values that A has nowhere; how long an array or a text
    is; how much of its weight is lost."""
    test: Test
    records_a: int
    """Records of A that say something about it."""
    records_b: int
    effect: float
    """0 to 1: the difference in the share of records, of weight lost or of new values; of values the share of records
    that would need another one (total variation), or the largest distance of cumulated shares."""
    p: float
    p_bh: float
    """Adjusted by Benjamini and Hochberg, over all questions asked of the two batches."""
    found: bool
    """Whether `p_bh` is at most 1 - confidence."""
    words: str
    """What is unlike, in words."""

    @property
    def size(self) -> str:
        """The effect in a word."""
        return "small" if self.effect < SMALL else "large" if self.effect >= LARGE else "moderate"


@dataclass(frozen=True, slots=True)
class UnderMix:
    """F1 of A, if A had B's mix of the groups of one field."""

    path: str
    groups: int
    f1: float
    change: float
    """The same less F1 of A: what the mix alone would change."""
    low: float
    high: float
    explained: float | None
    """`change` as a share of the change from A to B; below 0 where it goes the other way, None where F1 is the same."""
    unmatched: float
    """The share of B's records in groups that A lacks."""
    words: str

    @property
    def could_explain(self) -> bool:
        """Whether the mix moves F1 beyond chance, and in the direction in which it moved."""
        return (self.low > 0 or self.high < 0) and self.explained is not None and self.explained > 0


@dataclass(frozen=True, slots=True)
class ChangeOfF1:
    """Mean F1 of two batches of unlike documents."""

    a: float
    b: float
    change: float
    low: float
    high: float

    @property
    def detected(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Shift:
    """What is unlike about two batches."""

    names: tuple[str, str]
    records_a: int
    records_b: int
    tests: tuple[ShiftTest, ...]
    """What was found first, by effect; then the rest, by p."""
    f1: ChangeOfF1 | None
    """Of two runs."""
    under_mix: tuple[UnderMix, ...]
    """Of two runs: for the fields that shifted and those asked for, what B's mix would change, most first."""
    confidence: float
    sentence: str
    notes: tuple[str, ...] = ()

    @property
    def found(self) -> tuple[ShiftTest, ...]:
        """What shifted."""
        return tuple(one for one in self.tests if one.found)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        data = asdict(self)
        for one, test in zip(data["tests"], self.tests, strict=True):
            one["size"] = test.size
        for one, mix in zip(data["under_mix"], self.under_mix, strict=True):
            one["could_explain"] = mix.could_explain
        return data

    def to_frame(self) -> pd.DataFrame:
        """Return a row per question."""
        import pandas as pd

        rows = [[*(getattr(one, name) for name in _COLUMNS)] for one in self.tests]
        return pd.DataFrame(rows, columns=_COLUMNS)


_COLUMNS: Final = [
    "path", "what", "test", "records_a", "records_b", "effect", "size", "p", "p_bh", "found", "words",
]  # fmt: skip
