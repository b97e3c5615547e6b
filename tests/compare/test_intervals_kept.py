"""What docs/confidence.md and docs/judge.md say of intervals is what was measured, and it is what is promised."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from benchmarks import judged_differences
from benchmarks.intervals import FORECASTS, JUDGES, LABELS, VALUES, forecast_table, judge_table, of_forecasts, of_judges

ROOT = Path(__file__).parents[2]
KEPT = json.loads((ROOT / "benchmarks" / "calibration.json").read_text(encoding="utf-8"))


def _noise(sims: int) -> float:
    """Two standard errors of a share of 95%."""
    return 2 * sqrt(0.05 * 0.95 / sims)


@pytest.mark.parametrize(
    ("page", "mark", "shown"),
    [
        ("confidence", "forecasts", forecast_table(KEPT["forecasts"])),
        ("judge", "judges", judge_table(KEPT["judges"])),
        ("judge", "differences", judged_differences.table(KEPT["judged differences"])),
    ],
)
def test_the_docs_show_the_kept_results(page: str, mark: str, shown: str) -> None:
    docs = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert f"<!-- {mark} -->\n\n{shown}\n<!-- end -->" in docs


def test_all_kinds_were_measured() -> None:
    assert {(row["forecasts"], row["n"]) for row in KEPT["forecasts"]} == {(f, n) for f in FORECASTS for n in VALUES}
    assert {(row["judge"], row["n"]) for row in KEPT["judges"]} == {(judge, n) for judge in JUDGES for n in LABELS}
    assert min(row["sims"] for row in (*KEPT["forecasts"], *KEPT["judges"])) >= 1000


@pytest.mark.parametrize("row", KEPT["forecasts"], ids=lambda row: f"{row['forecasts']}, {row['n']}")
def test_intervals_of_confidences_cover(row: dict[str, Any]) -> None:
    counts = {"auroc": row["defined"], "brier": row["sims"], "ece": row["sims"]}
    for name, count in counts.items():
        if name == "auroc" and row["forecasts"].startswith("always"):
            continue  # one confidence separates nothing: the area is 0.5 in every sample
        covered = row["cover"][name] / count
        assert covered >= 0.93 - _noise(count), name
        if name != "ece" and not row["forecasts"].startswith("always"):
            assert covered <= 0.97 + _noise(count), name


@pytest.mark.parametrize("row", KEPT["forecasts"], ids=lambda row: f"{row['forecasts']}, {row['n']}")
def test_a_gate_fails_good_confidences_in_one_of_forty_samples_at_most(row: dict[str, Any]) -> None:
    if row["true"] < 0.1:
        assert row["fails"] / row["sims"] <= 0.025 + _noise(row["sims"])


@pytest.mark.parametrize("row", KEPT["judges"], ids=lambda row: f"{row['judge']}, {row['n']}")
@pytest.mark.parametrize("name", ["kappa", "of the run"])
def test_intervals_of_kappa_cover(row: dict[str, Any], name: str) -> None:
    covered, noise = row["cover"][name] / row["defined"][name], _noise(row["defined"][name])
    assert 0.93 - noise <= covered <= 0.97 + noise


@pytest.mark.parametrize("row", KEPT["judged differences"], ids=lambda row: f"{row['difference']}, {row['n']}")
def test_intervals_of_corrected_differences_cover(row: dict[str, Any]) -> None:
    assert row["sims"] >= 2000
    assert 0.94 - _noise(row["defined"]) <= row["cover"] / row["defined"]


def test_measuring_again_gives_the_same_counts() -> None:
    first, again = ((of_forecasts("perfect", 50, 2, 1), of_judges("three steps", 40, 2, 1)) for _ in range(2))
    assert first == again
