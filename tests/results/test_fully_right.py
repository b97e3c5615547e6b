"""Records, and rows of arrays, that are right as a whole."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evaljson.evaluate import evaluate
from evaljson.results.fully_right import RightShare
from evaljson.stats import clustered_share, wilson_interval
from tests.oracle.right import verdicts
from tests.results.random_runs import MAKERS, Make, random_runs, results_of

CASES = json.loads((Path(__file__).parents[1] / "cases" / "fully_right.json").read_bytes())
COUNTS = ("right", "wrong", "undecided")


def counts(found: RightShare) -> list[int]:
    return [getattr(found, name) for name in COUNTS]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases(case: dict[str, Any]) -> None:
    found = evaluate(case["gold"], case["extracted"], case["schema"]).fully_right
    assert counts(found.records) == case["records"]
    assert {path: counts(rows) for path, rows in found.per_array.items()} == case["rows"]
    assert counts(found.rows) == [sum(column) for column in zip([0, 0, 0], *case["rows"].values(), strict=True)]


@pytest.mark.parametrize("make", MAKERS)
def test_counts_are_those_of_looking_at_each_result_whatever_keeps_them(make: Make) -> None:
    for run in random_runs(make, 5):
        expected = verdicts(results_of(run))
        found = run.fully_right
        by_path = {"": found.records, **found.per_array}
        assert {path: Counter(right=r.right, wrong=r.wrong, undecided=r.undecided) for path, r in by_path.items()} == {
            path: Counter({**dict.fromkeys(COUNTS, 0), **counted}) for path, counted in expected.items()
        }


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
