"""compound, declared in the schema: sibling fields judged as one, such as a value and its unit, without any code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, Params
from evaljson.comparators.nested.compound import CompoundComparator, Fields
from evaljson.comparators.nested.inner import check_comparator, compare_by
from evaljson.transforms.number_text import short

NAME = "compound"


def _check_fields(fields: list[Any]) -> str | None:
    named = all(isinstance(name, str) for name in fields)
    return None if named and len(set(fields)) == len(fields) > 1 else "name at least two fields, each once"


class Declared:
    """All fields equal, or, with `compare`, their texts joined in order: "5" and "kg" are compared as "5 kg".

    Put it on each of the fields, with the same parameters; the result stands at `primary`.
    """

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "fields",
            "array",
            "The sibling fields, in the order in which they read.",
            True,
            longest=100,
            check=_check_fields,
        ),
        Param("primary", "string", "The field at which the result stands.", required=True),
        Param(
            "compare",
            "any",
            'The comparator for the joined text: a name, or with parameters {"fuzzy": {"method": "token_set"}}.',
            check=check_comparator,
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        """Compare outside the engine: two objects with the fields, or a single field."""
        if isinstance(gold, Mapping) and isinstance(extracted, Mapping):
            return _compare(gold, extracted, params)
        return ComparatorResult(float(strict_equal(gold, extracted)), NAME)

    def build(self, params: Params) -> CompoundComparator:
        """Build the comparator for one set of parameters."""
        return CompoundComparator(params["fields"], params["primary"], NAME, _compare)


def _compare(gold: Fields, extracted: Fields, params: Params) -> ComparatorResult:
    if strict_equal(dict(gold), dict(extracted)):
        return ComparatorResult(1.0, NAME)
    if "compare" not in params:
        odd = sorted(key for key in gold if not strict_equal(gold[key], extracted.get(key)))
        return ComparatorResult(0.0, NAME, f"{', '.join(odd)} differ{'s' if len(odd) == 1 else ''}")
    left, right = (_joined(side, params["fields"]) for side in (gold, extracted))
    result = compare_by(params["compare"], left, right)
    values = f"{short(left)} against {short(right)}" + (f": {result.reason}" if result.reason else "")
    return ComparatorResult(result.score, NAME, values, result.skip)


def _joined(side: Fields, fields: list[str]) -> str:
    values = [side[key] for key in fields if key in side and side[key] is not None]
    return " ".join(value if isinstance(value, str) else json.dumps(value) for value in values)


declared = Declared()
