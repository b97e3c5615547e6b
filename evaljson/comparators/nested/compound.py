"""Compounds: several sibling fields judged as one, such as a value and its unit."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from evaljson.base.errors import RegistryError
from evaljson.base.jsontypes import strict_equal
from evaljson.base.paths import split
from evaljson.comparators.base import BatchItem, ComparatorResult, Params, as_result

Fields = Mapping[str, Any]
Compare = Callable[..., ComparatorResult | float]
"""fn(gold, extracted) or fn(gold, extracted, params)."""
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class CompoundComparator:
    """Judges the fields `fields` of one object together; the result is at the field `primary`.

    Register it under a name and give that name to each of the fields as x-eval-compare. Pass `compare`, or override it
    in a subclass: it gets the two objects' fields after transforms (absent ones left out). The engine groups by the
    real parent object and calls it for every pair, also inside aligned arrays; the other fields become `skipped`, and
    so do fields that name it without being among `fields`. A subclass that overrides `__call__` is asked through that,
    like any batch comparator.
    """

    is_batch = True
    failure_is_unjudged = False
    """Whether a pair for which `compare` raises is a `batch_error`, instead of a mismatch."""

    def __init__(
        self, fields: Sequence[str], primary: str, name: str = "compound", compare: Compare | None = None
    ) -> None:
        if primary not in fields:
            raise RegistryError(f"compound {name!r}: its primary field {primary!r} is not one of {list(fields)!r}")
        self.fields = list(fields)
        self.primary = primary
        self.name = name
        self._compare = compare

    def compare(self, gold: Fields, extracted: Fields, params: Params) -> ComparatorResult | float:
        """Score how alike the two objects are; by default all fields must be strictly equal.

        A subclass may leave out `params`.
        """
        if self._compare is not None:
            answer: ComparatorResult | float = _called(self._compare, gold, extracted, params)
            return answer
        return float(strict_equal(dict(gold), dict(extracted)))

    def judge(self, gold: Fields, extracted: Fields, params: Params) -> Any:
        """Answer with `compare`, and the rule for absence: a field that only one side has is a mismatch."""
        one_sided = sorted(set(gold) ^ set(extracted))
        if one_sided:
            return ComparatorResult(0.0, self.name, f"only one side has {', '.join(one_sided)}")
        answer = _called(self.compare, dict(gold), dict(extracted), params)
        result = as_result(answer, self.name)
        return answer if result is None else result

    def __call__(self, items: list[BatchItem]) -> list[ComparatorResult | None]:
        """Compare items outside the engine, grouped by parent path: the result is at the primary, siblings skip."""
        groups: dict[tuple[Any, ...], dict[str, BatchItem]] = {}
        for item in items:
            *parent, key = split(item.path)
            if key in self.fields:
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
            skipped = ComparatorResult(0.0, self.name, skip=True)
            results.append(verdicts[(item.record_id, *parent)] if key == self.primary else skipped)
        return results


def is_asked_by_call(fn: Any) -> bool:
    """Check whether a compound has a `__call__` of its own, which then decides instead of `compare`."""
    return isinstance(fn, CompoundComparator) and type(fn).__call__ is not CompoundComparator.__call__


def _called(compare: Compare, gold: Fields, extracted: Fields, params: Params) -> Any:
    if _takes_params(getattr(compare, "__func__", compare), is_method=inspect.ismethod(compare)):
        return compare(gold, extracted, params)
    return compare(gold, extracted)


@lru_cache(maxsize=256)
def _takes_params(function: Callable[..., Any], is_method: bool) -> bool:
    """Check whether the parameters follow the two objects: a third argument that is required or named `params`."""
    try:
        arguments = [one for one in inspect.signature(function).parameters.values() if one.kind in _POSITIONAL]
    except ValueError:  # written in C, and does not tell
        return False
    third = arguments[2 + is_method :]
    return bool(third) and (third[0].default is inspect.Parameter.empty or third[0].name == "params")
