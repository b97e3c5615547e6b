"""The options that simulations share, and where they keep what they counted."""

import argparse
import json
from pathlib import Path
from typing import Any


def simulation_options(doc: str) -> argparse.Namespace:
    """Read `sims`, `seed` and `write` from the command line; `doc` is the docstring of the module that is run."""
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts in this JSON file")
    return parser.parse_args()


def keep_beside_others(file: Path | None, name: str, rows: list[dict[str, Any]]) -> None:
    """Put the rows of one simulation under its name into a JSON file that others share, and leave theirs in it.

    Without a file, they are not kept.
    """
    if file is not None:
        kept = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps({**kept, name: rows}, indent=1) + "\n", encoding="utf-8")
