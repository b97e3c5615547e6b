"""Compounds: several sibling fields judged as one, such as a value and its unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evaljson.base.errors import RegistryError
from evaljson.base.jsontypes import strict_equal
from evaljson.base.paths import split
from evaljson.comparators.base import BatchItem, ComparatorResult, Params

Fields = Mapping[str, Any]
Compare = Callable[[Fields, Fields, Params], ComparatorResult | float]


class CompoundComparator:
    """Judges the fields `fields` of one object together; the result stands at the field `primary`.

    Register it under a name and give that name to each of the fields as x-eval-compare. Pass `compare`, or override it
    in a subclass: it gets the two objects' fields after transforms (absent ones left out). The engine groups by the
    real parent object and calls it for every pair, also inside aligned arrays; the other fields become `skipped`.
    """

    is_batch = True

    def __init__(self, fields: Sequence[str], primary: str, name: str, compare: Compare | None = None) -> None:
        if primary not in fields:
            raise RegistryError(f"compound {name!r}: its primary field {primary!r} is not one of {list(fields)!r}")
        self.fields = tuple(fields)
        self.primary = primary
        self.name = name
        self._compare = compare

    def compare(self, gold: Fields, extracted: Fields, params: Params) -> ComparatorResult | float:
        """Score how alike the two objects are; by default all fields must be strictly equal."""
        if self._compare is not None:
            return self._compare(gold, extracted, params)
        return float(strict_equal(dict(gold), dict(extracted)))

    def judge(self, gold: Fields, extracted: Fields, params: Params) -> ComparatorResult:
        """`compare`, with the rule for absence: a field that only one side has is a mismatch."""
        one_sided = sorted(set(gold) ^ set(extracted))
        if one_sided:
            return ComparatorResult(0.0, self.name, f"only one side has {', '.join(one_sided)}")
        result = self.compare(gold, extracted, params)
        return result if isinstance(result, ComparatorResult) else ComparatorResult(float(result), self.name)

    def __call__(self, items: list[BatchItem]) -> list[ComparatorResult | None]:
        """Compare items outside the engine, grouped by parent path: the result is at the primary, siblings skip."""
        groups: dict[tuple[Any, ...], dict[str, BatchItem]] = {}
        for item in items:
            *parent, key = split(item.path)
            groups.setdefault((item.record_id, *parent), {})[str(key)] = item
        verdicts = {
            group: self.judge(
                {key: item.gold_compared for key, item in members.items()},
                {key: item.extracted_compared for key, item in members.items()},
                next(iter(members.values())).params,
            )
            for group, members in groups.items()
        }
        results: list[ComparatorResult | None] = []
        for item in items:
            *parent, key = split(item.path)
            verdict = verdicts[(item.record_id, *parent)]
            results.append(verdict if key == self.primary else ComparatorResult(0.0, self.name, skip=True))
        return results
