"""Processes that are begun early: who does what, and that the results are in their order whoever does it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

from evaljson.scale import engines
from evaljson.scale.run_chunk import run_chunk
from evaljson.scale.stream import evaluate_stream
from evaljson.scale.workers import Workers

from .data import bytes_of, write_lines


class Squared:
    """A task: the square of a number, and which process made it."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self) -> tuple[int, int]:
        return self.number * self.number, os.getpid()


class DiesElsewhere(Squared):
    """A task that ends every process but that of the test."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.home = os.getpid()

    def __call__(self) -> tuple[int, int]:
        if os.getpid() != self.home:
            os._exit(9)
        return super().__call__()


def test_tasks_are_done_here_until_the_processes_have_started_and_by_them_then() -> None:
    tasks = [Squared(at) for at in range(20)]
    expected = [at * at for at in range(20)]
    with Workers(2) as workers:
        found = list(workers.results(tasks))
        assert [square for square, _ in found] == expected
        assert {where for _, where in found} == {os.getpid()}
        pool = workers.begin(2)
        wait(workers.started)
        assert workers.ready() == 2
        found = list(workers.results(tasks))
        assert [square for square, _ in found] == expected
        assert {where for _, where in found} - {os.getpid()}
        assert workers.begin(2) is pool
        assert [square for square, _ in workers.results([DiesElsewhere(at) for at in range(20)])] == expected


SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "id", "properties": {"n": {"type": "number"}}}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the chunks that this process scores; from the second on it waits for the others to start."""
    numbers: list[int] = []
    begun: list[Workers] = []
    begin = Workers.begin

    def noted(workers: Workers, most: int) -> Any:
        begun.append(workers)
        return begin(workers, most)

    def scored_here(folder: str, refs: Any, plan: Any) -> Iterator[engines.Done]:
        for ref in refs:
            for workers in begun if numbers else ():
                wait(workers.started)
            numbers.append(ref.number)
            yield engines.Done(ref, run_chunk(folder, ref, plan))

    monkeypatch.setattr(Workers, "begin", noted)
    monkeypatch.setattr(engines, "here", scored_here)
    return numbers


def files(folder: Path, count: int) -> tuple[str, str]:
    gold = [{"id": at, "n": at % 7} for at in range(count)]
    extracted = [{**record, "n": record["n"] + (record["id"] % 5 == 0)} for record in gold]
    return write_lines(folder / "gold.jsonl", gold), write_lines(folder / "extracted.jsonl", extracted)


def test_this_process_scores_until_the_other_has_started_and_beside_it_then(tmp_path: Path, here: list[int]) -> None:
    both = files(tmp_path, 200)
    alone = evaluate_stream(*both, SCHEMA, str(tmp_path / "alone"), chunk_bytes=900)
    here.clear()
    seen: list[float] = []
    two = evaluate_stream(
        *both, SCHEMA, str(tmp_path / "two"), chunk_bytes=900, workers=2, report=lambda step: seen.append(step.share)
    )
    chunks = len(list((tmp_path / "two" / "chunks").iterdir()))
    assert 0 < len(here) < chunks
    assert two == alone
    assert bytes_of(tmp_path / "two") == bytes_of(tmp_path / "alone")
    assert seen[-1] == 1.0


def test_code_of_users_never_runs_in_this_process_where_there_are_others(
    tmp_path: Path, here: list[int], registries_put_back: None
) -> None:
    plugin = tmp_path / "same.py"
    plugin.write_text(
        "import evaljson\n"
        "def same(gold, extracted, params):\n"
        "    return evaljson.ComparatorResult(float(gold == extracted), 'same')\n"
        "evaljson.register('same', same)\n"
    )
    schema = {**SCHEMA, "properties": {"n": {"type": "number", "x-eval-compare": "same"}}}
    done = evaluate_stream(
        *files(tmp_path, 60), schema, str(tmp_path / "out"), plugins=[str(plugin)], workers=2, chunk_bytes=900
    )
    assert (done.total_records, done.mean_f1, here) == (60, 0.8, [])
