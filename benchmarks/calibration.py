"""Do verdicts err, and intervals cover, as often as they say? python -m benchmarks.calibration [--sims N]

Simulates pairs of extractors, compares each pair as `compare_runs` does, and counts. --write FILE keeps the counts as
JSON; docs/statistics.md holds the table made of it (--table FILE prints it).
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from benchmarks.extractors import World, simulated, truth
from evaljson import __version__
from evaljson.compare.estimate import FIGURES, PLUS_TWO, Method
from evaljson.compare.runs import judge

CONFIDENCE, RESAMPLES = 0.95, 2000
SIZES = (30, 100, 500)
WORLDS = (
    World("one field, equal", 1, 0, 0.9, 0.9, 1.0),
    World("one field, unequal", 1, 0, 0.85, 0.9, 1.0),
    World("ten fields, equal", 10, 0, 0.9, 0.9, 0.5),
    World("ten fields, unequal", 10, 0, 0.88, 0.92, 0.5),
    World("clustered, equal", 10, 4, 0.9, 0.9, 1.0, 1.0),
    World("clustered, unequal", 10, 4, 0.87, 0.92, 1.0, 1.0),
    World("ceiling, one field, equal", 1, 0, 0.99, 0.99),
    World("ceiling, ten fields, equal", 10, 0, 0.998, 0.998, 1.0),
    World("forty fields, equal", 34, 6, 0.9, 0.9, 0.5, 0.5),
    World("forty fields, ceiling, equal", 34, 6, 0.99, 0.99, 0.5, 0.5),
    World("3 repeats alike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 3, 0.05),
    World("3 repeats unlike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 3, 0.4),
    World("5 repeats alike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 5, 0.05),
    World("5 repeats unlike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 5, 0.4),
)


def measured(world: World, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Counts over `sims` simulated pairs."""
    rng = np.random.default_rng([seed, n, sum(map(ord, world.name))])
    true = truth(world, rng)
    cover, width = np.zeros(6, np.int64), np.zeros(6)
    verdicts = family = few = counted = 0
    for at in range(sims):
        figures, fields = judge(simulated(world, n, rng), ("A", "B"), Method(CONFIDENCE, RESAMPLES, seed + at))
        found = np.array([(one.low, one.high) for one in figures], np.float64)
        cover += (found[:, 0] <= true) & (true <= found[:, 1])
        width += found[:, 1] - found[:, 0]
        verdicts += figures[0].verdict != "no detectable difference"
        family += any(one.verdict != "no detectable difference" for one in fields)
        few += figures[0].method == PLUS_TWO
        counted += 1
    return {
        "world": world.name,
        "n": n,
        "pairs": counted,
        "true": dict(zip(FIGURES, true.tolist(), strict=True)),
        "verdicts": verdicts,
        "family": family,
        "few": few,
        "cover": dict(zip(FIGURES, cover.tolist(), strict=True)),
        "width": dict(zip(FIGURES, (width / sims).tolist(), strict=True)),
    }


def tables(kept: dict[str, Any]) -> str:
    """Markdown: a row a kind of data and number of records."""
    heads = ["data", "records", "a verdict", "any field's", "covers: F1", "precision", "recall", "pooled F1"]
    lines = [
        f"| {' | '.join(heads)} | by pseudo-records |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in kept["rows"]:
        share = [row["cover"][name] / row["pairs"] for name in ("f1", "precision", "recall", "pooled_f1")]
        cells = [row["verdicts"] / row["pairs"], row["family"] / row["pairs"], *share, row["few"] / row["pairs"]]
        lines.append(f"| {row['world']} | {row['n']} | " + " | ".join(f"{100 * one:.1f}%" for one in cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=2000, help="simulated pairs of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=[world.name for world in WORLDS])
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="print the tables of a kept FILE, and simulate nothing"
    )
    options = parser.parse_args()
    if options.table is not None:
        print(tables(json.loads(options.table.read_text(encoding="utf-8"))), end="")
        return
    rows = []
    for world in [one for one in WORLDS if not options.only or one.name in options.only]:
        for n in options.sizes:
            start = time.process_time()
            rows.append(measured(world, n, options.sims, options.seed))
            print(tables({"rows": rows[-1:]}).splitlines()[-1], f"{time.process_time() - start:.0f} s", flush=True)
    kept = {
        "command": f"python -m benchmarks.calibration --sims {options.sims} --seed {options.seed}",
        "confidence": CONFIDENCE,
        "resamples": RESAMPLES,
        "versions": {
            "evaljson": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
        },
        "rows": rows,
    }
    if options.write is not None:
        options.write.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
