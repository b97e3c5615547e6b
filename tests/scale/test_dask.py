"""Scoring on a Dask cluster: a worker is killed, a chunk always fails, and the rest has the bytes of one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evaljson.base.errors import InputError
from evaljson.scale.stream import evaluate_stream

from .data import bytes_of, write_lines
from .test_stream import SCHEMA, drawn


def test_a_cluster_gives_the_bytes_of_one_process_and_names_what_it_could_not_score(tmp_path: Path) -> None:
    # In a process of its own: distributed warns of things, and warnings are errors here.
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    from .dask_run import fails_at_one

    gold, extracted = drawn(200)
    gold[100]["a"] = "never"
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", extracted)
    there, here = tmp_path / "there", tmp_path / "here"
    done = subprocess.run(
        [sys.executable, "-m", "tests.scale.dask_run", *files, json.dumps(SCHEMA), str(there)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert len(said["killed"]) == 1
    summary = evaluate_stream(*files, SCHEMA, str(here), post_process=fails_at_one, chunk_bytes=3000)
    [lost] = summary.unscored
    assert said["unscored"] == [[lost.number, lost.records, "RuntimeError: this chunk always fails"]]
    assert said["records"] + lost.records == 200
    assert bytes_of(there) == bytes_of(here)


def test_a_cluster_that_is_not_there_or_cannot_be_asked_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = write_lines(tmp_path / "gold.jsonl", [{"id": 1}])
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'evaljson\[dask\]'"):
        evaluate_stream(gold, gold, SCHEMA, str(tmp_path / "out"), dask="tcp://127.0.0.1:1")
