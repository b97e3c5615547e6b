"""`python -m tests.soak [--seconds 120] [--contexts 20] [--writes 50] [--seed 1]`: people at once, then kills."""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.conftest import CHROMIUM_NAMES
from tests.soak.crowd import work_together
from tests.soak.kills import kill_amid_writes


def main() -> None:
    """Both, one after the other; ends with an AssertionError that names all that was not as it must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="how long people work at once")
    parser.add_argument("--contexts", type=int, default=20, help="how many people")
    parser.add_argument("--writes", type=int, default=50, help="acknowledged writes amid which the server is killed")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10_000, help="for the same choices once more")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if chromium is None:
        sys.exit("no Chromium: install one, or name it in CHROMIUM")
    sys.stdout.write(f"seed {options.seed}\n")
    with tempfile.TemporaryDirectory() as people, tempfile.TemporaryDirectory() as kills:
        said = work_together(Path(people), chromium, options.seconds, options.contexts, options.seed)
        sys.stdout.write(f"{said}\n")
        sys.stdout.write(f"{kill_amid_writes(Path(kills), options.writes, options.seed)}\n")


if __name__ == "__main__":
    main()
