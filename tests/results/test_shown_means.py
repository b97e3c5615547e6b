"""What is shown of runs and records without anything to score: no F1 of 100."""

import io
from typing import Any

import pytest
from rich.console import Console

from evaljson import RunResult, evaluate
from evaljson.cli.text.field_table import run_table
from evaljson.compare.words.overall_sentence import of_one
from evaljson.report.export.html.figures import averages
from evaljson.report.export.run_json import run_document
from evaljson.results.shown_means import shown_f1, shown_means

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}


def run(*gold: dict[str, Any]) -> RunResult:
    return evaluate(list(gold), [dict(record) for record in gold], SCHEMA)


def test_a_run_of_empty_records_counts_as_before_and_shows_no_figure() -> None:
    empty = run({}, {})
    assert empty.mean_f1 == 1.0, "rules of scoring: an empty denominator is 1.0"
    assert shown_means(empty) == (None, None, None)
    assert str(of_one("A", empty)) == "No figures of A: there was nothing to score in 2 records."
    assert "F1 –" in averages({"A": empty})


def test_one_value_is_enough_for_figures() -> None:
    some = run({}, {"a": "x"})
    assert shown_means(some).f1 == 1.0
    assert [shown_f1(record) for record in some.records] == [None, 1.0]


@pytest.mark.parametrize("gold", [{}, {"a": "x"}])
def test_the_table_of_the_command_line_shows_a_dash_and_why(gold: dict[str, Any]) -> None:
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(run_table(run(gold)))
    text = console.export_text()
    assert ("No value counts here" in text) == (not gold)
    assert ("100.0" in text) == bool(gold)


def test_a_record_that_is_one_unit_or_was_not_produced_has_its_figure() -> None:
    unit = {**SCHEMA, "x-eval-compare": "exact"}
    assert shown_means(evaluate([{"a": "x"}], [{"a": "x"}], unit)).f1 == 1.0
    assert shown_means(evaluate([{}], [None], SCHEMA)).f1 == 0.0


def test_fields_of_weight_0_are_nothing_to_score() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-weight": 0}}}
    weightless = evaluate([{"a": "x"}], [{"a": "y"}], schema)
    assert shown_means(weightless).f1 is None
    assert shown_f1(weightless.records[0]) is None


def test_json_says_where_nothing_was_to_score() -> None:
    document = run_document(run({}, {"a": "x"}))
    assert [(one["f1"], one["nothing_to_score"]) for one in document["records"]] == [(1.0, True), (1.0, False)]
    assert document["records_without_fields"] == 1
    of_part = run_document(run({}, {}))
    assert (of_part["mean_f1"], of_part["records_without_fields"], of_part["total_records"]) == (1.0, 2, 2)
