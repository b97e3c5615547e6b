"""Damaging a copy of a gold value the way extractions go wrong."""

import copy
from random import Random
from typing import Any

from .values import FREE_KEYS, KEYS, anything, scalar, value_for


def damaged(rng: Random, node: dict[str, Any], value: Any, rate: float, at_root: bool = False) -> Any:
    """A copy of `value` where about the share `rate` of what it holds is different; a root stays an object."""
    if not at_root and rng.random() < rate:
        fate = rng.random()
        if fate < 0.15:
            return anything(rng)
        if fate < 0.25:
            return None
        if fate < 0.35:
            return rng.choice([[], {}])
        if fate < 0.5:
            return value_for(rng, node)
        if not isinstance(value, dict | list):
            return retold(rng, value)
    if isinstance(value, dict):
        return damaged_object(rng, node, value, rate)
    if isinstance(value, list):
        return damaged_array(rng, node, value, rate)
    return value


def retold(rng: Random, value: Any) -> Any:
    """The same fact in another type or spelling, or a neighbour of it."""
    if isinstance(value, bool):
        return rng.choice([not value, int(value), str(value), str(value).lower(), float(value)])
    if isinstance(value, int):
        return rng.choice([value + 1, str(value), f" {value}.0", float(value) if abs(value) < 2**70 else value - 1])
    if isinstance(value, float):
        whole = int(value) if value.is_integer() else value / 2
        return rng.choice([whole, repr(value), value * 1.004, -value])
    if isinstance(value, str):
        turned = " ".join(reversed(value.split()))
        return rng.choice([value.upper(), f" {value}", f"{value} ", turned, value + "x", value.replace("_", "")])
    return scalar(rng)


def damaged_object(rng: Random, node: dict[str, Any], value: dict[str, Any], rate: float) -> dict[str, Any]:
    declared, free = node.get("properties", {}), node.get("additionalProperties")
    copied = {}
    for key, below in value.items():
        child = declared.get(key, free if isinstance(free, dict) else {"type": "string"})
        if rng.random() >= rate / 2:
            copied[key] = damaged(rng, child, below, rate)
    for key, child in declared.items():
        if key not in value and rng.random() < rate:
            copied[key] = value_for(rng, child)
    if rng.random() < rate / 2:
        copied[rng.choice(FREE_KEYS + KEYS)] = anything(rng)
    keys = list(copied)
    rng.shuffle(keys)
    called = renamed(rng, [key for key in keys if key not in declared]) if "x-eval-align" in node else {}
    return {called.get(key, key): copied[key] for key in keys}


def renamed(rng: Random, keys: list[str]) -> dict[str, str]:
    """Other keys for the entries of a map, of which most are still keys of some entry; or the same ones."""
    if rng.random() < 0.4:
        return {}
    return dict(zip(keys, rng.sample([*keys, "a (invented)", "z1"], len(keys)), strict=True))


def damaged_array(rng: Random, node: dict[str, Any], value: list[Any], rate: float) -> list[Any]:
    item = node.get("items", {"type": "string"})
    copied = [damaged(rng, item, element, rate) for element in value if rng.random() >= rate / 3]
    if rng.random() < rate:
        copied.append(value_for(rng, item))
    if copied and rng.random() < rate:
        copied.insert(rng.randrange(len(copied) + 1), copy.deepcopy(rng.choice(copied)))
    if rng.random() < rate / 2:
        copied.insert(rng.randrange(len(copied) + 1), rng.choice([None, {}, [], ""]))
    if rng.random() < 0.4:
        rng.shuffle(copied)
    return copied
