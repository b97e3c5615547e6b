"""A pair of values at a place, as cards are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evaljson.review.places import CardPlace


@dataclass(frozen=True, slots=True)
class PlacedPair:
    """A gold value and an extracted one, raw, at one place; ABSENT where a side has none."""

    field: str
    """Schema path."""
    gold: Any
    extracted: Any
    status: str
    place: CardPlace
    is_moved: bool = False
    """Whether it is an element that the other side has too, or nearly, elsewhere; what differs in it is apart."""
