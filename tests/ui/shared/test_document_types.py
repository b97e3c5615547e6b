"""Several document types in one evaluation."""

from typing import Any

import pytest

from evaljson.schema import annotate_xeval, infer_schema
from tests.ui.conftest import Made, Open, html_of, loaded, said

GOLD: list[Any] = [
    {"id": "x", "kind": "invoice", "total": 1, "vendor": "ACME"},
    {"id": "y", "kind": "letter", "sender": "Ada", "vendor": "x"},
]


@pytest.fixture
def typed() -> Made:
    schema = {**annotate_xeval(infer_schema(GOLD, by="kind")), "x-eval-id": "id"}
    extracted = [{**GOLD[0], "total": 2}, {**GOLD[1]}]
    files = {"A": loaded(extracted, "a.json", "extracted")}
    return Made("typed", loaded(GOLD, "gold.json"), files, schema)


def test_fields_shows_the_figures_of_each_type_and_of_a_chosen_one(open_app: Open, typed: Made) -> None:
    app = open_app("fields", typed)
    assert not app.exception
    assert app.dataframe[0].value["F1"].tolist() == ["50.0", "100.0"]
    app = open_app("fields", typed, type="letter")
    assert app.query_params["type"] == "letter"
    assert next(metric.value for metric in app.metric if metric.label == "F1") == "100.0"


def test_the_grid_of_the_schema_lists_the_fields_of_every_type_and_takes_edits(open_app: Open, typed: Made) -> None:
    app = open_app("schema", typed)
    grid = app.dataframe[0].value["path"].tolist()
    assert grid == [
        "invoice: id",
        "invoice: total",
        "invoice: vendor",
        "letter: id",
        "letter: sender",
        "letter: vendor",
    ]
    key = "schema.grid.0"
    app.session_state[key] = {"edited_rows": {"1": {"parameters": '{"tolerance": {"abs": 1}}'}}}
    app.run()
    app.button(key="schema.apply").click().run()
    assert not app.exception
    changed = app.session_state["evaljson.evaluation"].schema["x-eval-schemas"]["invoice"]["properties"]["total"]
    assert changed["x-eval-compare"] == {"numeric": {"tolerance": {"abs": 1}}}
    assert "F1" in said(app)


def test_a_record_shows_the_rules_of_its_own_type(open_app: Open, typed: Made) -> None:
    app = open_app("records", typed, a="A", record="x")
    assert not app.exception
    assert "off by" in html_of(app)


def test_the_data_page_counts_the_fields_of_all_types(open_app: Open, typed: Made) -> None:
    assert not open_app("data", typed).exception


def test_records_without_a_type_are_no_type(open_app: Open) -> None:
    gold = [{"id": "1", "kind": "a", "x": "1"}, {"id": "2", "kind": "b", "x": "1"}, {"id": "3", "x": "1"}]
    of_type = {"type": "object", "properties": {"x": {"type": "string"}}}
    all_of = {"type": "object", "properties": {"kind": {"type": "string"}, "x": {"type": "string"}}}
    schema = {**all_of, "x-eval-id": "id", "x-eval-by": "kind", "x-eval-schemas": {"a": of_type, "b": of_type}}
    app = open_app("fields", Made("typed", loaded(gold), {"A": loaded(gold, "a.json", "extracted")}, schema))
    assert "Figures of 2 document types" in [expander.label for expander in app.expander]
