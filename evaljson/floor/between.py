"""What a figure is read between: what one gets without reading anything, and how far people agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.floor.model import Floors
from evaljson.floor.words import floor_sentence
from evaljson.wording.words import points


@dataclass(frozen=True, slots=True)
class FloorAndCeiling:
    """The floor and the ceiling of F1, each where it is known."""

    floor: float | None = None
    ceiling: float | None = None
    """The mean F1 that people reach against each other."""

    @classmethod
    def of(cls, floors: Floors | None, ceiling: float | None = None) -> FloorAndCeiling:
        """Take the highest floor."""
        highest = None if floors is None else floors.highest
        return cls(None if highest is None else highest.f1, ceiling)


NOTHING_KNOWN: Final = FloorAndCeiling()


def ceiling_sentence(ceiling: float) -> str:
    """Say the ceiling in a line."""
    return f"Ceiling: F1 {points(ceiling)}, reached by people against each other."


def between_in_words(floors: Floors, ceiling: float | None, f1: Mapping[str, float]) -> tuple[str, tuple[str, ...]]:
    """Say floor and ceiling in a line; return it with the names of those in `f1` that are not above the floor."""
    said = floor_sentence(floors)
    if ceiling is not None:
        said += f" {ceiling_sentence(ceiling)}"
    highest = floors.highest
    floor = None if highest is None else highest.f1
    return said, () if floor is None else tuple(name for name, one in f1.items() if one <= floor)
