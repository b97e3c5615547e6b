"""What people said of whole elements that gold does not have: those that it should get, and those that it has lost.

No path in gold leads to what is in them, so it stands under one of its own: `lines[].2.unit` is the unit of the element
that was `lines[2]`, and `lines[].-1.unit` that of an element which only an extraction has, as on its card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, strict_equal, value_at
from evaljson.review.added_elements import AddedElement
from evaljson.review.cards import ReviewCard
from evaljson.review.element_values import values_in
from evaljson.review.label_states import GoldLabel, LabelsOfRecord, LabelState, without_indices
from evaljson.wording.words import counted

_OF_ELEMENT: Final = re.compile(r"(?P<array>.*)\[\]\.(?P<index>-?\d+)(?P<inner>.*)", re.DOTALL)


def labels_of_added(
    one: AddedElement, at: str, cards: Sequence[ReviewCard], now: Any
) -> Iterator[tuple[int, str, GoldLabel]]:
    """Yield (record, path, label) of what is in an element that gold got at a path, as long as it is still as it came.

    `now` is the record in the gold in place.
    """
    for inner, label in _inside(one, cards, "corrected"):
        if strict_equal(value_at(now, at + inner), label.value):
            yield one.record, at + inner, label


def labels_of_lacking(one: AddedElement, cards: Sequence[ReviewCard]) -> Iterator[tuple[int, str, GoldLabel]]:
    """Yield (record, path, label) of what is in an element that gold should get and lacks, by paths of their own."""
    for inner, label in _inside(one, cards, "called_wrong"):
        yield one.record, own_path(one.path) + inner, label


def own_path(element: str) -> str:
    """Return the path of its own of an element to which none in gold leads."""
    array = element[: element.rindex("[")]
    return f"{array}[].{element[len(array) + 1 : -1]}"


def _inside(one: AddedElement, cards: Sequence[ReviewCard], state: LabelState) -> Iterator[tuple[str, GoldLabel]]:
    for inner, value in _values_in(one, cards).items():
        field = paths.inside(without_indices(one.array) + "[]", without_indices(inner).removeprefix("."))
        yield inner, GoldLabel(state, value, one.people, field)


def elements_in_words(labels: LabelsOfRecord) -> list[str]:
    """Say of each array which elements people took out of it, or would put into it: one sentence for each element."""
    found: dict[tuple[str, str], GoldLabel] = {}
    for path, label in labels.items():
        if match := _OF_ELEMENT.fullmatch(path):
            known = found.setdefault((match["array"], match["index"]), label)
            people = tuple(sorted({*known.people, *label.people}))
            found[match["array"], match["index"]] = replace(known, people=people)
    return [_sentence(array, index, label) for (array, index), label in found.items()]


def _sentence(array: str, index: str, label: GoldLabel) -> str:
    by = counted(len(label.people), "person", "people")
    if label.state == "corrected":
        return f"✎ {array}: the element that was {array}[{index}] was removed by {by}."
    say = "says" if len(label.people) == 1 else "say"
    return f"✎ {array}: gold lacks an element, {by} {say}; it is not corrected yet."


def _values_in(one: AddedElement, cards: Sequence[ReviewCard]) -> dict[str, Any]:
    """Return by its path in the element each value that is scored as one; what no card tells of, down to its leaves."""
    parts = dict[str, Any]()
    for place in (at for number in one.cards for at in cards[number].places if at.record == one.record):
        if place.gold_path is None and place.extracted_path is not None:
            for _, path in place.parts:
                inner = "" if path is None else path[len(place.extracted_path) :]
                if inner and (value := value_at(one.value, inner.removeprefix("."))) is not ABSENT:
                    parts[inner] = value
    return values_in(one.value, parts) | parts
