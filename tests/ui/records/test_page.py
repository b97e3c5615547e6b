"""The Records page: filters, order and search, all in the address; what stands beside a record."""

import json
import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.load import LoadedRecords, read_records
from evaljson.report.records.style import STYLE
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.records.record_choice import LISTED, OFFERED
from evaljson.ui.records.record_view import JSON
from evaljson.ui.session.address import read_range
from tests.messy import OUTLIER, messy
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

FIELDS = {"a": {"type": "string"}, "b": {"type": "string"}}
SCHEMA: dict[str, Any] = {"type": "object", "x-eval-id": "id", "properties": FIELDS}


def wrapped(records: dict[str, dict[str, Any]], kind: str, **metadata: dict[str, Any]) -> LoadedRecords:
    """Records with what stands beside each of them, by id."""
    entries = [
        {"id": record_id, **metadata.get(record_id, {}), "record": record} for record_id, record in records.items()
    ]
    read = read_records(json.dumps(entries).encode(), name=f"{kind}.json", kind=kind, id_field="id", payload="record")  # type: ignore[arg-type]
    return read


def three() -> Made:
    """x with F1 0, y with 50, z with 100 in the variant one; two has them the other way round."""
    gold: dict[str, dict[str, Any]] = {record_id: {"a": "1", "b": "1"} for record_id in "xyz"}
    first = {"x": {"a": "2", "b": "2"}, "y": {"a": "1", "b": "2"}, "z": {"a": "1", "b": "1"}}
    second = {"x": {"a": "1", "b": "1"}, "y": {"a": "1", "b": "2"}, "z": {"a": "2", "b": "2"}}
    files = {
        "one": wrapped(first, "extracted", x={"cost": 0.25, "model": "mini"}, y={"model": "maxi"}),
        "two": wrapped(second, "extracted"),
    }
    return Made("three", wrapped(gold, "gold", x={"source_text": "Invoice of <b>ACME</b>"}), files, SCHEMA)


def listed(app: AppTest) -> list[str]:
    assert not app.exception
    return [option.split(" ")[0] for option in app.selectbox(key="records.record").options]


@pytest.mark.parametrize(
    ("address", "records"),
    [
        ({}, "xyz"),
        ({"sort": "best"}, "zyx"),
        ({"sort": "gold"}, "xyz"),
        ({"b": "two", "sort": "fell"}, "zyx"),
        ({"b": "two", "sort": "rose"}, "xyz"),
        ({"b": "two", "change": "worse"}, "z"),
        ({"f1": "0-49"}, "x"),
        ({"f1": "50-100"}, "yz"),
        ({"f1": "nonsense"}, "xyz"),
        ({"q": "Z"}, "z"),
        ({"q": "mini"}, "x"),
        ({"q": "acme invoice"}, "x"),
        ({"q": "model"}, ""),
        ({"status": "mismatch"}, "xy"),
        ({"status": "mismatch", "field": "a"}, "x"),
        ({"status": "mismatch", "q": "y"}, "y"),
    ],
)
def test_the_address_says_which_records_are_shown(open_app: Open, address: dict[str, str], records: str) -> None:
    app = open_app("records", three(), a="one", **address)
    if records:
        assert listed(app) == list(records)
    else:
        assert "No record passes these filters" in said(app)


def test_filters_stand_in_the_address(open_app: Open) -> None:
    app = open_app("records", three(), a="one")
    app.text_input(key="records.q").set_value("mini").run()
    app.slider(key="records.f1").set_value((0, 60)).run()
    app.selectbox(key="records.sort").set_value("gold").run()
    assert {name: app.query_params[name] for name in ("q", "f1", "sort", "record")} == {
        "q": "mini", "f1": "0-60", "sort": "gold", "record": "x",
    }  # fmt: skip


@pytest.mark.parametrize(("button", "record"), [("records.next", "z"), ("records.previous", "x")])
def test_a_click_counts_from_what_is_shown_though_the_browsers_address_is_behind(
    open_app: Open, button: str, record: str
) -> None:
    """A quick browser sends the click before it has put up the address of the last one."""
    app = open_app("records", three(), record="x")
    app.button(key="records.next").click().run()
    assert app.query_params["record"] == "y"
    app.query_params["record"] = "x"
    app.button(key=button).click().run()
    assert app.selectbox(key="records.record").value == record
    assert app.query_params["record"] == record


