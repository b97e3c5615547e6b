"""Records of gold or of a variant that have no id, while most others have one; and leaving them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from evaljson.load import LoadedRecords
from evaljson.load.set_aside import as_read, with_set_aside

_TYPES: Final = {str, int}
_MOST: Final = 0.5
"""Of the records of a file, the share that may lack the id: where more do, the key is not their id."""


@dataclass(frozen=True, slots=True)
class WithoutId:
    """Records of one file that have no id."""

    places: tuple[int, ...]
    """Indices among all that were read, from 0."""
    out: tuple[int, ...]
    """Those of `places` that are left out."""
    has_others: bool = False
    """Whether any of them has a value there, which is no id: 1.5 or true."""

    @property
    def is_decided(self) -> bool:
        """Whether all of them are left out."""
        return self.places == self.out


def without_id(loaded: LoadedRecords, id_key: str, kind: Literal["gold", "extracted"]) -> WithoutId | None:
    """Return the records that nothing pairs by `id_key`; None where all have an id, or more than half have none.

    In gold, that is a record without a text or an integer there. Of a variant it is one without the key: one whose id
    is of another type stops no other record.
    """
    there = {place: record for place, record in enumerate(as_read(loaded).records) if record is not None}
    places = tuple(
        place
        for place, record in there.items()
        if id_key not in record or (kind == "gold" and type(record[id_key]) not in _TYPES)
    )
    if not places or len(places) > len(there) * _MOST:
        return None
    left_out = _out(loaded)
    has_others = any(there[place].get(id_key) is not None for place in places)
    return WithoutId(places, tuple(place for place in places if place in left_out), has_others)


def leave_out(loaded: LoadedRecords, found: WithoutId) -> LoadedRecords:
    """Return the file without these records."""
    return with_set_aside(loaded, _out(loaded) | set(found.places))


def put_back(loaded: LoadedRecords, found: WithoutId) -> LoadedRecords:
    """Return the file with these records in their places."""
    return with_set_aside(loaded, _out(loaded) - set(found.places))


def _out(loaded: LoadedRecords) -> set[int]:
    return set() if loaded.set_aside is None else set(loaded.set_aside.rows)
