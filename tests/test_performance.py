"""What docs/performance.md says of other scorers is what was measured, and what the benchmarks do runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.data import schema, write
from benchmarks.peers import one
from benchmarks.peers.one import PROBES
from benchmarks.peers.run import PEERS, measured
from benchmarks.peers.shown import answers, costs, plot
from benchmarks.targets import Target

ROOT = Path(__file__).parents[1]
KEPT = json.loads((ROOT / "benchmarks" / "peers.json").read_text(encoding="utf-8"))
DOCS = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("mark", "shown"), [("costs", costs(KEPT)), ("answers", answers(KEPT))])
def test_the_docs_show_what_was_measured(mark: str, shown: str) -> None:
    assert f"<!-- {mark} -->\n{shown}<!-- end -->" in DOCS


def test_the_plot_shows_what_was_measured() -> None:
    assert (ROOT / "docs" / "images" / "speed.svg").read_text(encoding="utf-8") == plot(KEPT)


def test_the_readme_says_what_was_measured() -> None:
    spent = {name: row["ms"]["8"] for name, row in KEPT["rows"].items()}
    pairing = [name for name, row in KEPT["rows"].items() if row["probes"].get("pairs 60 shuffled items") == "yes"]
    times = min(spent[name] for name in pairing if name != "evaljson") / spent["evaljson"]
    speed = f"about {1 / spent['evaljson']:.0f},000 records a second"
    said = f"{speed} with 8 unordered line items each, {times:.0f} times"
    assert said in (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")


def test_every_scorer_was_measured_and_asked_everything() -> None:
    assert set(PEERS) < set(KEPT["rows"])
    assert all(set(row["probes"]) == set(PROBES) for name, row in KEPT["rows"].items() if name != "json.loads")


def test_evaljson_answers_every_probe_as_the_table_says() -> None:
    assert one.probed(one.evaljson_) == KEPT["rows"]["evaljson"]["probes"] == dict.fromkeys(PROBES, "yes")


def test_a_scorer_is_measured_in_a_process_of_its_own(tmp_path: Path) -> None:

    file = tmp_path / "schema.json"
    file.write_text(json.dumps(schema({"match_by": "hungarian"})), encoding="utf-8")
    files = write(tmp_path, 3, 2)
    found = measured("evaljson", sys.executable, files, file, 3)
    assert found is not None
    assert found["seconds"] > 0
    assert measured("anls-star", sys.executable, files, file, 3) is None, "not installed beside evaljson"


@pytest.mark.parametrize(
    ("target", "ratio", "said"),
    [
        (Target(2.0), 1.5, "1.50 (target: at most 2)"),
        (Target(2.0), 3.0, "3.00 (target: at most 2, missed by 50%)"),
        (Target(1.7, at_least=True), 1.8, "1.80 (target: at least 1.7)"),
        (Target(1.7, at_least=True), 0.85, "0.85 (target: at least 1.7, missed by 50%)"),
    ],
)
def test_a_ratio_stands_beside_its_target(target: Target, ratio: float, said: str) -> None:
    assert target.beside(ratio) == said
