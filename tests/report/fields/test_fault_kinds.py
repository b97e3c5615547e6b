"""Kinds of faults: told apart more closely than by status."""

from typing import Any

import numpy as np
import pytest

from evaljson.evaluate import evaluate
from evaljson.report.fields.fault_kinds import (
    BY_KIND,
    FAULTS,
    KINDS,
    fault_counts,
    fault_kinds,
    kind_table,
    kinds_by_path,
    lost_most,
    records_of_kind,
    status_or_kind,
    worst_kinds,
)
from evaljson.results.losses import NOTHING
from evaljson.results.model import RunResult


def kinds(run: RunResult) -> dict[str, str]:
    """By instance path, of the first record."""
    every = run.table.in_order()
    codes = fault_kinds(run).codes
    listed = zip(every.records, every.rows, every.results, strict=True)
    return {result.path: KINDS[codes[row]].status for record, row, result in listed if record == 0}


def kind_of(gold: Any, extracted: Any, **keys: Any) -> str:
    schema = {"type": "object", "properties": {"a": keys}}
    return kinds(evaluate([{"a": gold}], [{"a": extracted}], schema))["a"]


@pytest.mark.parametrize(
    ("gold", "extracted", "kind"),
    [
        ("12", "12", "match"),
        ("12", "13", "wrong_value"),
        ("12", 12, "wrong_type"),
        (12, True, "wrong_type"),
        (12, 12.5, "wrong_value"),
        ("12", None, "wrong_value"),
        (None, "12", "wrong_value"),
        ("12", ["12"], "wrong_type"),
        ({"b": 1}, "b", "wrong_type"),
        (["x"], ["y"], "wrong_value"),
    ],
)
def test_values_of_different_types_are_told_from_wrong_values(gold: Any, extracted: Any, kind: str) -> None:
    assert kind_of(gold, extracted, type="string", **{"x-eval-compare": "exact"}) == kind


@pytest.mark.parametrize(
    ("rule", "gold", "extracted", "kind"),
    [
        ("numeric", "12.50", 120, "wrong_value"),
        ("numeric", "12,5", 120, "wrong_type"),
        ("amount", "€ 75.50", 120, "wrong_value"),
        ("amount", "12,5", 13, "wrong_type"),
        ("amount", "n/a", 13, "wrong_type"),
        ("quantity", "12.50", 120, "wrong_value"),
        ("numeric", 12, True, "wrong_type"),
        ("boolean", "yes", False, "wrong_value"),
        ("boolean", "maybe", False, "wrong_type"),
    ],
)
def test_values_that_the_comparator_reads_alike_are_of_no_wrong_type(
    rule: str, gold: Any, extracted: Any, kind: str
) -> None:
    types = {"type": ["string", "number", "boolean"], "x-eval-compare": rule}
    assert kind_of(gold, extracted, **types) == kind


def test_types_are_those_of_the_values_as_compared() -> None:
    assert kind_of(" 12", "13", type="string", **{"x-eval-transform": ["parse_number"]}) == "wrong_value"


def test_an_object_where_an_array_should_be_is_a_wrong_type() -> None:
    array = {"type": "array", "items": {"type": "string"}}
    assert kind_of(["x"], {"x": 1}, **array) == "wrong_type"


GOLD: list[dict[str, Any]] = [
    {"a": "1", "b": 1, "n": ["x", "y"], "s": "s"},
    {"a": "2", "b": 2, "n": ["x"], "s": "s"},
]
EXTRACTED: list[dict[str, Any]] = [
    {"a": "?", "b": "1", "n": ["y", "x"], "s": "s"},
    {"b": 2, "n": ["x", "z"], "s": "s", "new": 0},
]
SCHEMA = {
    "type": "object",
    "properties": {
        "a": {"type": "string"},
        "b": {"type": "integer", "x-eval-compare": "exact"},
        "n": {"type": "array", "items": {"type": "string"}},
        "s": {"type": "string", "x-eval-skip": True},
    },
}


def scored() -> RunResult:
    return evaluate(GOLD, EXTRACTED, SCHEMA)


