"""The Fields page: three heatmaps, their tables, the filter, the address, and clicks."""

import json
import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

GOLD: list[Any] = [
    {"id": "x", "a": "1", "b": 1, "n": ["x", "y"]},
    {"id": "y", "a": "2", "b": 2, "n": ["x"]},
    {"id": "z", "a": "3", "b": 3, "n": []},
]
ONE: list[Any] = [
    {"id": "x", "a": "?", "b": "1", "n": ["y", "x"]},
    {"id": "y", "b": 2, "n": ["x", "z"], "new": 0},
    {"id": "z", "a": "3", "b": 3, "n": []},
]
TWO: list[Any] = [{**GOLD[0], "b": 0}, GOLD[1], GOLD[2]]

ARRAY = "n (the array itself)"


@pytest.fixture
def evaluation() -> Made:
    schema = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id"}
    schema["properties"]["b"]["x-eval-compare"] = "exact"
    files = {name: loaded(rows, f"{name}.json", "extracted") for name, rows in (("one", ONE), ("two", TWO))}
    return Made("small", loaded(GOLD, "gold.json"), files, schema)


def figure_of(app: AppTest) -> dict[str, Any]:
    spec: dict[str, Any] = json.loads(app.get("plotly_chart")[0].proto.spec)
    return spec


def fields_of(app: AppTest) -> list[str]:
    return [re.sub("<.*?>", "", name).partition("   ")[0] for name in figure_of(app)["layout"]["yaxis"]["ticktext"]]


def columns_of(app: AppTest) -> list[str]:
    columns: list[str] = figure_of(app)["layout"]["xaxis"]["ticktext"]
    return columns


def click(app: AppTest, key: str, row: int, column: int) -> AppTest:
    app.session_state[key] = {"selection": {"points": [{"curve_number": row + 1, "point_index": 0, "x": column}]}}
    return app.run()


def alt_of(app: AppTest) -> str:
    return str(app.get("plotly_chart")[0].proto.alt)


def test_what_went_wrong_is_told_apart_and_counted(open_app: Open, evaluation: Made) -> None:
    app = open_app("fields", evaluation)
    assert columns_of(app)[0] == "% of lost F1,<br>in records"
    assert columns_of(app)[1:] == ["✓ match", "✗ wrong value", "◆ wrong type", "⇄ misplaced", "○ missing", "+ invented"]
    assert fields_of(app) == ["n[]", "a", "b", "new", ARRAY]
    assert "A row for an object, array or element “itself” says whether it matches as a whole" in said(app)
    counts = figure_of(app)["data"][0]["text"]
    assert counts[0] == ["45.0% in 2", "1", "", "", "2", "", "1"]
    assert counts[2] == ["17.5% in 1", "2", "", "1", "", "", ""]
    assert alt_of(app) == ("Heatmap: results of 5 fields by kind. n[] costs F1 most: 2 misplaced, 1 invented.")


@pytest.mark.parametrize(
    ("row", "column", "field", "status", "records"),
    [
        (0, 4, "n[]", "misplaced", ["x"]),
        (0, 6, "n[]", "hallucination", ["y"]),
        (1, 2, "a", "mismatch", ["x"]),
        (1, 1, "a", "match", ["z"]),
        (2, 3, "b", "wrong_type", ["x"]),
        (1, 0, "a", "fault", ["x", "y"]),
    ],
)
def test_a_cell_opens_the_records_with_that_kind_of_result(
    open_app: Open, evaluation: Made, row: int, column: int, field: str, status: str, records: list[str]
) -> None:
    app = click(open_app("fields", evaluation, a="one"), "fields.by-status.0", row, column)
    assert (app.query_params["field"], app.query_params["status"], app.query_params["a"]) == (field, status, "one")
    assert app.selectbox(key="records.record").options[0].startswith(records[0])
    assert len(app.selectbox(key="records.record").options) == len(records)


