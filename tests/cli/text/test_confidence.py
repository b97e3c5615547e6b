"""Confidence on the command line: its table, its part of --json, and gates on it."""

import json
from typing import Any

import pytest

from tests.cli.conftest import GOLD, SCHEMA, Run, Write

Names = list[dict[str, Any]]
EXTRACTED: Names = [
    {"id": "a", "name": {"value": "Ada", "confidence": 0.95}, "items": [{"sku": {"value": "x"}, "price": 1.5}]},
    {"id": "b", "name": {"value": "Rob", "confidence": 0.55}, "items": []},
]


@pytest.fixture
def sure(run: Run, write: Write) -> Run:
    """`score` on records with confidences."""
    write("sure.jsonl", EXTRACTED)
    write("sure.json", {**SCHEMA, "x-eval-confidence": {"leaves": {}}})
    return lambda *options: run("score", "gold.jsonl", "sure.jsonl", "--schema", "sure.json", *options)


def test_a_table_shows_it_where_the_schema_has_it(sure: Run, score: Run) -> None:
    lines = sure().stdout.splitlines()
    assert len(GOLD) == 2
    start = next(at for at, line in enumerate(lines) if line.startswith("confidence"))
    assert [line.split() for line in lines[start + 1 : start + 6]] == [
        ["name", "2", "0", "0.750", "0.500", "1.000", "0.152", "0.071"],
        ["items[].sku", "0", "1", "–", "–", "–", "–", "–"],
        ["items[].price", "0", "1", "–", "–", "–", "–", "–"],
        ["all", "fields", "2", "2", "0.750", "0.500", "1.000", "0.152", "0.071"],
        [],
    ]
    assert "confidence" not in score().stdout


def test_json_holds_it_all(sure: Run, score: Run) -> None:
    found = json.loads(sure("--json").stdout)["confidence"]
    assert (found["bins"], found["overall"]["n"], found["overall"]["n_without"]) == (10, 2, 2)
    assert found["per_field"]["items[].sku"]["omissions"] == 2
    assert found["per_field"]["name"]["auroc"] == 1.0
    assert [one["count"] for one in found["per_field"]["name"]["curve"]] == [0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    assert json.loads(score("--json").stdout)["confidence"] is None


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--fail-under", "confidence_auroc=0.9"], 0, ""),
        (["--fail-over", "name:confidence_brier=0.2"], 0, ""),
        (["--fail-over", "confidence_ece=0.1"], 0, ""),
        (["--fail-over", "confidence_ece_high=0.1"], 1, "wanted at most 0.1"),
        (["--fail-under", "name:confidence_auroc_low=0.9"], 1, "confidence_auroc_low is"),
        (
            ["--fail-under", "items[].sku:confidence_auroc=0"],
            1,
            "undefined: it needs right and wrong values with a",
        ),
        (["--fail-over", "items[].sku:confidence_brier=1"], 1, "undefined: it needs values with a confidence"),
        (["--fail-under", "confidence_ece=0.1"], 0, "lower is better for confidence_ece"),
        (["--fail-over", "confidence_auroc=1"], 0, "higher is better for confidence_auroc"),
        (["--fail-under", "confidence_aurocs=0.9"], 2, "Did you mean 'confidence_auroc'?"),
    ],
)
def test_gates_hold_it(sure: Run, options: list[str], code: int, said: str) -> None:
    done = sure(*options)
    assert done.exit_code == code
    assert said in done.stderr.replace("\n", " ")


def test_a_gate_on_it_is_bad_input_where_the_schema_has_none(score: Run) -> None:
    done = score("--fail-under", "confidence_auroc=0.9")
    assert done.exit_code == 2
    assert "the schema has no x-eval-confidence" in done.stderr