def test_filters_that_leave_nothing_can_be_taken_off_at_once(open_app: Open) -> None:
    app = open_app("records", three(), a="one", q="nobody", f1="3-4")
    app.button(key="records.reset").click().run()
    assert listed(app) == ["x", "y", "z"]
    assert not {"q", "f1"} & set(app.query_params)


def test_document_types_can_be_chosen(open_app: Open) -> None:
    gold = [{"id": "x", "kind": "bill", "a": "1"}, {"id": "y", "kind": "note", "a": "1"}, {"id": "z", "a": "1"}]
    kind = {"type": "object", "properties": {"kind": {"type": "string"}, "a": {"type": "string"}}}
    schema = {**kind, "x-eval-id": "id", "x-eval-by": "kind", "x-eval-schemas": {"bill": kind, "note": kind}}
    evaluation = Made("kinds", loaded(gold), {"one": loaded(gold, kind="extracted")}, schema)
    assert listed(open_app("records", evaluation, type="note")) == ["y"]
    assert listed(open_app("records", evaluation, type="Without a type")) == ["z"]
    assert listed(open_app("records", evaluation, q="bill")) == ["x"]


def test_the_source_text_stands_beside_the_record_and_small_things_above_it(open_app: Open) -> None:
    app = open_app("records", three(), a="one", record="x")
    assert "source_text (Gold)" in html_of(app)
    assert "Invoice of &lt;b&gt;ACME&lt;/b&gt;" in html_of(app)
    assert "<bdi>cost</bdi> <b><bdi>0.25</bdi></b>" in html_of(app)
    app.toggle(key="records.source").set_value(False).run()
    assert "Invoice of" not in html_of(app)


@pytest.mark.parametrize("beside", [{"source_text": "Invoice 1 of ACME"}, {"cost": 0.25}], ids=["text", "cost"])
def test_what_stands_beside_a_record_has_its_style_where_no_table_brings_it(open_app: Open, beside: Any) -> None:
    record = {"x": {"a": "ACME", "b": "1"}}
    files = {"one": wrapped(record, "extracted", x=beside)}
    app = open_app("records", Made("right", wrapped(record, "gold"), files, SCHEMA), record="x")
    assert any(one.value.startswith("No differences") for one in app.success)
    assert STYLE in html_of(app)


def test_elements_that_are_right_are_one_line_until_all_is_wanted(open_app: Open) -> None:
    gold = {"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}
    app = open_app("records", small(one=[{**gold, "n": [{"k": 1}, {"k": 3}]}]), record="x")
    assert "1 value, all right" in html_of(app)
    app.toggle(key="records.only").set_value(False).run()
    assert "all right" not in html_of(app)
    assert "F1 100.0" in html_of(app)


def test_of_many_records_those_around_the_open_one_are_offered(open_app: Open) -> None:
    count = OFFERED * 2
    gold = [{"id": f"r{i:04}", "a": "1", "b": "1"} for i in range(count)]
    evaluation = Made("many", loaded(gold), {"one": loaded(gold, kind="extracted")}, SCHEMA)
    app = open_app("records", evaluation, record="r0600", sort="gold")
    assert len(listed(app)) == OFFERED
    assert "r0600" in listed(app)
    app.button(key="records.next").click().run()
    assert app.query_params["record"] == "r0601"
    assert f"Record 602 of {count:,}" in app.selectbox(key="records.record").label


def test_the_list_shows_the_other_variant_too(open_app: Open) -> None:
    app = open_app("records", three(), a="one", b="two")
    assert not app.dataframe
    app.session_state[LISTED] = True
    frame = app.run().dataframe[-1].value
    assert frame["Difference"].tolist() == [100, 0, -100]


def test_a_difference_in_the_list_is_that_of_the_figures_beside_it(open_app: Open) -> None:
    """Of twelve values one is right, and eleven: 8.3 and 91.7, which are 83.4 apart, though 83.33 before rounding."""
    keys = [f"k{at}" for at in range(12)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"id": {"type": "string"}} | {
        key: {"type": "string"} for key in keys
    }}  # fmt: skip
    gold = [{"id": "r", **dict.fromkeys(keys, "1")}]
    right = {
        name: loaded([{**gold[0], **dict.fromkeys(keys[of:], "2")}], kind="extracted")
        for name, of in (("one", 1), ("two", 11))
    }
    app = open_app("records", Made("close", loaded(gold), right, schema), a="one", b="two")
    app.session_state[LISTED] = True
    frame = app.run().dataframe[-1].value
    assert frame["Difference"].tolist() == pytest.approx([83.4])


