"""Every page: as it first opens, empty, and with something wrong."""

import pytest

from evaljson.ui.compare import tabs
from evaljson.ui.data import evaluation_summary
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

ALL = ["overview", "data", "schema", "fields", "compare", "records", "judge"]
GOLD = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
WRONG = [{"id": "x", "a": "9", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]


@pytest.mark.parametrize(
    ("page", "figure", "boxes"),
    [
        ("overview", "90.6", 0), ("data", "90.4", 0), ("schema", "", 0), ("fields", "", 0), ("compare", "90.4", 0),
        ("records", "", 1), ("judge", "", 1),
    ],
)  # fmt: skip
def test_a_first_start_shows_the_scored_sample_and_no_error(open_app: Open, page: str, figure: str, boxes: int) -> None:
    app = open_app(page)
    assert "Sample: invoices" in said(app)
    assert figure in said(app) + html_of(app) + " ".join(str(one.value) for one in app.metric)
    assert not app.exception
    assert not app.error
    assert sum(map(len, (app.info, app.warning, app.success))) == boxes


@pytest.mark.parametrize("page", ["fields", "compare", "records"])
def test_without_a_variant_a_page_offers_one_action_and_the_sample(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small())
    assert "Nothing to show yet" in said(app)
    assert [button.label for button in app.button] == ["Go to Data", "Open the sample"]
    app.button(key=f"{page}.sample").click().run()
    assert "Sample: invoices" in said(app)


@pytest.mark.parametrize("page", ["data", "schema", "judge"])
def test_pages_that_need_no_run_open_without_a_variant(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small())
    assert not app.exception
    assert not app.error


@pytest.mark.parametrize("page", ALL)
def test_a_variant_that_cannot_be_scored_is_told_with_the_reason_and_what_to_do(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small(odd=[{"a": "1"}]))
    assert not app.exception
    assert "odd could not be scored: 2 gold and 1 extracted records cannot be paired by position" in said(app)
    assert "What to do" in said(app)


@pytest.mark.parametrize(
    ("page", "module", "function"),
    [("data", evaluation_summary, "show_actions"), ("compare", tabs, "show_tab")],
)
def test_what_nobody_foresaw_is_told_without_a_traceback(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, page: str, module: object, function: str
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret 123")

    monkeypatch.setattr(module, function, fail)
    app = open_app(page)
    assert not app.exception
    assert f"The {page.title()} page could not be shown (ZeroDivisionError)" in said(app)
    assert "secret" not in said(app)


def test_precision_says_how_many_records_produced_nothing(open_app: Open) -> None:
    figures = {metric.label: metric.proto.help for metric in open_app("fields", evaluation=small(two=WRONG[:1])).metric}
    assert "1 record has no extracted value that counts" in figures["Precision"]


def test_a_record_shows_gold_extracted_result_and_reason(open_app: Open) -> None:
    app = open_app("records", evaluation=small(two=WRONG), record="x")
    table = html_of(app)
    assert "✗ wrong" in table
    assert "must be equal; the values differ" in table
    assert 'dir="auto">two</th>' in table


def test_a_link_opens_what_it_names(open_app: Open) -> None:
    app = open_app("records", evaluation=small(one=GOLD, two=WRONG), a="two", b="one", record="y")
    assert app.selectbox(key="records.a").value == "two"
    assert app.multiselect(key="records.beside").value == ["one"]
    assert app.selectbox(key="records.record").value == "y"


def test_a_link_to_what_is_not_there_opens_the_first(open_app: Open) -> None:
    app = open_app("records", evaluation=small(two=WRONG), a="gone", record="gone")
    assert not app.exception
    assert app.query_params["record"] == "x"


def test_next_goes_to_the_next_record_and_into_the_address(open_app: Open) -> None:
    app = open_app("records", evaluation=small(two=WRONG))
    assert app.button(key="records.previous").disabled
    app.button(key="records.next").click().run()
    assert app.query_params["record"] == "y"
    assert app.button(key="records.next").disabled


def test_choices_last_from_page_to_page(open_app: Open) -> None:
    app = open_app("fields", evaluation=small(one=GOLD, two=WRONG))
    app.selectbox(key="fields.a").set_value("two").run()
    app.switch_page("pages/records.py").run()
    assert app.selectbox(key="records.a").value == "two"


def test_ids_that_differ_only_in_type_can_both_be_opened(open_app: Open) -> None:
    gold = [{"id": "1", "a": "text"}, {"id": 1, "a": "number"}]
    files = {"one": loaded([{"id": 1, "a": "?"}, {"id": "1", "a": "?"}], kind="extracted")}
    schema = {"type": "object", "x-eval-id": "id", "properties": {"a": {"type": "string"}}}
    app = open_app("records", evaluation=Made("ids", loaded(gold), files, schema), record="1 (number)")
    assert "number" in html_of(app)
    app.selectbox(key="records.record").set_value("1").run()
    assert ">text<" in html_of(app)


def test_filters_that_nothing_passes_can_be_taken_back(open_app: Open) -> None:
    app = open_app("records", evaluation=small(two=WRONG), status="batch_error")
    assert "No record passes these filters" in said(app)
    app.button(key="records.reset").click().run()
    assert app.selectbox(key="records.status").value == "any result"
    assert app.selectbox(key="records.record").value == "x"


def test_arrays_compared_by_position_are_switched_with_one_click(open_app: Open) -> None:
    app = open_app("schema", evaluation=small(two=WRONG))
    assert "n** is compared by position. By content, 2 more values (net) would match in two" in said(app)
    app.button(key="schema.pair.n").click().run()
    assert "compared by position" not in said(app)
    evaluation = app.session_state["evaljson.evaluation"]
    assert evaluation.schema["properties"]["n"]["x-eval-align"] == {"match_by": "hungarian"}
    assert evaluation.runs["two"].per_field["n[].k"].matches == 2
