"""Measure evaljson against floors, in one run: python -m benchmarks.run [--quick] [--only NAME ...]"""

from __future__ import annotations

import argparse
import json
import logging
import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from scipy.optimize import linear_sum_assignment

import evaljson
from benchmarks.comparators import bench_comparators
from benchmarks.compat import bench_compat
from benchmarks.dashboard import bench_dashboard
from benchmarks.data import schema, write
from benchmarks.exports import bench_exports
from benchmarks.judge import bench_judge
from benchmarks.measure import cpu, peak_growth
from benchmarks.pairing import bench_pairing
from benchmarks.peers.run import bench_peers
from benchmarks.statistics import bench_statistics
from benchmarks.suggestions import bench_suggestions
from benchmarks.targets import ARRAYS, END_TO_END, GROWTH, MEMORY, NESTED, READ
from benchmarks.workers import bench_workers
from evaljson.load import read_records

HUNGARIAN = {"match_by": "hungarian"}
ALIGNMENTS = {
    "hungarian": HUNGARIAN,
    "key_field": {"match_by": "key_field", "key": "sku"},
    "ordered": {"ordered": True},
}
FIELDS = ("sku", "description", "quantity", "unit_price")
Files = tuple[Path, Path]


def json_floor(files: Files) -> Callable[[], Any]:
    """json.loads of every line of both files."""
    return lambda: [[json.loads(line) for line in path.open(encoding="utf-8")] for path in files]


def end_to_end(files: Files, eval_schema: dict[str, Any]) -> Callable[[], evaljson.RunResult]:
    """Read both files, score, aggregate."""
    return lambda: evaljson.evaluate(*(read_records(path).records for path in files), eval_schema)


def matrix_floor(files: Files) -> Callable[[], Any]:
    """Per record: values to codes, an equality matrix, one assignment. Nothing else, and no results."""
    sides = [[json.loads(line)["line_items"] for line in path.open(encoding="utf-8")] for path in files]

    def align() -> None:
        for gold, extracted in zip(*sides, strict=True):
            codes: dict[Any, int] = {}
            left, right = (
                np.array(
                    [
                        [codes.setdefault(item[key], len(codes)) if key in item else missing for key in FIELDS]
                        for item in side
                    ]
                )
                for side, missing in ((gold, -1), (extracted, -2))
            )
            scores = sum((left[:, None, k] == right[None, :, k]).astype(np.int8) for k in range(len(FIELDS)))
            linear_sum_assignment(scores, maximize=True)

    return align


def bench_records(folder: Path, quick: bool) -> None:
    count = 300 if quick else 2000
    files = write(folder, count, 8)
    names, tasks = zip(*((name, end_to_end(files, schema(align))) for name, align in ALIGNMENTS.items()), strict=True)
    sides = [read_records(path).records for path in files]
    alone = [
        lambda: [read_records(path).records for path in files],
        lambda: evaljson.evaluate(*sides, schema(HUNGARIAN)),
        lambda: [[orjson.loads(line) for line in path.open("rb")] for path in files],
    ]
    floor, read, scored, orjson_floor, *taken = cpu(json_floor(files), *alone, *tasks)
    print(f"\nrecords: {count} records, 8 line items\n{'':24}{'records/s':>12}{'x json.loads':>14}")
    for name, seconds in (("json.loads, both files", floor), *zip(names, taken, strict=True)):
        print(f"{name:24}{count / seconds:12,.0f}{seconds / floor:14.2f}")
    print(f"hungarian, end to end: {END_TO_END.beside(taken[0] / floor)}")
    print(f"read_records alone: {READ.beside(read / floor)}; orjson.loads of every line {orjson_floor / floor:.2f}")
    print(f"evaluate alone: {scored / floor:.2f}")


