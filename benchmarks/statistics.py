"""Comparison of runs: 10,000 resamples of 2,000 records and 40 fields, beside the bare matrix product that it takes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.extractors import World, simulated
from benchmarks.measure import cpu
from evaljson.compare.estimate import Method
from evaljson.compare.runs import judge
from evaljson.stats.resampling import count_blocks

FIELDS, RESAMPLES = 40, 10_000


def bench_statistics(folder: Path, quick: bool) -> None:
    records, resamples = (200, 1000) if quick else (2000, RESAMPLES)
    world = World("forty fields", FIELDS - 6, 6, 0.9, 0.92, 0.5, 0.5)
    sides = simulated(world, records, np.random.default_rng(0))
    counts = np.vstack([block.astype(np.float64) for block in count_blocks(records, resamples, 0)])
    sums = np.ascontiguousarray(sides.a.score)
    all_sums = np.hstack([part for side in (sides.a, sides.b) for part in (side.score, side.gold, side.extracted)])
    ours, bare, whole = cpu(
        lambda: judge(sides, ("A", "B"), Method(0.95, resamples, 0)), lambda: counts @ sums, lambda: counts @ all_sums
    )
    print(f"\nstatistics: {resamples:,} resamples x {FIELDS} fields x {records:,} records; 6 figures and all fields")
    print(f"{1000 * ours:.0f} ms for intervals, tests and adjustment; the product of counts and one sum a field takes")
    told = f"{1000 * bare:.0f} ms ({ours / bare:.1f} times), of counts and all six {1000 * whole:.0f} ms"
    print(f"{told} ({ours / whole:.1f} times)")