def lacking(rule: str) -> Made:
    """Three gold records; one has the first alone, and one that gold has not; two has all."""
    gold = [{"id": record_id, "a": "1", "b": "1"} for record_id in "xyz"]
    first = [gold[0], {"id": "w", "a": "1", "b": "1"}]
    files = {"one": loaded(first, "one.json", "extracted"), "two": loaded(gold, "two.json", "extracted")}
    return Made("lacking", loaded(gold), files, SCHEMA, {"scoring": {"missing_records": rule}})


@pytest.mark.parametrize("page", ["overview", "fields", "compare", "records"])
def test_every_page_with_figures_leads_to_the_records_that_a_variant_lacks(open_app: Open, page: str) -> None:
    app = open_app(page, lacking("omit"), a="one", b="two")
    (label,) = [expander.label for expander in app.expander if "missing" in expander.label]
    assert "one" in label
    app.session_state[f"{page}.notes"] = True
    app.run()
    table = next(frame.value for frame in app.dataframe if "What it counts as" in frame.value)
    assert table["Record"].tolist() == ["y", "z", "w"]
    app.session_state[f"{page}.missing.0.table"] = {"selection": {"rows": [1], "columns": []}}
    app.run()
    assert (app.query_params["a"], app.query_params["record"]) == ("one", "z")


def test_a_link_to_a_record_that_is_left_out_says_why_another_one_is_shown(open_app: Open) -> None:
    app = open_app("records", lacking("exclude"), a="one", record="z")
    assert "one has no record z: not in the file, and left out of all figures." in said(app)
    assert "lacks something in this link" not in said(app)


@pytest.mark.parametrize(
    ("filters", "why"),
    [
        ({"status": "mismatch", "field": "a"}, "(its a matches now)"),
        ({"status": "wrong_value"}, "(it has no result “wrong value” now)"),
        ({"status": "omission", "field": "b"}, "(its b matches now)"),
        ({"status": "fault", "f1": "0-60"}, "(it has no fault now; its F1 is 100.0 now)"),
        ({"b": "two", "change": "better"}, "(it is not better in two)"),
        ({"b": "two", "change": "better", "field": "a", "q": "mini"}, "in two at a; the search for “mini” does not"),
    ],
)
def test_a_link_to_a_record_that_its_filters_leave_out_says_why_and_leads_to_it(
    open_app: Open, filters: dict[str, str], why: str
) -> None:
    app = open_app("records", three(), a="one", record="z", **filters)
    warning = "The link names **z**, but these filters hide it now ("
    assert warning in said(app)
    assert why in said(app)
    app.run()
    assert warning in said(app), "a page that is drawn again says so still"
    app.button(key="records.unfiltered").click().run()
    assert app.query_params["record"] == "z"
    assert not set(filters) - {"b"} & set(app.query_params)
    assert warning not in said(app)


def test_what_is_said_of_a_record_in_the_address_goes_with_the_next_record(open_app: Open) -> None:
    app = open_app("records", three(), a="one", record="z", status="mismatch")
    assert "You see x instead." in said(app)
    app.button(key="records.next").click().run()
    assert "but these filters hide it now" not in said(app)


def test_a_link_to_a_record_that_is_nowhere_says_so(open_app: Open) -> None:
    app = open_app("records", three(), a="one", record="w", status="mismatch")
    assert "in this link: record w." in said(app)


