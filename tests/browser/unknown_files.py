"""Files as people have them who see the app for the first time: gold and three prompts, in four shapes."""

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable, Mapping
from typing import Any, Final

Records = list[dict[str, Any]]
Files = Mapping[str, bytes]
CITIES: Final = ("Oslo", "Lyon", "Graz", "Turin", "Porto", "Bergen")
ERRORS: Final = {"careful": 0.04, "hasty": 0.3, "terse": 0.12}
"""Share of the values that each prompt gets wrong: `careful` is best in all four sets."""
BEST: Final = "careful"


def gold_records(count: int = 40) -> Records:
    """Orders with an id, four flat fields and the text they were taken from."""
    chance = random.Random(5)
    return [
        {
            "id": f"order-{number:03}",
            "customer": f"Customer {chance.randrange(900)}",
            "city": chance.choice(CITIES),
            "ordered": f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            "total": round(chance.uniform(10, 900), 2),
        }
        for number in range(count)
    ]


def extracted(gold: Records, name: str) -> Records:
    """What the prompt of this name makes of them, in another order."""
    chance = random.Random(name)
    records = [
        {
            key: value if key == "id" or chance.random() > ERRORS[name] else wrong(key, chance)
            for key, value in record.items()
        }
        for record in gold
    ]
    chance.shuffle(records)
    return records


def wrong(key: str, chance: random.Random) -> Any:
    """A value that the key could have."""
    return round(chance.uniform(10, 900), 2) if key == "total" else f"another {key} {chance.randrange(99)}"


def tidy_lines() -> Files:
    """JSON Lines with an id on both sides."""
    return {f"{name}.jsonl": lines(records) for name, records in all_sides("gold").items()}


def tables() -> Files:
    """CSV on both sides, gold under a name of its own."""
    return {f"{name}.csv": table(records) for name, records in all_sides("ground_truth").items()}


def wrapped_gold() -> Files:
    """Gold with each record under a key, beside its id and text; the extracted records are flat."""
    gold = gold_records()
    entries = [
        {
            "id": record["id"],
            "source_text": f"Order {record['id']} of {record['customer']}, {record['city']}: {record['total']}.",
            "record": {key: value for key, value in record.items() if key != "id"},
        }
        for record in gold
    ]
    return {
        "gold.json": json.dumps(entries).encode(),
        **{f"extracted_{name}.json": json.dumps(extracted(gold, name)).encode() for name in ERRORS},
    }


def folders() -> Files:
    """One archive with a folder for each side, and in it a JSON file for each document."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, records in all_sides("gold").items():
            for record in records:
                values = {key: value for key, value in record.items() if key != "id"}
                archive.writestr(f"orders/{name}/{record['id']}.json", json.dumps(values))
    return {"orders.zip": packed.getvalue()}


def all_sides(called: str) -> dict[str, Records]:
    """Gold under that name, then what each prompt extracted."""
    gold = gold_records()
    return {called: gold, **{name: extracted(gold, name) for name in ERRORS}}


def lines(records: Records) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def table(records: Records) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]))
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue().encode()


SETS: Final[Mapping[str, Callable[[], Files]]] = {
    "JSON Lines with ids": tidy_lines,
    "CSV on both sides": tables,
    "records under a key in gold": wrapped_gold,
    "a zip with a folder for each side": folders,
}
