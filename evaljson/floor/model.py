"""The result: what extractions that read nothing score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

FloorKind = Literal["empty", "constant", "shuffled"]


@dataclass(frozen=True, slots=True)
class Floor:
    """What one extraction that reads nothing scores."""

    kind: FloorKind
    f1: float | None
    """Mean over records; None where nothing was scored, or where a field was not judged."""
    per_field: Mapping[str, float | None]
    """F1 by schema path; None where it is undefined, or not judged. Without arrays and objects themselves."""


@dataclass(frozen=True, slots=True)
class Floors:
    """What extractions that read nothing score over one gold, under one schema."""

    records: int
    """Gold records scored."""
    seeds: tuple[int, ...]
    """Of the shuffles; the figures of "shuffled" are means over them."""
    empty: Floor
    """Nothing but the id of each record."""
    constant: Floor
    """The same record everywhere: the most common value of each field, which may be "absent"."""
    shuffled: Floor
    """Each record has the gold of another one."""

    @property
    def all(self) -> tuple[Floor, ...]:
        """The three, in this order."""
        return self.empty, self.constant, self.shuffled

    @property
    def highest(self) -> Floor | None:
        """The one with the highest F1, which a figure is read against; None where nothing or not all was scored."""
        if self.constant.f1 is None:
            return None
        known = [floor for floor in self.all if floor.f1 is not None]
        return max(known, key=lambda floor: floor.f1 or 0.0, default=None)

    def at(self, field: str) -> tuple[FloorKind, float] | None:
        """Return the highest F1 of a field, by its schema path, and what scores it; None where it is not known."""
        if self.constant.per_field.get(field) is None:
            return None
        known = [(floor.kind, f1) for floor in self.all if (f1 := floor.per_field.get(field)) is not None]
        return max(known, key=lambda one: one[1], default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        return {**asdict(self), "highest": None if self.highest is None else self.highest.kind}
