"""Each error of a run is in exactly one pattern, and the counts are those of a look at each result."""

from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from evaljson import RunResult, evaluate
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.table import pattern_frame, pattern_list, records_with_pattern
from evaljson.results.losses import field_table
from evaljson.results.saved.run import load_run, save_run
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION
from tests.messy import NULL_FOR_ZERO, OUTLIER, ZEROS, messy
from tests.oracle.patterns import Counts, counts_of
from tests.profiles import share
from tests.property.conftest import graded_comparator as graded_comparator
from tests.property.generate import records, schemas
from tests.property.product import product_run

SEED = 23


def counted(run: RunResult) -> Counts:
    listed = pattern_list(run, find_patterns(run))
    return {
        (one.kind.name, at.field): (at.values, at.records, round(at.f1_lost, 9)) for one in listed for at in one.fields
    }


@pytest.mark.parametrize("block", range(8))
def test_the_counts_are_those_of_the_oracle_on_random_records(block: int) -> None:
    for i, schema in enumerate(islice(schemas(SEED + block), share(25))):
        run = product_run(schema, list(islice(records(Random(f"{SEED + block}/{i}"), schema), 12)))
        assert counted(run) == counts_of(run)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_counts_are_those_of_the_oracle_on_messy_data(seed: int) -> None:
    data = messy(12, 3, seed=seed)
    for extracted in data.extracted.values():
        run = evaluate(data.gold, extracted, data.schema)
        assert counted(run) == counts_of(run)


def test_every_error_is_in_one_pattern_and_nothing_else_is() -> None:
    data = messy(12, 2)
    run = evaluate(data.gold, data.extracted["extracted_model_01"], data.schema)
    codes = find_patterns(run).codes
    assert ((codes >= 0) == np.isin(run.tallies.rows.status, (MISMATCH, OMISSION, HALLUCINATION))).all()


def test_what_patterns_lose_is_what_the_fields_lose() -> None:
    data = messy(12, 2)
    run = evaluate(data.gold, data.extracted["extracted_model_01"], data.schema)
    listed = pattern_list(run, find_patterns(run))
    assert sum(one.f1_lost for one in listed) == pytest.approx(field_table(run)["f1_lost"].sum())
    assert sum(one.share for one in listed) == pytest.approx(1)


def test_a_stored_run_has_the_same_patterns() -> None:
    data = messy(12, 2)
    extracted = data.extracted["extracted_model_01"]
    run = evaluate(data.gold, extracted, data.schema)
    matched = [None if at is None else extracted[at] for _, at in run.positions]
    stored = load_run(save_run(run), data.gold, matched, data.schema)
    assert counted(stored) == counted(run)


def test_null_for_0_is_one_pattern_of_one_record() -> None:
    data = messy()
    run = evaluate(data.gold, data.extracted[NULL_FOR_ZERO], data.schema)
    patterns = find_patterns(run)
    found = {one.kind.name: one for one in pattern_list(run, patterns)}["null_for_zero"]
    assert found.counts == f"{ZEROS} values in 1 record"
    assert np.flatnonzero(records_with_pattern(run, patterns, "null_for_zero", None)).tolist() == [OUTLIER]


@pytest.mark.parametrize(
    ("gold", "extracted", "pattern"),
    [
        ({"a": "x", "b": "day one"}, {"a": "day one", "b": "day one"}, "sibling"),
        ({"a": "x", "b": "y"}, {"a": "y", "b": "y"}, "different"),
        ({"a": "x"}, {"a": "x", "c": 1}, "unknown_key"),
        ({"a": "x", "b": ""}, {"a": "x"}, "empty_missing"),
        ({"a": "x", "b": "y"}, {"a": "x"}, "missing"),
        ({"a": "x"}, {"a": "x", "b": "y"}, "invented"),
        ({"a": "x"}, {"a": "x", "b": None}, "empty_invented"),
    ],
)
def test_an_error_has_the_pattern(gold: dict[str, str], extracted: dict[str, str], pattern: str) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    run = evaluate([gold], [extracted], schema)
    assert [one.kind.name for one in pattern_list(run, find_patterns(run))] == [pattern]


