"""What the records of one chunk add to the whole: exact sums, problems, and the records that found no partner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaljson.load.loaded_records import RecordId
from evaljson.results.sums import Sums
from evaljson.scoring.problems import Problems

Placed = tuple[int, Any, str]
"""Position in its file, id, and why it is listed."""
_LISTS = ("missing", "strays", "duplicates", "left_out", "invented", "cut_off")
_COUNTS = ("gold", "gold_refused", "extracted_refused", "not_produced", "repaired")


@dataclass(frozen=True, slots=True)
class ChunkSums:
    """Sums that can be added in any order: the whole is the same."""

    sums: Sums = field(default_factory=Sums)
    problems: Problems = field(default_factory=Problems)
    missing: tuple[Placed, ...] = ()
    """Gold records without an extracted one."""
    strays: tuple[Placed, ...] = ()
    duplicates: tuple[Placed, ...] = ()
    left_out: tuple[Placed, ...] = ()
    invented: tuple[Placed, ...] = ()
    """Strays that were scored, as invented."""
    cut_off: tuple[tuple[int, Any, str | None], ...] = ()
    """Replies that ended early: position in gold, id, and the path of what was open; None for one that was not read."""
    gold: int = 0
    """Gold records that a partner was sought for, and invented ones."""
    gold_refused: int = 0
    """Lines of gold that could not be read."""
    extracted_refused: int = 0
    not_produced: int = 0
    repaired: int = 0

    def __add__(self, other: ChunkSums) -> ChunkSums:
        problems = Problems()
        problems.take(self.problems)
        problems.take(other.problems)
        lists: dict[str, Any] = {name: tuple(_sorted((*getattr(self, name), *getattr(other, name)))) for name in _LISTS}
        counts: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in _COUNTS}
        return ChunkSums(self.sums + other.sums, problems, **lists, **counts)

    def as_json(self) -> dict[str, Any]:
        """Return the sums for `from_json`: the same sums give the same document."""
        return {
            "sums": self.sums.as_json(),
            "problems": self.problems.as_json(),
            **{name: [list(one) for one in _sorted(getattr(self, name))] for name in _LISTS},
            **{name: getattr(self, name) for name in _COUNTS},
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> ChunkSums:
        """Return what `as_json` wrote. Raises KeyError or ValueError where it is something else."""
        lists: dict[str, Any] = {name: tuple((at, one, why) for at, one, why in document[name]) for name in _LISTS}
        counts: dict[str, Any] = {name: document[name] for name in _COUNTS}
        problems = Problems.from_json(document["problems"])
        return cls(Sums.from_json(document["sums"]), problems, **lists, **counts)


def _sorted(listed: tuple[Placed, ...]) -> list[Placed]:
    return sorted(listed, key=lambda one: (one[0], one[2]))


def ids_of(listed: tuple[Placed, ...]) -> tuple[RecordId, ...]:
    """Return the ids alone."""
    return tuple(record_id for _, record_id, _ in listed)