def test_every_variant_has_a_column_and_its_f1(open_app: Open, evaluation: Made) -> None:
    app = open_app("fields", evaluation, view="variant")
    assert columns_of(app) == ["one", "two"]
    assert fields_of(app) == ["n[]", "b", "a", "new", ARRAY]
    assert figure_of(app)["data"][0]["text"][1] == ["66.7", "66.7"]
    assert figure_of(app)["data"][0]["text"][2] == ["40.0", "<b>100.0</b>"]
    assert "n[] of one costs F1 most" in alt_of(app)


def test_a_variants_cell_opens_it_beside_the_one_that_was_chosen(open_app: Open, evaluation: Made) -> None:
    app = click(open_app("fields", evaluation, view="variant", a="one"), "fields.by-variant.0", 1, 1)
    assert {name: app.query_params[name] for name in ("a", "b", "field", "status")} == {
        "a": "two", "b": "one", "field": "b", "status": "fault",
    }  # fmt: skip
    assert [option.split(" ")[0] for option in app.selectbox(key="records.record").options] == ["x"]


def test_a_variants_cell_without_a_fault_opens_all_records_of_the_field(open_app: Open, evaluation: Made) -> None:
    app = click(open_app("fields", evaluation, view="variant", a="one"), "fields.by-variant.0", 2, 1)
    assert (app.query_params["a"], app.query_params["field"]) == ("two", "a")
    assert "status" not in app.query_params
    assert len(app.selectbox(key="records.record").options) == 3


def test_a_records_cell_opens_that_record(open_app: Open, evaluation: Made) -> None:
    app = open_app("fields", evaluation, view="record", a="one")
    assert columns_of(app) == ["x", "y", "z"]
    click(app, "fields.by-record.0.0.3", 1, 1)
    assert (app.query_params["record"], app.query_params["field"]) == ("y", "a")
    assert "status" not in app.query_params


def test_a_cell_that_is_no_longer_there_opens_nothing(open_app: Open, evaluation: Made) -> None:
    app = click(open_app("fields", evaluation, view="record", a="one"), "fields.by-record.0.0.3", 40, 7)
    assert app.title[0].value == "Fields"


def test_the_filter_leaves_fields_by_path_and_by_fault(open_app: Open, evaluation: Made) -> None:
    app = open_app("fields", evaluation)
    app.text_input(key="fields.find").set_value("N").run()
    assert fields_of(app) == ["n[]", "new", ARRAY]
    app.toggle(key="fields.faults").set_value(True).run()
    assert fields_of(app) == ["n[]", "new"]
    assert (app.query_params["find"], app.query_params["faults"]) == ("N", "1")


@pytest.mark.parametrize("view", ["status", "variant", "record"])
def test_an_address_shows_the_same_fields_again(open_app: Open, evaluation: Made, view: str) -> None:
    app = open_app("fields", evaluation, a="two", view=view, find="b", faults="1")
    assert fields_of(app) == ["b"]
    assert {name: app.query_params[name] for name in ("a", "view", "find", "faults")} == {
        "a": "two", "view": view, "find": "b", "faults": "1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("view", "fields", "words"),
    [
        ("status", ["new", "n[]", "a", "b", ARRAY], "Fields: lowest F1 first, each with its F1"),
        ("variant", ["new", "n[]", "a", "b", ARRAY], "First: fields that have the lowest F1"),
        ("record", ["new", "n[]", "a", "b", ARRAY], "Fields: lowest F1 first"),
    ],
)
def test_fields_can_be_ordered_by_f1_and_the_address_says_so(
    open_app: Open, evaluation: Made, view: str, fields: list[str], words: str
) -> None:
    app = open_app("fields", evaluation, a="one", view=view)
    assert "order" not in app.query_params
    app.selectbox(key="fields.order").set_value("f1").run()
    assert app.query_params["order"] == "f1"
    assert fields_of(app) == fields_of(open_app("fields", evaluation, a="one", view=view, order="f1")) == fields
    assert words in said(app)
    assert "n[]" in alt_of(app).partition(" costs F1 most")[0], "what loses most is not what stands first"


