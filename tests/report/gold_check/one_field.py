"""Gold of records with one value that is looked at, and what variants say in its place."""

from typing import Any

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.report.gold_check import GoldCheck, check_gold

TEXT = {"type": "string"}
GOLD = [f"value {at * at}" for at in range(30)]


def of_values(
    gold: list[Any], *variants: list[Any], node: dict[str, Any] = TEXT, documents: dict[Any, str] | None = None
) -> GoldCheck:
    """Check gold whose records have one value, at `x`; ABSENT leaves the key out, and a variant's ... the record."""
    schema = {"type": "object", "x-eval-id": "id", "properties": {"id": TEXT, "x": node, "y": TEXT, "z": TEXT}}
    runs = {}
    for number, values in enumerate(variants):
        extracted = [_one(at, value) for at, value in enumerate(values) if value is not ...]
        runs[f"v{number}"] = evaluate([_one(at, value) for at, value in enumerate(gold)], extracted, schema)
    return check_gold(runs, schema, documents=documents)


def _one(at: int, value: Any) -> dict[str, Any]:
    return {"id": str(at), "y": f"y{at}", "z": f"z{at}", **({} if value is ABSENT else {"x": value})}


def with_first(*values: Any) -> list[Any]:
    return [*values, *GOLD[len(values) :]]
