"""Runs for tests: records with known faults."""

from collections.abc import Mapping, Sequence
from typing import Any

import evaljson
from evaljson import RunResult

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "name": {"type": "string"},
        "total": {"type": "number"},
        "items": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "price": {"type": "number"}}},
        },
    },
}


def gold(n: int) -> list[dict[str, Any]]:
    """Records with two scalars and two items each."""
    return [
        {
            "id": i,
            "name": f"n{i}",
            "total": i,
            "items": [{"sku": f"s{i}", "price": i}, {"sku": f"t{i}", "price": 2 * i}],
        }
        for i in range(n)
    ]


def extracted(n: int, wrong: Mapping[str, Sequence[int]] | None = None) -> list[dict[str, Any] | None]:
    """Gold with faults: by field ("name", "total", "sku", "price"), the records where it is wrong."""
    records = gold(n)
    for path, places in (wrong or {}).items():
        for place in places:
            if path in ("name", "total"):
                records[place][path] = "?" if path == "name" else -1
            else:
                records[place]["items"][0][path] = "?" if path == "sku" else -1
    return list(records)


def run(n: int, wrong: Mapping[str, Sequence[int]] | None = None, **options: Any) -> RunResult:
    """Scored."""
    return evaljson.evaluate(gold(n), extracted(n, wrong), SCHEMA, **options)
