"""Writes the synthetic sample data, the same bytes every time: `python sample_data/generate.py [--out FOLDER]`."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator import invoices, thin_films


def main() -> None:
    """Write the data sets below --out."""
    parser = argparse.ArgumentParser(description="Write the synthetic sample data.")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="folder to write to (default: here)")
    out: Path = parser.parse_args().out
    invoices.write(out / "invoices")
    thin_films.write(out / "thin_films")
    thin_films.write_later(out / "thin_films_later")


if __name__ == "__main__":
    main()
