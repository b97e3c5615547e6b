"""What suggestions cost against one scoring: many arrays, each with its elements out of order, and many fields."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import evaljson
from benchmarks.data import LETTERS
from benchmarks.measure import cpu
from evaljson.suggest import suggest

Record = dict[str, Any]


def wide_set(arrays: int, fields: int, records: int, seed: int = 7) -> tuple[Record, list[Record], list[list[Record]]]:
    """Return the schema, gold and two variants: sections of ten arrays, `fields` leaves in all, errors in most."""
    rng = random.Random(seed)
    in_arrays = arrays + arrays // 3  # every third array has a second field
    notes = fields - in_arrays
    sections: Record = {f"section_{k // 10}": {} for k in range(arrays)}
    for k in range(arrays):
        sections[f"section_{k // 10}"][f"list_{k}"] = 2 if k % 3 == 0 else 1
    for k in range(notes):
        sections[f"section_{k % len(sections)}"][f"note_{k}"] = 0
    schema = _object(
        {name: _object({key: _node(leaves) for key, leaves in of.items()}) for name, of in sections.items()}
    )
    gold = [
        {name: {key: _value(rng, leaves) for key, leaves in of.items()} for name, of in sections.items()}
        for _ in range(records)
    ]
    return schema, gold, [[_extracted(rng, record) for record in gold] for _ in range(2)]


def _object(properties: Record) -> Record:
    return {"type": "object", "properties": properties}


def _node(leaves: int) -> Record:
    if not leaves:
        return {"type": "string"}
    return {"type": "array", "items": _object({f"field_{k}": {"type": "string"} for k in range(leaves)})}


def _word(rng: random.Random) -> str:
    return "".join(rng.choices(LETTERS, k=8))


def _value(rng: random.Random, leaves: int) -> Any:
    if not leaves:
        return _word(rng)
    return [{f"field_{k}": _word(rng) for k in range(leaves)} for _ in range(rng.randrange(2, 5))]


def _extracted(rng: random.Random, record: Record) -> Record:
    """Elements in another order, and in a third of the places a text in capitals, with spaces, lost or wrong."""
    made = copy.deepcopy(record)
    for section in made.values():
        for name, value in section.items():
            if isinstance(value, list):
                rng.shuffle(value)
                value[0] = {key: _misread(rng, text) for key, text in value[0].items()}
            else:
                section[name] = _misread(rng, value)
    return made


def _misread(rng: random.Random, text: str) -> str | None:
    return rng.choice([text, text, text.upper(), f" {text}", None, "other"])


def bench_suggestions(folder: Path, quick: bool) -> None:
    arrays, fields, records = (30, 50, 6) if quick else (300, 500, 12)
    schema, gold, variants = wide_set(arrays, fields, records)
    named = {f"variant {number}": extracted for number, extracted in enumerate(variants)}
    score, search = cpu(
        lambda: [evaljson.evaluate(gold, extracted, schema) for extracted in variants],
        lambda: suggest(gold, named, schema),
        repeats=1,
    )
    print(f"\nsuggestions: {arrays} arrays, {fields} fields, {records} records, {len(variants)} variants")
    print(f"scoring all variants {score:.2f} s, suggesting {search:.2f} s: {search / score:.1f} times")
