"""The options that simulations share."""

import argparse
from pathlib import Path


def simulation_options(doc: str) -> argparse.Namespace:
    """Read `sims`, `seed` and `write` from the command line; `doc` is the docstring of the module that is run."""
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts in this JSON file")
    return parser.parse_args()
