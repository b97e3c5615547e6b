"""Records, and rows of arrays, that are right as a whole."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import evaljson
from evaljson.evaluate import evaluate
from evaljson.results.field_result import FieldResult
from evaljson.results.fully_right import RightShare
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run
from evaljson.stats import clustered_share, wilson_interval
from tests.oracle.right import verdicts
from tests.profiles import share
from tests.property.generate import CUSTOM, records, schemas
from tests.property.product import graded

CASES = json.loads((Path(__file__).parents[1] / "cases" / "fully_right.json").read_bytes())
COUNTS = ("right", "wrong", "undecided")


def counts(found: RightShare) -> list[int]:
    return [getattr(found, name) for name in COUNTS]


def unchanged(results: list[FieldResult]) -> list[FieldResult]:
    return results


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases(case: dict[str, Any]) -> None:
    found = evaluate(case["gold"], case["extracted"], case["schema"]).fully_right
    assert counts(found.records) == case["records"]
    assert {path: counts(rows) for path, rows in found.per_array.items()} == case["rows"]
    assert counts(found.rows) == [sum(column) for column in zip([0, 0, 0], *case["rows"].values(), strict=True)]


def engine(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return evaluate(gold, extracted, schema)


def edited(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return evaluate(gold, extracted, schema, post_process=unchanged)


def saved(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return load_run(save_run(engine(gold, extracted, schema)), gold, extracted, schema)


def part(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return engine(gold, extracted, schema).only([3, 0, 2])


def part_of_saved(gold: Any, extracted: Any, schema: Any) -> RunResult:
    return saved(gold, extracted, schema).only([1, 4])


@pytest.mark.parametrize("make", [engine, edited, saved, part, part_of_saved])
def test_counts_are_those_of_looking_at_each_result_whatever_keeps_them(make: Callable[..., RunResult]) -> None:
    evaljson.register(CUSTOM, graded, overwrite=True)
    for i, schema in enumerate(islice(schemas(5), share(40))):
        pairs = list(islice(records(Random(f"right/{i}"), schema), 8))
        run = make([gold for gold, _ in pairs], [extracted for _, extracted in pairs], schema)
        table = run.table
        expected = verdicts((table.field_results(at), table.fields_of(at)) for at in range(len(run.records)))
        found = run.fully_right
        by_path = {"": found.records, **found.per_array}
        assert {path: Counter(right=r.right, wrong=r.wrong, undecided=r.undecided) for path, r in by_path.items()} == {
            path: Counter({**dict.fromkeys(COUNTS, 0), **counted}) for path, counted in expected.items()
        }
        assert list(found.per_array) == [path for path in found.per_array if path in expected]


def test_intervals_are_of_records_and_of_rows_in_their_records() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "number"}}}}
    gold = [{"n": [1, 2, 3]}, {"n": [1]}, {"n": [4, 5]}, {"n": []}]
    extracted = [{"n": [1, 2, 3]}, {"n": [2]}, {"n": [4, 6]}, {"n": []}]
    found = evaluate(gold, extracted, schema).fully_right
    assert (found.records.share, found.records.interval) == (0.5, wilson_interval(2, 4))
    assert (found.rows.share, found.rows.interval) == (4 / 6, clustered_share([3, 0, 1], [3, 1, 2]))


def test_a_run_without_records_has_no_shares() -> None:
    found = evaluate([], [], {"type": "object", "properties": {"a": {"type": "string"}}}).fully_right
    assert found.records == found.rows == RightShare(0, 0, 0, None, None)
    assert found.per_array == {}
