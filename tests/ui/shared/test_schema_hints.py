"""Above the figures of Overview and Data: what the schema does not know, and one click that settles it."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.session import server
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
TALKS = [{**record, "reasoning": "*because*", "<b>": 1} for record in RIGHT]
TURNED: list[Any] = [{**RIGHT[0], "n": [{"k": 2}, {"k": 1}]}, RIGHT[1]]
LISTS: list[Any] = [{"id": f"r{i}", "city": [f"City {i}", f"C. {i}"]} for i in range(4)]
ONES = [{"id": f"r{i}", "city": f"C. {i}"} for i in range(4)]


def listing() -> Made:
    schema = {**annotate_xeval(infer_schema(LISTS)), "x-eval-id": "id"}
    return Made("lists", loaded(LISTS, "gold.json"), {"one": loaded(ONES, "one.json", "extracted")}, schema)


def label_of(app: AppTest, key: str) -> str:
    return next((button.label for button in app.button if button.key == key), "")


def schema_of(app: AppTest) -> dict[str, Any]:
    versions = server.store().schemas.all(str(app.query_params["eval"]))
    return max(versions, key=lambda stored_version: stored_version.number).schema


@pytest.mark.parametrize("page", ["overview", "data"])
def test_keys_that_the_schema_lacks_are_told_with_what_they_cost_and_ignored_with_one_click(
    open_app: Open, page: str
) -> None:
    app = open_app(page, evaluation=small(plain=RIGHT, talks=TALKS))
    assert ": **<b>**, **reasoning**. " in said(app)
    about = said(app) if page == "data" else str(app.button(key="hint.unknown.overview").help)
    assert "counts as invented" in about
    assert "F1 with → without: talks" in said(app)
    assert "→ 100.0" in said(app)
    assert "plain 100.0" not in said(app).split("without:")[1].split("\n")[0]
    app.button(key=f"hint.unknown.{page}").click().run()
    assert not app.exception
    assert {key for key, node in schema_of(app)["properties"].items() if node.get("x-eval-skip")} == {
        "<b>",
        "reasoning",
    }
    assert "with → without" not in said(app)
    app.button(key="data.undo").click().run()
    assert "with → without" in said(app)


def test_an_ignored_key_is_no_field_of_the_schema(open_app: Open) -> None:
    other = [{**record, "reasoning": {"steps": ["because", "so"]}} for record in RIGHT]
    app = open_app("data", evaluation=small(plain=RIGHT, other=other))
    app.button(key="hint.unknown.data").click().run()
    app.button(key="data.change").click().run()
    assert "The eval schema of this draft: 2 fields and the id, 1 ignored." in said(app)


@pytest.mark.parametrize("page", ["overview", "data"])
def test_only_keys_that_the_button_names_are_ignored_not_those_that_are_in_no_result(open_app: Open, page: str) -> None:
    gold = [{"id": f"r{i}", "a": f"x{i}", "n": [{"k": 1}] if i else []} for i in range(4)]
    one = [{**record, "why": "so", "n": [{"k": 1}]} for record in gold]
    one[0]["n"] = [{"k": 1, "note": "in an invented element"}]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app(page, evaluation=Made("one", loaded(gold), {"one": loaded(one, "one.json", "extracted")}, schema))
    assert label_of(app, f"hint.unknown.{page}") == "Ignore it"
    app.button(key=f"hint.unknown.{page}").click().run()
    assert "why: ignored from now on" in said(app)
    assert "note" not in schema_of(app)["properties"]["n"]["items"]["properties"]
    told = "In what is scored, each counts as **invented**."
    assert told in said(open_app("data", eval=str(app.query_params["eval"])))


VENDORS: list[Any] = [
    {"id": record["id"], "vendor": record["a"], "n": record["n"], "reasoning": "because"} for record in RIGHT
]


@pytest.mark.parametrize("page", ["overview", "data"])
def test_a_field_under_another_key_is_told_first_with_the_way_out_and_is_never_to_be_ignored(
    open_app: Open, page: str
) -> None:
    app = open_app(page, evaluation=small(plain=RIGHT, other=VENDORS))
    text = said(app)
    assert "**a** is called **vendor** in other. F1 now → as in gold: other" in text
    assert text.index("is called **vendor**") < text.index(": **reasoning**.")
    assert 'Use exactly these keys: "a" (not "vendor").' in [code.value for code in app.code]
    app.button(key=f"hint.unknown.{page}").click().run()
    assert not app.exception
    assert {key for key, node in schema_of(app)["properties"].items() if node.get("x-eval-skip")} == {"reasoning"}
    assert "is called **vendor**" in said(app)
    if page == "data":
        assert "holds **a**" in said(app)
        assert not label_of(app, "unknown.0")


def test_a_key_that_stands_in_some_records_for_another_is_said_to_be_in_so_many(open_app: Open) -> None:
    gold = [{"id": f"r{i}", "vendor": f"Firm number {i}", "total": i * 7.5} for i in range(30)]
    some = [{("supplier" if key == "vendor" and i < 2 else key): one[key] for key in one} for i, one in enumerate(gold)]
    files = {"A": loaded(some, "A.json", "extracted"), "B": loaded(gold, "B.json", "extracted")}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app("data", evaluation=Made("some", loaded(gold), files, schema))
    assert "**vendor** is called **supplier** in A (values on both sides in 2 of 30 records)." in said(app)


@pytest.mark.parametrize("page", ["overview", "data"])
def test_a_key_around_whole_records_is_told_as_one_and_is_never_to_be_ignored_or_renamed(
    open_app: Open, page: str
) -> None:
    gold = [{"id": f"r{i}", "vendor": f"Firm number {i}", "total": i * 7.5} for i in range(12)]
    some = [
        {"id": one["id"], "result": {key: one[key] for key in ("vendor", "total")}} if i < 2 else one
        for i, one in enumerate(gold)
    ]
    files = {"A": loaded(some, "A.json", "extracted"), "B": loaded(gold, "B.json", "extracted")}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app(page, evaluation=Made("around", loaded(gold), files, schema))
    text = said(app)
    assert (
        "**result** is a key around the whole record in A (2 of 12 records). F1 now → as in gold: A 83.3 → 100.0"
    ) in text
    assert 'Write the fields at the top level, without "result" around them.' in [code.value for code in app.code]
    assert "is called" not in text
    assert not label_of(app, f"hint.unknown.{page}")
    if page == "data":
        assert "is around the whole record" in text
        assert not label_of(app, "unknown.0")


def test_keys_inside_a_renamed_array_are_named_with_it_and_are_in_the_line_for_the_prompt(open_app: Open) -> None:
    gold = [
        {"id": f"r{n}", "damages": [{"part": f"door {n}{i}", "cost": 7 * n + i} for i in range(2)]} for n in range(4)
    ]
    other = [
        {"id": one["id"], "parts": [{"component": each["part"], "cost": each["cost"]} for each in one["damages"]]}
        for one in gold
    ]  # fmt: skip
    files = {
        name: loaded(records, f"{name}.json", "extracted") for name, records in (("plain", gold), ("other", other))
    }
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app("overview", evaluation=Made("claims", loaded(gold, "gold.json"), files, schema))
    assert (
        "**damages** is called **parts**, and **damages[].part** is called **component** in other. "
        "F1 now → as in gold: other 0.0 → 100.0"
    ) in said(app).replace("\\", "")
    assert 'Use exactly these keys: "damages" (not "parts"), "part" (not "component") in "damages".' in [
        code.value for code in app.code
    ]


def test_the_overview_tells_of_arrays_that_are_compared_by_position_and_leads_to_their_form(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(two=TURNED))
    assert "n** is compared by position. By content, 2 more values (net) would match in two" in said(app)
    assert label_of(app, "hint.pair") != label_of(app, "hint.untuned")
    app.button(key="hint.pair").click().run()
    assert (app.query_params["field"], app.query_params["a"]) == ("n", "two"), "where most would match"
    assert [one.proto.expanded for one in app.expander if "paired by content" in one.label] == [True]
    assert "tab" not in app.query_params
    assert not app.exception


@pytest.mark.parametrize("page", ["overview", "data"])
def test_lists_of_acceptable_values_are_recognised_and_taken_for_such_with_one_click(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=listing())
    assert "In 4 of 4 wrong values of one the list has it" in said(app)
    assert 'gold ["City 0", "C. 0"], extracted C. 0' in said(app)
    key = f"hint.listed.{page}.0"
    assert label_of(app, key) == "Any value of the list is right"
    app.button(key=key).click().run()
    assert not app.exception
    assert schema_of(app)["properties"]["city"]["x-eval-compare"] == "any_of"
    assert not label_of(app, key)
    assert "100.0" in html_of(app) + said(app) + " ".join(metric.value for metric in app.metric)
    app.button(key="data.undo").click().run()
    assert label_of(app, key)


def test_several_lists_of_acceptable_values_are_one_decision_and_one_click(open_app: Open) -> None:
    gold = [{"id": f"r{i}", "city": [f"City {i}", f"C. {i}"], "code": [f"{i}", f"0{i}"]} for i in range(4)]
    files: dict[str, list[Any]] = {
        "one": [{"id": f"r{i}", "city": f"C. {i}", "code": f"0{i}"} for i in range(4)],
        "two": [{"id": f"r{i}", "city": gold[i]["city"], "code": "x"} for i in range(4)],
    }
    variants = {name: loaded(records, f"{name}.json", "extracted") for name, records in files.items()}
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app("overview", evaluation=Made("lists", loaded(gold, "gold.json"), variants, schema))
    assert "**city**: gold has a list, the extraction one value" in said(app)
    assert "So it is in 1 other field. F1 now → then: two 66.7 → 0.0, one 0.0 → 100.0" in said(app)
    assert "Highest F1, tied: two → one" in said(app)
    assert label_of(app, "hint.listed.overview.0") == "Any value is right in all 2"
    app.button(key="hint.listed.overview.0").click().run()
    assert {name: schema_of(app)["properties"][name]["x-eval-compare"] for name in ("city", "code")} == {
        "city": "any_of",
        "code": "any_of",
    }
    app.button(key="data.undo").click().run()
    assert label_of(app, "hint.listed.overview.0")


@pytest.mark.parametrize("page", ["overview", "data"])
def test_where_the_schema_knows_all_there_is_nothing_to_say(open_app: Open, page: str) -> None:
    app = open_app(page, evaluation=small(plain=RIGHT))
    assert not [button.key for button in app.button if str(button.key).startswith("hint.")]


def test_all_are_ignored_from_the_top_of_the_list(open_app: Open) -> None:
    app = open_app("data", evaluation=small(talks=TALKS))
    keys = [button.key for button in app.button if str(button.key).startswith("unknown.")]
    assert keys == ["unknown.all", "unknown.0", "unknown.1"]
    app.button(key="unknown.all").click().run()
    assert "with → without" not in said(app)


def test_the_link_to_the_keys_leads_to_their_list_open_above_the_variants(open_app: Open) -> None:
    app = open_app("overview", evaluation=small(talks=TALKS))
    app.button(key="hint.look.overview").click().run()
    app.switch_page("pages/data.py").run()
    listed, *others = app.expander
    assert ("keys that the eval schema lacks" in listed.label, listed.proto.expanded) == (True, True)
    assert not [one.label for one in others if "keys that the eval schema lacks" in one.label]


def test_the_fault_that_came_up_most_is_named_beside_the_file(open_app: Open) -> None:
    app = open_app("data", evaluation=listing())
    labels = [expander.label.replace("\\", "") for expander in app.expander]
    label = "⚠ one: city: gold has an array and the extraction a string: compared as unequal (4 times): show"
    assert label in labels


def test_keys_outside_the_schema_have_one_count_on_the_page_and_those_that_hold_fields_of_gold_another(
    open_app: Open,
) -> None:
    gold = [{"id": f"r{i}", "vendor": f"Firm number {i}", "total": i * 7.5} for i in range(30)]
    other = [{"id": one["id"], "supplier": one["vendor"], "total": one["total"], "why": "so"} for one in gold]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    app = open_app("data", evaluation=Made("own", loaded(gold), {"A": loaded(other, "A.json", "extracted")}, schema))
    assert "1 key that the eval schema lacks: **why**." in said(app)
    labels = [expander.label for expander in app.expander]
    assert (
        "+ Extracted records have 1 key that the eval schema lacks, and 1 key that holds a field of gold" in labels
    ), labels
