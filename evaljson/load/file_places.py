"""Where records stand in their file, as a person counts: records from 1, and lines from 1 where the file has lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.load.loaded_records import LoadedRecords


@dataclass(frozen=True, slots=True)
class FilePlace:
    """The place of a record in its file."""

    number: int
    """Among all records of the file, from 1: those that were refused or left out count."""
    line: int | None
    """The line it is on, from 1; None where records have no line of their own."""

    def __str__(self) -> str:
        return f"record {self.number:,}" + ("" if self.line is None else f" (line {self.line:,})")


class FilePlaces:
    """The places of the records of one file. Records that were refused, or that someone left out, shift none."""

    def __init__(self, loaded: LoadedRecords) -> None:
        self._blanks = loaded.blank_lines
        self._refused = _gaps(loaded.refused_places)
        self._aside = _gaps(sorted(loaded.set_aside.rows) if loaded.set_aside is not None else ())

    def of(self, index: int) -> FilePlace:
        """Return the place of the record at an index of `records`."""
        return self.of_read(_around(index, self._aside))

    def of_read(self, index: int) -> FilePlace:
        """Return that of the record at an index among all that were read, left out or not."""
        return place_of(_around(index, self._refused), self._blanks)


def indices_in_file(loaded: LoadedRecords) -> list[int] | None:
    """Return the index of each record among all of its file; None where none was refused or left out."""
    if loaded.set_aside is None and not loaded.refused_places:
        return None
    places = FilePlaces(loaded)
    return [places.of(at).number - 1 for at in range(len(loaded.records))]


def place_of(index: int, blanks: Sequence[tuple[int, int]] | None) -> FilePlace:
    """Return the place of the record at an index among all of a file, those that were refused included."""
    if blanks is None:
        return FilePlace(index + 1, None)
    at = bisect_right(blanks, index, key=lambda step: step[0])
    return FilePlace(index + 1, index + 1 + (blanks[at - 1][1] if at else 0))


def outer_index(index: int, gone: Sequence[int]) -> int:
    """Return the index among all of the one at an index among those that are left; `gone` are the others, sorted."""
    return _around(index, _gaps(gone))


def _gaps(gone: Sequence[int]) -> list[int]:
    """Return for each index that is gone how many are left before it."""
    return [index - at for at, index in enumerate(gone)]


def _around(index: int, gaps: Sequence[int]) -> int:
    return index + bisect_right(gaps, index)


def known_id(loaded: LoadedRecords, at: int, id_key: str | None) -> Any:
    """Return the id of a record of a file: its own, one found in its text, or one beside it; None if there is none."""
    record = loaded.records[at]
    if record is not None and id_key in record:
        return record[id_key]
    if id_key is not None and (inside := loaded.unread_keys.get(at, {}).get(id_key)) is not None:
        return inside
    own = loaded.unread_ids.get(at, loaded.ids[at] if loaded.ids else None)
    if own is not None or id_key is None or not loaded.metadata:
        return own
    beside = loaded.metadata[at].get(id_key)
    return beside if isinstance(beside, str | int) and not isinstance(beside, bool) else None
