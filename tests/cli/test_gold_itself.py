"""An extraction that is gold is said to be; where it is the same file, no gate passes unless that is accepted."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import EXTRACTED, GOLD, Run, Write

SAME = "gold and the extraction are the same file or folder"
EQUAL = "holds just what gold has, all 2 records of gold.jsonl"
WAY_OUT = "Name what was extracted; to try a gate on gold, pass --allow-gold-itself."


def said(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def copies(write: Write) -> None:
    """Files that hold what gold has, each written otherwise."""
    write("copy.jsonl", Path("gold.jsonl").read_bytes())
    write("turned.jsonl", GOLD[::-1])
    write("array.json", json.dumps(GOLD, indent=1))
    Path("linked.jsonl").symlink_to("gold.jsonl")


COPIES = pytest.mark.parametrize(
    ("file", "what"),
    [
        pytest.param("gold.jsonl", SAME, id="the same file"),
        pytest.param("./gold.jsonl", SAME, id="written otherwise"),
        pytest.param("linked.jsonl", SAME, id="a link to it"),
        pytest.param("copy.jsonl", EQUAL, id="a copy"),
        pytest.param("turned.jsonl", EQUAL, id="in another order"),
        pytest.param("array.json", EQUAL, id="in another format"),
    ],
)


@COPIES
@pytest.mark.usefixtures("copies")
def test_an_extraction_that_is_gold_is_scored_with_a_warning(run: Run, file: str, what: str) -> None:
    done = run("score", "gold.jsonl", file, "-s", "schema.json")
    assert done.exit_code == 0
    assert f"Warning: {what}" in said(done.stderr).replace(f"{file} holds", "holds")


GATES = pytest.mark.parametrize("gate", [("--strict",), ("--fail-under", "f1=0.9"), ("--fail-over", "json_distance=9")])


@GATES
@pytest.mark.parametrize("file", ["gold.jsonl", "./gold.jsonl", "linked.jsonl"])
@pytest.mark.usefixtures("copies")
def test_no_gate_passes_on_one_file_as_both(run: Run, file: str, gate: tuple[str, ...]) -> None:
    done = run("score", "gold.jsonl", file, "-s", "schema.json", *gate)
    assert (done.exit_code, done.stdout) == (2, "")
    assert SAME in said(done.stderr)
    assert WAY_OUT in said(done.stderr)
    assert run("score", "gold.jsonl", file, "-s", "schema.json", *gate, "--allow-gold-itself").exit_code == 0


@GATES
@pytest.mark.parametrize("file", ["copy.jsonl", "turned.jsonl", "array.json"])
@pytest.mark.usefixtures("copies")
def test_gates_pass_on_an_extraction_that_is_right_in_everything(run: Run, file: str, gate: tuple[str, ...]) -> None:
    done = run("score", "gold.jsonl", file, "-s", "schema.json", *gate)
    assert (done.exit_code, EQUAL in said(done.stderr)) == (0, True)


@pytest.mark.parametrize(
    "records",
    [
        pytest.param(EXTRACTED, id="other values"),
        pytest.param(GOLD[:1], id="fewer records"),
        pytest.param([*GOLD, {**GOLD[0], "id": "c"}], id="more records"),
        pytest.param([{**record, "more": 1} for record in GOLD], id="more keys"),
        pytest.param([{**GOLD[0], "items": [{"sku": "x", "price": 1.5}]}, {**GOLD[1], "items": [
            {"sku": "y", "price": 2.0}, {"sku": "z", "price": 3}]}], id="a number of another type"),
    ],
)  # fmt: skip
def test_an_extraction_that_differs_anywhere_is_not_taken_for_gold(
    run: Run, write: Write, records: list[dict[str, Any]]
) -> None:
    done = run("score", "gold.jsonl", write("b.jsonl", records), "-s", "schema.json", "--fail-under", "f1=0")
    assert (done.exit_code, "what gold has" in said(done.stderr)) == (0, False)


def test_one_file_may_hold_gold_and_the_extraction_under_a_key_each(run: Run, write: Write) -> None:
    pairs = [{"right": left, "got": {**left, "name": "?"}} for left in GOLD]
    file = write("both.jsonl", pairs)
    options = ("--gold-payload", "right", "--payload", "got", "--fail-under", "f1=0.1")
    done = run("score", file, file, "-s", "schema.json", *options)
    assert (done.exit_code, SAME in said(done.stderr)) == (0, False)


@pytest.mark.usefixtures("copies")
def test_a_gate_of_compare_does_not_pass_on_gold_itself(run: Run) -> None:
    files = ("compare", "gold.jsonl", "extracted.jsonl", "linked.jsonl", "-s", "schema.json")
    assert f"Warning: {SAME}" in said(run(*files).stderr)
    done = run(*files, "--fail-if-worse", "f1")
    assert (done.exit_code, done.stdout, WAY_OUT in said(done.stderr)) == (2, "", True)
    assert run(*files, "--fail-if-worse", "f1", "--allow-gold-itself").exit_code == 0


@pytest.mark.usefixtures("copies")
def test_in_parts_a_copy_of_gold_is_said_to_be_one(run: Run) -> None:
    done = run("score", "gold.jsonl", "copy.jsonl", "-s", "schema.json", "--stream", "parts", "--fail-under", "f1=0.9")
    assert (done.exit_code, "Warning: copy.jsonl holds just what gold has" in said(done.stderr)) == (0, True)
