"""Where results belong: their rows in the sink, and the rows of their values in the columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from evaljson.base.arrays import AnyInts, Bools, Ints
from evaljson.scoring.side import GOLD, Side


class Placed(Protocol):
    """Results by place; pairs of values have such places too."""

    def __len__(self) -> int: ...

    @property
    def rows(self) -> Ints:
        """Rows of the sink, one per result."""

    @property
    def gold(self) -> Ints | None:
        """The row of each gold value in its column; None where gold has nothing around the value either."""

    @property
    def extracted(self) -> Ints | None:
        """The same of the extracted values."""

    def where(self, mask: Bools) -> Placed:
        """Return those where `mask` is true."""


@dataclass(frozen=True, slots=True)
class OneSided:
    """Values that only one side has: value i goes to row `rows[i]` of the sink."""

    side: Side
    index: Ints
    """Their rows in the column of that side."""
    rows: Ints
    other: Ints | None = None
    """Rows in the other column, where that side has a null or absent value at this very node."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def gold(self) -> Ints | None:
        """Rows in the gold column."""
        return self.index if self.side is GOLD else self.other

    @property
    def extracted(self) -> Ints | None:
        """Rows in the extracted column."""
        return self.other if self.side is GOLD else self.index

    def where(self, mask: Bools) -> OneSided:
        """Return those where `mask` is true."""
        other = None if self.other is None else self.other[mask]
        return OneSided(self.side, self.index[mask], self.rows[mask], other)


@dataclass(frozen=True, slots=True)
class SharedPlaces:
    """Some of others, which many columns share: what they are is worked out when it is asked for."""

    shared: Placed
    at: AnyInts

    @classmethod
    def where_of(cls, shared: Placed, mask: Bools) -> Placed:
        """Return those where `mask` is true."""
        return shared if mask.all() else cls.of(shared, np.flatnonzero(mask))

    @classmethod
    def of(cls, shared: Placed, at: Ints) -> SharedPlaces:
        """Return those at some places, held in as few bytes as they need."""
        return cls(shared, at.astype(np.uint16 if len(shared) <= 1 << 16 else np.int32))

    def __len__(self) -> int:
        return len(self.at)

    @property
    def rows(self) -> Ints:
        """Rows of the sink."""
        return self.shared.rows[self.at]

    @property
    def gold(self) -> Ints | None:
        """Rows in the gold column."""
        gold = self.shared.gold
        return None if gold is None else gold[self.at]

    @property
    def extracted(self) -> Ints | None:
        """Rows in the extracted column."""
        extracted = self.shared.extracted
        return None if extracted is None else extracted[self.at]

    def where(self, mask: Bools) -> SharedPlaces:
        """Return those where `mask` is true."""
        return SharedPlaces(self.shared, self.at[mask])


@dataclass(frozen=True, slots=True)
class Level:
    """Rows of one array or map inside the rows of its parent."""

    parents: Ints
    """Each row's row in the parent."""
    order: Ints
    """Sort key within the parent row: gold order, then elements that only the extraction has."""
    index: Ints
    """The index in the path; elements that only the extraction has count down from -1."""
    gold: Ints
    """Position in the gold array, or NOWHERE."""
    extracted: Ints
    """Position in the extracted array, or NOWHERE."""
    keys: list[str] | None = None
    """The keys in the path, for maps."""
    extracted_keys: list[str] | None = None
    """The keys in the extracted records, where they may be others than those in the path."""
    link: Ints | None = None
    """Which strategy of the array's chain paired the row, or NO_LINK; None where all rows are alone."""


@dataclass(frozen=True, slots=True)
class UnknownKeys:
    """Keys of one side's objects that the schema lacks."""

    by_row: dict[int, list[str]]
    """Sorted; rows without any are left out."""
    counts: Ints
    """How many each row has, for all rows."""

    def __bool__(self) -> bool:
        return bool(self.by_row)
