"""Records with arrays, and arrays in arrays, that were extracted in another order, cut, and written otherwise."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

NAMES = ["Bolt", "Nut", "Gear", "Cable", "Panel", "Lamp", "Valve", "Motor", "Hinge", "Pump"]
WAYS: dict[str, list[Callable[[Any], Any]]] = {
    "sku": [str.upper, str.lower, lambda text: f"{text} ", lambda text: text],
    "amount": [lambda number: f"{number:,.2f} EUR", str, lambda number: number],
    "unit": [str.upper, lambda text: text],
    "ref": [str.lower, lambda text: text],
    "note": [str.upper, lambda text: text],
}


def messy_arrays(seed: int, records: int = 12) -> tuple[list[Any], dict[str, list[Any]]]:
    """Gold, and two variants that differ from it in the same ways at other places."""
    random = Random(seed)
    gold = [_record(random, number) for number in range(records)]
    ways = {key: random.choice(choices) for key, choices in WAYS.items()}
    written, turned, lost = (
        random.choice([0.3, 0.6, 1]),
        random.choice([0, 0.1, 0.4, 0.9]),
        random.choice([0, 0.1, 0.3]),
    )

    def damaged(value: Any, random: Random) -> Any:
        if isinstance(value, list):
            kept = [damaged(inner, random) for inner in value if random.random() >= lost]
            return random.sample(kept, len(kept)) if random.random() < turned else kept
        if not isinstance(value, dict):
            return value
        return {
            key: ways[key](inner) if key in ways and random.random() < written else damaged(inner, random)
            for key, inner in value.items()
        }

    variants = {
        name: [damaged(copy.deepcopy(record), Random(f"{seed}{name}{place}")) for place, record in enumerate(gold)]
        for name in "ab"
    }
    return gold, variants


def _record(random: Random, number: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "name": random.choice(NAMES),
        "rows": [_item(random) for _ in range(random.randint(0, 5))],
        "orders": [_order(random) for _ in range(random.randint(0, 3))],
        "tags": random.choices(NAMES, k=random.randint(0, 3)),
    }


def _order(random: Random) -> dict[str, Any]:
    parts = [_item(random) for _ in range(random.randint(1, 4))]
    return {"ref": f"R{random.randint(100, 999)}", "note": random.choice(["Urgent", "Late"]), "parts": parts}


def _item(random: Random) -> dict[str, Any]:
    name = f"{random.choice(NAMES)} {random.randint(1, 99)}"
    return {"sku": name, "amount": round(random.uniform(1, 999), 2), "unit": random.choice(["kg", "g", "m"])}
