"""What a field gains of mean F1, and which records that change it a side lacks: counted in plain loops."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.compare import compare_runs
from tests.compare.made import SCHEMA, extracted, gold
from tests.messy import messy

Lost = dict[str, float]


def lost(run: RunResult) -> Lost:
    """By field, from the results of each record."""
    fields: Lost = {}
    for record in run.records:
        counted = [
            one for one in record.field_results if one.status in ("match", "mismatch", "omission", "hallucination")
        ]
        both = sum(one.weight * (2 if one.status in ("match", "mismatch") else 1) for one in counted)
        for one in counted:
            wrong = 1 - one.score if one.status in ("match", "mismatch") else 0.5
            share = 2 * one.weight * wrong / both / len(run.records)
            field = re.sub(r"\[-?\d+\]", "[]", one.path)
            fields[field] = fields.get(field, 0.0) + share
    return fields


def gained(a: RunResult, others: Sequence[RunResult]) -> Lost:
    theirs, ours = [lost(run) for run in others], lost(a)
    return {
        field: ours.get(field, 0.0) - sum(one.get(field, 0.0) for one in theirs) / len(theirs)
        for field in ours.keys() | {field for one in theirs for field in one}
    }


@pytest.fixture(scope="module")
def runs() -> list[RunResult]:
    data = messy(12, 3)
    return [evaluate(data.gold, one, data.schema) for one in data.extracted.values()]


@pytest.mark.parametrize("repeats", [1, 2])
def test_f1_gained_is_what_b_loses_less_of_mean_f1(runs: list[RunResult], repeats: int) -> None:
    a, others = runs[0], runs[1 : 1 + repeats]
    comparison = compare_runs(a, others, resamples=200)
    found = {field.path: field.f1_gained for field in comparison.fields}
    assert found == pytest.approx({path: gained(a, others).get(path, 0.0) for path in found}, abs=1e-9)
    assert sum(found.values()) == pytest.approx(comparison.figures["f1"].difference)


def test_what_changes_mean_f1_most_comes_first_and_not_what_one_runaway_record_repeats() -> None:
    b = extracted(20, {"total": range(20)})
    b[0] = {**gold(1)[0], "total": -1, "items": [{"sku": "?", "qty": 1} for _ in range(60)]}
    comparison = compare_runs(evaluate(gold(20), extracted(20), SCHEMA), evaluate(gold(20), b, SCHEMA), resamples=200)
    of = {field.path: field for field in comparison.fields}
    assert of["items[].sku"].gained < of["total"].gained < 0
    assert comparison.fields[0].path == "total"


def test_changed_records_that_a_side_lacks_are_counted_apart() -> None:
    some: list[Any] = [record for number, record in enumerate(extracted(20, {"total": [1]})) if number not in (5, 6, 7)]
    a, b = evaluate(gold(20), extracted(20, {"total": [3]}), SCHEMA), evaluate(gold(20), some, SCHEMA)
    for first, second, ways in ((a, b, (1, 4, 0, 3)), (b, a, (4, 1, 3, 0))):
        comparison = compare_runs(first, second, resamples=200)
        total = next(field for field in comparison.fields if field.path == "total")
        assert (total.up, total.down, total.up_missing, total.down_missing) == ways
