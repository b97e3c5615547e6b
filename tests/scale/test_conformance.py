"""The published cases of scoring, through every way of scoring in parts: one set of files, a document type per case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from evaljson.scale.stream import evaluate_stream
from tests.cases import read_cases

from .data import bytes_of, write_lines

CASES: list[dict[str, Any]] = read_cases("scoring")
ID, TYPE = "the id", "the case"
ALONE = "both records empty"
"""The one case that an id and a type would change: its records have to have no key at all."""
CHUNK = 3_000


def files(folder: Path) -> tuple[str, str]:
    """Gold and extracted, with the cases in another order."""
    sides = {
        side: [{ID: at, TYPE: case["name"], **case[side]} for at, case in enumerate(CASES)]
        for side in ("gold", "extracted")
    }
    return (
        write_lines(folder / "gold.jsonl", sides["gold"]),
        write_lines(folder / "extracted.jsonl", sides["extracted"][::-1]),
    )


def schema() -> dict[str, Any]:
    return {
        "type": "object", "x-eval-id": ID, "x-eval-by": TYPE,
        "x-eval-schemas": {case["name"]: case["schema"] for case in CASES},
    }  # fmt: skip


@pytest.fixture(scope="module")
def one_process(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("conformance")
    evaluate_stream(*files(folder), schema(), str(folder / "here"), rows="all", chunk_bytes=CHUNK)
    return folder


def test_the_names_of_the_cases_tell_them_apart() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES)
    assert not [case for case in CASES if {ID, TYPE} & {*case["gold"], *case["extracted"]}]


def test_a_stream_gives_every_path_of_every_case(one_process: Path) -> None:
    found: dict[int, list[Any]] = {at: [] for at in range(len(CASES))}
    assert len(list((one_process / "here" / "results").iterdir())) > 5
    for row in pq.read_table(one_process / "here" / "results").to_pylist():
        found[row["position"]].append([row["path"], row["status"], row["score"]])
    for at, case in enumerate(CASES):
        if case["name"] != ALONE:
            assert sorted(found[at]) == sorted(case["results"]), case["name"]


def test_a_stream_gives_the_figures_of_every_case(one_process: Path) -> None:
    for row in pq.read_table(one_process / "here" / "records").to_pylist():
        case = CASES[row["position"]]
        expected = [case["precision"], case["recall"], case["f1"]]
        if case["name"] != ALONE:
            assert [row["precision"], row["recall"], row["f1"]] == pytest.approx(expected, abs=1e-8), case["name"]


def test_the_case_of_two_empty_records_comes_without_ids(tmp_path: Path) -> None:
    (case,) = [case for case in CASES if case["name"] == ALONE]
    gold, extracted = (write_lines(tmp_path / f"{side}.jsonl", [case[side]]) for side in ("gold", "extracted"))
    summary = evaluate_stream(gold, extracted, case["schema"], str(tmp_path / "out"), rows="all")
    rows = pq.read_table(tmp_path / "out" / "results").to_pylist()
    assert [[row["path"], row["status"], row["score"]] for row in rows] == case["results"]
    assert summary.mean_f1 == pytest.approx(case["f1"], abs=1e-8)


def test_two_processes_give_the_same_bytes(one_process: Path, tmp_path: Path) -> None:
    there = tmp_path / "workers"
    evaluate_stream(
        str(one_process / "gold.jsonl"), str(one_process / "extracted.jsonl"), schema(), str(there), rows="all",
        workers=2, chunk_bytes=CHUNK,
    )  # fmt: skip
    assert bytes_of(there) == bytes_of(one_process / "here")
