"""What closed books find in kept simulations, and that the docs show them."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.closed_book import SIZES, WORLDS, table

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "trust.json").read_text(encoding="utf-8"))


def test_the_kept_simulations_find_what_is_remembered_and_nothing_else() -> None:
    rows = {row["world"]: row for row in KEPT["closed_book"]}
    assert set(rows) == {world.name for world in WORLDS}
    for world in WORLDS:
        row, share = rows[world.name], rows[world.name]["found"] / rows[world.name]["sims"]
        assert (row["n"], row["sims"]) == (SIZES[0], 2000)
        assert share <= 0.06 if not world.remembers else share >= (0.1 if world.remembers == 1 else 0.95), row
        if row["true"] is not None:
            assert 0.93 <= row["cover"] / row["sims"] <= 0.985, row


def test_the_docs_show_the_kept_simulations_of_closed_books() -> None:
    docs = " ".join((ROOT / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    assert f"<!-- closed book --> {' '.join(table(KEPT['closed_book']).split())} <!-- end -->" in docs
