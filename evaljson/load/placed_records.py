"""The records of a large source, each read when someone looks at it, and all of them once someone looks at many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, overload

_FEW: Final = 20
"""One of so many records may be looked at alone: reading them all takes less than reading more of them so."""


class ByPlace(Sequence[Any]):
    """A sequence whose elements are looked up one by one."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self.at(place) for place in range(*index.indices(len(self)))]
        return self.at(range(len(self))[index])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def at(self, place: int) -> Any:
        """Return the element at a place from 0 on."""
        raise NotImplementedError


class PlacedRecords(ByPlace):
    """Records that are read when someone looks at them; once all are read, they are held."""

    def __init__(self, count: int, one: Callable[[int], Any], every: Callable[[], Sequence[Any]]) -> None:
        """Take what reads the record at a place, and what reads all of them."""
        super().__init__(count)
        self._one: Callable[[int], Any] | None = one
        self._every = every
        self._read: Sequence[Any] | None = None
        self._left = count // _FEW

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def at(self, place: int) -> Any:
        """Return the record at a place from 0 on."""
        one = self._one
        if self._left <= 0 or one is None:
            return self._all()[place]
        self._left -= 1
        return one(place)

    def _all(self) -> Sequence[Any]:
        """Return all of them, which others may have dropped since: reading them again for each would take hours."""
        read = self._read
        if read is None:
            read = self._read = self._every()
            self._one = None
        return read


class TakenRecords(ByPlace):
    """Some records of a source in another order, and others instead of some; None where there is none."""

    def __init__(
        self, records: Sequence[Any], places: Sequence[int | None], instead: Mapping[int, Any] | None = None
    ) -> None:
        """Take the place in `records` of each; `instead` has others by their place here. Raises IndexError."""
        super().__init__(len(places))
        self._records, self._places, self._instead = records, places, instead or {}
        taken = (place for at, place in enumerate(places) if place is not None and at not in self._instead)
        if max(taken, default=-1) >= len(records):
            raise IndexError("a place is outside of the records")

    def __iter__(self) -> Iterator[Any]:
        records = list(self._records)
        for at, place in enumerate(self._places):
            yield self._instead[at] if at in self._instead else None if place is None else records[place]

    def at(self, place: int) -> Any:
        """Return the record at a place from 0 on."""
        if place in self._instead:
            return self._instead[place]
        at = self._places[place]
        return None if at is None else self._records[at]
