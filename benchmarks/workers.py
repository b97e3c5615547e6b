"""`evaljson score --stream` with one and with two processes, in turns, each as a process of its own."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.data import schema, write
from benchmarks.targets import WORKERS

ROUNDS = 2
COUNT, TIMES = 10_000, 60
"""Records that are made, and how often they stand in the files: what a process takes to start must hardly count.

Two processes took a tenth more CPU than one for 200,000 records, and 3% more for 600,000.
"""


def bench_workers(folder: Path, quick: bool) -> None:
    made, times = (100, 2) if quick else (COUNT, TIMES)
    count, files = made * times, [_repeated(path, times) for path in write(folder, made, 8)]
    schema_file = folder / "streamed.json"
    schema_file.write_text(json.dumps(schema({"match_by": "hungarian"})), encoding="utf-8")
    taken: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for turn in range(1 if quick else ROUNDS):
        for workers, spent in taken.items():
            results = str(folder / f"streamed_{workers}_{turn}")
            command = ["score", *files, "--schema", str(schema_file), "--stream", results, "--workers", str(workers)]
            spent.append(_spent([sys.executable, "-m", "evaljson", *command]))
    (one, one_cpu), (two, two_cpu) = (tuple(map(min, zip(*times, strict=True))) for times in taken.values())
    print(f"\nworkers: {count:,} records, 8 line items, load of the machine {os.getloadavg()[0]:.1f}")
    print(f"one process {one:.1f} s, {one_cpu:.1f} s of CPU; two {two:.1f} s, {two_cpu:.1f} s of CPU")
    print(f"ratio of seconds {WORKERS.beside(one / two)}; two take {two_cpu / one_cpu:.2f} times the CPU of one")


def _repeated(path: Path, times: int) -> str:
    """A file with the lines of another, several times."""
    longer = path.with_name(f"repeated_{path.name}")
    with longer.open("wb") as stream:
        for _ in range(times):
            stream.write(path.read_bytes())
    return str(longer)


def _spent(command: list[str]) -> tuple[float, float]:
    """Seconds, and CPU seconds, of a process and its own ones."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
