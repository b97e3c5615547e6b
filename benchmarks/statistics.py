"""Comparison of runs: 2,000 records and 40 fields, beside the matrix product that 10,000 resamples would take."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.extractors import World, simulated
from benchmarks.measure import cpu
from benchmarks.resampled_counts import count_blocks
from evaljson.compare.estimate import Method
from evaljson.compare.runs import estimate_and_test

FIELDS, RESAMPLES = 40, 10_000


def bench_statistics(folder: Path, quick: bool) -> None:
    records, resamples = (200, 1000) if quick else (2000, RESAMPLES)
    world = World("forty fields", FIELDS - 6, 6, 0.9, 0.92, 0.5, 0.5)
    sides = simulated(world, records, np.random.default_rng(0))
    counts = np.vstack([block.astype(np.float64) for block in count_blocks(records, resamples, 0)])
    sums = np.ascontiguousarray(sides.a.score)
    ours, bare = cpu(
        lambda: estimate_and_test(sides, ("A", "B"), Method(0.95, resamples, 0)),
        lambda: counts @ sums,
    )
    print(f"\nstatistics: {FIELDS} fields x {records:,} records; 6 figures and all fields")
    print(
        f"{1000 * ours:.0f} ms for intervals, tests and adjustment; {resamples:,} resamples, the product of counts and"
    )
    print(f"one sum a field, would take {1000 * bare:.0f} ms ({ours / bare:.1f} times)")
