"""The panel of one field."""

import json
from typing import Any

import pytest
from streamlit.elements.lib import policies
from streamlit.testing.v1 import AppTest

from evaljson.review.label_states import GoldLabel
from tests.ui.conftest import Open, html_of, said, small
from tests.ui.schema.editing import (
    RIGHT,
    ROWS,
    WRONG,
    edit,
    find,
    schema_in_draft,
    schema_of,
    text,
)
from tests.ui.schema.suggesting import evaluation_of


def test_the_panel_has_a_form_from_the_parameters_of_the_comparator(page: AppTest) -> None:
    find(page, "selectbox", ".compare").set_value("fuzzy").run()
    method = find(page, "selectbox", ".fuzzy.method")
    assert method.options == ["ratio", "partial", "token sort", "token set", "jaro winkler", "damerau"]
    method.set_value("token_set").run()
    assert page.session_state["evaljson.typed"]["a"] == {"comparator": "fuzzy", "parameters": '{"method":"token_set"}'}
    assert page.dataframe[0].value["comparator"].tolist()[ROWS.index("a")] == "fuzzy", "the grid shows it too"
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"]["x-eval-compare"] == {"fuzzy": {"method": "token_set"}}  # type: ignore[index]


def test_values_that_are_no_numbers_are_named_until_an_edit_changes_what_is_compared(open_app: Open) -> None:
    page = open_app("schema", evaluation=evaluation_of(PRICES, COMMAS), field="price")
    assert 'of values in gold and one cannot be read as numbers, such as 1,5: try amount (decimal: ",")' in text(page)
    with_points = [{"regex_replace": {"pattern": ",", "replacement": "."}}]
    grid = f"schema.grid.{page.session_state['evaljson.turn']}"
    page.session_state[grid] = {"edited_rows": {1: {"transforms": json.dumps(with_points)}}}
    page.run()
    assert "1 change not applied yet" in text(page)
    assert "cannot be read as numbers" not in text(page)


def test_one_click_takes_the_comparator_that_reads_them_with_its_parameters(open_app: Open) -> None:
    page = open_app("schema", evaluation=evaluation_of(PRICES, COMMAS), field="price")
    page.button(key="schema.instead.price").click().run()
    assert page.session_state["evaljson.typed"]["price"] == {"comparator": "amount", "parameters": '{"decimal":","}'}
    assert "cannot be read as" not in text(page)


def test_quantities_without_a_unit_are_named_with_the_one_that_makes_them_right(open_app: Open) -> None:
    weights = [{"id": "x", "weight": "5 kg"}, {"id": "y", "weight": "12 kg"}]
    bare = [{"id": "x", "weight": 5}, {"id": "y", "weight": 12}]
    page = open_app("schema", evaluation=evaluation_of(weights, bare), field="weight")
    find(page, "selectbox", ".compare").set_value("quantity").run()
    assert "50% of values in gold and one name no unit where the other side does, such as 5: try quantity" in text(page)
    page.button(key="schema.instead.weight").click().run()
    assert page.session_state["evaljson.typed"]["weight"] == {"comparator": "quantity", "parameters": '{"unit":"kg"}'}
    assert "name no unit" not in text(page)


def test_the_comparator_that_an_edit_sets_is_looked_at_too(open_app: Open) -> None:
    page = open_app("schema", evaluation=evaluation_of(PRICES, COMMAS), field="price")
    find(page, "selectbox", ".compare").set_value("date").run()
    assert "100% of values in gold and one cannot be read as dates, such as 1.5" in text(page)
    assert "Such a value equals only itself." in text(page)


PRICES: list[Any] = [{"id": f"r{at}", "price": at + 0.5} for at in range(1, 6)]
COMMAS: list[Any] = [{"id": one["id"], "price": str(one["price"]).replace(".", ",")} for one in PRICES]


def test_a_skipped_field_is_in_no_figure_whatever_its_comparator(page: AppTest) -> None:
    assert "ust be equal." in said(page)
    edit(page, a={"skip": True})
    assert "Skipped: in no figure." in said(page)
    assert "ust be equal." not in said(page)


def test_a_default_is_not_written_down(page: AppTest) -> None:
    find(page, "selectbox", ".compare").set_value("normalized").run()
    find(page, "checkbox", ".normalized.accents").uncheck().run()
    assert page.session_state["evaljson.typed"]["a"]["parameters"] == '{"accents":false}'
    find(page, "checkbox", ".normalized.accents").check().run()
    assert json.loads(page.session_state["evaljson.typed"]["a"]["parameters"]) == {"accents": True}


