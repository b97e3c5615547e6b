"""The app under size: what each page takes, beside its target. python -m benchmarks.app_size [--size RECORDS VARIANTS]

Makes an evaluation of records of 40 fields, scores it, and opens every page in tabs of several visitors, one after the
other, on a server of its own; all tabs stay open, and the memory of a visitor is the slope over them. CPU seconds are
of that server and of the processes that its pages wait for; those of its jobs are counted apart. A target is twice the
budget of the page at 2,000 records.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.dashboard import BYTES, FIELDS, PAGES, SWITCH, made, resident
from evaljson.store import open_store
from evaljson.workspace.scoring import score_due
from tests.server import Server
from tests.session import Rerun, Session

TARGET: Final = 2 * SWITCH
PER_VISITOR: Final = 50
"""MiB that a further visitor may take, as the slope over all after the first: one alone may fill a gap or make one."""
SIZES: Final = ((50_000, 3), (2_000, 200))
VISITORS: Final = 8
_PATIENCE: Final = 1800.0
_WORKER: Final = "evaljson.jobs.worker"


@dataclass(frozen=True, slots=True)
class Look:
    """What it took to show a page once."""

    cpu: float
    wall: float
    kilobytes: float
    errors: str

    @property
    def text(self) -> str:
        """CPU seconds and those of the clock."""
        return f"{self.cpu:7.2f}{self.wall:8.2f}"


def processes(root: int) -> dict[int, tuple[float, int, bool]]:
    """CPU seconds and KiB of a process and of each below it, and whether it does jobs."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name)] = (int(after_name[1]), sum(map(int, after_name[11:15])))
        except OSError:
            continue
    tick = os.sysconf("SC_CLK_TCK")
    found, left = {}, [root]
    while left:
        one = left.pop()
        try:
            does_jobs = _WORKER in Path(f"/proc/{one}/cmdline").read_text()
            found[one] = (parents[one][1] / tick, resident(one), does_jobs)
        except (OSError, KeyError, StopIteration):
            continue
        left.extend(child for child, (parent, _) in parents.items() if parent == one)
    return found


def _cpu(root: int, *, of_jobs: bool = False) -> float:
    return sum(seconds for seconds, _, does_jobs in processes(root).values() if does_jobs is of_jobs)


def looked(server: int, look: Callable[[], Rerun]) -> Look:
    """Look once at a page."""
    before, began = _cpu(server), time.perf_counter()
    rerun = look()
    taken, ended = time.perf_counter() - began, _cpu(server)
    return Look(ended - before, taken, rerun.sent / 1000, "; ".join(rerun.errors)[:120])


def visit(server: Server, tab: Session, here: str) -> Iterator[tuple[str, Look]]:
    """Open all pages in one tab, from the address that a link to the evaluation has."""
    for page in PAGES:
        address = "" if page == "overview" else page
        yield page, looked(server.pid, lambda address=address: tab.open(address, here))


def _show(records: int, variants: int, folder: Path, visitors: int) -> None:
    evaluation = (folder / "evaluation.txt").read_text()
    with Server(folder) as server, ExitStack() as tabs:
        held = [resident(server.pid)]
        rows: dict[str, list[Look]] = {page: [] for page in PAGES}
        for _ in range(visitors):
            tab = tabs.enter_context(Session(server.url, _PATIENCE))
            for page, look in visit(server, tab, f"eval={evaluation}"):
                rows[page].append(look)
                print(f"  {page:10}{look.text}{look.kilobytes:8,.0f} kB  {look.errors}", flush=True)
            held.append(resident(server.pid))
        again = dict(visit(server, tab, f"eval={evaluation}"))
        _print_rows(rows, again)
        _print_memory(held, server.pid)
    print(f"{records:,} records x {FIELDS} fields x {variants} variants, load {os.getloadavg()[0]:.1f}")


def _print_rows(rows: dict[str, list[Look]], again: dict[str, Look]) -> None:
    names = ("first visitor", "second visitor", "again")
    print(f"\n{'CPU s, s of the clock':22}" + "".join(f"{name:>16}" for name in names) + f"{'target':>8}{'kB':>7}")
    for page, looks in rows.items():
        shown = [looks[0], looks[min(1, len(looks) - 1)], again[page]]
        sent = max(one.kilobytes for one in shown)
        over = ["CPU"] * any(one.cpu > TARGET for one in shown) + ["bytes"] * (sent > 2000 * BYTES)
        print(f"{page:22}" + "".join(f" {one.text}" for one in shown) + f"{TARGET:8.0f}{sent:7,.0f} {' '.join(over)}")


def _print_memory(held: list[int], server: int) -> None:
    steps = [(after - before) / 1024 for before, after in pairwise(held)]
    print(
        f"MiB of the server: {held[0] / 1024:,.0f} before the first visitor, who adds {steps[0]:,.0f}; further ones "
        f"{', '.join(f'{step:,.0f}' for step in steps[1:])}"
    )
    if len(held) > 2:
        print(f"MiB for each further visitor: {slope(held[1:]) / 1024:,.1f} (target: at most {PER_VISITOR})")
    for seconds, kib, does_jobs in processes(server).values():
        print(f"  {'jobs' if does_jobs else 'pages'}: {seconds:.1f} s, {kib / 1024:,.0f} MiB")


def slope(held: Sequence[float]) -> float:
    """Return by how much a quantity grows from one of its values to the next, by least squares. Takes two or more."""
    return float(np.polyfit(np.arange(len(held)), held, 1)[0])


def _child(*arguments: str) -> None:
    """Do a step in a process of its own, and print what it took."""
    code = "import sys; from benchmarks import app_size; getattr(app_size, sys.argv[1])(*sys.argv[2:])"
    began = time.perf_counter()
    child = subprocess.Popen([sys.executable, "-c", code, *arguments])
    _, status, used = os.wait4(child.pid, 0)
    taken = time.perf_counter() - began
    assert status == 0, arguments
    print(
        f"{arguments[0]}: {used.ru_utime + used.ru_stime:.1f} CPU s, {taken:.1f} s of the clock, "
        f"{used.ru_maxrss / 1024:,.0f} MiB at the peak",
        flush=True,
    )


def make(folder: str, records: str, variants: str) -> None:
    """Make the evaluation, without scoring it."""
    with open_store(folder=Path(folder)) as store:
        identity = made(store, int(records), int(variants))
    (Path(folder) / "evaluation.txt").write_text(identity)


def score(folder: str) -> None:
    """Score what is due, as the job does it."""
    with open_store(folder=Path(folder)) as store:
        identity = (Path(folder) / "evaluation.txt").read_text()
        score_due(store, identity, by="benchmark", tell=lambda share, message: None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", nargs=2, type=int, action="append", metavar=("RECORDS", "VARIANTS"))
    parser.add_argument("--folder", type=Path, help="keep the evaluation there, or show the one that is there")
    parser.add_argument("--visitors", type=int, default=VISITORS)
    options = parser.parse_args()
    for records, variants in options.size or SIZES:
        with tempfile.TemporaryDirectory() as own:
            folder = Path(own) if options.folder is None else options.folder / f"{records}x{variants}"
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / "evaluation.txt").exists():
                _child("make", str(folder), str(records), str(variants))
                _child("score", str(folder))
            _show(records, variants, folder, options.visitors)


if __name__ == "__main__":
    main()