@pytest.mark.parametrize(
    ("gold", "extracted", "pattern"),
    [
        ({"n": 0}, {"n": None}, "null_for_zero"),
        ({"n": False}, {"n": None}, "null_for_false"),
        ({"n": None}, {"n": 0}, "zero_for_null"),
        ({"n": None}, {"n": False}, "false_for_null"),
        ({"n": 0}, {}, "missing"),
        ({}, {"n": 0}, "invented"),
        ({"n": 7}, {"n": None}, "missing"),
        ({"l": [{"n": 0}]}, {"l": [{"n": None}]}, "null_for_zero"),
        ({"l": [{"n": 0}, {"n": 1}]}, {"l": [{"n": 0}]}, "missing_in_list"),
        ({"l": [{"n": 0}]}, {"l": [{}]}, "key_missing_in_list"),
        ({"l": [{}]}, {"l": [{"n": False}]}, "key_invented_in_list"),
    ],
)
def test_where_null_is_absent_null_for_0_is_told_from_what_is_missing(gold: Any, extracted: Any, pattern: str) -> None:
    value = {"type": ["number", "boolean", "null"], "x-eval-nulls": {"absent": [None]}}
    element = {"type": "object", "properties": {"n": value}}
    fields = {"n": value, "l": {"type": "array", "items": element}}
    run = evaluate([gold], [extracted], {"type": "object", "properties": fields})
    found = {one.kind.name for one in pattern_list(run, find_patterns(run))}
    assert found == {pattern}


def test_a_key_that_no_record_has_is_missing_in_all_records() -> None:
    gold = [{"id": i, "a": "x", "b": "y"} for i in range(3)]
    extracted = [{"id": 0, "a": "x"}, {"id": 1, "a": "x"}]
    run = evaluate(
        gold, extracted, {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}, "id"
    )
    frame = pattern_frame(pattern_list(run, find_patterns(run)))
    assert dict(zip(frame["pattern"], frame["values"], strict=True)) == {"never_there": 2, "record_missing": 2}


def test_a_key_of_elements_that_find_no_partner_is_not_missing_in_all_records() -> None:
    element = {"type": "object", "properties": {"sku": {"type": "string"}}}
    way = {"match_by": "key_field", "key": "sku"}
    schema = {"type": "object", "properties": {"n": {"type": "array", "items": element, "x-eval-align": way}}}
    run = evaluate([{"n": [{"sku": "ab"}]}] * 2, [{"n": [{"sku": "AB"}]}] * 2, schema)
    counts = {one.kind.name: one.values for one in pattern_list(run, find_patterns(run))}
    assert counts == {"missing_in_list": 2, "invented_in_list": 2}


def test_a_run_without_errors_has_no_patterns() -> None:
    run = evaluate([{"a": "x"}], [{"a": "x"}], {"type": "object", "properties": {"a": {"type": "string"}}})
    assert pattern_list(run, find_patterns(run)) == []


def test_where_any_value_of_a_list_is_right_a_list_is_no_error() -> None:
    gold: list[Any] = [{"city": ["Rome", "Roma"]}, {"city": ["Oslo"]}, {"city": ["Bern"]}, {"city": "Paris"}]
    extracted: list[Any] = [{"city": "ROMA"}, {"city": "Kyiv"}, {"city": "Bern"}, {"city": ["Paris"]}]
    fields = {"city": {"type": "array", "items": {"type": "string"}, "x-eval-compare": "any_of"}}
    run = evaluate(gold, extracted, {"type": "object", "properties": fields})
    counts = {one.kind.name: one.values for one in pattern_list(run, find_patterns(run))}
    assert counts == {"case": 1, "different": 1, "list_for_value": 1}


@pytest.mark.parametrize(
    ("of_gold", "extracted", "expected"),
    [
        pytest.param(
            [[], [], ["a"]], [{}, {}, {"l": ["a"]}], {"empty_missing": 2}, id="an array that is there if filled"
        ),
        pytest.param([[], [], []], [{}, {}, {}], {"empty_missing": 3}, id="an array that is always empty"),
        pytest.param(
            [["a"], ["b"], []], [{}, {}, {}], {"never_there": 2, "empty_missing": 1}, id="an array that is never there"
        ),
    ],
)
def test_a_key_is_missing_in_all_records_only_where_it_is_in_none(
    of_gold: list[Any], extracted: list[Any], expected: dict[str, int]
) -> None:
    schema = {"type": "object", "properties": {"l": {"type": "array", "items": {"type": "string"}}}}
    listed = pattern_list(run := evaluate([{"l": one} for one in of_gold], extracted, schema), find_patterns(run))
    assert {one.kind.name: one.values for one in listed} == expected


