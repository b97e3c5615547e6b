"""How many of the values that `check_gold` lists are errors of gold? python -m benchmarks.gold_check [--write FILE]

Simulates gold of invoices with errors planted in it, and variants whose errors are their own, shared, or conventions.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from benchmarks.leaks import document, gold_of
from benchmarks.shift import keep
from benchmarks.simulation_options import simulation_options
from evaljson import RunResult, evaluate, infer_schema
from evaljson.base.jsontypes import strict_key, value_at
from evaljson.report.gold_check import GoldCheck, check_gold

RECORDS: Final = 200
PLANTED: Final = 12
"""Errors of gold, each in a record of its own."""
VARIANTS: Final = (2, 3, 5)
Record = dict[str, Any]
Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class World:
    """How variants are wrong: rates are by value."""

    own: float = 0.04
    """Errors of one variant alone."""
    shared: float = 0.0
    """Errors that all variants have alike, in all fields."""
    hard: float = 0.0
    """The same in two fields only: `buyer` and `items[].price`."""
    is_conventional: bool = False
    """Whether variants write one field otherwise than gold, and take day and month of another for each other."""
    failed: int = 0
    """Records of which all variants read another document."""
    has_texts: bool = False
    """Whether the texts of the documents are known; then variants that misread take another value of the same one."""


WORLDS: Final[Mapping[str, World]] = {
    "errors of their own": World(),
    "a quarter of errors shared": World(own=0.03, shared=0.01),
    "most errors shared": World(own=0.01, shared=0.03),
    "a quarter of errors shared, with texts": World(own=0.03, shared=0.01, has_texts=True),
    "most errors shared, with texts": World(own=0.01, shared=0.03, has_texts=True),
    "errors shared in two hard fields": World(own=0.03, hard=0.1),
    "conventions that gold does not follow": World(is_conventional=True),
    "records that all misread": World(failed=8),
}


@dataclass(frozen=True, slots=True)
class Made:
    """Gold, the errors planted in it, and what variants extracted."""

    gold: list[Record]
    planted: frozenset[Place]
    runs: dict[str, RunResult]
    schema: dict[str, Any]
    texts: dict[Any, str]

    def check(self) -> GoldCheck:
        """Look for the errors."""
        return check_gold(self.runs, self.schema, documents=self.texts)

    def plain_rule(self) -> set[Place]:
        """Return every place at which all variants differ from gold in the very same way."""
        said: dict[Place, list[Any]] = {}
        for run in self.runs.values():
            for at, record in enumerate(run.records):
                for one in record.field_results:
                    if one.status in ("mismatch", "omission", "hallucination"):
                        said.setdefault((at, one.path), []).append(strict_key(one.extracted_value))
        return {place for place, of in said.items() if len(of) == len(self.runs) and len(set(of)) == 1}


def made(world: World, variants: int, rng: Random, records: int = RECORDS, planted: int = PLANTED) -> Made:
    """Make it up."""
    truth = gold_of(records, rng)
    schema = infer_schema(truth)
    schema["x-eval-id"] = "id"
    gold, places = copy.deepcopy(truth), set[Place]()
    for at in rng.sample(range(records), planted):
        path = rng.choice([path for path, _ in leaves(gold[at])])
        slip = rng.choice(SLIPS)
        wrong = slip(value_at(gold[at], path), rng)
        put(gold[at], path, wrong)
        places.add((at, path))
    read = copy.deepcopy(truth)
    others = gold_of(records, rng)
    texts = {one["id"]: document(one, rng) for one in truth} if world.has_texts else {}
    for at in rng.sample(range(records), world.failed):
        read[at] = {**others[at], "id": truth[at]["id"]}
    for at, record in enumerate(read):
        if world.is_conventional:
            record["vendor"] = record["vendor"].replace("GmbH", "Gesellschaft mbH")
            record["date"] = swapped(record["date"])
        for path, value in leaves(record):
            is_hard = path == "buyer" or path.endswith(".price")
            if rng.random() < world.shared + (world.hard if is_hard else 0.0):
                there = _beside(value, record, rng) if world.has_texts else misread(value, path, others[at], rng)
                put(record, path, there)
    extracted = [copy.deepcopy(read) for _ in range(variants)]
    for of_variant in extracted:
        for record in of_variant:
            for path, value in leaves(record):
                if rng.random() < world.own:
                    put(record, path, misread(value, path, rng.choice(others), rng))
    runs = {f"prompt {at + 1}": evaluate(gold, one, schema) for at, one in enumerate(extracted)}
    return Made(gold, frozenset(places), runs, schema, texts)


def leaves(record: Any, above: str = "") -> list[tuple[str, Any]]:
    """Return (instance path, value) of all values but the id."""
    found: list[tuple[str, Any]] = []
    for key, value in record.items():
        path = f"{above}.{key}" if above else key
        if isinstance(value, list):
            found += [one for at, item in enumerate(value) for one in leaves(item, f"{path}[{at}]")]
        elif path != "id":
            found.append((path, value))
    return found


def put(record: Record, path: str, value: Any) -> None:
    """Change a value in place."""
    head, _, key = path.rpartition(".")
    (value_at(record, head) if head else record)[key] = value


def swapped(date: str) -> str:
    """Take day and month of a date for each other."""
    year, month, day = date.split("-")
    return f"{year}-{day}-{month}" if int(day) <= 12 else date


def misread(value: Any, path: str, other: Record, rng: Random) -> Any:
    """Return what an extractor may read instead: mostly the value of another place, at times nothing or a misprint."""
    chance = rng.random()
    if chance < 0.15:
        return None
    if chance < 0.35 and value is not None:
        return _typed(value, rng)
    there = value_at(other, path.replace("[1]", "[0]").replace("[2]", "[0]").replace("[3]", "[0]"))
    return _typed(value, rng) if there == value and value is not None else there


def _beside(value: Any, record: Record, rng: Random) -> Any:
    """Return another value of the same document: one of its kind if there is one."""
    others = [one for _, one in leaves(record) if type(one) is type(value) and one != value]
    return rng.choice(others) if others else _typed(value, rng)


def _typed(value: Any, rng: Random) -> Any:
    """Exchange two characters, or change one: a slip of the hand."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return round(value + rng.choice([-9, -0.9, 0.9, 9]) * rng.choice([1, 10]), 2)
    places = [at for at in range(len(value) - 1) if value[at] != value[at + 1] and value[at].isalnum()]
    if not places:
        return f"{value}x"
    at = rng.choice(places)
    return value[:at] + value[at + 1] + value[at] + value[at + 2 :]


