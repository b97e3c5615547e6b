"""A pattern has the name of what differs: types, units, null, what is absent, and the field beside it."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.report.patterns import error_patterns
from tests.report.patterns.prepared import Setting, compare, run_of

LIST = {"type": "array", "items": {"type": "string"}}
DOSES = {
    "type": "array",
    "items": {"type": "object", "properties": {"n": {"type": "string"}, "u": {"type": ["string", "null"]}}},
}


@pytest.mark.parametrize(
    ("gold", "extracted", "pattern"),
    [
        (1.5, "1.5 kg", "unit_added"),
        (1.5, "1,5 kg", "unit_and_mark"),
        ("1,5", "1.5 kg", "unit_and_mark"),
        ("1,5", "1,5 kg", "unit_added"),
        (6, "CHF6.00", "unit_added"),
        (6.5, "6,50 CHF", "unit_and_mark"),
        (3, "3 widgets", "word_added"),
        (1234.5, "1.234,5 kg", "unit_and_mark"),
        ("1,234.5", "1.234,5 kg", "unit_and_mark"),
        (1234, "1,234 kg", "unit_added"),
        (12, "12,0 kg", "unit_added"),
        ("12.5", "12,5 widgets", "word_added"),
        ("5 mg", 5, "unit_left_out"),
    ],
)
@pytest.mark.parametrize("rule", ["exact", "numeric", "quantity"])
def test_another_decimal_mark_beside_a_unit_is_named(rule: str, gold: Any, extracted: Any, pattern: str) -> None:
    assert [one.kind.name for one in error_patterns(run_of(gold, extracted, compare(rule)))] == [pattern]


@pytest.mark.parametrize(
    ("rule", "gold", "extracted", "pattern"),
    [
        ("boolean", "false", True, "different"),
        ("amount", "893.09", 8931.9, "different"),
        ("amount", "71.54", 715.4, "power_of_ten"),
        ("amount", "893.09", True, "other_type"),
        ("exact", "893.09", 8931.9, "different"),
        ("exact", "4", 5, "different"),
        ("exact", 5, "4", "different"),
        ("exact", "4", 4, "number_as_text"),
        ("exact", "False", True, "different"),
        ("exact", "False", False, "boolean_as_text"),
        ("exact", "maybe", True, "other_type"),
        ("exact", "four", 5, "other_type"),
    ],
)
def test_a_type_is_no_reason_where_the_comparator_reads_both(
    rule: str, gold: Any, extracted: Any, pattern: str
) -> None:
    assert [one.kind.name for one in error_patterns(run_of(gold, extracted, compare(rule)))] == [pattern]


@pytest.mark.parametrize(
    ("kind", "gold", "extracted", "patterns"),
    [
        (LIST, {"a": []}, {"a": None}, {"null_for_empty"}),
        (LIST, {"a": None}, {"a": []}, {"empty_for_null"}),
        (LIST, {"a": []}, {}, {"empty_missing"}),
        (DOSES, {"a": [{"n": "x"}]}, {"a": [{"n": "x"}, {"n": "y", "u": None}]}, {"invented_in_list"}),
        (DOSES, {"a": [{"n": "x"}, {"n": "y", "u": None}]}, {"a": [{"n": "x"}]}, {"missing_in_list"}),
        (DOSES, {"a": [{"n": "x"}]}, {"a": [{"n": "x", "u": None}]}, {"empty_invented"}),
    ],
)
def test_absent_null_and_a_missing_element_are_three(
    kind: Setting, gold: Any, extracted: Any, patterns: set[str]
) -> None:
    run = evaluate([gold], [extracted], {"type": "object", "properties": {"a": kind}})
    assert {one.kind.name for one in error_patterns(run)} == patterns


def test_the_value_of_the_field_beside_it_is_not_rounded() -> None:
    number = {"type": "number"}
    schema = {"type": "object", "properties": {"labs": {"type": "object", "properties": {"crp": number, "hb": number}}}}
    run = evaluate([{"labs": {"crp": 16.0, "hb": 16.7}}], [{"labs": {"crp": 16.7, "hb": 16.0}}], schema)
    assert {one.kind.name for one in error_patterns(run)} <= {"sibling", "exchanged"}


def test_among_rounded_values_some_are_by_chance_what_is_beside_them() -> None:
    number = {"type": "number"}
    lab = {"type": "object", "properties": {"value": number, "high": number}}
    gold = [{"value": n + 0.49, "high": n + 0.5 if n < 3 else 90.0} for n in range(9)]
    extracted = [{**one, "value": round(one["value"], 1)} for one in gold]
    (pattern,) = error_patterns(evaluate(gold, extracted, lab))
    assert (pattern.kind.name, pattern.values) == ("rounded", 9)


@pytest.mark.parametrize(
    ("gold", "extracted", "pattern"),
    [
        (None, "it has an empty box", "value_for_null"),
        (None, "n/a", "words_for_null"),
        ("n/a", None, "null_for_words"),
        (None, 0, "zero_for_null"),
        (0.0, None, "null_for_zero"),
        (None, False, "false_for_null"),
        (None, 7, "value_for_null"),
    ],
)
def test_what_counts_as_absent_is_no_missing_key(gold: Any, extracted: Any, pattern: str) -> None:
    setting = {"x-eval-nulls": {"absent": ["it has an empty box", "n/a"]}}
    assert [one.kind.name for one in error_patterns(run_of(gold, extracted, setting))] == [pattern]


def test_null_is_no_missing_key_where_a_post_processor_writes_another_reason() -> None:
    def say(results: list[Any]) -> list[Any]:
        return [replace(result, reason="as agreed") for result in results]

    schema = {"type": "object", "properties": {"a": LIST}}
    run = evaluate([{"a": []}], [{"a": None}], schema, post_process=say)
    assert [one.kind.name for one in error_patterns(run)] == ["null_for_empty"]
