"""Elements of arrays that only an extraction has, and that people say gold should have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key, value_at
from evaljson.review.answers import true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.gold_outcome import OtherAnswer, who_says
from evaljson.review.outcome import ReviewOutcome


@dataclass(frozen=True, slots=True)
class AddedElement:
    """An element to append to an array of gold."""

    record: int
    path: str
    """As on its card: it counts down from -1."""
    value: Any
    cards: tuple[int, ...]
    """The cards whose answers say so, by number."""
    people: tuple[str, ...]
    before: int | None = None
    """Index in gold before which it belongs; None: at the end."""
    others: tuple[OtherAnswer, ...] = ()
    """Who said otherwise of something in it, and what."""
    copy: int = 0
    """How many equal ones come before it: a variant may have found the same element several times."""

    @property
    def array(self) -> str:
        """The path of the array in gold."""
        return self.path[: self.path.rindex("[")]

    def found_in(self, record: Any, *, not_in: Any) -> str | None:
        """Return where an equal element is in a record of gold; None where that has no more of them than the other."""
        held, before = (_elements(one, self.array) for one in (record, not_in))
        at = [place for place, value in enumerate(held) if strict_equal(value, self.value)]
        old = sum(strict_equal(value, self.value) for value in before)
        if len(at) <= old + self.copy:
            return None
        return paths.element(self.array, at[self.copy if self.before is not None else old + self.copy])


_Array = tuple[int, str]
"""(position of the record in gold, path of the array)"""
_Key = tuple[int, str, Hashable, int]
"""(position of the record in gold, path of the array, what the value is known by, how many equal ones come before)"""
_Voices = tuple[tuple[str, ...], tuple[OtherAnswer, ...]]
"""Who says that a value belongs into the element, and who says otherwise."""


def added_elements(cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> list[AddedElement]:
    """Put the values together, element by element, in the order of the cards.

    Two variants may have found the same element: those of equal content in one array are one, and whole ones that mean
    the same by the rules of what is in them. What one variant found several times are several. Where a card is about a
    single field, values of an element are on cards of their own: one inside of it that only one of several cards has
    accepted makes another element. Both are then in the list of changes, to be seen.
    """
    parts: dict[tuple[int, str, str], list[tuple[str, Any, int, _Voices]]] = {}
    before: dict[tuple[int, str, str], int | None] = {}
    whole: dict[tuple[int, str, str], str] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            decided = outcome.places[number, place]
            if at.gold_path is not None or decided.answer is None:
                continue
            says, value = true_value(decided.answer, card.gold, card.extracted)
            if says and value is not ABSENT:
                voices = who_says([(card, decided)], value, outcome.same)
                element = outermost_added(at.path)
                parts.setdefault((at.record, at.variant, element), []).append((at.path, value, number, voices))
                before[at.record, at.variant, element] = at.before
                if at.path == element:
                    whole[at.record, at.variant, element] = card.field
    found: dict[_Key, AddedElement] = {}
    in_array: dict[_Array, list[_Key]] = {}
    by_variant: dict[_Key, set[str]] = {}
    taken: dict[int, set[str]] = {}
    copies: Counter[tuple[str, int, str, Hashable]] = Counter()
    for (record, variant, element), values in parts.items():
        value = _built(element, [(path, value) for path, value, *_ in values])
        numbers = {number for *_, number, _ in values}
        people = {person for *_, (agree, _) in values for person in agree}
        others = {other for *_, (_, differ) in values for other in differ}
        array = record, element[: element.rindex("[")]
        equal = (variant, *array, strict_key(value))
        while variant in by_variant.get((*equal[1:], copies[equal]), ()):  # another spelling of it may be there
            copies[equal] += 1
        key: _Key = (*equal[1:], copies[equal])
        if key not in found and (field := whole.get((record, variant, element))) is not None:
            others_have = (one for one in in_array.get(array, ()) if variant not in by_variant[one])
            key = next((one for one in others_have if outcome.same(field, found[one].value, value)), key)
        by_variant.setdefault(key, set()).add(variant)
        if key in found:
            value = found[key].value
            numbers |= set(found[key].cards)
            people |= set(found[key].people)
            others |= set(found[key].others)
            path, copy = found[key].path, found[key].copy
        else:
            in_array.setdefault(array, []).append(key)
            path, copy = _free(element, taken.setdefault(record, set())), key[-1]
        at_index = before[record, variant, element]
        sorted_others = tuple(sorted(others, key=lambda other: (other.who, other.said)))
        found[key] = AddedElement(
            record, path, value, tuple(sorted(numbers)), tuple(sorted(people)), at_index, sorted_others, copy
        )
    return list(found.values())


def _free(element: str, taken: set[str]) -> str:
    """Take the path, or the next one that is free: variants count what only they have each for themselves."""
    array, at = element[: element.rindex("[")], int(element[element.rindex("[") + 1 : -1])
    while paths.element(array, at) in taken:
        at -= 1
    taken.add(paths.element(array, at))
    return paths.element(array, at)


def outermost_added(path: str) -> str:
    """Return the path of the outermost element that gold lacks."""
    return next(above for above in paths.elements_above(path) if paths.split(above)[-1] < 0)  # type: ignore[operator]


def _built(element: str, values: Sequence[tuple[str, Any]]) -> Any:
    """Build the element from the values in it; arrays inside of it are appended to in order."""
    root: dict[str, Any] = {}
    places: dict[str, Any] = {}
    for path, value in values:
        holder: Any = root
        step: Any = "value"
        here = element
        for inner in paths.split(path)[len(paths.split(element)) :]:
            at = holder[step] if isinstance(holder, list) else holder.get(step)
            if isinstance(inner, str):
                if not isinstance(at, dict):
                    holder[step] = at = {}
                here = paths.child(here, inner)
                holder, step = at, inner
            else:
                if not isinstance(at, list):
                    holder[step] = at = []
                here = f"{here}[{inner}]"
                if here not in places:
                    places[here] = len(at)
                    at.append(None)
                holder, step = at, places[here]
        holder[step] = value
    return root["value"]


def _elements(record: Any, array: str) -> list[Any]:
    held = value_at(record, array)
    return held if isinstance(held, list) else []