@pytest.mark.parametrize(
    ("compare", "gold", "extracted", "pattern"),
    [
        ("date", "2020-12-06", "06/12/2020", "date_order"),
        ("exact", "2020-12-06", "06/12/2020", "date_form"),
        ({"date": {"day_first": True}}, "2020-12-06", "12/06/2020", "date_order"),
        ("datetime", "2020-12-06T08:55:00", "2020-12-06T08:55:00+01:00", "different"),
    ],
)
def test_a_date_that_the_rule_of_the_field_reads_as_another_one_is_not_the_same_date(
    compare: Any, gold: str, extracted: str, pattern: str
) -> None:
    schema = {"type": "object", "properties": {"day": {"type": "string", "x-eval-compare": compare}}}
    run = evaluate([{"day": gold}], [{"day": extracted}], schema)
    assert [one.kind.name for one in pattern_list(run, find_patterns(run))] == [pattern]


@pytest.mark.parametrize(
    ("compare", "extracted", "pattern"),
    [
        ({"quantity": {"unit": "kN"}}, "1.76 kN", "different"),
        ({"either": {"of": ["numeric", {"quantity": {"unit": "kN"}}]}}, "1.76 kN", "different"),
        ({"either": {"of": ["numeric", {"quantity": {"unit": "kN"}}]}}, "1,76", "different"),
        ({"quantity": {"unit": "kN"}}, "24.3 kN", "power_of_ten"),
        ("numeric", "1.76 kN", "other_type"),
        ({"quantity": {"unit": "kN"}}, "weak", "other_type"),
    ],
)
def test_a_number_with_a_unit_that_the_rule_reads_differs_by_the_number_and_not_by_its_type(
    compare: Any, extracted: str, pattern: str
) -> None:
    schema = {"type": "object", "properties": {"force": {"type": "number", "x-eval-compare": compare}}}
    run = evaluate([{"force": 2.43}], [{"force": extracted}], schema)
    assert [one.kind.name for one in pattern_list(run, find_patterns(run))] == [pattern]


@pytest.mark.parametrize(
    ("months", "pages", "patterns"),
    [
        ([17, 30, 12], [17, 8, 9], {"different"}),
        ([17, 8, 9], [17, 8, 9], {"sibling"}),
        ([517, 30, 12], [517, 8, 9], {"sibling", "different"}),
    ],
)
def test_a_small_number_is_that_of_another_field_only_where_that_is_often_so(
    months: list[int], pages: list[int], patterns: set[str]
) -> None:
    schema = {"type": "object", "properties": {"months": {"type": "integer"}, "pages": {"type": "integer"}}}
    gold = [{"months": 18, "pages": page} for page in pages]
    run = evaluate(gold, [{"months": one, "pages": page} for one, page in zip(months, pages, strict=True)], schema)
    assert {one.kind.name for one in pattern_list(run, find_patterns(run))} == patterns


def test_two_fields_that_are_exchanged_are_one_pattern_whatever_their_values() -> None:
    schema = {"type": "object", "properties": {"qty": {"type": "integer"}, "days": {"type": "integer"}}}
    gold = [{"qty": qty, "days": days} for qty, days in [(8, 1), (6, 1), (40, 4), (12, 0), (3, 2)]]
    run = evaluate(gold, [{"qty": one["days"], "days": one["qty"]} for one in gold], schema)
    assert [(one.kind.name, one.values) for one in pattern_list(run, find_patterns(run))] == [("sibling", 10)]


def test_two_flags_that_differ_are_not_called_exchanged() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}
    run = evaluate([{"a": 0, "b": 1}] * 3, [{"a": 1, "b": 0}] * 3, schema)
    assert [one.kind.name for one in pattern_list(run, find_patterns(run))] == ["different"]
