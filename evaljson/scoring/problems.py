"""Problems of a run, and decisions that its reader should know of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One kind of problem at one place."""

    kind: str
    """comparator, batch, gold, alignment, records, shape, confidence."""
    path: str
    """Schema path, or "" for the whole run."""
    message: str
    count: int
    """How often it occurred."""


Key = tuple[str, str, str]
"""Kind, path and message."""


class Problems:
    """Counts problems by kind, path and message."""

    def __init__(self) -> None:
        self._counts: dict[Key, int] = {}
        self._pairs: dict[Key, set[str]] = {}

    def add(self, kind: str, path: str, message: str, count: int = 1) -> None:
        """Add a problem; the same one again only raises its count."""
        key = (kind, path, message)
        self._counts[key] = self._counts.get(key, 0) + count

    def add_pair(self, kind: str, path: str, message: str, gold: Any, extracted: Any) -> None:
        """Add a problem of two values, which counts once however many records have them."""
        self._pairs.setdefault((kind, path, message), set()).add(_named(gold, extracted))

    def take(self, others: Problems) -> None:
        """Add all problems of another list."""
        for key, count in others._counts.items():
            self.add(*key, count)
        for key, pairs in others._pairs.items():
            self._pairs.setdefault(key, set()).update(pairs)

    def only(self, wanted: Callable[[Key], bool]) -> Problems:
        """Return the problems whose kind, path and message are wanted."""
        part = Problems()
        part._counts = {key: count for key, count in self._counts.items() if wanted(key)}
        part._pairs = {key: set(pairs) for key, pairs in self._pairs.items() if wanted(key)}
        return part

    def as_json(self) -> list[list[Any]]:
        """Return all that is known, for `from_json`: kind, path, message, count, and the pairs of values."""
        keys = sorted({*self._counts, *self._pairs})
        return [[*key, self._counts.get(key, 0), sorted(self._pairs.get(key, ()))] for key in keys]

    @classmethod
    def from_json(cls, entries: Iterable[Sequence[Any]]) -> Problems:
        """Return what `as_json` wrote."""
        problems = cls()
        for kind, path, message, count, pairs in entries:
            if count:
                problems.add(kind, path, message, count)
            if pairs:
                problems._pairs[kind, path, message] = set(pairs)
        return problems

    def listed(self) -> tuple[Problem, ...]:
        """List all problems by kind, path and message, so that the order of the records does not matter."""
        entries = self.as_json()
        return tuple(Problem(kind, path, text, count + len(pairs)) for kind, path, text, count, pairs in entries)


def _named(gold: Any, extracted: Any) -> str:
    """Return a short name of two values, the same in every process."""
    try:
        text = json.dumps([gold, extracted], sort_keys=True, default=repr)
    except (TypeError, ValueError):  # values that a transform made, or integers that Python does not write out
        text = repr((type(gold), gold, type(extracted), extracted))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
