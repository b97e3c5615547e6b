"""A stream that is killed at any moment goes on, and ends with the same bytes; a process that dies loses one chunk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from evaljson.scale.run_chunk import part_file
from evaljson.scale.stream import evaluate_stream
from tests.profiles import is_deep

from .data import bytes_of, said, write_lines
from .test_stream import SCHEMA, drawn

CHUNK = 3000
SCRIPT = """
import json, sys
from evaljson.scale.stream import evaluate_stream
gold, extracted, schema, out, steps = sys.argv[1:]
left = int(steps)
def report(progress):
    print("step", flush=True)
    global left
    left -= 1
    if not left:
        sys.stdin.readline()  # until the kill, which comes at a step that was drawn or a little later
evaluate_stream(gold, extracted, json.loads(schema), out, chunk_bytes=3000, report=report)
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    folder = tmp_path_factory.mktemp("files")
    gold, extracted = drawn(200)
    return write_lines(folder / "gold.jsonl", gold), write_lines(folder / "extracted.jsonl", extracted)


@pytest.fixture(scope="module")
def whole(files: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("whole") / "out"
    evaluate_stream(*files, SCHEMA, str(out), chunk_bytes=CHUNK)
    return bytes_of(out)


def killed(files: tuple[str, str], out: Path, steps: int) -> None:
    """Score in another process, and kill it after some steps."""
    arguments = [sys.executable, "-c", SCRIPT, *files, json.dumps(SCHEMA), str(out), str(steps)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=os.getcwd()) as process:
        assert process.stdout is not None
        for _ in range(steps):
            assert process.stdout.readline() == b"step\n"
        process.send_signal(signal.SIGKILL)


BEGINS = """
import os, sys
from evaljson.scale.workers import Workers
with Workers(1) as workers:
    print(workers.begin(1).submit(os.getpid).result(), flush=True)
    sys.stdin.readline()
"""


def test_processes_that_wait_for_tasks_end_with_the_one_that_began_them() -> None:
    arguments = [sys.executable, "-c", BEGINS]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=os.getcwd()) as process:
        assert process.stdout is not None
        waiting = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        try:
            assert process.communicate(timeout=20)[0] == b""  # its end comes once nobody holds it any more
        except subprocess.TimeoutExpired:
            os.kill(waiting, signal.SIGKILL)
            raise


@pytest.mark.parametrize("steps", Random(19).sample(range(1, 16), 10 if is_deep() else 2))
def test_after_a_kill_it_goes_on_to_the_same_bytes(
    files: tuple[str, str], whole: dict[str, bytes], tmp_path: Path, steps: int
) -> None:
    out = tmp_path / "out"
    killed(files, out, steps)
    assert not (out / "summary.json").exists()
    evaluate_stream(*files, SCHEMA, str(out), chunk_bytes=CHUNK)
    assert bytes_of(out) == whole


def test_what_a_killed_process_has_not_finished_is_gone_in_the_end(
    files: tuple[str, str], whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for folder in ("results", "chunks"):
        (out / folder).mkdir(parents=True)
        (out / folder / "part-00000.1234.new").write_bytes(b"half")
    evaluate_stream(*files, SCHEMA, str(out), chunk_bytes=CHUNK)
    assert bytes_of(out) == whole


def test_what_is_done_is_not_done_again_unless_it_is_damaged(
    files: tuple[str, str], whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    evaluate_stream(*files, SCHEMA, str(out), chunk_bytes=CHUNK)
    kept, damaged, half = (part_file(str(out), "results", number) for number in range(3))
    before = kept.stat().st_mtime_ns
    damaged.write_bytes(damaged.read_bytes()[:-1])
    half.unlink()
    (out / "chunks" / "00003.json").write_text("{")
    evaluate_stream(*files, SCHEMA, str(out), chunk_bytes=CHUNK)
    assert kept.stat().st_mtime_ns == before
    assert bytes_of(out) == whole


PLUGIN = """
import os, evaljson
from evaljson import ComparatorResult
def fatal(gold, extracted, params):
    if gold == 13:
        os._exit(9)
    return ComparatorResult(float(gold == extracted), "fatal")
evaljson.register("fatal", fatal)
"""


def test_a_chunk_whose_process_dies_is_reported_and_the_others_are_scored(
    tmp_path: Path, registries_put_back: None
) -> None:
    plugin = tmp_path / "fatal.py"
    plugin.write_text(PLUGIN)
    schema: dict[str, Any] = {
        "type": "object", "x-eval-id": "id",
        "properties": {"n": {"type": "number", "x-eval-compare": "fatal"}},
    }  # fmt: skip
    gold = [{"id": i, "n": i} for i in range(40)]
    files = write_lines(tmp_path / "gold.jsonl", gold), write_lines(tmp_path / "extracted.jsonl", gold)
    done = evaluate_stream(*files, schema, str(tmp_path / "out"), plugins=[str(plugin)], workers=2, chunk_bytes=200)
    [lost] = done.unscored
    assert (done.total_records + lost.records, done.mean_f1) == (40, 1.0)
    assert "process that scored it ended" in lost.why
    assert any("could not be scored" in problem.message for problem in done.problems)


def test_a_chunk_that_raises_is_tried_again_at_the_next_start(
    files: tuple[str, str], whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from evaljson.scale import engines

    really = engines.run_chunk

    def sometimes(folder: str, ref: Any, plan: Any) -> Any:
        if ref.number == 2:
            raise RuntimeError("no room")
        return really(folder, ref, plan)

    monkeypatch.setattr(engines, "run_chunk", sometimes)
    first = evaluate_stream(*files, SCHEMA, str(tmp_path / "out"), chunk_bytes=CHUNK)
    assert [(one.number, one.why) for one in first.unscored] == [(2, "RuntimeError: no room")]
    monkeypatch.undo()
    second = evaluate_stream(*files, SCHEMA, str(tmp_path / "out"), chunk_bytes=CHUNK)
    assert not second.unscored
    assert bytes_of(tmp_path / "out") == whole
    assert said(first) != said(second)
