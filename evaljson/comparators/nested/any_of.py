"""any_of: gold is a list of acceptable values, and the one that extracted is nearest to decides.

Gold that is not a list is the one acceptable value. With gold [] nothing is acceptable, except what `nulls` says. Where
the extracted key is missing, it is an omission as ever, whatever gold lists: no comparator is asked.
"""

from __future__ import annotations

from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal, type_name
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.nested.inner import TRANSFORM, check_comparator, compare_by, transforms_of
from evaljson.transforms.number_text import short


class AnyOf:
    """The best score over the acceptable values; the reason names the winner, the first of equally good ones."""

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "compare",
            "any",
            'The comparator for each acceptable value: a name, or with parameters {"amount": {"decimal": ","}}.',
            default="exact",
            check=check_comparator,
        ),
        TRANSFORM,
        Param(
            "nulls",
            "string",
            "When an extracted null is right: listed: where gold lists it; empty: where gold is [] too; always.",
            default="listed",
            choices=("listed", "empty", "always"),
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        acceptable = gold if isinstance(gold, list) else [gold]
        nulls = params.get("nulls", "listed")
        if extracted is None and (nulls == "always" or (nulls == "empty" and not acceptable)):
            return ComparatorResult(1.0, "any_of", f'null is right by "nulls": "{nulls}"')
        if not acceptable:
            return ComparatorResult(0.0, "any_of", "gold lists no acceptable value")
        transform = transforms_of(params.get("transform"))
        right, refused = transform(extracted)
        results = [_compare(params, transform(value), right, refused) for value in acceptable]
        best = max(range(len(results)), key=lambda i: (not results[i].skip, results[i].score, -i))
        won = results[best]
        notes = [f"nearest to {_text(acceptable[best])}", *([won.reason] if won.reason else [])]
        notes += [] if isinstance(gold, list) else ["gold is not a list, taken for the one acceptable value"]
        return ComparatorResult(won.score, "any_of", "; ".join(notes), won.skip)


def _compare(params: Params, gold: tuple[Any, str | None], extracted: Any, refused: str | None) -> ComparatorResult:
    """Compare as the engine does: what a transform refuses matches only a strictly equal value."""
    value, why = gold
    if why or refused:
        return ComparatorResult(float(strict_equal(value, extracted)), "any_of", why or refused)
    return compare_by(params.get("compare", "exact"), value, extracted)


def _text(value: Any) -> str:
    return short(value) if isinstance(value, str | bool | float) else _number_or_type(value)


def _number_or_type(value: Any) -> str:
    small = isinstance(value, int) and value.bit_length() <= 256
    return str(value) if small else type_name(value)


any_of = AnyOf()
