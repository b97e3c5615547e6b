"""How often do equal extractors get a verdict at any of several looks? python -m benchmarks.looks [--write FILE]

Records are added in equal steps, and the same two extractors are compared after each: as if each look were the only
one, by looks planned before, and at any time. For unequal extractors the counts are the power. --write FILE keeps the
counts beside those of the calibration; docs/statistics.md has the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.special import ndtr

from benchmarks.extractors import World, simulated
from benchmarks.simulation_options import simulation_options
from evaljson.base.arrays import Bools, Floats
from evaljson.stats.alpha_spending import boundaries
from evaljson.stats.betting import anytime_p
from evaljson.stats.mean_difference import p_of_mean_differences

LEVEL: Final = 0.95
LOOKS: Final = (1, 5, 10)
SIZES: Final = (100, 500)
"""Records at the last look."""
WORLDS: Final = (
    World("ten fields, equal", 10, 0, 0.9, 0.9, 0.5),
    World("ten fields, unequal", 10, 0, 0.89, 0.91, 0.5),
    World("one field, equal", 1, 0, 0.9, 0.9, 1.0),
    World("few differences, one field, equal", 1, 0, 0.97, 0.97),
    World("clustered, equal", 10, 4, 0.9, 0.9, 1.0, 1.0),
)


def found_at(differences: Floats, looks: int) -> Bools:
    """Whether any look at the columns, records x pairs, finds a difference: plain, planned, and at any time."""
    sizes = [round(len(differences) * look / looks) for look in range(1, looks + 1)]
    ends = boundaries(tuple(one / len(differences) for one in sizes), 1 - LEVEL)
    found = np.zeros((3, differences.shape[1]), np.bool_)
    for size, end in zip(sizes, ends, strict=True):
        seen = differences[:size]
        p = p_of_mean_differences(seen, np.ones(seen.shape, np.bool_))
        at_any_time = np.array([anytime_p(one) for one in seen.T])
        found |= [p <= 1 - LEVEL, p <= 2 * float(ndtr(-end)), at_any_time <= 1 - LEVEL]
    return found


def measured(world: World, n: int, looks: int, sims: int, seed: int) -> dict[str, Any]:
    """Counts over `sims` simulated pairs; each row has seeds of its own."""
    rng = np.random.default_rng([seed, n, looks, sum(map(ord, world.name))])
    pairs = [simulated(world, n, rng) for _ in range(sims)]
    differences = np.stack([(sides.b.f1 - sides.a.f1).round(9) for sides in pairs], axis=1)
    plain, planned, any_time = found_at(differences, looks).sum(axis=1).tolist()
    return {
        "world": world.name, "n": n, "looks": looks, "pairs": sims, "seed": seed,
        "plain": plain, "planned": planned, "any time": any_time,
    }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown with a row per kind of data, number of records and of looks."""
    heads = ["data", "records at last", "looks", "pairs", "as if the only look", "planned", "at any time"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        shares = (f"{100 * row[name] / row['pairs']:.1f}%" for name in ("plain", "planned", "any time"))
        lines.append(f"| {row['world']} | {row['n']} | {row['looks']} | {row['pairs']:,} | {' | '.join(shares)} |")
    return "\n".join(lines) + "\n"


def keep(file: Path, row: dict[str, Any]) -> None:
    """Put a row into its place in the file, and leave everything else in it."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    known = {(one["world"], one["n"], one["looks"]): one for one in [*kept.get("looks", []), row]}
    order = [(world.name, n, looks) for world in WORLDS for n in SIZES for looks in LOOKS]
    rows = [known[place] for place in order if place in known]
    file.write_text(json.dumps({**kept, "looks": rows}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    options = simulation_options(__doc__)
    rows: list[dict[str, Any]] = []
    for world in WORLDS:
        for n in SIZES:
            for looks in LOOKS:
                rows.append(measured(world, n, looks, options.sims, options.seed))
                print(table(rows[-1:]).splitlines()[-1], flush=True)
                if options.write is not None:
                    keep(options.write, rows[-1])


if __name__ == "__main__":
    main()