def test_records_are_named_with_the_figures_of_both_variants(open_app: Open) -> None:
    app = open_app("records", three(), a="one", b="two")
    assert app.selectbox(key="records.record").options[0] == "x · F1 one 0.0, two 100.0"
    assert app.selectbox(key="records.change").label == "In two"
    assert "greatest fall of two first" in app.selectbox(key="records.sort").options


@pytest.mark.parametrize(
    ("change", "order"), [("worse", "greatest fall of two first"), ("better", "greatest rise of two first")]
)
def test_the_order_of_what_changed_is_told_alike_in_its_box_and_above_the_record(
    open_app: Open, change: str, order: str
) -> None:
    app = open_app("records", three(), a="one", b="two")
    assert app.selectbox(key="records.sort").options[0] == "worst first"
    app.selectbox(key="records.change").set_value(change).run()
    box = app.selectbox(key="records.sort")
    assert box.options.count(order) == 1
    assert box.format_func(box.value) == order
    assert order in app.selectbox(key="records.record").label
    assert "sort" not in app.query_params
    app.selectbox(key="records.change").set_value("any").run()
    assert app.selectbox(key="records.sort").value == "worst"
    assert "worst first" in app.selectbox(key="records.record").label


def test_an_order_that_was_chosen_stays_with_another_change(open_app: Open) -> None:
    app = open_app("records", three(), a="one", b="two", sort="gold")
    app.selectbox(key="records.change").set_value("better").run()
    assert app.selectbox(key="records.sort").value == "gold"
    assert app.query_params["sort"] == "gold"


@pytest.mark.parametrize(("field", "records"), [(None, "xy"), ("a", "x")])
def test_any_fault_is_a_filter(open_app: Open, field: str | None, records: str) -> None:
    address = {"status": "fault"} | ({"field": field} if field else {})
    assert listed(open_app("records", three(), a="one", **address)) == list(records)


def test_what_differs_leads_to_its_rule(open_app: Open) -> None:
    app = open_app("records", three(), a="one", record="y")
    assert html_of(app).count('class="ej-rule"') == 1
    assert "&amp;field=b&amp;a=one" in html_of(app)


@pytest.mark.parametrize(
    ("text", "ends"),
    [(None, (0, 100)), ("20-80", (20, 80)), ("80-20", (0, 100)), ("-5-50", (0, 100)), ("0-900", (0, 100))],
)
def test_a_range_in_the_address_is_read_or_is_all(text: str | None, ends: tuple[int, int]) -> None:
    assert read_range(text, (0, 100)) == ends


def test_any_number_of_variants_stand_beside_each_other_and_in_the_address(open_app: Open) -> None:
    gold = [{"id": "x", "a": "north", "b": "1"}]
    files = {f"v{i}": loaded([{"id": "x", "a": f"south {i}", "b": "1"}], kind="extracted") for i in range(5)}
    evaluation = Made("five", loaded(gold), files, SCHEMA)
    app = open_app("records", evaluation, a="v1", b="v0", more=["v4", "v3"])
    assert app.multiselect(key="records.beside").value == ["v0", "v4", "v3"]
    heads = re.findall('<th scope="col" dir="auto">(.*?)</th>', html_of(app))
    assert heads == ["Field", "Gold", "v1", "v0", "v4", "v3"]
    app.multiselect(key="records.beside").set_value(["v4", "v2"]).run()
    assert (app.query_params["b"], app.query_params["more"]) == ("v4", "v2")
    app.multiselect(key="records.beside").set_value([]).run()
    assert not {"b", "more"} & set(app.query_params)


def test_each_filter_that_is_on_is_a_button_that_clears_it(open_app: Open) -> None:
    app = open_app("records", three(), a="one", status="mismatch", f1="0-60", q="x")
    chips = [button.label for button in app.button if (button.key or "").startswith("records.chip.")]
    assert chips == ["✗ wrong ✕", "F1 0 to 60 ✕", "“x” ✕"]
    app.button(key="records.chip.q").click().run()
    assert "q" not in app.query_params
    assert {"status", "f1"} <= set(app.query_params)
    app.button(key="records.clear").click().run()
    assert listed(app) == ["x", "y", "z"]
    assert not {"status", "f1"} & set(app.query_params)
    assert not [button for button in app.button if (button.key or "").startswith("records.chip.")]


