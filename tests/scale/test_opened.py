"""A folder of results opened for the app is the run that `evaluate` gives: every figure, value, reason and record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import evaljson
from evaljson.base.errors import InputError
from evaljson.report.patterns.find import find_patterns
from evaljson.scale.opened import OpenedStream, open_stream
from evaljson.scale.run_chunk import records_of
from evaljson.scale.stream import evaluate_stream
from tests.property.generate import CUSTOM
from tests.property.product import graded

from .data import random_runs, write_lines
from .test_stream import SCHEMA, drawn


@pytest.fixture(autouse=True)
def comparator(registries_put_back: None) -> None:
    evaljson.register(CUSTOM, graded)


def opened(folder: Path, gold: list[Any], extracted: list[Any], schema: Any, **options: Any) -> OpenedStream:
    folder.mkdir()
    files = write_lines(folder / "gold.jsonl", gold), write_lines(folder / "extracted.jsonl", extracted)
    evaluate_stream(*files, schema, str(folder / "out"), rows="app", **{"chunk_bytes": 1500, **options})
    return open_stream(folder / "out")


def told(run: evaljson.RunResult) -> list[str]:
    """Everything that a run says of its records, by repr so that NaN equals NaN."""
    table = run.table
    rows = np.arange(len(run.tallies.rows.record))
    ends = sorted(zip(run.tallies.rows.record.tolist(), map(repr, table.both_paths_at(rows)), strict=True))
    return [
        repr(list(run.records)),
        repr(replace(run, records=())),
        repr(run.alignments().to_dict("list")),
        repr(run.to_frame().to_dict("list")),
        repr([table.fields_of(place) for place in range(len(run.records))]),
        repr({path: sorted(zip(one.record, one.state, strict=True)) for path, one in table.array_rows().items()}),
        repr(ends),
        repr(sorted(map(repr, table.some(rows[::-1])))),
        repr(run.fully_right),
        repr(run.tokens),
        repr(sorted(find_patterns(run).codes.tolist())),
    ]


def shown(run: evaljson.RunResult) -> list[Any]:
    """The rows of exported tables, in order."""
    return [
        row
        for part in run.table.parts(run.records)
        for row in zip(
            part.record.tolist(),
            part.path.listed(),
            part.gold.listed(),
            part.extracted.listed(),
            part.reason.listed(),
            part.score.tolist(),
            strict=True,
        )
    ]


@pytest.mark.parametrize("strays", ["report", "invented"])
@pytest.mark.parametrize("missing", ["omit", "exclude"])
def test_records_in_any_order_are_those_of_the_run(tmp_path: Path, strays: Any, missing: Any) -> None:
    gold, extracted = drawn(40)
    found = opened(tmp_path / "a", gold, extracted, SCHEMA, strays=strays, missing_records=missing)
    run = evaljson.evaluate(gold, extracted, SCHEMA, strays=strays, missing_records=missing)
    assert told(found.run) == told(run)
    assert shown(found.run) == shown(run)
    assert (list(found.gold), list(found.extracted)) == (gold, extracted)
    assert found.run.records[3].gold == run.records[3].gold


@pytest.mark.parametrize("seed", range(4))
def test_random_folders_are_those_of_the_run(tmp_path: Path, seed: int) -> None:
    for i, (gold, extracted, schema, run) in enumerate(random_runs(300, seed, 8, 10)):
        try:
            found = opened(tmp_path / str(i), gold, extracted, schema, chunk_bytes=500)
        except InputError:
            continue
        assert told(found.run) == told(run), schema


def test_confidences_are_taken_off_what_is_shown(tmp_path: Path) -> None:
    schema = {**SCHEMA, "x-eval-confidence": {"leaves": {}}}
    gold = [{"id": f"r{i}", "a": "x", "n": i} for i in range(30)]
    extracted = [{**one, "n": {"value": i % 4, "confidence": 0.5 + i / 99}} for i, one in enumerate(gold)]
    found, run = opened(tmp_path / "a", gold, extracted, schema), evaljson.evaluate(gold, extracted, schema)
    assert told(found.run) == told(run)
    assert found.run.confidence() == run.confidence()


def test_one_record_is_read_without_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gold, extracted = drawn(60)
    found = opened(tmp_path / "a", gold, extracted, SCHEMA)
    read: list[str] = []

    def noted(*of: Any) -> Any:
        read.append(of[2])
        return records_of(*of)

    monkeypatch.setattr("evaljson.scale.line_records.records_of", noted)
    place = next(at for at, (_, other) in enumerate(found.run.positions) if other is not None)
    record = found.run.records[place]
    assert len(list(record.field_results)) >= 2
    assert sorted(read) == ["extracted", "gold"]


def test_a_folder_that_cannot_be_shown_is_refused_with_what_to_do(tmp_path: Path) -> None:
    gold, _ = drawn(10)
    file = write_lines(tmp_path / "gold.jsonl", gold)
    evaluate_stream(file, file, SCHEMA, str(tmp_path / "figures"))
    with pytest.raises(InputError, match="--rows app"):
        open_stream(tmp_path / "figures")
    evaluate_stream(file, file, SCHEMA, str(tmp_path / "app"), rows="app")
    found = open_stream(tmp_path / "app")
    write_lines(tmp_path / "gold.jsonl", gold[1:])
    with pytest.raises(InputError, match="was changed since"):
        _ = found.run.records[2].gold