def test_a_wrong_parameter_is_refused_with_the_reason_and_the_rest_stays(page: AppTest) -> None:
    settings: dict[str, dict[str, object]] = {"n[].k": {"skip": True}}
    edit(page, **settings)
    find(page, "selectbox", ".compare").set_value("regex").run()
    assert "comparator 'regex' needs the parameter 'pattern'" in said(page)
    find(page, "text_input", ".regex.pattern").set_value("(").run()
    assert "'pattern' of comparator 'regex'" in said(page)
    assert "3 changes not applied yet.** 1 of them can be applied." in said(page)
    find(page, "text_input", ".regex.pattern").set_value(r"\s*\d").run()
    assert "2 changes not applied yet" in said(page)


AMOUNTS = ["amount", {"amount": {"decimal": ","}}]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (["amount", '{"amount":{"decimal":","}}'], None),
        ([json.dumps(AMOUNTS)], None),
        (["amount", '{"amount"'], "there is no comparator"),
    ],
)
def test_alternatives_are_chosen_by_name_or_typed_with_parameters(
    page: AppTest, typed: list[str], shown: str | None
) -> None:
    find(page, "selectbox", ".compare").set_value("either").run()
    of = find(page, "multiselect", ".either.of")
    assert "amount" in of.options
    assert "semantic" not in of.options, "it cannot stand there"
    of.set_value(typed).run()
    if shown is not None:
        assert shown in said(page)
        return
    assert schema_in_draft(page)["a"]["x-eval-compare"] == {"either": {"of": AMOUNTS}}
    again = page.run()
    assert find(again, "multiselect", ".either.of").value == typed
    assert not page.error


def test_a_comparator_inside_another_takes_parameters(page: AppTest) -> None:
    edit(page, a={"comparator": "any_of"})
    inner = find(page, "selectbox", ".any_of.compare")
    inner.options.append('{"fuzzy": {"method": "partial"}}')  # typed: it is none of those offered
    inner.set_value(inner.options[-1]).run()
    assert schema_in_draft(page)["a"]["x-eval-compare"] == {"any_of": {"compare": {"fuzzy": {"method": "partial"}}}}


def test_transforms_are_added_moved_and_removed(page: AppTest) -> None:
    find(page, "selectbox", ".transforms.add.0").set_value("strip").run()
    find(page, "selectbox", ".transforms.add.1").set_value("lowercase").run()
    assert page.session_state["evaljson.typed"]["a"]["transforms"] == '["strip","lowercase"]'
    find(page, "button", ".transforms.1.up").click().run()
    assert page.session_state["evaljson.typed"]["a"]["transforms"] == '["lowercase","strip"]'
    find(page, "button", ".transforms.0.remove").click().run()
    assert page.session_state["evaljson.typed"]["a"]["transforms"] == '["strip"]'
    find(page, "button", ".transforms.0.remove").click().run()
    assert "a" not in page.session_state["evaljson.typed"]


@pytest.mark.parametrize(
    ("name", "missing", "kind", "value"),
    [
        ("regex_replace", "pattern", "text_input", "x+"),
        ("round_digits", "digits", "number_input", 2),
        ("type_convert", "to", "selectbox", "str"),
    ],
)
def test_required_parameters_of_a_transform_are_listed_until_set(
    page: AppTest, name: str, missing: str, kind: str, value: Any
) -> None:
    find(page, "selectbox", ".transforms.add.0").set_value(name).run()
    assert f"'{name}' needs the parameter '{missing}'" in said(page)
    assert "of them can be applied" not in said(page)
    assert page.button(key="schema.apply").disabled
    find(page, kind, f".{missing}").set_value(value).run()
    assert "1 change not applied yet" in said(page)
    if kind == "text_input":
        find(page, kind, f".{missing}").set_value("").run()
        assert page.button(key="schema.apply").disabled, "what is taken out again is missing again"


def test_the_share_of_the_weight_is_that_of_the_grid_and_says_so_where_edits_move_it(page: AppTest) -> None:
    of_grid = f"{page.dataframe[0].value['share'].tolist()[ROWS.index('a')]:.1f}%"
    assert f"It has {of_grid} of the total weight in the results of two." in said(page)
    find(page, "number_input", ".weight").set_value(3.0).run()
    assert f"in the results of two; without the edits {of_grid}, as in the grid." in said(page)


def test_weight_threshold_nulls_and_skip(page: AppTest) -> None:
    find(page, "number_input", ".weight").set_value(3.0).run()
    assert "% of the total weight in the results of two" in said(page)
    find(page, "number_input", ".threshold").set_value(0.8).run()
    find(page, "selectbox", ".nulls").set_value("null").run()
    find(page, "checkbox", ".skip").check().run()
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["a"] == {
        "type": "string",
        "x-eval-compare": "exact",
        "x-eval-weight": 3,
        "x-eval-threshold": 0.8,
        "x-eval-nulls": {"absent": [None]},
        "x-eval-skip": True,
    }