def test_every_kind_of_a_field_is_counted_and_the_counts_add_up() -> None:
    run = scored()
    table = kind_table(run, fault_kinds(run))
    assert table["field"].tolist() == ["n[]", "a", "b", "new", "s"]
    counts = {
        row["field"]: {kind.word: row[kind.label] for kind in KINDS if row[kind.label]} for _, row in table.iterrows()
    }
    assert counts == {
        "n[]": {"match": 1, "misplaced": 2, "invented": 1},
        "a": {"wrong value": 1, "missing": 1},
        "b": {"match": 1, "wrong type": 1},
        "new": {"invented": 1},
        "s": {"skipped": 2},
    }
    assert table[[kind.label for kind in KINDS]].sum(axis=1).tolist() == table["results"].tolist()
    assert fault_counts(table).tolist() == [3, 2, 1, 1, 0]


def test_a_cell_of_record_and_field_has_its_worst_kind() -> None:
    run = scored()
    worst = worst_kinds(run, fault_kinds(run))
    at = {field: i for i, field in enumerate(run.tallies.rows.fields)}
    names = [[NOTHING if code == NOTHING else KINDS[code].status for code in row] for row in worst.tolist()]
    assert [names[0][at[field]] for field in ("a", "b", "n[]", "new", "s")] == [
        "wrong_value", "wrong_type", "misplaced", NOTHING, "skipped",
    ]  # fmt: skip
    assert [names[1][at[field]] for field in ("a", "b", "n[]", "new", "s")] == [
        "missing", "match", "invented", "invented", "skipped",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "field", "places"),
    [
        ("misplaced", None, [0]), ("misplaced", "a", []), ("invented", "n[]", [1]), ("match", "b", [1]),
        ("missing", "gone", []),
    ],
)  # fmt: skip
def test_records_are_found_by_kind_and_field(kind: str, field: str | None, places: list[int]) -> None:
    run = scored()
    assert np.flatnonzero(records_of_kind(run, fault_kinds(run), kind, field)).tolist() == places


@pytest.mark.parametrize(
    ("kind", "field", "asked"),
    [
        ("wrong_value", "a", "mismatch"), ("missing", "a", "omission"), ("wrong_type", "b", "wrong_type"),
        ("misplaced", "n[]", "misplaced"), ("invented", "n[]", "hallucination"), ("match", "b", "match"),
    ],
)  # fmt: skip
def test_a_kind_is_asked_for_by_its_status_where_that_says_the_same(kind: str, field: str, asked: str) -> None:
    run = scored()
    assert status_or_kind(run, fault_kinds(run), kind, field) == asked


def test_a_status_that_others_have_too_is_not_asked_for() -> None:
    run = evaluate([{"n": ["v", "x", "y"]}], [{"n": ["u", "y", "x"]}], SCHEMA)
    assert status_or_kind(run, fault_kinds(run), "wrong_value", "n[]") == "wrong_value"


def test_kinds_say_the_same_of_a_part_of_the_records() -> None:
    run = scored().only([1])
    assert kinds(run)["n[-1]"] == "invented"


def test_the_field_that_loses_most_is_told_with_what_it_loses() -> None:
    run = scored()
    assert lost_most(kind_table(run, fault_kinds(run)), KINDS) == "n[] costs F1 most: 2 misplaced, 1 invented."
    two = {"type": "object", "properties": {name: {"type": "string"} for name in "ab"}}
    tied = evaluate([{"a": "x", "b": "y"}], [{"a": "?", "b": "?"}], two)
    assert lost_most(kind_table(tied, fault_kinds(tied)), KINDS) == "a and 1 more cost F1 most, each as much."
    right = evaluate(GOLD, GOLD, SCHEMA)
    assert lost_most(kind_table(right, fault_kinds(right)), KINDS) == "No field loses anything."


def test_each_kind_has_a_symbol_a_word_and_a_colour_of_its_own() -> None:
    for look in ("symbol", "word", "colour"):
        assert len({getattr(kind, look) for kind in KINDS}) == len(KINDS)
    assert set(FAULTS) <= set(BY_KIND)


def test_the_kinds_of_some_records_are_those_of_the_whole_run() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "integer"}}}}
    gold = [{"n": [1, 2, 3]}, {"n": [1]}, {"n": [4, 5]}]
    run = evaluate(gold, [{"n": [2, 3]}, {"n": ["1"]}, {"n": [5, 6]}], schema)
    last, first = kinds_by_path(run, [2, 0])
    assert first == kinds(run)
    assert set(first.values()) == {"wrong_value", "misplaced"}
    assert last == {"n[0]": "wrong_value", "n[1]": "misplaced"}
