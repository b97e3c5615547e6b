"""What mean F1 loses is shared out among results without a rest, by a look at each of them."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from evaljson import FieldResult, RunResult, evaluate
from evaljson.compare.leaderboard import leaderboard
from evaljson.report.fields.by_variant import variant_figures
from evaljson.report.fields.fault_kinds import fault_kinds
from evaljson.report.fields.rolled_up import sum_up, sum_up_all
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.table import error_patterns
from evaljson.results.f1_lost import f1_lost_by_field, f1_lost_by_row, f1_lost_in_all
from evaljson.results.losses import field_table
from tests.messy import OUTLIER, messy
from tests.oracle.f1_lost import f1_lost
from tests.profiles import share
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import records, schemas
from tests.property.product import product_run

SEED = 41


def check(run: RunResult) -> None:
    """Compare rows, fields and the whole with the oracle, and the rows of each record with its F1."""
    by_row, by_field, by_record = (defaultdict[Any, float](float) for _ in range(3))
    for record, field, row, lost in f1_lost(run):
        by_row[row] += float(lost)
        by_field[field] += float(lost)
        by_record[record] += float(lost)
    rows = run.tallies.rows
    found = f1_lost_by_row(run.tallies)
    assert found.tolist() == pytest.approx([by_row[row] for row in range(len(rows.record))], abs=1e-12)
    for place, record_result in enumerate(run.records):
        assert 1 - record_result.f1 == pytest.approx(by_record[place] * len(run.records), abs=1e-9)
    fields = dict(zip(rows.fields, f1_lost_by_field(run.tallies).tolist(), strict=True))
    assert fields == pytest.approx({field: by_field[field] for field in rows.fields}, abs=1e-11)
    whole = 0.0 if run.mean_f1 is None else 1 - run.mean_f1
    assert f1_lost_in_all(run.tallies) == pytest.approx(whole, abs=1e-9)
    assert sum(fields.values()) == pytest.approx(whole, abs=1e-9)


@pytest.mark.parametrize("block", range(4))
def test_it_is_what_the_oracle_says_on_random_records(block: int) -> None:
    for i, schema in enumerate(islice(schemas(SEED + block), share(25))):
        check(product_run(schema, list(islice(records(Random(f"{SEED + block}/{i}"), schema), 12))))


def halve(results: list[FieldResult]) -> list[FieldResult]:
    """A match that is half right, an invented value with a score, and results that are dropped."""
    for result in results[::3]:
        result.score = 0.5
    return results[:-1]


def made(seed: int) -> Iterator[RunResult]:
    data = messy(9, 2, seed=seed)
    weights = {"x-eval-defaults": {"string": {"x-eval-weight": 0.3}}}
    for extracted in data.extracted.values():
        strays = [*extracted, {**extracted[0], data.schema["x-eval-id"]: "nowhere"}]
        for missing in ("omit", "exclude"):
            yield evaluate(data.gold, strays, data.schema, missing_records=missing, strays="invented")
        yield evaluate(data.gold, extracted[2:], {**data.schema, **weights}, post_process=halve)


@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_what_the_oracle_says_on_messy_records(seed: int) -> None:
    for run in made(seed):
        check(run)


def test_records_without_anything_to_score_lose_nothing() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-weight": 0}, "b": {"type": "string"}}}
    run = evaluate([{"a": "x"}, {}, {"b": "y"}], [{"a": "z"}, {}, {"b": "n"}], schema)
    check(run)
    lost = dict(zip(run.tallies.rows.fields, f1_lost_by_field(run.tallies).tolist(), strict=True))
    assert lost == pytest.approx({"": 0, "a": 0, "b": 1 / 3})
    check(evaluate([], [], schema))


def runaway() -> RunResult:
    """One record with 400 wrong values, 99 with a wrong value of two each."""
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string"}, "total": {"type": "string"},
            "rows": {"type": "array", "items": {"type": "string"}},
        },
    }  # fmt: skip
    gold: list[Any] = [{"name": f"n{i}", "total": "1"} for i in range(99)]
    extracted: list[Any] = [{**record, "name": "?"} for record in gold]
    gold.append({"name": "n", "total": "1", "rows": [f"r{i}" for i in range(400)]})
    extracted.append({**gold[-1], "rows": ["?"] * 400})
    return evaluate(gold, extracted, schema)


def test_one_runaway_record_is_not_most_of_the_loss() -> None:
    run = runaway()
    table = field_table(run)
    by_weight = 400 / 499
    assert by_weight > 0.8, "what it would be if all weight counted alike"
    assert table["field"].tolist()[:2] == ["name", "rows[]"]
    assert table["share"].tolist()[:2] == pytest.approx([0.9803, 0.0197], abs=1e-4)
    assert table["f1_lost"].sum() == pytest.approx(1 - (run.mean_f1 or 0))
    (place,) = leaderboard({"one": run}).places
    assert [(one.field, one.share) for one in place.worst] == list(
        zip(*(table[n][:2] for n in ("field", "share")), strict=True)
    )
    assert [one.fields[0].field for one in error_patterns(run)] == ["name"], "all are different values"
    of_field = {at.field: at.f1_lost for at in error_patterns(run)[0].fields}
    assert of_field == pytest.approx(dict(zip(table["field"][:2], table["f1_lost"][:2], strict=True)))


def test_the_record_of_messy_data_that_is_far_larger_loses_no_more_than_one_record() -> None:
    data = messy(30, 1)
    (extracted,) = data.extracted.values()
    run = evaluate(data.gold, extracted, data.schema)
    lost = f1_lost_by_row(run.tallies)
    of_outlier = float(lost[run.tallies.rows.record == OUTLIER].sum())
    assert 0 < of_outlier <= 1 / len(run.records) + 1e-12


def test_shares_of_patterns_and_of_fields_are_of_the_same() -> None:
    for run in made(3):
        patterns, table = error_patterns(run), field_table(run)
        assert table["share"].sum() == pytest.approx(1)
        lost = f1_lost_by_row(run.tallies)
        of_errors = float(lost[find_patterns(run).codes >= 0].sum()) / f1_lost_in_all(run.tallies)
        assert sum(one.share for one in patterns) == pytest.approx(of_errors)
        assert [one.f1_lost for one in patterns] == sorted((one.f1_lost for one in patterns), reverse=True)


def test_rolled_up_rows_lose_what_their_fields_lose_of_the_whole_run() -> None:
    run = runaway()
    faults = fault_kinds(run)
    for under in ("", "rows"):
        summed = sum_up(run, faults, under)
        table = field_table(summed)
        whole = field_table(run)
        assert set(table["field"]) <= {*whole["field"], "rows"}
        for field, lost, part in zip(table["field"], table["f1_lost"], table["share"], strict=True):
            inside = whole[whole["field"].str.startswith(field)]
            assert (lost, part) == pytest.approx((inside["f1_lost"].sum(), inside["share"].sum()))
    runs = {"one": run}
    assert variant_figures(*sum_up_all(runs)).f1_lost.sum() == pytest.approx(variant_figures(runs).f1_lost.sum())


def test_a_place_in_the_ranking_shares_out_what_the_f1_beside_it_loses() -> None:
    """Over the records that all have: what the first has wrong in the others counts for nothing there."""
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in "ab"}}
    gold = [{"id": i, "a": "x", "b": "x"} for i in range(10)]
    first = [{**record, "b" if i < 5 else "a": "?"} for i, record in enumerate(gold)]
    runs = {
        "all": evaluate(gold, first, schema, "id"),
        "half": evaluate(gold, gold[:5], schema, "id", missing_records="exclude"),
    }
    place = next(one for one in leaderboard(runs).places if one.name == "all")
    assert place.f1 == pytest.approx(0.5)
    assert [(one.field, one.share) for one in place.worst] == [("b", 1.0)]


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_records_changes_no_digit(seed: int) -> None:
    data = messy(10, 1, seed=seed)
    (extracted,) = data.extracted.values()
    order = np.random.default_rng(seed).permutation(len(data.gold)).tolist()
    runs = [evaluate(gold, extracted, data.schema) for gold in (data.gold, [data.gold[i] for i in order])]
    tables = [field_table(run) for run in runs]
    assert tables[0][["field", "f1_lost"]].to_numpy().tolist() == tables[1][["field", "f1_lost"]].to_numpy().tolist()
