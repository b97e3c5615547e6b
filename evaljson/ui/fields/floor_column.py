"""The column of floors in the tables of the Fields page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from evaljson.floor import Floors
from evaljson.wording.words import points_column

FLOOR_HELP: Final = (
    "F1 without reading a document: the most common value, or another record's. "
    "Arrays and objects themselves have none."
)


def floor_column(floors: Floors, fields: Iterable[str]) -> list[float | None]:
    """Return the floor of each field in points; None where it has none, as rows have that stand for several fields."""
    found = (floors.at(field) for field in fields)
    return points_column(None if one is None else one[1] for one in found)
