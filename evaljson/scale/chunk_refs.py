"""Where a chunk is: references that travel to other processes and machines, which read the records themselves."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from evaljson.base.arrays import AnyInts
from evaljson.base.errors import InputError


@dataclass(frozen=True, slots=True)
class LineSlice:
    """Some lines of a file."""

    file: str
    start: int
    end: int
    size: int
    """Bytes of the whole file when it was read first, and when it was last changed before: else it is refused."""
    changed: int
    first: int
    """The position of its first record among those of the file."""
    first_line: int
    places: str | None = None
    """A file with the position and line of each record, and whether the next line of the file begins none; where these
    are not the lines after the first."""
    records: int = 0
    name: str = ""
    """What the file is called in messages."""

    def read(self) -> bytes:
        """Return the lines. Raises InputError where the file is not what it was."""
        with open(self.file, "rb") as stream:
            about = os.fstat(stream.fileno())
            if (about.st_size, about.st_mtime_ns) != (self.size, self.changed):
                raise InputError(f"{self.name}: the file was changed since this scoring began; start again.")
            stream.seek(self.start)
            return stream.read(self.end - self.start)

    def positions(self) -> AnyInts:
        """Return the position of each record in the file."""
        if self.places is None:
            return np.arange(self.first, self.first + self.records)
        positions: AnyInts = np.load(self.places)[0]
        return positions


@dataclass(frozen=True, slots=True)
class ChunkRef:
    """One chunk: lines of gold and of the extraction that are joined with no others."""

    number: int
    gold: LineSlice
    extracted: LineSlice

    @property
    def bytes(self) -> int:
        """Bytes of both sides."""
        return self.gold.end - self.gold.start + self.extracted.end - self.extracted.start

    @property
    def in_place(self) -> bool:
        """Whether the records are in the order of their files."""
        return self.gold.places is None

    def as_json(self) -> dict[str, Any]:
        """Return the reference for `from_json`."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> ChunkRef:
        """Return what `as_json` wrote. Raises KeyError or TypeError where it is something else."""
        return cls(document["number"], LineSlice(**document["gold"]), LineSlice(**document["extracted"]))
