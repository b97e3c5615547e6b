"""Does `leaks` find what is planted, and nothing where nothing is? python -m benchmarks.leaks [--write FILE]

Simulates gold of invoices with their documents, prompts and tuning data, with and without leaks, and counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.shift import keep
from benchmarks.simulation_options import simulation_options
from evaljson.leaks import Leaks, leaks

NOTHING, PLANTED = "nothing planted", "one leak of each kind"
WORLDS = (NOTHING, PLANTED)
RECORDS = 60
_SYLLABLES = ("ka", "lo", "mi", "ren", "tas", "vor", "bel", "dun", "sil", "gra", "po", "zen")
_VENDORS, _STREETS = 12, 30
_PRINT = (
    "Please pay within 30 days of receipt without deduction to the account named below. "
    "Goods remain our property until they are paid in full."
)


def _name(rng: Random, parts: int = 3) -> str:
    return "".join(rng.choice(_SYLLABLES) for _ in range(parts)).capitalize()


def gold_of(count: int, rng: Random) -> list[dict[str, Any]]:
    """Return invoices of a dozen vendors, each with an address and an account of its own."""
    vendors = [
        {
            "vendor": f"{_name(rng)} {rng.choice(['GmbH', 'Ltd', 'SA'])}",
            "iban": f"DE{rng.randrange(10**19, 10**20)}",
            "street": f"{_name(rng)} Street {rng.randrange(1, 200)}",
        }
        for _ in range(_VENDORS)
    ]
    return [
        {
            "id": f"r{rng.randrange(10**9)}",
            "number": f"INV-{rng.randrange(10**5, 10**6)}",
            "date": f"2024-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}",
            **rng.choice(vendors),
            "buyer": f"{_name(rng)} {_name(rng)}",
            "currency": rng.choice(["EUR", "CHF"]),
            "paid": rng.random() < 0.5,
            "total": rng.randrange(1000, 900_000) / 100,
            "items": [
                {"sku": f"{_name(rng, 2)}-{rng.randrange(100, 999)}", "price": rng.randrange(100, 50_000) / 100}
                for _ in range(rng.randrange(1, 5))
            ],
        }
        for _ in range(count)
    ]


def document(record: dict[str, Any], rng: Random) -> str:
    """Write the document of an invoice, with small print that all have."""
    items = ". ".join(f"Item {one['sku']} at {one['price']} {record['currency']} each" for one in record["items"])
    told = " ".join(_name(rng, 2).lower() for _ in range(25))
    return (
        f"{record['vendor']}, {record['street']}. Invoice {record['number']} of {record['date']}, {record['buyer']}. "
        f"{items}. We have delivered {told}. Total {record['total']} {record['currency']}. {_PRINT}"
    )


def paraphrased(record: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Change a record lightly: case, spaces, and two values."""
    changed: dict[str, Any] = {
        key: f" {value.upper()} " if isinstance(value, str) and key != "id" else value for key, value in record.items()
    }
    return {**changed, "id": "example", "date": "2001-01-01", "total": rng.randrange(100)}


@dataclass(frozen=True, slots=True)
class Plant:
    """One leak."""

    name: str
    kind: str
    record: Any


@dataclass(slots=True)
class Made:
    """Gold, prompts and tuning data."""

    gold: list[dict[str, Any]]
    texts: dict[Any, str]
    prompt: str
    tuning: list[dict[str, Any]]
    tuning_texts: dict[Any, str]
    plants: list[Plant] = field(default_factory=list)

    def find(self) -> Leaks:
        """Look for leaks."""
        return leaks(
            self.gold, {"A": self.prompt}, id_field="id", tuning=self.tuning, documents=self.texts,
            tuning_documents=self.tuning_texts,
        )  # fmt: skip


def clean(rng: Random) -> Made:
    """Return data without a leak: the prompt has an example of its own, of the same vendors."""
    every = gold_of(RECORDS + 31, rng)
    gold, example, tuning = every[:RECORDS], every[RECORDS], every[RECORDS + 1 :]
    texts, tuning_texts = ({one["id"]: document(one, rng) for one in part} for part in (gold, tuning))
    prompt = (
        "You extract invoices. Answer in JSON with number, date, vendor, buyer and total. "
        f"Example: {document(example, rng)}\n{json.dumps(example, indent=1)}\nIgnore small print, such as: {_PRINT}\n"
    )
    return Made(gold, texts, prompt, tuning, tuning_texts)


