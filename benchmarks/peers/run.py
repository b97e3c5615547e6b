"""Other scorers of JSON beside evaljson: python -m benchmarks.peers.run [--python PYTHON] [--write FILE]

Each scorer runs in a process of its own, in turns, and the least CPU time of its turns counts. `--python` is the
Python that has the others (`make peers` builds it: some of them exclude packages that evaljson needs).
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.data import schema, write
from benchmarks.peers.one import HUNGARIAN, PROBES
from benchmarks.peers.shown import table

OURS = ("json.loads", "evaljson")
PEERS = ("autoevals", "deepdiff", "stickler-eval", "anls-star")
MISSING = {
    "struct-extract-eval": "not on PyPI",
    "structured-eval": "needs Python 3.12",
}
"""Scorers that cannot be measured, and why."""
ITEMS = (8, 50)
COUNTS = {8: {"json.loads": 2000, "evaljson": 2000, "autoevals": 300}, 50: {"json.loads": 400, "evaljson": 400}}
FEW = {8: 30, 50: 4}
"""Records that the slow ones get."""


def measured(name: str, python: str, files: tuple[Path, Path], schema_file: Path, count: int) -> dict[str, Any] | None:
    """What one.py printed; None where the scorer is not installed."""
    script = Path(__file__).with_name("one.py")
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [python, str(script), name, *map(str, files), str(schema_file), str(count)],
        check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": root if name in OURS else ""},
    )  # fmt: skip
    found: dict[str, Any] | None = json.loads(done.stdout.splitlines()[-1])
    return found


def _count(items: int, name: str, quick: bool) -> int:
    return 2 if quick else COUNTS[items].get(name, FEW[items])


def compared(folder: Path, python: str, rounds: int, quick: bool) -> dict[str, Any]:
    """The rows of the table, and where they were measured."""
    rows: dict[str, dict[str, Any]] = {name: {"ms": {}} for name in (*OURS, *PEERS)}
    schema_file = folder / "schema.json"
    schema_file.write_text(json.dumps(schema(HUNGARIAN)), encoding="utf-8")
    for items in ITEMS:
        sizes = {name: _count(items, name, quick) for name in rows}
        files = {count: write(folder, count, items) for count in sorted(set(sizes.values()))}
        for _ in range(rounds):
            for name, row in rows.items():
                own = sys.executable if name in OURS else python
                found = measured(name, own, files[sizes[name]], schema_file, sizes[name])
                if found is None:
                    continue
                row["version"], row["probes"] = found["version"], found["probes"]
                spent = 1000 * found["seconds"] / sizes[name]
                row["ms"][str(items)] = min(spent, row["ms"].get(str(items), spent))
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "load": round(os.getloadavg()[0], 1),
        "rounds": rounds,
        "probes": list(PROBES),
        "rows": {name: row for name, row in rows.items() if row["ms"]},
        "absent": {name: "not installed here" for name, row in rows.items() if not row["ms"]} | MISSING,
    }


def bench_peers(folder: Path, quick: bool) -> None:
    """In `make bench`: with the Python that PEERS_PYTHON names, or this one."""
    python = os.environ.get("PEERS_PYTHON", sys.executable)
    print("\npeers: CPU ms a record, read and score")
    print(table(compared(folder, python, 1 if quick else 3, quick)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=os.environ.get("PEERS_PYTHON", sys.executable))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path, help="also keep the figures in this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = compared(Path(folder), options.python, options.rounds, quick=False)
    print(table(found))
    if options.write is not None:
        options.write.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
