"""A place: where one variant has one disagreement, or one match, in one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from evaljson.base import paths
from evaljson.load.loaded_records import RecordId

GONE: Final = "a variant that is gone"
"""The name of a variant of a place that its evaluation has no more."""
Part = tuple[str, str | None]
"""(instance path of a result, path of its value in the extracted record; None where it has none)"""


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
    """What mean F1 of the variant loses here, 0..1; where it matches, what it would lose if it were wrong."""
    parts: tuple[Part, ...] = ()
    """The results that it stands for, where it is a whole element of an array; none: the one that is just here."""
    before: int | None = None
    """Index in gold before which an element belongs that gold lacks, where its array pairs by position."""
    is_shift: bool = False
    """Whether its array, which pairs by position, was paired by what its elements hold: see `shifted_arrays`."""

    @property
    def results(self) -> tuple[Part, ...]:
        """The results that it stands for."""
        return self.parts or ((self.path, self.extracted_path),)

    @property
    def is_element(self) -> bool:
        """Whether it is a whole element that is paired with nothing."""
        alone = self.is_shift and None in (self.gold_path, self.extracted_path)
        return bool(self.parts or alone) and paths.elements_above(self.path)[-1:] == (self.path,)

    @property
    def gold_paths(self) -> tuple[str, ...]:
        """Every path in gold at which an answer is about a value: its own, and those of what is in it."""
        if self.gold_path is None:
            return ()
        return (self.gold_path, *(path for path, _ in self.parts if _is_inside(path, self.gold_path)))


_NAMES: Final = tuple(field.name for field in fields(CardPlace))
_OF_ELEMENTS: Final = ("parts", "before", "is_shift")
"""Those that most places have not: they are not written there."""


def place_to_json(place: CardPlace) -> dict[str, Any]:
    """Write a place as JSON, by the names of its fields."""
    written = {name: getattr(place, name) for name in _NAMES if name not in _OF_ELEMENTS}
    parts = {"parts": [list(part) for part in place.parts]} if place.parts else {}
    before = {"before": place.before} if place.before is not None else {}
    return {**written, **parts, **before, **({"is_shift": True} if place.is_shift else {})}


def place_of_json(written: Mapping[str, Any]) -> CardPlace:
    """Read what `place_to_json` wrote. Raises TypeError for other names."""
    parts = tuple((path, extracted) for path, extracted in written.get("parts", ()))
    return CardPlace(**{**written, "parts": parts})


def _is_inside(path: str, element: str) -> bool:
    return path != element and paths.is_below(path, element)


def gold_path_of(path: str) -> str | None:
    """Return the path that a result has in gold; None if it is inside an element that only the extraction has."""
    if "[-" not in path:
        return path
    return None if any(isinstance(step, int) and step < 0 for step in paths.split(path)) else path
