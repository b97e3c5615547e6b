"""Invoice-like records with known shares of errors, the same on every machine."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

WORDS = ["bolt", "panel", "cable", "sensor", "valve", "bracket", "filter", "motor", "gasket", "pump", "switch", "relay"]
ADJECTIVES = [
    "steel",
    "blue",
    "heavy duty",
    "small",
    "industrial",
    "copper",
    "waterproof",
    "standard",
    "ceramic",
    "flexible",
]
VENDORS = ["Acme", "Globex", "Initech", "Umbrella", "Hooli", "Vandelay", "Stark", "Wayne", "Wonka", "Cyberdyne"]
FORMS = ["Logistics GmbH", "Industries Ltd", "Trading Co.", "Systems Inc.", "Holding AG", "Supplies SARL"]
STREETS = ["Main Street", "Rue de la Paix", "Hauptstrasse", "High Road", "Via Roma", "Elm Avenue"]
CITIES = ["Berlin", "Paris", "London", "Milano", "Chicago", "Toronto", "Madrid", "Oslo"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
OMITTED, PERTURBED, INVENTED = 0.03, 0.10, 0.03
Record = dict[str, Any]


def _leaf(kind: str) -> Record:
    return {"type": kind}


_ITEM = {"sku": "string", "description": "string", "quantity": "integer", "unit_price": "number"}
_SCALARS = {
    "invoice_number": "string", "vendor_name": "string", "currency": "string", "invoice_date": "string",
    "due_date": "string", "total": "number", "tax": "number", "paid": "boolean", "terms_days": "integer",
}  # fmt: skip


def schema(align: Record, *, nested: bool = False) -> Record:
    """The eval schema of the records, with an alignment for the line items (and, nested, for their parts)."""
    item: Record = {key: _leaf(kind) for key, kind in _ITEM.items()}
    if nested:
        part = {"type": "object", "properties": {"sku": _leaf("string"), "quantity": _leaf("integer")}}
        item["parts"] = {"type": "array", "x-eval-align": align, "items": part}
    address = {key: _leaf("string") for key in ("street", "city", "zip")}
    lines = {"type": "array", "x-eval-align": align, "items": {"type": "object", "properties": item}}
    properties = {key: _leaf(kind) for key, kind in _SCALARS.items()}
    return {
        "type": "object",
        "properties": {**properties, "address": {"type": "object", "properties": address}, "line_items": lines},
    }


def _item(rng: random.Random, parts: int) -> Record:
    item: Record = {
        "sku": f"SKU-{rng.randrange(100_000):05}",
        "description": f"{rng.choice(ADJECTIVES)} {rng.choice(WORDS)} {rng.randrange(5, 400)} mm",
        "quantity": rng.randrange(1, 60),
        "unit_price": round(rng.uniform(0.5, 900), 2),
    }
    if parts:
        item["parts"] = [{"sku": f"P-{rng.randrange(1000):03}", "quantity": rng.randrange(1, 9)} for _ in range(parts)]
    return item


def gold_record(rng: random.Random, items: int, parts: int = 0) -> Record:
    """12 scalar leaves and `items` line items."""
    lines = [_item(rng, parts) for _ in range(items)]
    day = rng.randrange(1, 28)
    return {
        "invoice_number": f"INV-{rng.randrange(10**6):06}",
        "vendor_name": f"{rng.choice(VENDORS)} {rng.choice(FORMS)}",
        "currency": rng.choice(["EUR", "USD", "GBP", "CHF"]),
        "invoice_date": f"2024-{rng.randrange(1, 13):02}-{day:02}",
        "due_date": f"2025-{rng.randrange(1, 13):02}-{day:02}",
        "total": round(sum(line["quantity"] * line["unit_price"] for line in lines), 2),
        "tax": round(rng.uniform(1, 5000), 2),
        "paid": rng.random() < 0.5,
        "terms_days": rng.choice([14, 30, 60]),
        "address": {
            "street": f"{rng.randrange(1, 300)} {rng.choice(STREETS)}",
            "city": rng.choice(CITIES),
            "zip": f"{rng.randrange(100_000):05}",
        },
        "line_items": lines,
    }


def perturbed(rng: random.Random, value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-2, -1, 1, 2, 10])
    if isinstance(value, float):
        return round(value * rng.choice([0.9, 0.99, 1.01, 1.1, 10]), 2)
    kind = rng.random()
    if kind < 0.6:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice(LETTERS) + value[place + 1 :]
    return value.upper() + " " if kind < 0.8 else f"unknown {rng.choice(WORDS)}"


def damaged(rng: random.Random, record: Record) -> Record:
    """What an extractor might have made of it: values changed, left out and invented, arrays shuffled."""
    out: Record = {}
    leaves = 0
    for key, value in record.items():
        if isinstance(value, dict):
            out[key] = damaged(rng, value)
        elif isinstance(value, list):
            out[key] = [damaged(rng, element) for element in value]
            rng.shuffle(out[key])
        else:
            leaves += 1
            chance = rng.random()
            if chance >= OMITTED:
                out[key] = perturbed(rng, value) if chance < OMITTED + PERTURBED else value
    out.update({f"extra_{i}": rng.choice(WORDS) for i in range(leaves) if rng.random() < INVENTED})
    return out


def write(folder: Path, count: int, items: int, parts: int = 0) -> tuple[Path, Path]:
    """gold.jsonl and extracted.jsonl of `count` records."""
    made = []
    for name, make in _sides(count, items, parts).items():
        path = folder / f"{name}_{count}_{items}_{parts}.jsonl"
        path.write_text("".join(json.dumps(make(i)) + "\n" for i in range(count)), encoding="utf-8")
        made.append(path)
    return made[0], made[1]


def _sides(count: int, items: int, parts: int) -> dict[str, Callable[[int], Record]]:
    def gold(i: int) -> Record:
        return gold_record(random.Random(f"{items}-{parts}-{i}"), items, parts)

    return {"gold": gold, "extracted": lambda i: damaged(random.Random(f"damage-{items}-{parts}-{i}"), gold(i))}
