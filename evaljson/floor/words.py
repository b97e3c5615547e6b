"""Floors in words, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaljson.floor.model import FloorKind, Floors
from evaljson.wording.words import points

WHAT: Final[Mapping[FloorKind, str]] = {
    "empty": "nothing at all",
    "constant": "the most common value of each field",
    "shuffled": "the values of another record",
}
"""What each of them answers."""
UNKNOWN: Final = "The floor is not known: some fields are decided by a comparator that may cost something."

NOTHING: Final = "There is no floor: gold has nothing to score."


def floor_in_short(floors: Floors) -> str:
    """Say the highest floor in a few words, or why there is none."""
    highest = floors.highest
    return floor_sentence(floors) if highest is None else f"Floor: F1 {points(highest.f1)}."


def floor_sentence(floors: Floors) -> str:
    """Say how far one gets without reading a document."""
    highest = floors.highest
    if highest is None:
        return UNKNOWN if floors.constant.per_field else NOTHING
    return f"Floor: F1 {points(highest.f1)}, reached by answering {WHAT[highest.kind]}."


def all_floors(floors: Floors) -> str:
    """Name the figure of each, and what the shuffle depends on."""
    figures = "; ".join(f"{WHAT[floor.kind]}: F1 {points(floor.f1)}" for floor in floors.all)
    seeds = ", ".join(map(str, floors.seeds))
    return f"{figures} (drawn with seed {seeds})" if len(floors.seeds) == 1 else f"{figures} (mean over seeds {seeds})"
