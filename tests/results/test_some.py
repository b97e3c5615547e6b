"""Some results by their rows in the tallies, whatever keeps them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from evaljson.evaluate import evaluate
from evaljson.results import engine_results
from evaljson.results.engine_results import EngineResults
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from evaljson.schema.gold.infer import infer_schema

GOLD: list[dict[str, Any]] = [
    {"id": "x", "a": 1, "n": [{"k": "1"}, {"k": "2"}]},
    {"id": "y", "a": 2, "n": [{"k": "3"}]},
    {"id": "z", "a": 3, "n": []},
]
EXTRACTED: list[dict[str, Any]] = [
    {"id": "z", "a": 3, "n": [{"k": "4"}], "more": 1},
    {"id": "x", "a": 2, "n": [{"k": "1"}]},
    {"id": "y", "n": [{"k": "3"}, {"k": "5"}]},
]
SCHEMA = {**infer_schema(GOLD), "x-eval-id": "id"}


def scored() -> RunResult:
    return evaluate(GOLD, EXTRACTED, SCHEMA)


def saved() -> RunResult:
    return load_run(save_run(scored()), GOLD, EXTRACTED, SCHEMA)


def edited() -> RunResult:
    def reverse(results: list[FieldResult]) -> list[FieldResult]:
        return results[::-1]

    return evaluate(GOLD, EXTRACTED, SCHEMA, post_process=reverse)


KINDS = [scored, saved, edited, lambda: scored().only([2, 0]), lambda: saved().only([1, 2])]


@pytest.mark.parametrize("make", KINDS, ids=["engine", "saved", "edited", "part", "part of a saved one"])
@pytest.mark.parametrize("few", [0, 64])
def test_some_results_are_those_of_their_rows(
    make: Callable[[], RunResult], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_results, "_FEW", few)
    table = make().table
    every = table.in_order()
    by_row = dict(zip(every.rows, every.results, strict=True))
    wanted = np.arange(len(by_row))[::-2]
    assert table.some(wanted) == [by_row[row] for row in wanted.tolist()]
    assert table.some(wanted[:0]) == []
    assert table.paths_at(wanted) == [by_row[row].path for row in wanted.tolist()]
    assert table.paths_at(wanted[:0]) == []
    both = [(by_row[row].path, by_row[row].extracted_path) for row in wanted.tolist()]
    assert table.both_paths_at(wanted) == both
    assert table.both_paths_at(wanted[:0]) == []
    if isinstance(table, EngineResults):
        shown = [by_row[row] for row in wanted.tolist()]
        assert table.values_at(wanted) == [(one.status, one.gold_value, one.extracted_value) for one in shown]
