"""What a figure is read between: what one gets without reading anything, and how far people agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.floor.model import Floors
from evaljson.floor.words import floor_sentence
from evaljson.wording.words import counted, points


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The mean F1 that people reach against each other, 0..1, with its interval."""

    f1: float
    low: float
    high: float
    records: int
    """Those that two people labelled, or answered in full."""
    of_cards: bool = False
    """Whether people were asked about some values alone, as in a review: they count as agreeing on all others."""


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


ASSUMED: Final = "What no card asks about counts as agreed, and “not sure” is left out: the true ceiling may be lower."


def ceiling_sentence(ceiling: Ceiling) -> str:
    """Say the ceiling in a line, with how far it can be trusted."""
    said = (
        f"Ceiling: F1 {points(ceiling.f1)} ({points(ceiling.low)} to {points(ceiling.high)}), reached by people "
        f"against each other on {counted(ceiling.records, 'record')}."
    )
    return f"{said} {ASSUMED}" if ceiling.of_cards else said


def between_in_words(floors: Floors, ceiling: Ceiling | None, f1: Mapping[str, float]) -> tuple[str, tuple[str, ...]]:
    """Say floor and ceiling in a line; return it with the names of those in `f1` that are not above the floor."""
    said = floor_sentence(floors)
    if ceiling is not None:
        said += f" {ceiling_sentence(ceiling)}"
    return said, not_above(floors, f1)


def not_above(floors: Floors, f1: Mapping[str, float]) -> tuple[str, ...]:
    """Return the names of those in `f1` that are not above the floor: figures over the records that it is over."""
    highest = floors.highest
    floor = None if highest is None else highest.f1
    return () if floor is None else tuple(name for name, one in f1.items() if one <= floor)
