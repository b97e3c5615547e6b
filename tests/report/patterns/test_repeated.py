"""One pair of values that is repeated has a group of its own; other wrong values of the field stay different values."""

from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.report.patterns.find import find_patterns
from evaljson.report.patterns.shown import ShownPattern, shown_patterns
from evaljson.report.patterns.table import pattern_list, rows_with_pattern

SCHEMA = {"type": "object", "properties": {"a": {"type": ["string", "boolean"]}, "b": {"type": "string"}}}
TOWNS = [(town, f"not {town[::-1]}") for town in ("Aachen", "Ulm", "Bonn", "Kiel")]


def run_of(*pairs: tuple[Any, Any], field: str = "a") -> RunResult:
    return evaluate([{field: gold} for gold, _ in pairs], [{field: extracted} for _, extracted in pairs], SCHEMA)


def titles_of(run: RunResult) -> dict[str, int]:
    return {one.title: one.values for one in pattern_list(run, find_patterns(run))}


def shown_of(run: RunResult) -> dict[str, ShownPattern]:
    return {one.pattern.kind.name: one for one in shown_patterns(run, find_patterns(run), SCHEMA)}


def test_a_pair_that_is_repeated_has_a_group_and_the_rest_are_different_values() -> None:
    run = run_of(*[("EUR", "€")] * 5, *TOWNS)
    assert titles_of(run) == {"repeatedly € for EUR": 5, "different value": 4}


def test_the_rarest_of_several_repeated_pairs_is_one_too() -> None:
    run = run_of(*[("EUR", "€")] * 12, *[("GBP", "£")] * 9, *[("CHF", "SFr.")] * 3, ("SEK", "crowns"))
    assert titles_of(run) == {"repeatedly € for EUR, £ for GBP and others": 24, "different value": 1}


def test_a_pair_that_looks_like_a_slip_is_none_where_it_is_repeated() -> None:
    run = run_of(*[("month", "monthly")] * 4, ("monht", "month"))
    assert titles_of(run) == {"repeatedly monthly for month": 4, "one or two letters differ": 1}
    remedy = shown_of(run)["repeated"].remedy
    assert remedy is not None
    assert remedy.transforms == ({"map_values": {"values": {"monthly": "month"}}},)


@pytest.mark.parametrize(
    "pairs",
    [[("EUR", "€")] * 2, [*[("EUR", "€")] * 3, *TOWNS * 4, *TOWNS], [(True, False)] * 4],
    ids=["twice alone", "less than a fifth of them", "a boolean has but one other value"],
)
def test_a_pair_is_not_repeated_where_it_says_little(pairs: list[tuple[Any, Any]]) -> None:
    distinct = [(gold, f"{other} {i}" if isinstance(other, str) and "not" in other else other)
                for i, (gold, other) in enumerate(pairs)]  # fmt: skip
    assert list(titles_of(run_of(*distinct))) == ["different value"]


def test_a_pair_in_one_record_alone_is_not_repeated() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}
    run = evaluate([{"a": ["EUR"] * 9}], [{"a": ["€"] * 9}], schema)
    assert list(titles_of(run)) == ["different value"]


def test_the_pairs_of_a_field_are_one_group_and_another_field_has_its_own() -> None:
    gold = [{"a": "EUR", "b": "red"}] * 4 + [{"a": "USD", "b": "blue"}] * 3
    extracted = [{"a": "€", "b": "crimson"}] * 4 + [{"a": "$", "b": "blue"}] * 3
    run = evaluate(gold, extracted, SCHEMA)
    patterns = find_patterns(run)
    assert titles_of(run) == {"repeatedly € for EUR, $ for USD": 7, "repeatedly crimson for red": 4}
    for one in pattern_list(run, patterns):
        assert len(rows_with_pattern(run, patterns, "repeated", one.own_field)) == one.values


def test_its_rule_is_a_synonym() -> None:
    remedy = shown_of(run_of(*[("EUR", "€")] * 5, *TOWNS))["repeated"].remedy
    assert remedy is not None
    assert remedy.transforms == ({"map_values": {"values": {"€": "EUR"}}},)


def test_what_is_another_answer_of_gold_gets_no_rule() -> None:
    assert shown_of(run_of(*[("red", "blue")] * 5, ("blue", "blue")))["repeated"].remedy is None


def test_another_code_gets_no_rule() -> None:
    assert shown_of(run_of(*[("Room A2", "Hall B7")] * 5))["repeated"].remedy is None
