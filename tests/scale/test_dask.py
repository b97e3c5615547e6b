"""Scoring on a Dask cluster: a worker is killed, a chunk always fails, and the rest has the bytes of one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.scale.stream import evaluate_stream

from .data import bytes_of, write_lines
from .test_conformance import one_process
from .test_conformance import schema as cases_schema
from .test_stream import SCHEMA, drawn

__all__ = ["one_process"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cluster")


def printed(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.scale.dask_run", *arguments], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def on_cluster(folder: Path, one_process: Path) -> list[dict[str, Any]]:
    """What came of 200 drawn records, a chunk of which always fails, and of the published cases: on one cluster, since
    starting one takes seconds."""
    # In a process of its own: distributed warns of things, and warnings are errors here.
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    gold, extracted = drawn(200)
    gold[100]["a"] = "never"
    files = write_lines(folder / "gold.jsonl", gold), write_lines(folder / "extracted.jsonl", extracted)
    cases = [str(one_process / name) for name in ("gold.jsonl", "extracted.jsonl")]
    scorings = [
        {"files": files, "schema": SCHEMA, "out": str(folder / "drawn"), "fails": True},
        {"files": cases, "schema": cases_schema(), "out": str(folder / "cases"), "fails": False, "rows": "all"},
    ]
    said: list[dict[str, Any]] = json.loads(printed(json.dumps(scorings)))
    assert [len(one["killed"]) for one in said] == [1, 1]
    return said


def test_a_cluster_gives_the_bytes_of_one_process_and_names_what_it_could_not_score(
    folder: Path, on_cluster: list[dict[str, Any]], tmp_path: Path
) -> None:
    from .dask_run import fails_at_one

    said, here = on_cluster[0], tmp_path / "here"
    files = str(folder / "gold.jsonl"), str(folder / "extracted.jsonl")
    summary = evaluate_stream(*files, SCHEMA, str(here), post_process=fails_at_one, chunk_bytes=3000)
    [lost] = summary.unscored
    assert said["unscored"] == [[lost.number, lost.records, "RuntimeError: this chunk always fails"]]
    assert said["records"] + lost.records == 200
    assert bytes_of(folder / "drawn") == bytes_of(here)


def test_a_cluster_that_loses_a_worker_gives_the_same_bytes_for_all_published_cases(
    folder: Path, on_cluster: list[dict[str, Any]], one_process: Path
) -> None:
    assert on_cluster[1]["unscored"] == []
    assert bytes_of(folder / "cases") == bytes_of(one_process / "here")


def test_a_cluster_without_a_worker_ends_with_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    gold = write_lines(tmp_path / "gold.jsonl", [{"id": 1}])
    said = printed("nobody", gold, str(tmp_path / "out"))
    assert "the cluster has had no worker for" in said
    assert "it goes on with what is missing" in said


def test_a_cluster_that_is_not_there_or_cannot_be_asked_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = write_lines(tmp_path / "gold.jsonl", [{"id": 1}])
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'evaljson\[dask\]'"):
        evaluate_stream(gold, gold, SCHEMA, str(tmp_path / "out"), dask="tcp://127.0.0.1:1")
