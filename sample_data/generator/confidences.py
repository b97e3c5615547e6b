"""How sure a prompt says it is of each value: it knows where it read badly, but not always.

What is right is mostly given a high confidence and now and then a low one; what is wrong mostly a low one, but some of
it a high one. How often depends on the prompt. Addresses and tax lines have one confidence each, as sure as the least
sure value in them, and so has an object where gold has a value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Knows = tuple[float, float]
"""How often a right value is doubted, and how often a wrong one is."""
_AS_ONE = frozenset({"vendor.address", "buyer.address", "tax_lines[]"})


def confidences(record: dict[str, Any], gold: dict[str, Any], knows: Knows, seed: str, id_key: str) -> dict[str, Any]:
    """An object of the shape of the record, without its id, with a confidence in place of each value."""
    known: dict[str, list[Any]] = {}
    for path, value in _values(gold, ""):
        known.setdefault(path, []).append(value)
    rng = random.Random(f"{seed}/confidence/{record.get(id_key)}")
    mirror = _mirror({key: value for key, value in record.items() if key != id_key}, "", known, knows, rng)
    return dict(mirror)


def _mirror(value: Any, path: str, known: dict[str, list[Any]], knows: Knows, rng: random.Random) -> Any:
    if path in _AS_ONE or (path in known and isinstance(value, dict | list)):
        return min((_sure(one in known.get(at, ()), knows, rng) for at, one in _values(value, path)), default=0.5)
    if isinstance(value, dict):
        return {key: _mirror(item, f"{path}.{key}" if path else key, known, knows, rng) for key, item in value.items()}
    if isinstance(value, list):
        return [_mirror(item, f"{path}[]", known, knows, rng) for item in value]
    return _sure(value in known.get(path, ()), knows, rng)


def _sure(is_right: bool, knows: Knows, rng: random.Random) -> float:
    doubted = rng.random() < knows[0 if is_right else 1]
    return round(0.3 + 0.6 * rng.random() if doubted else 1 - 0.04 * rng.random() ** 2, 2)


def _values(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _values(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for item in value:
            yield from _values(item, f"{path}[]")
    else:
        yield path, value