def _scaled(value: Any, rng: Random) -> Any:
    return value * 10 if isinstance(value, float) else _typed(value, rng)


def _left_out(value: Any, rng: Random) -> Any:
    return None


def _invented(value: Any, rng: Random) -> Any:
    if isinstance(value, str):
        return swapped(value) if value.count("-") == 2 and swapped(value) != value else f"{gold_of(1, rng)[0]['buyer']}"
    return _typed(value, rng)


SLIPS: Final[Sequence[Callable[[Any, Random], Any]]] = (_typed, _typed, _scaled, _invented, _left_out)
"""What whoever labels gold may do."""


def measured(world: str, variants: int, sims: int, seed: int) -> Iterator[dict[str, Any]]:
    """Count what is listed, and yield the counts so far after each ten."""
    rng = Random(f"{seed} {variants} {world}")
    counts = dict.fromkeys(("listed", "right", "first", "first_right", "plain", "plain_right", "planted"), 0)
    for at in range(1, sims + 1):
        one = made(WORLDS[world], variants, rng)
        found = [(value.position, value.path) for value in one.check().found]
        plain = one.plain_rule()
        counts["listed"] += len(found)
        counts["right"] += len(one.planted.intersection(found))
        counts["first"] += min(len(found), PLANTED)
        counts["first_right"] += len(one.planted.intersection(found[:PLANTED]))
        counts["plain"] += len(plain)
        counts["plain_right"] += len(one.planted & plain)
        counts["planted"] += len(one.planted)
        if at % 10 == 0 or at == sims:
            yield {"world": world, "n": variants, "sims": at, "seed": seed, **counts}


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: a line for each world and number of variants."""
    lines = [
        "| errors of variants | variants | listed: errors | planted: listed | first 12: errors | plain rule: errors |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        shares = (
            ("right", "listed"), ("right", "planted"), ("first_right", "first"), ("plain_right", "plain"),
        )  # fmt: skip
        said = " | ".join(f"{100 * row[part] / row[whole]:.0f}%" if row[whole] else "–" for part, whole in shares)
        lines.append(f"| {row['world']} | {row['n']} | {said} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    options = simulation_options(__doc__)
    for world in WORLDS:
        for variants in VARIANTS:
            for row in measured(world, variants, options.sims, options.seed):
                if options.write is not None:
                    keep(options.write, "gold_check", [row])
            print(table([row]).splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
