"""What docs/statistics.md says of errors and coverage is what was measured, and it is what is promised."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.calibration import WORLDS, measured, tables
from benchmarks.extractors import World, simulated, truth

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "calibration.json").read_text(encoding="utf-8"))
ROWS = [pytest.param(row, id=f"{row['world']}, {row['n']}") for row in KEPT["rows"]]
THREE_ERRORS = 3 * sqrt(0.05 * 0.95 / 2000)

each_row = pytest.mark.parametrize("row", ROWS)


def test_the_docs_show_the_kept_results() -> None:
    text = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    assert f"<!-- calibration -->\n\n{tables(KEPT)}\n<!-- end -->" in text


def test_all_kinds_of_data_were_measured() -> None:
    assert {(row["world"], row["n"]) for row in KEPT["rows"]} == {(w.name, n) for w in WORLDS for n in (30, 100, 500)}
    assert {row["pairs"] for row in KEPT["rows"]} == {2000}


@each_row
def test_verdicts_on_equal_extractors_err_in_5_percent_at_most(row: dict[str, Any]) -> None:
    if row["world"].endswith(", equal"):
        assert row["verdicts"] / row["pairs"] <= 0.05 + THREE_ERRORS
        assert row["family"] / row["pairs"] <= 0.05 + THREE_ERRORS


@each_row
def test_intervals_cover(row: dict[str, Any]) -> None:
    shares = [count / row["pairs"] for count in row["cover"].values()]
    assert min(shares) >= 0.93
    if row["n"] >= 100 and not row["world"].startswith("ceiling"):
        assert max(shares) <= 0.97


def test_a_simulated_pair_has_the_truth_that_it_is_said_to_have() -> None:
    world = World("any", 6, 2, 0.8, 0.9, 0.5, 0.5)
    rng = np.random.default_rng(0)
    true = truth(world, rng, 4, 20_000)
    sides = simulated(world, 50_000, rng)
    assert float((sides.b.f1 - sides.a.f1).mean()) == pytest.approx(true[0], abs=0.005)
    assert not truth(World("equal", 6, 2, 0.8, 0.8), rng).any()


def test_measuring_again_gives_the_same_counts() -> None:
    first, again = (measured(WORLDS[0], 30, 5, 1) for _ in range(2))
    assert first == again
