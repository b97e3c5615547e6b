"""Which gold element of an array goes with which extracted one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from .place import Place
from .schema import Node, alignment, free_keys, is_unit
from .unit import try_transform
from .values import MISSING, equal_by_value, is_number


@dataclass(frozen=True)
class Pair:
    """Positions in the gold and in the extracted array; None where the element has no partner."""

    gold: int | None
    extracted: int | None


def aligned(
    node: Node, gold: list[Any], extracted: list[Any], place: Place, score: Callable[[Any, Any], float]
) -> list[Pair]:
    """Every element of both sides once: in gold order, then the extracted elements that found no partner."""
    strategy, setting = alignment(node)
    if strategy == "key_field":
        return by_key(key_values(node, setting, gold, place), key_values(node, setting, extracted, place))
    if strategy == "hungarian":
        return best_pairs(gold, extracted, setting, score)
    return by_position(len(gold), len(extracted))


def by_position(golds: int, extracteds: int) -> list[Pair]:
    common = min(golds, extracteds)
    paired = [Pair(i, i) for i in range(common)]
    return paired + [Pair(i, None) for i in range(common, golds)] + [Pair(None, j) for j in range(common, extracteds)]


def key_values(node: Node, key: str, elements: list[Any], place: Place) -> list[Any]:
    """The raw key value of each element, MISSING where it has none that could match."""
    return [key_value(node["items"], key, element, place) for element in elements]


def key_value(item: Node, key: str, element: Any, place: Place) -> Any:
    # an element or a key that the null policy lists is treated like a missing one, and so before the alignment
    below = place.entered(item)
    if not isinstance(element, dict) or is_listed(item, element, below):
        return MISSING
    value = element.get(key, MISSING)
    if not (is_number(value) or isinstance(value, str)):
        return MISSING
    if is_unit(item):  # settings below a unit are without effect
        return value
    child = item.get("properties", {}).get(key, free_keys(item))
    return value if child is None or not is_listed(child, value, below.entered(child)) else MISSING


def is_listed(node: Node, value: Any, place: Place) -> bool:
    """By the policy in force at `place`, which has been entered; a policy looks at transformed values."""
    return place.is_absent(try_transform(node.get("x-eval-transform", []), value)[0])


def by_key(gold_keys: list[Any], extracted_keys: list[Any]) -> list[Pair]:
    """Of equal keys only the first of each side can match; the others are elements without a partner."""
    gold_firsts, extracted_firsts = firsts(gold_keys), firsts(extracted_keys)
    pairs, taken = [], set()
    for i, key in enumerate(gold_keys):
        partner = None
        if i in gold_firsts:
            partner = next((j for j in extracted_firsts if equal_by_value(key, extracted_keys[j])), None)
        taken.add(partner)
        pairs.append(Pair(i, partner))
    rest = [j for j in range(len(extracted_keys)) if j not in extracted_firsts]
    return pairs + [Pair(None, j) for j in [*extracted_firsts, *rest] if j not in taken]


def firsts(keys: list[Any]) -> list[int]:
    """Positions where a usable key appears for the first time."""
    return [
        i
        for i, key in enumerate(keys)
        if key is not MISSING and not any(equal_by_value(key, earlier) for earlier in keys[:i])
    ]


def best_pairs(
    gold: list[Any], extracted: list[Any], min_score: float, score: Callable[[Any, Any], float]
) -> list[Pair]:
    if not gold or not extracted:
        return by_position(len(gold), len(extracted))
    matrix = np.array([[score(g, e) for e in extracted] for g in gold], dtype=float)
    matrix[matrix < min_score] = 0.0
    rows, columns = linear_sum_assignment(matrix, maximize=True)
    partner = {int(i): int(j) for i, j in zip(rows, columns, strict=True) if matrix[i, j] > 0.0}
    pairs = [Pair(i, partner.get(i)) for i in range(len(gold))]
    return pairs + [Pair(None, j) for j in range(len(extracted)) if j not in partner.values()]
