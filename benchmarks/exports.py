"""Files of every result: CPU seconds and peak memory of `evaljson score` with and without them, as processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.data import schema, write

LINES = 7
"""12 scalar leaves and 7 line items of 4 fields, paired by a key: 40 fields a record."""


def bench_exports(folder: Path, quick: bool) -> None:
    """Print the time and the memory of each file as a ratio to no file at all."""
    count = 2000 if quick else 50_000
    files = [str(path) for path in write(folder, count, LINES)]
    eval_schema = folder / "schema.json"
    eval_schema.write_text(json.dumps(schema({"match_by": "key_field", "key": "sku"})), encoding="utf-8")
    score = ["score", *files, "--schema", str(eval_schema), "--quiet"]
    print(f"\nexports: {count:,} records, 40 fields\n{'':12}{'CPU s':>10}{'ratio':>8}{'peak MiB':>10}{'ratio':>8}")
    base = _cost(score)
    for name, options in (("no file", None), ("--csv", "csv"), ("--parquet", "parquet")):
        cost = base if options is None else _cost([*score, f"--{options}", str(folder / f"out.{options}")])
        seconds, peak = cost
        print(f"{name:12}{seconds:10.1f}{seconds / base[0]:8.2f}{peak:10.0f}{peak / base[1]:8.2f}")


def _cost(arguments: list[str]) -> tuple[float, float]:
    """Run a command; return its CPU seconds and its peak resident set in MiB."""
    with subprocess.Popen([sys.executable, "-m", "evaljson", *arguments], stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"evaljson ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
