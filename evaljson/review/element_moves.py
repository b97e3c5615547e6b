"""Where the elements of arrays went when corrected gold took some of them out and put others in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from evaljson.base import paths


@dataclass(frozen=True, slots=True)
class ElementMoves:
    """What happened in one array. Both are sorted indices in the old array."""

    removed: tuple[int, ...] = ()
    put_before: tuple[int, ...] = ()
    """One for each element that was put in between."""

    def after(self, index: int) -> int:
        """Return the new index of an old element that was not removed."""
        return index - bisect_left(self.removed, index) + bisect_right(self.put_before, index)

    def of_new(self, number: int) -> int:
        """Return the new index of an element that was put in, by its place in `put_before`."""
        before = self.put_before[number]
        return before - bisect_left(self.removed, before) + number


_UNMOVED = ElementMoves()


@dataclass(frozen=True, slots=True)
class RecordMoves:
    """What happened in the arrays of one record."""

    arrays: Mapping[str, ElementMoves]
    """By path of the array in the old record; those where nothing moved are left out."""
    new: Mapping[str, tuple[str, int]]
    """For each element that came in, by its path as on its card: its array in the old record, and its new index."""

    def removed_around(self, path: str) -> str | None:
        """Return the outermost element that a path of the old record leads through and that is gone."""
        return next((element for element in paths.elements_above(path) if self._is_removed(element)), None)

    def path_after(self, path: str) -> str | None:
        """Return the path that a value of the old record has in the new one; None if an element around it is gone."""
        after, done = "", 0
        for element in paths.elements_above(path):
            array, index = _split(element)
            if self._is_removed(element):
                return None
            after += path[done : len(array)] + f"[{self.arrays.get(array, _UNMOVED).after(index)}]"
            done = len(element)
        return after + path[done:]

    def path_of_new(self, path: str) -> str | None:
        """Return the path in the new record of an element that came in, by its path as on its card.

        None where it did not come in.
        """
        if path not in self.new:
            return None
        array, index = self.new[path]
        around = self.path_after(array)
        return None if around is None else paths.element(around, index)

    def _is_removed(self, element: str) -> bool:
        array, index = _split(element)
        return index in self.arrays.get(array, _UNMOVED).removed


def _split(element: str) -> tuple[str, int]:
    """Return the path of the array and the index of an element."""
    cut = element.rindex("[")
    return element[:cut], int(element[cut + 1 : -1])
