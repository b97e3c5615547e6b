"""From files to the first verdict in a browser: python -m benchmarks.first_verdict [--records N] [--variants N]

A real server and a real Chromium: gold is dropped, then all variants at once, then *Score* is clicked; the end is the
ranking on the page. Prints for each step wall-clock seconds, and CPU seconds of the server, of its workers and helpers,
and of the browser, with the load of the machine before and after.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.data import damaged, gold_record
from tests.browser.conftest import ARGUMENTS, settle
from tests.server import Server

LINES = 5
PATIENCE = 600_000
_TICKS = os.sysconf("SC_CLK_TCK")


def made(folder: Path, records: int, variants: int) -> list[Path]:
    """Write gold and variants as JSON Lines, 12 scalar leaves and 5 line items of 4 fields each; gold comes first."""
    gold = [
        {"id": f"doc-{place:05}", **gold_record(random.Random(f"first-{place}"), LINES)} for place in range(records)
    ]
    files = {"gold": gold} | {
        f"prompt_{number:02}": [
            {**damaged(random.Random(f"{number}-{one['id']}"), one), "id": one["id"]} for one in gold
        ]
        for number in range(variants)
    }  # fmt: skip
    paths = []
    for name, listed in files.items():
        paths.append(folder / f"{name}.jsonl")
        paths[-1].write_text("".join(f"{json.dumps(record)}\n" for record in listed), encoding="utf-8")
    return paths


def cpu_seconds(root: int) -> dict[int, float]:
    """Return the CPU seconds so far of a process and of all that it began, ended ones that were waited for included."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        parents[int(entry.name)] = int(fields[1])
        spent[int(entry.name)] = sum(map(int, fields[11:15])) / _TICKS
    below = {root}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    return {process: spent[process] for process in below if process in spent}


def name_of(process: int) -> str:
    """Return what a process was started as, without the interpreter."""
    try:
        words = (Path("/proc") / str(process) / "cmdline").read_text().split("\0")
    except OSError:
        return "ended"
    return " ".join(words[1:5])


class Stopwatch:
    """Seconds of each step, of the clock and of each group of processes."""

    def __init__(self, server: int, browser: Callable[[], int]) -> None:
        self._server, self._browser = server, browser
        self.rows: list[tuple[str, float, float, float, float]] = []

    def _spent(self) -> tuple[float, float, float, float]:
        below = cpu_seconds(self._server)
        own = below.pop(self._server, 0.0)
        return time.monotonic(), own, sum(below.values()), sum(cpu_seconds(self._browser()).values())

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measure what is done inside."""
        before = self._spent()
        yield
        clock, own, below, browser = (after - start for after, start in zip(self._spent(), before, strict=True))
        self.rows.append((name, clock, own, below, browser))


def measured(browser: Browser, server: Server, program: int, files: list[Path]) -> Stopwatch:
    """Bring the files and wait for the verdict."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page.goto(f"{server.url}/data")
    settle(page)
    watch = Stopwatch(server.pid, lambda: program)
    with watch.step("a draft is begun"):
        page.get_by_role("button", name="Use my data").click()
        page.get_by_text("Drop the gold file here").wait_for()
        settle(page)
    with watch.step("gold is dropped and read"):
        drop(page, files[:1])
        page.get_by_text("Inferred from gold").wait_for()
        settle(page)
    with watch.step("variants are dropped and read"):
        drop(page, files[1:])
        expect(page.get_by_role("button", name="Remove", exact=True)).to_have_count(len(files))
        settle(page)
    with watch.step("Score is clicked, and the verdict shown"):
        page.get_by_role("button", name="Score", exact=True).click()
        page.get_by_text("No variant is best").or_(page.get_by_text("is best")).first.wait_for()
        settle(page)
    return watch


def drop(page: Page, files: list[Path]) -> None:
    """Drop files on the first drop zone: that of gold until gold is there, then that of the variants."""
    page.locator("[data-testid=stFileUploader] input[type=file]").first.set_input_files(files)


def main() -> None:
    """Measure once and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--variants", type=int, default=12)
    asked = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as made_in, tempfile.TemporaryDirectory() as folder:
        files = made(Path(made_in), asked.records, asked.variants)
        with Server(Path(folder)) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=ARGUMENTS)
            program = next(
                process for process in cpu_seconds(os.getpid()) if process not in cpu_seconds(server.pid)
                and "chrom" in Path(f"/proc/{process}/comm").read_text()
            )  # fmt: skip
            watch = measured(browser, server, program, files)
            processes = [(spent, name_of(process)) for process, spent in cpu_seconds(server.pid).items()]
            browser.close()
    print(f"{'':44}{'wall':>8}{'server':>8}{'workers':>9}{'browser':>9}")
    totals = [("in all", *(sum(column) for column in list(zip(*watch.rows, strict=True))[1:]))]
    for name, *figures in [*watch.rows, *totals]:
        print(f"{name:44}{figures[0]:8.1f}{figures[1]:8.1f}{figures[2]:9.1f}{figures[3]:9.1f}")
    for spent, name in sorted(processes, reverse=True):
        print(f"{spent:8.1f} CPU seconds: {name}")
    print(f"load after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