def test_a_parameter_that_is_set_is_taken_away_by_the_button_beside_it(page: AppTest) -> None:
    find(page, "selectbox", ".compare").set_value("numeric").run()
    find(page, "number_input", ".numeric.tolerance.abs").set_value(0.05).run()
    assert page.session_state["evaljson.typed"]["a"]["parameters"] == '{"tolerance":{"abs":0.05}}'
    find(page, "button", ".take-away").click().run()
    assert not page.exception
    assert page.session_state["evaljson.typed"]["a"] == {"comparator": "numeric"}
    assert not [button for button in page.button if str(button.key).endswith(".take-away")]


def test_the_boxes_of_the_weight_begin_with_it_whatever_a_browser_draws_anew(page: AppTest) -> None:
    edit(page, a={"weight": 3})
    for kind, key in (("number_input", ".weight"), ("slider", ".weight-slider")):
        box = find(page, kind, key)
        assert (box.value, box.proto.default) in ((3.0, 3.0), (3.0, [3.0]))


def test_slider_and_number_of_the_weight_follow_each_other_without_a_warning(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(policies, "_shown_default_value_warning", False)
    find(page, "slider", ".weight-slider").set_value(2.5).run()
    assert find(page, "number_input", ".weight").value == 2.5
    find(page, "number_input", ".weight").set_value(3.0).run()
    assert find(page, "slider", ".weight-slider").value == 3.0
    assert page.session_state["evaljson.typed"]["a"]["weight"] == 3
    assert "default value" not in caplog.text


def test_opening_the_panel_changes_nothing(open_app: Open) -> None:
    page = open_app("schema")
    for field in page.selectbox(key="schema.field").options:
        page.selectbox(key="schema.field").set_value(field).run()
        assert not page.exception
        assert page.button(key="schema.apply").disabled, field


def test_the_panel_follows_the_grid(page: AppTest) -> None:
    edit(page, a={"weight": 4.0})
    assert find(page, "number_input", ".weight").value == 4


def test_a_long_path_in_the_heading_breaks_behind_a_dot(open_app: Open) -> None:
    page = open_app("schema", field="line_items[].unit_price")
    assert any("items[].\u200bunit" in one.value.replace("\\", "") for one in page.subheader)


def test_the_panel_says_which_row_of_the_grid_it_is_about(page: AppTest) -> None:
    page.selectbox(key="schema.field").set_value("n[].k").run()
    assert "▸ n[].k" in said(page)
    assert f"Row {ROWS.index('n[].k') + 1} of {len(ROWS)}. Compared as " in said(page)


def test_the_field_stands_in_the_address(page: AppTest) -> None:
    assert page.query_params["field"] == "a"
    page.selectbox(key="schema.field").set_value("n").run()
    assert page.query_params["field"] == "n"


@pytest.mark.parametrize(("tab", "opened"), [({}, None), ({"tab": "Versions"}, "Versions")])
def test_a_link_to_a_field_opens_its_rule_whichever_tab_was_open_before(
    open_app: Open, tab: dict[str, str], opened: str | None
) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG), field="a", tab="JSON")
    page.switch_page("pages/records.py").run()
    page.query_params.clear()
    for name, value in {"eval": page.session_state["evaljson.evaluation"].id, "field": "n", **tab}.items():
        page.query_params[name] = value
    page.switch_page("pages/schema.py").run()
    assert page.query_params.get("tab") in (opened, [opened])
    assert page.selectbox(key="schema.field").value == "n"