def bench_arrays(folder: Path, quick: bool) -> None:
    print(f"\narrays: ms a record, end to end\n{'line items':>12}{'evaljson':>12}{'matrix+scipy':>14}{'ratio':>8}")
    for items in (2, 8, 25, 50, 100, 200) if quick else (2, 8, 25, 50, 100, 200, 1000):
        count = max(3, min(500, 20_000 // items // (8 if quick else 1)))
        files = write(folder, count, items)
        ours, floor = cpu(end_to_end(files, schema(HUNGARIAN)), matrix_floor(files))
        print(f"{items:12}{1000 * ours / count:12.3f}{1000 * floor / count:14.3f}{ours / floor:8.2f}")
        if items in ARRAYS:
            print(f"{'':12}{ARRAYS[items].beside(ours / floor)}")


def bench_growth(folder: Path, quick: bool) -> None:
    counts = (250, 1000, 4000) if quick else (1000, 2000, 4000, 8000, 16_000)
    taken = [cpu(end_to_end(write(folder, count, 8), schema(HUNGARIAN)))[0] for count in counts]
    slope = np.polyfit(np.log(counts), np.log(taken), 1)[0]
    shown = ", ".join(f"{count:,}: {seconds:.2f} s" for count, seconds in zip(counts, taken, strict=True))
    print(f"\ngrowth: {shown}\nslope of log cost over log N: {GROWTH.beside(slope)}")


def bench_nested(folder: Path, quick: bool) -> None:
    count = 50 if quick else 500
    files = write(folder, count, 8, parts=4)
    floor, ours = cpu(json_floor(files), end_to_end(files, schema(HUNGARIAN, nested=True)))
    print(f"\nnested: {count} records, 8 line items of 4 parts, Hungarian in Hungarian")
    print(f"{1000 * ours / count:.2f} ms a record, x json.loads of both files: {NESTED.beside(ours / floor)}")


def bench_large(folder: Path, quick: bool) -> None:
    items = 300 if quick else 2571
    files = write(folder, 1, items)
    eval_schema = schema(HUNGARIAN)
    ours, floor = cpu(end_to_end(files, eval_schema), matrix_floor(files), repeats=1)
    growth = peak_growth(str(files[0]), str(files[1]), json.dumps(eval_schema), score=True)
    print(f"\nlarge: one pair of arrays, {items} x {items} line items of 4 fields, Hungarian")
    print(f"{ours:.2f} s, matrix and scipy {floor:.2f} s; loading and scoring adds {growth / 1024:.0f} MiB at the peak")
    if items in ARRAYS:
        print(f"ratio {ARRAYS[items].beside(ours / floor)}")


def bench_memory(folder: Path, quick: bool) -> None:
    count = 1000 if quick else 5000
    files = [str(path) for path in write(folder, count, 8)]
    eval_schema = json.dumps(schema(HUNGARIAN))
    load, score = (peak_growth(files[0], files[1], eval_schema, score=score) for score in (False, True))
    print(f"\nmemory: {count} records; loading adds {load / 1024:.0f} MiB, loading and scoring {score / 1024:.0f} MiB")
    print(
        f"ratio {MEMORY.beside(score / load)}"
        if not math.isclose(load, 0)
        else "loading added nothing that could be measured"
    )


BENCHES = {
    "records": bench_records,
    "arrays": bench_arrays,
    "growth": bench_growth,
    "nested": bench_nested,
    "large": bench_large,
    "memory": bench_memory,
    "exports": bench_exports,
    "comparators": bench_comparators,
    "compat": bench_compat,
    "statistics": bench_statistics,
    "suggestions": bench_suggestions,
    "pairing": bench_pairing,
    "judge": bench_judge,
    "workers": bench_workers,
    "peers": bench_peers,
    "dashboard": bench_dashboard,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small data: does it run, not how fast is it")
    parser.add_argument("--only", nargs="+", choices=BENCHES, default=list(BENCHES))
    options = parser.parse_args()
    logging.disable(logging.WARNING)  # the data has records with problems on purpose
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only:
            BENCHES[name](Path(folder), options.quick)


if __name__ == "__main__":
    main()
