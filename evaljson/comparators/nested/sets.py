"""set: arrays without their order, by the elements that both sides have.

    precision   common / extracted elements
    recall      common / gold elements
    f1          2 * common / (gold + extracted elements)
    jaccard     common / elements of either side

Where there is nothing to divide by, the score is 1. Elements are equal as in `oneof`: numbers by value, the
rest strictly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.nested.inner import TRANSFORM, transforms_of
from evaljson.comparators.oneof import value_key
from evaljson.transforms.number_text import short

_SHOWN = 3


class SetOf:
    """Graded overlap of two arrays. f1 and jaccard are symmetric. What is not an array matches only what equals it."""

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "score",
            "string",
            "What the score is.",
            default="f1",
            choices=("precision", "recall", "f1", "jaccard"),
        ),
        Param(
            "duplicates",
            "string",
            "bag: an element counts as often as it is there; set: once.",
            default="bag",
            choices=("bag", "set"),
        ),
        TRANSFORM,
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if strict_equal(gold, extracted):
            return ComparatorResult(1.0, "set")
        for side, value in (("gold", gold), ("extracted", extracted)):
            if not isinstance(value, list):
                return ComparatorResult(0.0, "set", f"{side} is {type_name(value)}, not an array")
        refused: list[str] = []
        left, right = (_counted(side, params, refused) for side in (gold, extracted))
        common = (left & right).total()
        score = _score(common, left.total(), right.total(), params.get("score", "f1"))
        notes = [f"{common} in common", *_named("missing", gold, left - right, params)]
        notes += [*_named("extra", extracted, right - left, params), *dict.fromkeys(refused)]
        return ComparatorResult(score, "set", "; ".join(notes))


def _counted(values: list[Any], params: Params, refused: list[str]) -> Counter[Hashable]:
    counts = Counter(_keys(values, params, refused))
    return Counter(dict.fromkeys(counts, 1)) if params.get("duplicates") == "set" else counts


def _keys(values: Iterable[Any], params: Params, refused: list[str]) -> list[Hashable]:
    transform = transforms_of(params.get("transform"))
    transformed = [transform(value) for value in values]
    refused += [why for _, why in transformed if why]
    return [value_key(value) for value, _ in transformed]


def _score(common: int, gold: int, extracted: int, which: str) -> float:
    below = {"precision": extracted, "recall": gold, "f1": gold + extracted, "jaccard": gold + extracted - common}[
        which
    ]
    return (2 if which == "f1" else 1) * common / below if below else 1.0


def _named(word: str, values: list[Any], counts: Counter[Hashable], params: Params) -> list[str]:
    """Name the first few elements that only one side has."""
    if not counts:
        return []
    left = Counter(counts)
    names: list[str] = []
    for value, key in zip(values, _keys(values, params, []), strict=True):
        if left[key] > 0 and len(names) < _SHOWN:
            left[key] -= 1
            names.append(_text(value))
    more = counts.total() - len(names)
    return [f"{word} {', '.join(names)}" + (f" and {more} more" if more else "")]


def _text(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > 256:
        return "an integer of many digits"
    return type_name(value) if isinstance(value, dict | list) else short(value)


set_ = SetOf()
