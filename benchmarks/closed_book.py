"""Does `closed_book` find what a model remembers, and nothing else? python -m benchmarks.closed_book [--write FILE]

Simulates gold of invoices and answers of a model that remembers some of them and guesses the rest, and counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.shift import keep
from benchmarks.simulation_options import simulation_options
from evaljson.closed_book.model import ClosedBook
from evaljson.closed_book.recall import recalled

SIZES = (30,)
_VENDORS, _WEIGHTS = 8, (8, 4, 3, 2, 1, 1, 1, 1)
_KINDS = {"currency": (0.7, 0.3), "paid": (0.5, 0.5)}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "number": {"type": "string"},
        "vendor": {"type": "string"},
        "currency": {"type": "string"},
        "paid": {"type": "string"},
        "total": {"type": "number"},
    },
}


@dataclass(frozen=True, slots=True)
class World:
    """A model."""

    name: str
    remembers: int | float
    """So many records, or such a share of all."""
    guesses: str
    """What it says of others: "likely", values as often as they are in gold; "common", the most common ones; "few",
    nothing of most fields."""


WORLDS = (
    World("remembers none, guesses likely values", 0, "likely"),
    World("remembers none, gives the most common values", 0, "common"),
    World("remembers none, leaves most out", 0, "few"),
    World("remembers 1 record, leaves most out", 1, "few"),
    World("remembers 2 records, guesses likely values", 2, "likely"),
    World("remembers a fifth, guesses likely values", 0.2, "likely"),
)


def record(rng: Random) -> dict[str, Any]:
    """Draw an invoice."""
    return {
        "number": f"INV-{rng.randrange(10**6)}",
        "vendor": f"vendor {rng.choices(range(_VENDORS), _WEIGHTS)[0]}",
        **{name: rng.choices(["a", "b"], shares)[0] for name, shares in _KINDS.items()},
        "total": rng.randrange(10**6) / 100,
    }


def lift_of(world: World) -> float | None:
    """Return the true lift over many records; None where it is that of a number of records."""
    if world.guesses != "likely" or (world.remembers and not isinstance(world.remembers, float)):
        return None
    shares = [[one / sum(_WEIGHTS) for one in _WEIGHTS], *_KINDS.values()]
    by_chance = sum(share**2 for one in shares for share in one) / len(SCHEMA["properties"])
    return world.remembers * (1 - by_chance)


def simulated(world: World, n: int, rng: Random, seed: int) -> ClosedBook:
    """Ask a model once."""
    gold = [{"id": f"r{at}", **record(rng)} for at in range(n)]
    share = world.remembers if isinstance(world.remembers, float) else 0.0
    known = {at for at in range(n) if rng.random() < share} | set(range(int(world.remembers) if not share else 0))
    common = {"vendor": "vendor 0", "currency": "a", "paid": "a"}
    answers = []
    for at, one in enumerate(gold):
        guess = common if world.guesses == "common" else record(rng)
        if world.guesses == "few":
            guess = {key: value for key, value in guess.items() if rng.random() < 0.2}
        answers.append(one if at in known else guess)
    return recalled(gold, answers, SCHEMA, seed=seed)


def measured(world: World, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often anything is said to be remembered, and how often the interval holds the lift."""
    rng, true = Random(f"{seed} {n} {world.name}"), lift_of(world)
    found = field = cover = best = 0
    for at in range(sims):
        one = simulated(world, n, rng, seed + at)
        assert one.low is not None
        assert one.high is not None
        found += one.is_remembered
        field += any(each.is_remembered for each in one.fields)
        cover += true is not None and one.low <= true + 1e-12 and true - 1e-12 <= one.high
        best += sum(each.fits_best for each in one.records)
    return {
        "world": world.name, "n": n, "sims": sims, "seed": seed, "found": found, "field": field, "true": true,
        "cover": cover, "best": best,
    }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: a row for each model and number of records."""
    heads = ("the model", "records", "said to remember", "of any field", "true lift", "interval holds it", "fit best")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        shares = [f"{100 * row[what] / row['sims']:.1f}%" for what in ("found", "field")]
        lift = ["–", "–"]
        if row["true"] is not None:
            lift = [f"{100 * row['true']:+.1f}", f"{100 * row['cover'] / row['sims']:.1f}%"]
        cells = [row["world"], str(row["n"]), *shares, *lift, f"{row['best'] / row['sims']:.1f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    options = simulation_options(__doc__)
    for world in WORLDS:
        for n in SIZES:
            row = measured(world, n, options.sims, options.seed)
            print(table([row]).splitlines()[-1], flush=True)
            if options.write is not None:
                keep(options.write, "closed_book", [row])


if __name__ == "__main__":
    main()
