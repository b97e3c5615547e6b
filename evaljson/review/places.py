"""A place: where one variant has one disagreement, or one match, in one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from evaljson.base import paths
from evaljson.load.loaded_records import RecordId


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a value is, on both sides."""

    record: int
    """Position in gold."""
    record_id: RecordId
    variant: str
    """The id of the variant, or its name where there is no store."""
    path: str
    """Instance path of the result; elements that only the extraction has count down from -1."""
    gold_path: str | None
    """Where gold has the value, or would have it; None inside an element that only the extraction has."""
    extracted_path: str | None
    """Where the extracted record has the value; None where it has none."""
    weight: float
    """Of the field."""
    lost: float
    """The weight that F1 loses here: as far as a value is wrong, and half of a missing or an invented one's."""


_NAMES: Final = tuple(field.name for field in fields(CardPlace))


def place_to_json(place: CardPlace) -> dict[str, Any]:
    """Write a place as JSON, by the names of its fields."""
    return {name: getattr(place, name) for name in _NAMES}


def place_of_json(written: Mapping[str, Any]) -> CardPlace:
    """Read what `place_to_json` wrote. Raises TypeError for other names."""
    return CardPlace(**written)


def gold_path_of(path: str) -> str | None:
    """Return the path that a result has in gold; None if it is inside an element that only the extraction has."""
    if "[-" not in path:
        return path
    return None if any(isinstance(step, int) and step < 0 for step in paths.split(path)) else path
