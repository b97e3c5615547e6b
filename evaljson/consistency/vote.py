"""The record that wins a vote among several extractions of one document, field by field.

The most frequent value wins, where values are equal that the field's transforms make equal; "absent" is a value too. Of
equally frequent ones that of the earliest run wins. Elements of arrays are matched by their key, or by what they have
in common with those of the array that is most like all others; an element stays where half of the runs or more have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.scoring.plan import PlanNode

MOST_ELEMENTS: Final = 200
"""Arrays with an element more are not voted on element by element: the one that is most like all others wins."""


def vote(plan: PlanNode | None, values: Sequence[Any]) -> Any:
    """Return the winning value at a node; ABSENT if most have none. Without a plan values are compared as they are."""
    winner = _most_frequent(values, lambda value: _kind(plan, value))
    if _kind(plan, winner) == "object":
        return _object(plan, [value for value in values if type(value) is dict])
    if _kind(plan, winner) == "array":
        assert plan is not None
        return _array(plan, [value for value in values if type(value) is list])
    return winner


def _kind(plan: PlanNode | None, value: Any) -> Hashable:
    """Return the key by which values are equal; containers that are voted on part by part are all alike."""
    if plan is not None and plan.unit is None:
        if type(value) is dict and plan.element is None:
            return "object"
        if type(value) is list and plan.element is not None:
            return "array"
    if value is ABSENT or plan is None or plan.unit is None:
        return ("value", strict_key(value))
    new, refused = plan.unit.transform(value)
    return ("value", strict_key(value if refused is not None else new))


def _most_frequent(values: Sequence[Any], key: Callable[[Any], Hashable]) -> Any:
    keys = [key(value) for value in values]
    count = Counter(keys)
    return values[max(range(len(values)), key=lambda at: (count[keys[at]], -at))]


def _object(plan: PlanNode | None, objects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    children = _children(plan)
    other = None if plan is None else plan.entry
    found = {}
    for key in dict.fromkeys(key for one in objects for key in one):
        winner = vote(children.get(key, other), [one.get(key, ABSENT) for one in objects])
        if winner is not ABSENT:
            found[key] = winner
    return found


def _children(plan: PlanNode | None) -> dict[str, PlanNode]:
    if plan is None:
        return {}
    return dict(plan.children) | {key: child for compound in plan.compounds for key, child in compound.members}


def _array(plan: PlanNode, arrays: Sequence[list[Any]]) -> list[Any]:
    of_array = [[_features(element) for element in one] for one in arrays]
    central = _central(of_array)
    if max(map(len, arrays)) > MOST_ELEMENTS:
        return arrays[central]
    key = plan.schema.align.key if plan.schema.align.strategy == "key_field" else None
    matched = [[element] for element in arrays[central]]
    alone: list[tuple[Any, list[Any]]] = []
    for at, elements in enumerate(arrays):
        if at == central:
            continue
        pairs = _pairs(of_array[central], of_array[at], key, arrays[central], elements)
        for mine, theirs in pairs.items():
            matched[mine].append(elements[theirs])
        alone += [(elements[one], [elements[one]]) for one in range(len(elements)) if one not in pairs.values()]
    kept = [group for group in matched if 2 * len(group) >= len(arrays)]
    by_key: dict[Hashable, list[Any]] = {}
    for element, group in alone:
        by_key.setdefault(_key_of(element, key) or strict_key(element), []).extend(group)
    kept += [group for group in by_key.values() if 2 * len(group) > len(arrays)]
    return [vote(plan.element, group) for group in kept]


def _features(element: Any) -> frozenset[Hashable]:
    if type(element) is dict:
        return frozenset((key, strict_key(value)) for key, value in element.items())
    return frozenset([strict_key(element)])


def _central(arrays: Sequence[Sequence[frozenset[Hashable]]]) -> int:
    """Return the array that has most in common with all others, the earliest of several."""
    bags = [Counter(feature for element in one for feature in element) for one in arrays]
    shared = [sum(2 * (one & other).total() - one.total() - other.total() for other in bags) for one in bags]
    return int(np.argmax(shared))


def _pairs(
    mine: Sequence[frozenset[Hashable]],
    theirs: Sequence[frozenset[Hashable]],
    key: Any,
    own: list[Any],
    others: list[Any],
) -> dict[int, int]:
    """Match elements: by key, else so that they have most in common, nearer positions first."""
    if key is not None:
        places: dict[Hashable, int] = {}
        for at, element in enumerate(others):
            if (known := _key_of(element, key)) is not None:
                places.setdefault(known, at)
        found = {at: places.pop(_key_of(element, key), None) for at, element in enumerate(own)}
        return {at: other for at, other in found.items() if other is not None}
    from scipy.optimize import linear_sum_assignment  # here, because it takes long to import

    if not mine or not theirs:
        return {}
    alike = np.array([[2 * len(a & b) / max(1, len(a) + len(b)) for b in theirs] for a in mine])
    near = 1e-6 * np.abs(np.subtract.outer(np.arange(len(mine)), np.arange(len(theirs))))
    rows, columns = linear_sum_assignment(alike - near, maximize=True)
    scalars = all(len(one) == 1 for one in (*mine, *theirs))
    least = 1.0 if scalars else 1e-9
    return {int(a): int(b) for a, b in zip(rows, columns, strict=True) if alike[a, b] >= least}


def _key_of(element: Any, key: Any) -> Hashable:
    """Return the value of the key, or of all keys; None where there is none."""
    if key is None or type(element) is not dict:
        return None
    names = (key,) if isinstance(key, str) else key
    values = [element.get(name) for name in names]
    return None if any(value is None for value in values) else tuple(map(strict_key, values))