def test_an_array_shows_how_its_elements_pair_now_and_under_the_edit(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = {0: {"n[0].k": GoldLabel("confirmed", 1, ("Ann",), "n[].k")}}
    monkeypatch.setattr("evaljson.ui.schema.element_pairs.labels_of", lambda evaluation: labels)
    page.selectbox(key="schema.field").set_value("n").run()
    assert "How elements pair up in two" in text(page)
    assert html_of(page).count("<table class=pairs>") == 1
    assert ".pairs th{white-space:nowrap;overflow-wrap:normal}" in html_of(page), "a head is never cut within a word"
    assert html_of(page).count("(✔ 1 confirmed)") == 1
    find(page, "selectbox", ".align").set_value("hungarian").run()
    assert html_of(page).count("<table class=pairs>") == 2
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["n"]["x-eval-align"] == {"match_by": "hungarian"}  # type: ignore[index]


def test_pairing_by_content_says_that_elements_in_which_nothing_matches_stay_alone_as_they_do(open_app: Open) -> None:
    gold = [{"id": "x", "n": ["the whole of a text", "b"]}]
    page = open_app("schema", evaluation=evaluation_of(gold, [{"id": "x", "n": ["b", "the whole"]}]), field="n")
    find(page, "selectbox", ".align").set_value("hungarian").run()
    told = find(page, "number_input", ".min").help
    assert "Nor does an element pair in which nothing matches, such as a text that is cut short" in told
    assert "it counts as missing, and the other one as invented." in told
    page.button(key="schema.apply").click().run()
    found = page.session_state["evaljson.evaluation"].runs["one"].per_field["n[]"]
    assert (found.matches, found.mismatches, found.omissions, found.hallucinations) == (1, 0, 1, 1)


def test_the_key_of_an_array_has_transforms_which_the_form_adds_and_takes_away(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "rows": [{"sku": f"A-{n}-{m}", "v": m} for m in range(3)]} for n in range(4)]
    extracted = [
        {**one, "rows": [{**row, "sku": f" {row['sku']}.".lower()} for row in one["rows"][::-1]]} for one in gold
    ]
    page = open_app("schema", evaluation=evaluation_of(gold, extracted), field="rows")
    find(page, "selectbox", ".align").set_value("key_field").run()
    find(page, "multiselect", ".key").set_value(["sku"]).run()
    for place, name in enumerate(("lowercase", "strip", "regex_replace")):
        find(page, "selectbox", f".transforms.add.{place}").set_value(name).run()
    assert "'regex_replace' needs the parameter 'pattern'" in said(page)
    assert page.button(key="schema.apply").disabled
    find(page, "text_input", ".regex_replace.pattern").set_value(r"\.$").run()
    find(page, "button", ".transforms.1.up").click().run()
    page.button(key="schema.apply").click().run()
    assert schema_of(page)["rows"]["x-eval-align"] == {  # type: ignore[index]
        "match_by": "key_field",
        "key": "sku",
        "transform": ["strip", "lowercase", {"regex_replace": {"pattern": r"\.$"}}],
    }
    assert "**rows[].v** F1" in said(page)
    for _ in range(3):
        find(page, "button", ".transforms.0.remove").click().run()
    assert page.session_state["evaljson.typed"]["rows"]["alignment"] == "key_field: sku"


def test_the_record_whose_elements_pair_worst_is_shown_first(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "rows": [{"k": "a", "v": 1}, {"k": "b", "v": 2}]} for n in range(6)]
    extracted = [{**one, "rows": one["rows"][::-1] if one["id"] == "r4" else one["rows"]} for one in gold]
    page = open_app("schema", evaluation=evaluation_of(gold, extracted), field="rows")
    assert "r4 · 1 of 6" in text(page)


def test_the_key_that_is_offered_tells_elements_apart_and_is_no_measured_number(open_app: Open) -> None:
    rows = [{"count": n % 7, "term": f"term {n}"} for n in range(12)]
    gold = [{"id": f"r{n}", "rows": rows[n : n + 4]} for n in range(8)]
    page = open_app("schema", evaluation=evaluation_of(gold, gold), field="rows")
    find(page, "selectbox", ".align").set_value("key_field").run()
    assert find(page, "multiselect", ".key").value == ["term"]
    assert page.session_state["evaljson.typed"]["rows"]["alignment"] == "key_field: term"
    alike = [{"id": f"r{n}", "rows": [{"count": 1}, {"count": 1}]} for n in range(8)]
    page = open_app("schema", evaluation=evaluation_of(alike, alike), field="rows")
    find(page, "selectbox", ".align").set_value("key_field").run()
    assert find(page, "multiselect", ".key").value == []
    assert "choose the key yourself" in text(page)
    find(page, "multiselect", ".key").set_value(["count"]).run()
    assert page.session_state["evaljson.typed"]["rows"]["alignment"] == "key_field: count"


def test_a_key_that_is_written_otherwise_is_named_with_how_many_of_its_values_pair(open_app: Open) -> None:
    gold = [{"id": f"r{n}", "rows": [{"lot_number": f"{n}{m}a", "v": 1} for m in range(4)]} for n in range(8)]
    extracted = [
        {**one, "rows": [{**row, "lot_number": f"Lot {row['lot_number']}"} if n % 2 else row for row in one["rows"]]}
        for n, one in enumerate(gold)
    ]
    page = open_app("schema", evaluation=evaluation_of(gold, extracted), field="rows")
    find(page, "selectbox", ".align").set_value("key_field").run()
    assert find(page, "multiselect", ".key").value == []
    assert "no field tells the elements apart" not in text(page)
    assert (
        "lot_number tells the elements apart in gold and in what was extracted, but only 16 of its 32 values in gold"
        in text(page)
    )


def test_a_field_looked_at_here_is_no_filter_of_the_records(open_app: Open) -> None:
    page = open_app("schema", evaluation=small(one=RIGHT, two=WRONG))
    assert page.query_params["field"]
    page.switch_page("pages/records.py").run()
    assert "field" not in page.query_params
