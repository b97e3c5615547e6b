"""The command as a process of its own, as CI runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import evaljson
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
INVOICES = ROOT / "sample_data" / "invoices"


def call(folder: Path, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "evaljson", *map(str, arguments)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
    )


def test_the_sample_is_scored_from_any_folder_and_gated(tmp_path: Path) -> None:
    files = [INVOICES / "gold.jsonl", INVOICES / "prompt_a.jsonl", "--schema", INVOICES / "eval_schema.json"]
    done = call(tmp_path, "score", *files, "--json", "--fail-under", "f1=0.99")
    assert done.returncode == 1
    assert json.loads(done.stdout)["total_records"] == 120
    assert "Failed: f1 is 0.8" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert not os.listdir(tmp_path)


def test_the_version_is_that_of_the_package(run: Run) -> None:
    """Of a process, tests/test_packaging.py asks it."""
    assert run("--version").stdout == f"evaljson, version {evaljson.__version__}\n"
