"""How many bytes may be read from a source, and what is said beyond that."""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.base.errors import LoadError
from evaljson.base.limits import LimitValues


@dataclass(frozen=True, slots=True)
class ByteLimit:
    """The most bytes, and the sentence of their limit."""

    most: int
    sentence: str

    def check(self, size: int, name: str) -> None:
        """Raise LoadError if a source of this name has more bytes."""
        if size > self.most:
            raise LoadError(f"{name}: {self.sentence}")


def source_limit(limits: LimitValues) -> ByteLimit:
    """Return the limit of a source of records."""
    return ByteLimit(limits.source_bytes, limits.says("source_bytes"))
