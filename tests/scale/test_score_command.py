"""`evaljson score --stream`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import evaljson
from evaljson.cli.app import main

from .data import write_lines
from .test_stream import SCHEMA, drawn


def score(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["score", *map(str, arguments)])


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    gold, extracted = drawn(40)
    write_lines(tmp_path / "gold.jsonl", gold)
    write_lines(tmp_path / "extracted.jsonl", extracted)
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA))
    return [tmp_path / "gold.jsonl", tmp_path / "extracted.jsonl", Path("--schema"), tmp_path / "schema.json"]


def test_figures_and_gates_are_those_of_score(files: list[Path], tmp_path: Path) -> None:
    plain = json.loads(score(*files, "--json").stdout)
    done = score(*files, "--stream", tmp_path / "out", "--json", "--fail-under", "f1=0.99", "--fail-under", "n:f1=0.1")
    assert done.exit_code == 1
    parts: dict[str, Any] = json.loads(done.stdout)
    for name in ("mean_f1", "mean_precision", "pooled_recall", "total_fields", "per_field", "missing", "problems"):
        assert parts[name] == plain[name]
    assert [gate["passed"] for gate in parts["gates"]] == [False, True]


def test_tables_say_where_the_results_are(files: list[Path], tmp_path: Path) -> None:
    done = score(*files, "--stream", tmp_path / "out", "--sort", "worst")
    assert done.exit_code == 0, done.output
    assert "rows[].k" in done.stdout
    assert "40 records scored, joined by 'id'." in done.stdout
    assert "out/results/*.parquet" in done.stdout
    assert "extracted records without gold are not scored" in done.stderr
    assert score(*files, "--stream", tmp_path / "out", "--strict").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--workers", "2"], "name a folder with --stream"),
        (["--stream", "out", "--dask", "tcp://x:1", "--workers", "2"], "pass only one of them"),
        (["--stream", "out", "--floors", "--csv", "x.csv"], "--floors, --csv: this needs all results at once"),
        (["--stream", "out", "--fail-under", "accuracy=0.5"], "accuracy needs all results at once"),
    ],
    ids=["workers alone", "two engines", "other outputs", "another figure"],
)
def test_what_needs_all_results_is_refused(files: list[Path], arguments: list[str], message: str) -> None:
    done = score(*files, *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_schema_and_files_are_needed(files: list[Path], tmp_path: Path) -> None:
    assert "needs an eval schema" in score(*files[:2], "--stream", tmp_path / "out").stderr
    assert "name files, not -" in score("-", *files[1:], "--stream", tmp_path / "out").stderr


def test_the_public_names_are_there() -> None:
    assert evaljson.evaluate_stream.__name__ == "evaluate_stream"
    assert evaljson.score_chunk.__name__ == "score_chunk"
