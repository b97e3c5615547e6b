"""What changed documents show in kept simulations, and that the docs show them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.changed_documents import WORLDS, World, table

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "trust.json").read_text(encoding="utf-8"))["changed_documents"]


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_the_kept_simulations_find_what_is_remembered_and_nothing_else(world: World) -> None:
    (row,) = [row for row in KEPT if row["world"] == world.name]
    share, error = row["found"] / row["sims"], (0.05 * 0.95 / row["sims"]) ** 0.5
    assert row["sims"] == 2000
    if not world.remembers:
        assert share <= 0.05 + 2 * error
    elif world.remembers >= 0.2:
        assert share >= 0.5
    else:
        assert share >= 0.1


def test_the_docs_show_the_kept_simulations_of_changed_documents() -> None:
    docs = " ".join((ROOT / "docs" / "statistics.md").read_text(encoding="utf-8").split())
    assert f"<!-- changed documents --> {' '.join(table(KEPT).split())} <!-- end -->" in docs
