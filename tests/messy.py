"""Made-up messy data, as real documents bring it, for tests and for looking at pages: the same for the same numbers.

500 fields in 25 parts, 300 arrays, of which a record has some; variants whose names share a prefix; records that a
variant lacks, or has twice; one record far larger than the others; and one key that the schema lacks, in every object
of the best variant, which is last because of it.

    python -m tests.messy FOLDER    # gold.jsonl, schema.json and one file for each variant
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from evaljson.load import LoadedRecords, read_records
from evaljson.store import Store
from evaljson.workspace.scoring import score_due

Record = dict[str, Any]

PARTS: Final = 25
ROWS, NOTES, TAGS = 4, 6, 2
"""Arrays of objects with two fields, with one, and of texts, in each part."""
FIELDS: Final = PARTS * (4 + 2 * ROWS + NOTES + TAGS)
ARRAYS: Final = PARTS * (ROWS + NOTES + TAGS)
EXTRA: Final = "reasoning"
"""The key that the schema lacks."""
BEST: Final = "extracted_model_00"
"""The variant that has it everywhere, and is first without it."""
OUTLIER: Final = 7
"""The record that is far larger than the others: 200 rows, and the zeros below."""
ZEROS: Final = 29
"""Zeros of that record, which NULL_FOR_ZERO has as null; no other record has one."""
NULL_FOR_ZERO: Final = "extracted_model_04"
_WORDS: Final = [
    "North",
    "Quay",
    "Harbour",
    "Mill",
    "Station",
    "Garden",
    "Bridge",
    "Market",
    "Castle",
    "Forest",
    "Abbey",
    "Orchard",
]


@dataclass(frozen=True)
class Messy:
    """Gold, eval schema, and extracted records by variant."""

    gold: list[Record]
    schema: dict[str, Any]
    extracted: dict[str, list[Record]]


def messy(records: int = 60, variants: int = 12, *, seed: int = 17, gold_copies: int = 0) -> Messy:
    """Make up `records` gold records and as many variants, each worse than the one before but for the extra key.

    `gold_copies`: how many gold records come twice under one id, which no scoring accepts.
    """
    random = Random(seed)
    gold = [_record(random, number) for number in range(records)]
    extracted = {
        f"extracted_model_{number:02}": _extraction(Random(1000 * seed + number), gold, number)
        for number in range(variants)
    }
    return Messy([*gold, *copy.deepcopy(gold[:gold_copies])], _schema(), extracted)


def messy_evaluation(store: Store, data: Messy, name: str = "Messy", *, by: str = "test") -> str:
    """Put it into a store, scored; return the id of the evaluation."""
    evaluation = store.evaluations.create(
        name, by=by, schema=data.schema, message="as it came",
        gold=_loaded(data.gold, "gold"),
        variants={variant: _loaded(records, "extracted") for variant, records in data.extracted.items()},
    )  # fmt: skip
    score_due(store, evaluation.id, by=by, tell=lambda share, message: None)
    return evaluation.id


def _loaded(records: list[Record], kind: Any) -> LoadedRecords:
    return read_records("\n".join(map(json.dumps, records)).encode(), kind=kind, id_field="id", name=f"{kind}.jsonl")


def _schema() -> dict[str, Any]:
    text, number = {"type": "string"}, {"type": "number"}
    row = {"type": "object", "properties": {"label": text, "amount": number}}
    part = {"count": {"type": "integer"}, "date": text, "name": text, "total": number}
    arrays = {f"rows_{i}": {"type": "array", "items": row} for i in range(ROWS)}
    note = {"type": "object", "properties": {"label": text}}
    arrays |= {f"notes_{i}": {"type": "array", "items": note} for i in range(NOTES)}
    arrays |= {f"tags_{i}": {"type": "array", "items": text} for i in range(TAGS)}
    parts = {f"part_{i:02}": {"type": "object", "properties": {**part, **arrays}} for i in range(PARTS)}
    return copy.deepcopy({"type": "object", "x-eval-id": "id", "properties": parts})


def _record(random: Random, number: int) -> Record:
    is_outlier = number == OUTLIER
    kept = [i for i in range(PARTS) if is_outlier or i == 0 or random.random() < 0.2]
    record: Record = {"id": f"doc-{number:03}"}
    zeros = ZEROS if is_outlier else 0
    for i in kept:
        part: Record = {
            "count": random.randint(1, 90), "date": _date(random), "name": _name(random), "total": _amount(random),
        }  # fmt: skip
        for place in range(ROWS):
            if is_outlier or random.random() < 0.3:
                many = 200 if is_outlier and i == place == 0 else random.randint(1, 4)
                part[f"rows_{place}"] = [{"label": _name(random), "amount": _amount(random)} for _ in range(many)]
        for place in range(NOTES):
            if random.random() < 0.4:
                part[f"notes_{place}"] = [{"label": _name(random)} for _ in range(random.randint(1, 4))]
        for place in range(TAGS):
            if random.random() < 0.3:
                part[f"tags_{place}"] = [random.choice(_WORDS).lower() for _ in range(random.randint(1, 4))]
        if zeros:
            part["count"], zeros = 0, zeros - 1
        if zeros >= PARTS - i:
            part["total"], zeros = 0, zeros - 1
        record[f"part_{i:02}"] = part
    return record


def _date(random: Random) -> str:
    return f"20{random.randint(10, 26)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"


def _name(random: Random) -> str:
    return f"{random.choice(_WORDS)} {random.choice(_WORDS)} {random.randint(1, 99)}"


def _amount(random: Random) -> float:
    return round(random.uniform(1, 9_000), 2)


def _extraction(random: Random, gold: list[Record], number: int) -> list[Record]:
    rate = 0.02 + 0.008 * number
    records = [_with_faults(random, record, rate) for record in copy.deepcopy(gold)]
    name = f"extracted_model_{number:02}"
    if name == BEST:
        for record in records:
            for inner in list(_objects(record)):
                inner[EXTRA] = "as the document says"
    if name == NULL_FOR_ZERO and len(records) > OUTLIER:
        for path, part in gold[OUTLIER].items():
            if isinstance(part, dict):
                records[OUTLIER][path].update({key: None for key, value in part.items() if value == 0})
    if number % 4 == 1:
        records.append({**copy.deepcopy(records[0]), "part_00": {"name": "the same id again"}})
    if number % 4 == 2:
        del records[3:6]
    return records


def _objects(value: Any) -> Iterator[Record]:
    if isinstance(value, dict):
        yield value
        for key in list(value):
            yield from _objects(value[key])
    elif isinstance(value, list):
        for item in value:
            yield from _objects(item)


def _with_faults(random: Random, record: Record, rate: float) -> Record:
    for inner in _objects(record):
        for key in [key for key in inner if key != "id" and not isinstance(inner[key], dict | list)]:
            if random.random() >= rate or inner[key] == 0:
                continue
            fault = random.choice(_FAULTS[key])
            if fault is _absent:
                del inner[key]
            else:
                inner[key] = fault(inner[key], random, inner)
        for value in inner.values():
            if isinstance(value, list) and random.random() < rate:
                _shift(value, random)
    return record


def _shift(elements: list[Any], random: Random) -> None:
    """Lose the first element, or invent one in front: by position, all others are compared with a neighbour."""
    if random.random() < 0.5:
        del elements[0]
    else:
        elements.insert(0, copy.deepcopy(elements[-1]))


def _absent(value: Any, random: Random, beside: Record) -> Any:
    raise AssertionError("a missing key has no value")


def _swapped(date: str, random: Random, beside: Record) -> str:
    year, month, day = date.split("-")
    return f"{year}-{day}-{month}"


Fault = Callable[[Any, Random, Record], Any]
_TEXT_FAULTS: Final[list[Fault]] = [
    lambda text, random, beside: text.replace(" ", "  "),
    lambda text, random, beside: text.upper(),
    lambda text, random, beside: text[:-3],
    lambda text, random, beside: _name(random),
    _absent,
]
_NUMBER_FAULTS: Final[list[Fault]] = [
    lambda number, random, beside: float(round(number)),
    lambda number, random, beside: number * 1000,
    lambda number, random, beside: f"{number:,} EUR",
    lambda number, random, beside: None,
    _absent,
]
_FAULTS: Final[Mapping[str, list[Fault]]] = {
    "name": [*_TEXT_FAULTS, lambda text, random, beside: beside.get("date")],
    "label": _TEXT_FAULTS,
    "date": [_swapped, lambda date, random, beside: ".".join(reversed(date.split("-"))), _absent],
    "total": _NUMBER_FAULTS,
    "amount": _NUMBER_FAULTS,
    "count": [lambda count, random, beside: count + 1, lambda count, random, beside: str(count), _absent],
}


def write(data: Messy, folder: Path) -> None:
    """Write the files that a person would drop on the Data page."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, records in {"gold": data.gold, **data.extracted}.items():
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    (folder / "schema.json").write_text(json.dumps(data.schema, indent=1))


if __name__ == "__main__":
    write(messy(), Path(sys.argv[1]))
