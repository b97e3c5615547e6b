"""Small pools of values, and a value that more or less fits a node."""

import copy
from random import Random
from typing import Any

KEYS = ["a", "b", "c", "id", "type", "items", "properties", "additionalProperties", "a.b", "it's [0]", 'q"q', "*", ""]
FREE_KEYS = ["a", "k", "m.n", "*", "zz"]

TEXT = ["", "a", "A", " a ", "a b", "b a", "b  a", "a", "B", "true", "True", "N/A", "é"]
NUMBER_TEXT = ["1", " 1.0 ", "2.5", "10", "1_0", "1_0", "nan", "inf", "-Infinity", "9007199254740993", "1e400"]
SMALL: list[int | float] = [0, 1, 1, 2, 2, 300, 301, -1, 1.0, 2.5, 0.0, -0.0, 1.04, 0.005]
LARGE: list[int | float] = [2**53, 2**53 + 1, float(2**53), 2**63, 2**64, 2**64 + 1, float(2**64), 10**400, 1e308]
SPECIAL = [float("nan"), float("inf"), float("-inf")]
PLAIN: list[Any] = ["a", "A", "b", 1, 1.0, 2, True, False, None, "", "1"]


def scalar(rng: Random) -> Any:
    """Any scalar, null too."""
    pools: list[list[Any]] = [TEXT, NUMBER_TEXT, SMALL, SMALL, LARGE, SPECIAL, [True, False], [None], PLAIN]
    return rng.choice(rng.choice(pools))


def anything(rng: Random) -> Any:
    """A value of any type, whatever the schema says."""
    if rng.random() < 0.6:
        return scalar(rng)
    return copy.deepcopy(rng.choice([[], {}, [None], [[]], [{}], ["a"], [1, 1.0], {"a": 1}, {"zz": [1]}, {"a": {}}]))


def value_for(rng: Random, node: dict[str, Any], wrong: float = 0.06) -> Any:
    """A value for `node`; `wrong` is how often it does not fit, at this node (below it is always the default)."""
    if rng.random() < wrong:
        return anything(rng)
    kind = node["type"]
    if isinstance(kind, list):
        kind = rng.choice(kind)
    if kind == "object":
        return an_object(rng, node)
    if kind == "array":
        return an_array(rng, node)
    if "x-eval-transform" in node and rng.random() < 0.4:
        return rng.choice(NUMBER_TEXT) if rng.random() < 0.4 else scalar(rng)
    return a_scalar(rng, kind)


def a_scalar(rng: Random, kind: str) -> Any:
    if kind == "string":
        return rng.choice(NUMBER_TEXT if rng.random() < 0.1 else TEXT)
    if kind == "boolean":
        return rng.random() < 0.5
    pool = SMALL if rng.random() < 0.85 else [*LARGE, *SPECIAL]
    return rng.choice([number for number in pool if kind == "number" or isinstance(number, int)])


def an_object(rng: Random, node: dict[str, Any]) -> dict[str, Any]:
    declared = node.get("properties", {})
    value = {key: value_for(rng, child) for key, child in declared.items() if rng.random() < 0.88}
    entries = node.get("additionalProperties")
    if isinstance(entries, dict):
        free = [key for key in rng.sample(FREE_KEYS, rng.randint(0, 3)) if key not in declared]
        value |= {key: value_for(rng, entries) for key in free}
    if rng.random() < 0.05:
        value[rng.choice(FREE_KEYS)] = anything(rng)
    return value


def an_array(rng: Random, node: dict[str, Any]) -> list[Any]:
    item = node.get("items", {"type": "string"})
    value: list[Any] = []
    for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4, 5])):
        again = bool(value) and rng.random() < 0.2
        value.append(copy.deepcopy(rng.choice(value)) if again else value_for(rng, item))
    return value
