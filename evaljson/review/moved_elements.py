"""How many elements gold and an extraction both have, but out of order, and what a review says of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from evaljson.review.placed_pairs import PlacedPair
from evaljson.wording.words import counted

_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class MovedElements:
    """Elements about whose order no card asks; what differs in them besides is on cards of its own."""

    count: int
    """Each once for every variant."""
    fields: tuple[str, ...] = ()
    """Schema paths of their arrays."""

    @property
    def in_words(self) -> str:
        """Say that they are left out, and what settles it; "" where there are none."""
        if not self.count:
            return ""
        more = f" and {len(self.fields) - _NAMED:,} more" if len(self.fields) > _NAMED else ""
        are, they, have = ("is", "it", "counts") if self.count == 1 else ("are", "they", "count")
        return (
            f"{counted(self.count, 'element')} of {', '.join(self.fields[:_NAMED])}{more} {are} in gold and in the "
            f"extraction, but out of order. No card asks about that: {they} {have} as scored, by position. Where "
            "the order does not matter, pairing by content on Schema settles it."
        )


def moved_elements(pairs: Iterable[PlacedPair]) -> MovedElements:
    """Count the elements of a plan that are at another place, by their side in gold."""
    listed = [pair.field.removesuffix("[]") for pair in pairs]
    return MovedElements(len(listed), tuple(dict.fromkeys(listed)))


def moved_of_json(written: Any) -> MovedElements:
    """Read what the settings of a review say, which files bring too; none where it is anything else."""
    count, fields = (written.get("count"), written.get("fields")) if isinstance(written, dict) else (0, ())
    if type(count) is not int or not isinstance(fields, list) or not all(isinstance(one, str) for one in fields):
        return MovedElements(0)
    return MovedElements(count, tuple(fields))
