"""`python -m tests.soak.review [--people 2 5] [--databases sqlite postgresql] [--cards 200]`: each combination once."""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.conftest import CHROMIUM_NAMES
from tests.postgres import own_schema
from tests.soak.review.together import NAMES, Plan, Soak

_DATABASES = ("sqlite", "postgresql")


def main() -> None:
    """Ends with an AssertionError that names all that was not as it must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    counts = {"type": int, "nargs": "+", "choices": range(1, len(NAMES) + 1)}
    parser.add_argument("--people", **counts, default=[2, 5], help="browsers at once")  # type: ignore[arg-type]
    parser.add_argument("--databases", nargs="+", choices=_DATABASES, default=_DATABASES, help="one after the other")
    parser.add_argument("--cards", type=int, default=200, help="disagreements")
    parser.add_argument("--kills", type=int, default=5, help="of the server, with SIGKILL")
    parser.add_argument("--offline", type=float, default=60, help="seconds that one browser is without a connection")
    parser.add_argument("--no-deaths", action="store_true", help="kill no browser")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10_000, help="for the same choices once more")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if chromium is None:
        sys.exit("no Chromium: install one, or name it in CHROMIUM")
    sys.stdout.write(f"seed {options.seed}\n")
    for database in options.databases:
        for people in options.people:
            plan = Plan(people, options.cards, options.kills, options.offline, not options.no_deaths, seed=options.seed)
            with ExitStack() as held:
                folder = Path(held.enter_context(tempfile.TemporaryDirectory()))
                url = held.enter_context(own_schema()) if database == "postgresql" else None
                started = time.monotonic()
                said = Soak(folder, chromium, plan, url).run()
            sys.stdout.write(f"{said}; {time.monotonic() - started:.0f} s\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