def test_the_button_of_a_filter_by_a_long_field_is_short_enough_for_a_narrow_window(open_app: Open) -> None:
    field = "the_first_of_many_words_in_the_name_of_a_field_that_ends_in_total"
    gold = loaded([{"id": "x", field: "1"}])
    files = {"one": loaded([{"id": "x", field: "2"}], kind="extracted")}
    app = open_app("records", Made("long", gold, files, annotate_xeval(infer_schema(gold.records))), field=field)
    (chip,) = [button.label for button in app.button if (button.key or "").startswith("records.chip.")]
    assert re.fullmatch(r"in the\S{10,24}…\S{10,20}total ✕", chip.replace("\\", ""))


def test_both_sides_can_be_read_as_json_with_what_differs_marked(open_app: Open) -> None:
    app = open_app("records", three(), a="one", record="y")
    app.session_state["records.view"] = JSON
    app.run()
    marked = re.findall('class="ej-marked"[^>]*><bdi>(.*?)</bdi>', html_of(app))
    assert marked == ["  &quot;b&quot;: &quot;1&quot;", "  &quot;b&quot;: &quot;2&quot;"]


def test_twelve_variants_of_the_largest_messy_record_stay_small_enough_to_send(open_app: Open) -> None:
    data = messy(10, 12)
    largest = f"doc-{OUTLIER:03}"
    gold, *extracted = (
        [one for one in records if one["id"] == largest] for records in (data.gold, *data.extracted.values())
    )
    files = {name: loaded(records, kind="extracted") for name, records in zip(data.extracted, extracted, strict=True)}
    names = list(files)
    app = open_app(
        "records",
        Made("messy", loaded(gold), files, data.schema),
        a=names[0],
        b=names[1],
        more=names[2:],
        record=largest,
    )
    page = html_of(app)
    assert re.findall('<th scope="col" dir="auto">(.*?)</th>', page)[2:] == [
        name.removeprefix("extracted_").replace("_", "_<wbr>") for name in names
    ]
    assert len(page) < 300_000


def test_what_the_source_text_lacks_is_said_above_it(open_app: Open) -> None:
    app = open_app("records", three(), a="one", record="x")
    assert "Not in the source text." in html_of(app)
    app = open_app("records", three(), a="one", record="y")
    assert "Not in the source text." not in html_of(app)


def test_what_a_record_shows_is_counted_in_values(open_app: Open) -> None:
    app = open_app("records", evaluation=three(), a="one", record="y")
    assert "one: F1 **50.0** · 1 value shown, 1 hidden" in said(app)


@pytest.mark.parametrize(("status", "is_offered"), [("match", False), ("mismatch", True)])
def test_a_review_is_offered_where_something_is_to_be_reviewed(open_app: Open, status: str, is_offered: bool) -> None:
    gold = [{"id": record_id, "a": "1", "b": "1"} for record_id in "xyz"]
    files = {"one": loaded([{**gold[0], "a": "2"}, *gold[1:]] if is_offered else gold, "one.json", "extracted")}
    app = open_app("records", Made("right", loaded(gold), files, SCHEMA), status=status)
    assert not app.exception
    assert ("records.review" in [button.key for button in app.button]) == is_offered


def test_of_a_group_of_errors_the_rows_that_belong_to_it_are_marked(open_app: Open) -> None:
    gold = [{"id": f"r{at}", "a": "Ada", "b": "Bob", "n": 1} for at in range(3)]
    files = {"one": loaded([{**record, "a": "ADA", "b": "Zoe", "n": 1} for record in gold], "one.json", "extracted")}
    made = Made("groups", loaded(gold), files, {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"})
    says = "an error of the chosen group"
    of_group = open_app("records", made, a="one", status="like.case")
    assert (marked_rows(of_group), says in html_of(of_group)) == (["a"], True)
    others = open_app("records", made, a="one", status="mismatch")
    assert (marked_rows(others), says in html_of(others)) == ([], False)


def marked_rows(app: AppTest) -> list[str]:
    return re.findall(r'<tr class="ej-row ej-here[^"]*"><th scope="row" class="ej-path" title="([^"]*)"', html_of(app))
