"""Does `changed_documents` find what a model remembers, and nothing else? python -m benchmarks.changed_documents

Simulates invoices with their texts and models that read these, remember records, or do neither, and counts. The texts
of a hundred sets of documents are changed once; each set is put to many models.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.closed_book import SCHEMA, record
from benchmarks.shift import keep
from benchmarks.simulation_options import simulation_options
from evaljson.closed_book.came_back import CameBack, came_back
from evaljson.closed_book.changes import Change, changes_of
from evaljson.closed_book.model import FOUND
from evaljson.schema.parse.parse import parse_eval_schema

N, PER_FIELD, SETS = 30, 5, 100
FIELDS: Mapping[str, Any] = {"type": "object", "properties": SCHEMA["properties"]}


@dataclass(frozen=True, slots=True)
class World:
    """A model: what it does with each value of a text it is asked about, as chances; the rest it guesses."""

    name: str
    reads: float
    remembers: float
    """Of texts: it gives all old values there."""
    guesses: str = "likely"
    """ "likely", values as often as they are in gold; "common", the most common ones."""


WORLDS = (
    World("reads all", 1.0, 0.0),
    World("reads nine of ten values, guesses likely ones", 0.9, 0.0),
    World("reads nothing, guesses likely values", 0.0, 0.0),
    World("reads nothing, gives the most common values", 0.0, 0.0, "common"),
    World("remembers 5% of the texts, reads the others", 1.0, 0.05),
    World("remembers a fifth of the texts, reads the others", 1.0, 0.2),
    World("remembers a fifth of the texts, guesses the others", 0.0, 0.2),
)
_COMMON = {"number": "INV-1", "vendor": "vendor 0", "currency": "EUR", "paid": "yes", "total": 1.0}
_WORDS = {"currency": {"a": "EUR", "b": "CHF"}, "paid": {"a": "yes", "b": "no"}}
"""No value of a field may be one of another, or it is replaced there too."""


@dataclass(frozen=True, slots=True)
class Documents:
    """Gold, and texts of it in which a value was replaced."""

    gold: list[dict[str, Any]]
    changes: list[Change]
    roots: list[Any]


def documents(rng: Random) -> Documents:
    """Draw invoices, and change their texts."""
    gold = [_invoice(rng) for _ in range(N)]
    texts = [
        f"Invoice {one['number']} of {one['vendor']}. Currency: {one['currency']}. Paid: {one['paid']}. "
        f"Total: {one['total']:.2f}"
        for one in gold
    ]
    roots = [parse_eval_schema(FIELDS)] * N
    return Documents(gold, changes_of(gold, texts, roots, PER_FIELD, rng.randrange(10**6)), roots)


def _invoice(rng: Random) -> dict[str, Any]:
    return {key: _WORDS.get(key, {}).get(value, value) for key, value in record(rng).items()}


def asked(world: World, of: Documents, rng: Random, seed: int) -> CameBack:
    """Ask a model about all changed texts."""
    return came_back(
        of.changes, [_answer(world, of.gold[one.place], one, rng) for one in of.changes], of.gold, of.roots, seed
    )


def _answer(world: World, old: Mapping[str, Any], change: Change, rng: Random) -> dict[str, Any]:
    if rng.random() < world.remembers:
        return dict(old)
    guess = _COMMON if world.guesses == "common" else _invoice(rng)
    text = {**old, change.leaf.path: change.new}
    return {key: value if rng.random() < world.reads else guess[key] for key, value in text.items()}


def measured(world: World, sims: int, seed: int) -> Iterator[dict[str, Any]]:
    """Count how often a model is said to remember, and yield the counts so far after each hundred."""
    rng = Random(f"{seed} {world.name}")
    sets = [documents(Random(f"{seed} {at}")) for at in range(SETS)]
    found = field = old = texts = 0
    for at in range(1, sims + 1):
        one = asked(world, sets[at % SETS], rng, seed + at)
        found += one.p is not None and one.p <= FOUND
        field += any(each.is_remembered for each in one.fields)
        old, texts = old + sum(each.old for each in one.fields), texts + sum(each.texts for each in one.fields)
        if at % 100 == 0 or at == sims:
            yield {
                "world": world.name, "n": N, "sims": at, "seed": seed, "found": found, "field": field, "old": old,
                "texts": texts,
            }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: a row for each model."""
    heads = ("the model", "times", "texts", "old values back", "said to remember", "of any field")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        shares = [f"{100 * row[what] / row['sims']:.1f}%" for what in ("found", "field")]
        cells = [row["world"], f"{row['sims']:,}", f"{row['texts'] / row['sims']:.0f}"]
        cells += [f"{row['old'] / row['sims']:.1f}", *shares]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    options = simulation_options(__doc__)
    for world in WORLDS:
        for row in measured(world, options.sims, options.seed):
            if options.write is not None:
                keep(options.write, "changed_documents", [row])
        print(table([row]).splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
