"""`python -m tests.soak.clicks [--clicks 40] [--records 10000] [--postgres]`: how long a click takes beside work.

Two people on one server, each in a tab of their own. One clicks; the other does nothing, has a large evaluation
scored as a job, or opens one page of it after the other. Prints median and 95th percentile of the click of each case.
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from typing import Any

from evaljson.base.json_text import json_text
from evaljson.load import LoadedRecords, read_records
from evaljson.store import Store, open_store
from evaljson.store.location import URL_VARIABLE
from evaljson.workspace.samples import FIRST, sample_evaluation
from evaljson.workspace.scoring import SCORE
from tests.postgres import POSTGRES, own_schema
from tests.serve.tab import Tab
from tests.server import Server

FIELDS, VARIANTS = 12, 3
MOST = 1000
"""Clicks while the other opens pages: each is opened once, since the second time it is there already."""
PAGES = ("", "fields", "compare", "records", "schema")
SCHEMA = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        **{f"text_{at}": {"type": "string", "x-eval-compare": "levenshtein"} for at in range(FIELDS)},
        "lines": {
            "type": "array",
            "x-eval-align": {"match_by": "hungarian"},
            "items": {"type": "object", "properties": {"what": {"type": "string"}, "price": {"type": "number"}}},
        },
    },
    "x-eval-id": "id",
}


def record(number: int, wrong: int) -> dict[str, Any]:
    """One of a large file; every `wrong`th value differs from gold."""
    texts = {
        f"text_{at}": f"value {number} of {at}{' or so' if wrong and (number + at) % wrong == 0 else ''}"
        for at in range(FIELDS)
    }
    lines = [{"what": f"line {at}", "price": at + (0.5 if wrong and (number + at) % wrong == 0 else 0)}
             for at in range(8)]  # fmt: skip
    return {"id": f"r{number}", **texts, "lines": lines[::-1] if wrong else lines}


def loaded(name: str, count: int, wrong: int) -> LoadedRecords:
    """A large file as it is uploaded."""
    content = "\n".join(json_text(record(number, wrong)) for number in range(count)).encode()
    return read_records(content, name=f"{name}.jsonl", kind="gold" if wrong == 0 else "extracted")


def large(store: Store, count: int, schema: Mapping[str, Any] = SCHEMA) -> str:
    """The id of an evaluation that is not scored yet."""
    variants = {name: loaded(name, count, wrong) for name, wrong in {"A": 5, "B": 7, "C": 11}.items()}
    made = store.evaluations.create("Large", by="soak", gold=loaded("gold", count, 0), variants=variants, schema=schema)
    return made.id


def clicks(tab: Tab, number: int, goes_on: Callable[[], bool]) -> list[float]:
    """The seconds of each click, one after the other, as long as the other person is at work."""
    took = []
    while len(took) < number and goes_on():
        began = time.perf_counter()
        tab.send()
        tab.wait()
        took.append(time.perf_counter() - began)
    return took


def told(case: str, took: Sequence[float]) -> str:
    """A line of the result."""
    ordered = sorted(took)
    high = ordered[math.ceil(0.95 * len(ordered)) - 1] if ordered else math.nan
    middle, longest = (median(ordered), ordered[-1]) if ordered else (math.nan, math.nan)
    return f"{case:<40}{len(took):>4} clicks: median {middle:.3f} s, 95% {high:.3f} s, longest {longest:.3f} s"


def measure(folder: Path, number: int, count: int, url: str | None = None) -> Iterator[str]:
    """Each case, as soon as it is measured; `url` is that of a database, by default an SQLite file in the folder."""
    settings = {} if url is None else {URL_VARIABLE: url}
    with open_store(url, folder=None if url else folder) as store:
        mine, theirs = sample_evaluation(store, FIRST), large(store, count)
        with Server(folder, **settings) as server, Tab(server.url) as me, Tab(server.url) as other:
            me.open("records", f"eval={mine}")
            yield told("alone", clicks(me, number, lambda: True))

            other.open("data", f"eval={theirs}").click("Score now")
            began = time.perf_counter()

            def is_scoring() -> bool:
                return any(job.kind == SCORE for job in store.jobs.all(states=["queued", "running"]))

            yield told("while a job scores for the other", clicks(me, number, is_scoring))
            while is_scoring():
                time.sleep(0.2)
            assert len({run.variant for run in store.runs.all(theirs)}) == VARIANTS, "the job did not score"
            took = time.perf_counter() - began
            yield f"  ({count:,} records in {VARIANTS} variants; the job took about {took:.0f} s)"

            opened: dict[str, float] = {}

            def look() -> None:
                for page in PAGES:
                    began = time.perf_counter()
                    other.open(page, f"eval={theirs}")
                    opened[page or "overview"] = time.perf_counter() - began

            looking = threading.Thread(target=look)
            looking.start()
            took = clicks(me, MOST, looking.is_alive)
            looking.join()
            yield told("while the other opens page after page", took)
            yield f"  (which took {', '.join(f'{page} {seconds:.1f} s' for page, seconds in opened.items())})"
            yield told("alone again", clicks(me, number, lambda: True))


def main() -> None:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=40, help="clicks of each case")
    parser.add_argument("--records", type=int, default=10_000, help="records of the large evaluation")
    parser.add_argument("--postgres", action="store_true", help=f"over the PostgreSQL of {POSTGRES}, not SQLite")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder, own_schema() if options.postgres else nullcontext() as url:
        for line in measure(Path(folder), options.clicks, options.records, url):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    sys.stdout.write(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")


if __name__ == "__main__":
    main()