def test_a_filter_that_no_field_passes_is_taken_back_with_one_click(open_app: Open, evaluation: Made) -> None:
    app = open_app("fields", evaluation, find="nowhere")
    assert "None of the 5 fields passes this filter" in said(app)
    app.button(key="fields.reset").click().run()
    assert len(fields_of(app)) == 5
    assert "find" not in app.query_params


def test_the_choice_of_fields_lasts_from_page_to_page(open_app: Open, evaluation: Made) -> None:
    app = open_app("fields", evaluation, view="variant", find="b")
    app.switch_page("pages/records.py").run()
    app.switch_page("pages/fields.py").run()
    assert fields_of(app) == ["b"]
    assert app.query_params["view"] == "variant"


@pytest.mark.parametrize(
    ("view", "table", "columns"),
    [
        ("status", "kinds", ["field", "f1", "precision"]),
        ("variant", "variants", ["field", "f1 0", "lost 0", "in 0", "f1 1"]),
        ("record", "records", ["Record", "F1", "field 0", "field 1"]),
    ],
)
def test_each_heatmap_has_a_table_that_is_made_when_it_is_opened(
    open_app: Open, evaluation: Made, view: str, table: str, columns: list[str]
) -> None:
    app = open_app("fields", evaluation, view=view)
    assert not app.dataframe
    app.session_state[f"fields.{table}-open"] = True
    app.run()
    frame = app.dataframe[0].value
    assert list(frame.columns)[: len(columns)] == columns


def test_the_tables_have_what_the_heatmaps_leave_out(
    open_app: Open, evaluation: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("shared.field_choice", "fields.by_status", "fields.by_record"):
        monkeypatch.setattr(f"evaljson.ui.{module}.AT_A_TIME", 2)
    app = open_app("fields", evaluation, rows="2", rolled="0")
    assert fields_of(app) == ["b", "new"]
    assert app.query_params["rows"] == "2"
    app.session_state["fields.kinds-open"] = True
    app.run()
    assert len(app.dataframe[0].value) == 5


def test_records_come_in_pages_and_the_table_has_all(open_app: Open) -> None:
    gold = [{"id": f"r{i:03}", "a": str(i)} for i in range(120)]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    files = {"one": loaded([{**record, "a": "?"} for record in gold[:119]] + gold[119:], "one.json", "extracted")}
    app = open_app("fields", Made("many", loaded(gold), files, schema), view="record", size="100", at="100")
    assert len(figure_of(app)["data"][1]["hovertext"]) == 20
    assert figure_of(app)["data"][1]["hovertext"][0] == "r100<br>✗ wrong value"
    assert figure_of(app)["data"][1]["hovertext"][-1] == "r119", "what is right is named, not described"
    app.session_state["fields.records-open"] = True
    app.run()
    table = app.dataframe[0].value
    assert len(table) == 120
    assert table["field 0"].iloc[0] == "✗ wrong value"


def test_a_document_type_leads_to_its_records(open_app: Open) -> None:
    gold: list[Any] = [
        {"id": "x", "kind": "invoice", "total": "1"}, {"id": "y", "kind": "letter", "total": "2"},
    ]  # fmt: skip
    schema = {**annotate_xeval(infer_schema(gold, by="kind")), "x-eval-id": "id"}
    files = {"A": loaded([{**record, "total": "?"} for record in gold], "a.json", "extracted")}
    app = open_app("fields", Made("typed", loaded(gold), files, schema), type="letter")
    click(app, "fields.by-status.0", 0, 2)
    assert (app.query_params["type"], app.query_params["field"]) == ("letter", "total")
    assert app.selectbox(key="records.record").value == "y"


def test_hostile_names_are_text_in_figures_and_tables(open_app: Open) -> None:
    odd = "<b>%{x}</b>"
    gold = [{"id": odd, odd: "1"}]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    files = {odd: loaded([{"id": odd, odd: "2"}], "one.json", "extracted")}
    for view in ("status", "variant", "record"):
        app = open_app("fields", Made("odd", loaded(gold), files, schema), view=view)
        assert not app.exception
        bar = figure_of(app)["data"][1]
        assert "<b>" not in bar["hovertemplate"].replace("<br>", "")
        assert "%{x}" not in bar["hovertemplate"]
        assert "<b>%" not in html_of(app)


def test_without_any_result_the_page_says_so(open_app: Open) -> None:
    gold = [{"id": "x"}]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}}}
    evaluation = Made("empty", loaded(gold), {"one": loaded(gold, "one.json", "extracted")}, schema)
    app = open_app("fields", evaluation)
    assert "No record has a result yet" in said(app)
    assert not app.exception


