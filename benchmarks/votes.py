"""Does the interval of what a vote gains hold the truth? python -m benchmarks.votes [--write FILE]

Simulates runs of one prompt that are each right with some chance, and share some of their errors, and counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from benchmarks.shift import keep
from benchmarks.simulation_options import simulation_options
from evaljson.consistency import consistency

FIELDS = 6
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {f"f{at}": {"type": "string"} for at in range(FIELDS)},
}
WORLDS = {
    "two runs: the first wins ties": (2, 0.8, 0.3),
    "three runs": (3, 0.8, 0.3),
    "five runs": (5, 0.8, 0.3),
    "five runs with the same errors": (5, 0.8, 1.0),
}
SIZES = (30, 100)
_TRUTH = 3_000


def made(n: int, runs: int, right: float, shared: float, rng: Random) -> tuple[list[dict[str, Any]], list[Any]]:
    """Return gold and runs: a value is right with some chance, and of the errors a share is the same in all runs."""
    gold: list[dict[str, Any]] = [{f"f{at}": "right" for at in range(FIELDS)} for _ in range(n)]
    found: list[list[dict[str, Any]]] = [[] for _ in range(runs)]
    for _ in gold:
        hard = rng.uniform(-0.15, 0.15)
        together = [rng.random() < shared for _ in range(FIELDS)]
        once = [_value(right + hard, rng) for _ in range(FIELDS)]
        for run in found:
            run.append({f"f{at}": once[at] if together[at] else _value(right + hard, rng) for at in range(FIELDS)})
    return gold, found


def _value(right: float, rng: Random) -> str:
    return "right" if rng.random() < right else rng.choice("abcd")


@cache
def truth(world: str) -> float:
    """Return what a vote gains over very many records."""
    runs, right, shared = WORLDS[world]
    if runs == 2 or shared == 1:
        return 0.0
    return consistency(*made(_TRUTH * 10, runs, right, shared, Random(0)), SCHEMA).gain


def measured(world: str, n: int, sims: int, seed: int) -> Iterator[dict[str, Any]]:
    """Count how often the interval holds the true gain, and yield the counts so far after each fifty."""
    rng, true, cover, detected = Random(f"{seed} {n} {world}"), truth(world), 0, 0
    for at in range(1, sims + 1):
        found = consistency(*made(n, *WORLDS[world], rng), SCHEMA)
        cover += found.low <= true <= found.high
        detected += found.low > 0 or found.high < 0
        if at % 50 == 0 or at == sims:
            yield {"world": world, "n": n, "sims": at, "seed": seed, "true": true, "cover": cover, "detected": detected}


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: a row for each kind of data and number of records."""
    heads = ("data", "records", "times", "true gain", "interval holds it", "gain or loss found")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        cells = [row["world"], str(row["n"]), f"{row['sims']:,}", f"{100 * row['true']:+.1f}"]
        cells += [f"{100 * row[what] / row['sims']:.1f}%" for what in ("cover", "detected")]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    options = simulation_options(__doc__)
    for world in WORLDS:
        for n in SIZES:
            for row in measured(world, n, options.sims, options.seed):
                if options.write is not None:
                    keep(options.write, "votes", [row])
            print(table([row]).splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
