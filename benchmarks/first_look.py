"""The first look at Overview with and without floor, ceiling and leak check: python -m benchmarks.first_look

For each round a server of its own over a copy of the same store, in which nobody has looked yet; prints the CPU seconds
of the server until the page is there, of all its processes until nothing is at work any more, and seconds by the clock.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from benchmarks.dashboard import store_of
from benchmarks.first_verdict import cpu_seconds
from evaljson.store import open_store
from evaljson.workspace.variant_notes import Notes
from tests.server import ROOT, Server
from tests.session import Session

WITHOUT: Final = """
from evaljson.ui.overview import board_with_floor, decisions
board_with_floor.known_floors = board_with_floor.floors_or_job = board_with_floor.ceiling_of = lambda evaluation: None
decisions.leak_decision = lambda evaluation: iter(())
"""
"""What an app without them does before all else."""


def app_in(folder: Path, first: str) -> Path:
    """Make an app that runs `first` and is the usual one otherwise; return its folder."""
    folder.mkdir()
    for name in ("pages", ".streamlit", "evaljson", "sample_data"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "app.py").write_text(first + (ROOT / "app.py").read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def note_prompts(folder: Path, evaluation: str) -> None:
    """Note a prompt with a gold record in it at each variant: there is something to look through."""
    with open_store(folder=folder) as store:
        shown = store.evaluations.get(evaluation)
        assert shown.gold is not None
        example = str(store.datasets.load(shown.gold.id).records[0])
        for variant in shown.variants:
            meta = Notes(prompt=f"Extract as JSON. {variant.name}. Example: {example}").as_meta()
            shown = store.variants.update(evaluation, shown.revision, variant.id, by="benchmark", meta=meta)


def looked(store: Path, root: Path, evaluation: str) -> tuple[float, float, float]:
    """Return CPU seconds of the server until the page is there, of all processes in the end, and seconds."""
    with tempfile.TemporaryDirectory() as own:
        shutil.copytree(store, own, dirs_exist_ok=True)
        with Server(Path(own), root) as server:
            before = cpu_seconds(server.pid)
            with Session(server.url) as session:
                first = session.open("", f"eval={evaluation}")
                there = cpu_seconds(server.pid)
                if first.errors:
                    raise SystemExit("; ".join(first.errors))
                wait_for_jobs(Path(own))
                done = cpu_seconds(server.pid)
            spent = there[server.pid] - before[server.pid]
    return spent, sum(done.values()) - sum(before.values()), first.seconds


def wait_for_jobs(folder: Path) -> None:
    """Come back once no job waits or runs."""
    with open_store(folder=folder) as store:
        while any(job.state in ("queued", "running") for job in store.jobs.all()):
            time.sleep(0.5)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--variants", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        store.mkdir()
        evaluation = store_of(store, options.records, options.variants)
        note_prompts(store, evaluation)
        roots = {"with": ROOT, "without": app_in(Path(folder) / "without", WITHOUT)}
        found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in roots}
        print(f"{options.records:,} records of 40 fields, {options.variants} variants; load {os.getloadavg()[0]:.0f}")
        for _ in range(options.rounds):
            for name, root in roots.items():
                found[name].append(looked(store, root, evaluation))
        print(f"{'medians':10}{'page: CPU s':>14}{'in all: CPU s':>16}{'page: seconds':>16}")
        for name, rounds in found.items():
            page, in_all, seconds = (statistics.median(column) for column in zip(*rounds, strict=True))
            print(f"{name:10}{page:14.2f}{in_all:16.2f}{seconds:16.2f}")


if __name__ == "__main__":
    main()
