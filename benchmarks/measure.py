"""CPU time and memory, measured so that a shared machine disturbs them as little as can be."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

REPEATS = 5


def cpu(*functions: Callable[[], Any], repeats: int = REPEATS) -> list[float]:
    """Median CPU seconds of each function; they take turns, so that noise hits all of them alike."""
    for function in functions:
        function()
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(repeats):
        for taken, function in zip(times, functions, strict=True):
            start = time.process_time()
            function()
            taken.append(time.process_time() - start)
    return [statistics.median(taken) for taken in times]


_MEMORY = """
import json, sys
import evaljson
from evaljson.load import read_records
import pyarrow, pandas, scipy.optimize, rapidfuzz
def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
gold, extracted, schema, score = sys.argv[1:]
before = resident()
sides = [read_records(path).records for path in (gold, extracted)]
if score == "yes":
    run = evaljson.evaluate(*sides, json.loads(schema))
    run.per_field, run.mean_f1
print(resident() - before)
"""


def peak_growth(gold: str, extracted: str, schema: str, *, score: bool) -> int:
    """KiB that the peak resident set grows over the state after imports, in a process of its own."""
    command = [sys.executable, "-c", _MEMORY, gold, extracted, schema, "yes" if score else "no"]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
