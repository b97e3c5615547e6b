"""Which gold element of an array goes with which extracted one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from .place import Place
from .schema import Node, free_keys, is_unit, only, strategies
from .unit import try_transform
from .values import MISSING, equal_by_value, is_number


@dataclass(frozen=True)
class Pair:
    """Positions in the gold and in the extracted array; None where the element has no partner."""

    gold: int | None
    extracted: int | None


def aligned(
    node: Node, gold: list[Any], extracted: list[Any], place: Place, score: Callable[[Node, Any, Any], float],
    names: tuple[list[str], list[str]] = ([], []),
) -> list[Pair]:  # fmt: skip
    """Every element of both sides once: in gold order, then the extracted elements that found no partner.

    Each strategy takes what the ones before it left alone, in array order; the last one orders what nobody took.
    `names` are the keys of both sides, for the entries of maps.
    """
    pairs: list[Pair] = []
    golds, extracteds = list(range(len(gold))), list(range(len(extracted)))
    lone: list[int] = []
    for strategy in strategies(node):
        if strategy["match_by"] == "map_key":
            found = by_key([(names[0][i],) for i in golds], [(names[1][j],) for j in extracteds])
        else:
            left = [gold[i] for i in golds], [extracted[j] for j in extracteds]
            found = one_strategy(strategy, node, *left, place, score)
        both = [
            (golds[p.gold], extracteds[p.extracted]) for p in found if p.gold is not None and p.extracted is not None
        ]
        lone = [extracteds[p.extracted] for p in found if p.gold is None and p.extracted is not None]
        pairs += [Pair(i, j) for i, j in both]
        golds = [i for i in golds if i not in [taken for taken, _ in both]]
        extracteds = sorted(lone)
    pairs += [Pair(i, None) for i in golds]
    return sorted(pairs, key=lambda pair: pair.gold or 0) + [Pair(None, j) for j in lone]


def one_strategy(
    strategy: Node, node: Node, gold: list[Any], extracted: list[Any], place: Place,
    score: Callable[[Node, Any, Any], float],
) -> list[Pair]:  # fmt: skip
    item = node["items"]
    if strategy["match_by"] == "key_field":
        return by_key(key_values(item, strategy, gold, place), key_values(item, strategy, extracted, place))
    if strategy["match_by"] == "hungarian":
        seen = only(item, strategy["on"]) if "on" in strategy else item
        return best_pairs(gold, extracted, strategy.get("min_score", 0.0), lambda g, e: score(seen, g, e))
    return by_position(len(gold), len(extracted))


def by_position(golds: int, extracteds: int) -> list[Pair]:
    common = min(golds, extracteds)
    paired = [Pair(i, i) for i in range(common)]
    return paired + [Pair(i, None) for i in range(common, golds)] + [Pair(None, j) for j in range(common, extracteds)]


def key_values(item: Node, strategy: Node, elements: list[Any], place: Place) -> list[Any]:
    """The key of each element, a tuple where there are several; MISSING where one could match nothing."""
    names = strategy["key"] if isinstance(strategy["key"], list) else [strategy["key"]]
    steps = strategy.get("transform", [])
    keys = [tuple(key_value(item, name, steps, element, place) for name in names) for element in elements]
    return [MISSING if MISSING in key else key for key in keys]


def key_value(item: Node, key: str, steps: list[Any], element: Any, place: Place) -> Any:
    # an element or a key that the null policy lists is treated like a missing one, and so before the alignment
    below = place.entered(item)
    if not isinstance(element, dict) or is_listed(item, element, below):
        return MISSING
    value = element.get(key, MISSING)
    if not is_unit(item):  # settings below a unit are without effect
        child = item.get("properties", {}).get(key, free_keys(item))
        if child is not None and is_listed(child, value, below.entered(child)):
            return MISSING
    value, _ = try_transform(steps, value)
    return value if is_number(value) or isinstance(value, str) else MISSING


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
            partner = next((j for j in extracted_firsts if all_equal(key, extracted_keys[j])), None)
        taken.add(partner)
        pairs.append(Pair(i, partner))
    rest = [j for j in range(len(extracted_keys)) if j not in extracted_firsts]
    return pairs + [Pair(None, j) for j in [*extracted_firsts, *rest] if j not in taken]


def firsts(keys: list[Any]) -> list[int]:
    """Positions where a usable key appears for the first time."""
    return [
        i
        for i, key in enumerate(keys)
        if key is not MISSING and not any(all_equal(key, earlier) for earlier in keys[:i] if earlier is not MISSING)
    ]


def all_equal(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return all(equal_by_value(a, b) for a, b in zip(one, other, strict=True))


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