def planted(rng: Random) -> Made:
    """Plant a leak of each kind, each with a record of its own."""
    made = clean(rng)
    one, *rest = rng.sample(made.gold, 9)
    made.prompt += f"Another: {json.dumps(one)}\n"
    made.plants.append(Plant("example in JSON", "gold in a prompt", one["id"]))
    one, *rest = rest
    made.prompt += f"And: {json.dumps(paraphrased(one, rng))}\n"
    made.plants.append(Plant("the same, changed lightly", "gold in a prompt", one["id"]))
    one, *rest = rest
    prices = ", ".join(str(item["sku"]) for item in one["items"])
    made.prompt = f"{prices} are goods. {made.prompt} The buyer may be {one['buyer']}, the number {one['number']}.\n"
    made.plants.append(Plant("values, split", "gold in a prompt", one["id"]))
    one, *rest = rest
    made.prompt += f"Read: {made.texts[one['id']]}\n"
    made.plants.append(Plant("whole document", "document in a prompt", one["id"]))
    one, *rest = rest
    listed = made.texts[one["id"]].split()
    made.prompt += f"Read: {' '.join(listed[8:36])}\n"
    made.plants.append(Plant("28 words of a document", "document in a prompt", one["id"]))
    one, *rest = rest
    copy = {**one, "id": "copy"}
    made.gold.append(copy)
    made.plants.append(Plant("record twice in gold", "twice in gold", "copy"))
    one, *rest = rest
    made.gold.append({**one, "id": "near", "total": 1.0})
    made.plants.append(Plant("the same, one value changed", "twice in gold", "near"))
    one, *rest = rest
    made.tuning.append({**one, "id": "tuned"})
    made.plants.append(Plant("record in tuning data", "in tuning data", one["id"]))
    (one,) = rest
    misread = " ".join(word.replace("o", "0", 1) if at % 8 == 3 else word for at, word in
                       enumerate(made.texts[one["id"]].split()))  # fmt: skip
    made.tuning_texts[made.tuning[0]["id"]] = misread
    made.plants.append(Plant("document in tuning data, misread", "in tuning data", one["id"]))
    return made


def measured(world: str, sims: int, seed: int) -> Iterator[dict[str, Any]]:
    """Count what is found, and yield the counts so far after each hundred."""
    rng, false, found_of = Random(f"{seed} {world}"), 0, dict[str, int]()
    for at in range(1, sims + 1):
        made = clean(rng) if world == NOTHING else planted(rng)
        found = {(one.kind, one.record) for one in made.find().found}
        for plant in made.plants:
            found_of[plant.name] = found_of.get(plant.name, 0) + ((plant.kind, plant.record) in found)
        records = {plant.record for plant in made.plants}
        false += any(record not in records for _, record in found)
        if at % 100 == 0 or at == sims:
            yield {"world": world, "n": RECORDS, "sims": at, "seed": seed, "false": false, "found": dict(found_of)}


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: how often each kind of leak is found, and how often one that is none."""
    names = list(dict.fromkeys(name for row in rows for name in row["found"]))
    heads = " | ".join(f"{row['world']}, {row['sims']:,} times" for row in rows)
    lines = [f"| found | {heads} |"]
    lines.append("|---" * (len(rows) + 1) + "|")
    lines.append(f"| a record that did not leak | {_cells([row['false'] for row in rows], rows)} |")
    lines += [f"| {name} | {_cells([row['found'].get(name) for row in rows], rows)} |" for name in names]
    return "\n".join(lines) + "\n"


def _cells(counts: Sequence[int | None], rows: Sequence[dict[str, Any]]) -> str:
    shares = [
        "–" if count is None else f"{100 * count / row['sims']:.1f}%" for count, row in zip(counts, rows, strict=True)
    ]
    return " | ".join(shares)


def main() -> None:
    options = simulation_options(__doc__)
    for world in WORLDS:
        for row in measured(world, options.sims, options.seed):
            if options.write is not None:
                keep(options.write, "leaks", [row])
        print(table([row]), flush=True)


if __name__ == "__main__":
    main()