def test_a_single_variant_is_a_column_of_its_own(open_app: Open) -> None:
    app = open_app("fields", small(one=[]), view="variant")
    assert columns_of(app) == ["one"]


def test_it_opens_what_is_compared_and_leaves_the_baseline_as_it_is(open_app: Open) -> None:
    app = open_app("overview", a="Prompt A", b="Prompt C")
    app.switch_page("pages/fields.py").run()
    assert app.query_params["a"] == "Prompt C"
    app.selectbox(key="fields.a").set_value("Prompt A").run()
    app.switch_page("pages/compare.py").run()
    assert (app.query_params["a"], app.query_params["b"]) == ("Prompt A", "Prompt C")
    app.switch_page("pages/fields.py").run()
    assert app.query_params["a"] == "Prompt A", "chosen here, and nothing else is compared since"
    app.switch_page("pages/compare.py").run()
    app.selectbox(key="compare.b").set_value("Prompt B").run()
    app.switch_page("pages/fields.py").run()
    assert app.query_params["a"] == "Prompt B"


def test_where_nothing_is_compared_the_choice_goes_on_to_other_pages(open_app: Open, evaluation: Made) -> None:
    app = open_app("fields", evaluation)
    app.selectbox(key="fields.a").set_value("two").run()
    app.switch_page("pages/records.py").run()
    assert app.query_params["a"] == "two"


@pytest.mark.parametrize("view", ["status", "variant", "record"])
def test_names_of_fields_lead_to_their_rules(open_app: Open, evaluation: Made, view: str) -> None:
    names = figure_of(open_app("fields", evaluation, a="one", view=view))["layout"]["yaxis"]["ticktext"]
    links = {re.sub("<.*?>", "", name).partition("   ")[0]: name.startswith("<a href=") for name in names}
    assert links == {"n[]": True, "a": True, "b": True, ARRAY: True, "new": False}, "what the schema lacks has no rule"


@pytest.mark.parametrize("view", ["status", "variant", "record"])
def test_rolled_up_fields_are_opened_by_a_click_and_the_address_says_so(
    open_app: Open, evaluation: Made, view: str
) -> None:
    app = open_app("fields", evaluation, a="one", view=view, rolled="1")
    assert fields_of(app)[0] == "n (1 field)"
    key = f"fields.by-{view}.0" + (".0.3" if view == "record" else "")
    click(app, f"{key}.under.", 0, 0)
    assert sorted(fields_of(app)) == [ARRAY, "n[]"]
    assert (app.query_params["under"], app.query_params["rolled"]) == ("n", "1")
    app.button(key="fields.under.").click().run()
    assert fields_of(app)[0] == "n (1 field)"
    assert fields_of(open_app("fields", evaluation, a="one", view=view, rolled="1", under="n")) == fields_of(
        click(app, f"{key}.under.", 0, 0)
    )


def test_many_fields_are_rolled_up_at_first_and_a_search_finds_each(
    open_app: Open, evaluation: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaljson.ui.shared.field_choice.AT_A_TIME", 4)
    app = open_app("fields", evaluation, a="one")
    assert fields_of(app) == ["n (1 field)", "a", "b", "new"]
    assert "rolled" not in app.query_params
    app.text_input(key="fields.find").set_value("n").run()
    assert fields_of(app) == ["n[]", "new", ARRAY]
    app.text_input(key="fields.find").set_value("").run()
    app.toggle(key="fields.rolled").set_value(False).run()
    assert len(fields_of(app)) == 5
    assert app.query_params["rolled"] == "0"
