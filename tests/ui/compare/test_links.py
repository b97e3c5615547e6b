"""Where rows and marks of the Compare page lead, and what its address says."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.compare.comparing import NEW, OLD, RIGHT, SCHEMA, column, note, show, three
from tests.ui.conftest import Made, Open, loaded, said


def tick(app: AppTest, key: str, row: int) -> AppTest:
    app.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return app.run()


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("records", "1 record worse, 1 better, 1 the same."),
        ("slices", "Group by"),
        ("agreement", "old and new agree: F1"),
    ],
)
def test_every_part_is_a_link(open_app: Open, part: str, text: str) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW), part=part)
    assert not app.exception
    assert app.query_params["part"] == part
    assert text in said(app) or text in [box.label for box in app.selectbox]


def test_the_filter_stands_in_the_address_and_leaves_it_with_its_part(compared: AppTest) -> None:
    compared.segmented_control(key="compare.show").set_value("all").run()
    assert compared.query_params["show"] == "all"
    assert sorted(column(compared, "field")) == ["a", "b", "lang"]
    show(compared, "records")
    assert "show" not in compared.query_params


def test_groups_of_records_are_worst_first(compared: AppTest) -> None:
    show(compared, "slices")
    compared.selectbox(key="compare.by").set_value("lang").run()
    assert column(compared, "slice") == ["en", "de"]


ROW = {"rows": [0], "columns": [], "cells": []}
MARK = {"points": [{"customdata": [0]}]}


@pytest.mark.parametrize(("widget", "selected"), [("compare.slices", ROW), ("compare.slices-figure", MARK)])
def test_a_ticked_or_clicked_group_opens_the_record_that_fell_most_in_it(
    compared: AppTest, widget: str, selected: dict[str, Any]
) -> None:
    show(compared, "slices")
    compared.selectbox(key="compare.by").set_value("lang").run()
    compared.session_state[widget] = {"selection": selected}
    compared.run()
    assert compared.selectbox(key="records.record").value == "z"


def test_a_clicked_mark_opens_the_records_of_its_field(compared: AppTest) -> None:
    first = column(compared, "field")[0]
    compared.session_state["compare.fields-figure"] = {"selection": MARK}
    compared.run()
    assert compared.query_params["field"] == first


def click_mark(app: AppTest, spot: str, record: str) -> AppTest:
    app.session_state["compare.scatter"] = {"selection": {"points": [{"customdata": [spot, record]}]}}
    return app.run()


def test_a_mark_of_one_record_opens_it(compared: AppTest) -> None:
    show(compared, "records")
    rows = compared.dataframe[0].value
    row = rows[rows["record"] == "z"].iloc[0]
    click_mark(compared, f"{row['a']:.2f}-{row['b']:.2f}", "z")
    assert compared.selectbox(key="records.record").value == "z"


def test_a_mark_of_many_records_lists_them_and_a_link_does_so_too(open_app: Open) -> None:
    wrong = [{**record, "a": "?"} for record in RIGHT]
    evaluation = three(old=wrong, new=RIGHT)
    app = show(open_app("compare", evaluation=evaluation), "records")
    (a, b), *others = {(row.a, row.b) for row in app.dataframe[0].value.itertuples()}
    assert not others
    click_mark(app, f"{a:.2f}-{b:.2f}", "")
    assert f"3 records at F1 {a:.1f} → {b:.1f}" in said(app)
    linked = open_app("compare", evaluation=evaluation, part="records", spot=app.query_params["spot"])
    assert f"3 records at F1 {a:.1f} → {b:.1f}" in said(linked)
    linked.button(key="compare.no-spot").click().run()
    assert "spot" not in linked.query_params


def test_many_groups_are_warned_of(open_app: Open) -> None:
    records = [{"id": str(place), "lang": f"l{place // 5}", "a": "1", "b": "1"} for place in range(50)]
    files = {name: loaded(records, f"{name}.json", "extracted") for name in ("old", "new")}
    app = open_app("compare", evaluation=Made("many", loaded(records), files, SCHEMA), part="slices", by="lang")
    assert ["10 groups of records were compared" in warning.value for warning in app.warning] == [True]


def test_groups_begin_with_few_values_and_where_no_key_makes_two_groups_none_is_chosen(open_app: Open) -> None:
    for kinds, by in ((12, "lang"), (1, "")):
        records = [
            {"id": str(at), "a": f"t{at // 6 if at < 6 else at // 2}", "b": "1", "lang": "" if at < kinds else "de"}
            for at in range(24)
        ]
        files = {name: loaded(records, f"{name}.json", "extracted") for name in ("old", "new")}
        app = open_app("compare", evaluation=Made(f"begins {by}", loaded(records), files, SCHEMA), part="slices")
        assert not app.exception
        assert app.selectbox(key="compare.by").value == by
        assert ("No key makes two groups of 5 records or more" in said(app)) == (by == "")
        if by:
            assert set(app.dataframe[0].value["slice"]) == {"(empty text)", "de"}


def test_a_ticked_field_opens_the_records_that_got_worse_in_it(compared: AppTest) -> None:
    compared.segmented_control(key="compare.show").set_value("all").run()
    tick(compared, "compare.fields", column(compared, "field").index("a"))
    assert not compared.exception
    listed = [option.split(" ")[0] for option in compared.selectbox(key="records.record").options]
    assert listed == ["z"], "y got better in a, x kept it"
    assert {name: compared.query_params[name] for name in ("a", "b", "field", "change")} == {
        "a": "old",
        "b": "new",
        "field": "a",
        "change": "worse",
    }
    compared.switch_page("pages/records.py").run()  # AppTest does not follow the app to another page
    compared.selectbox(key="records.change").set_value("better").run()
    assert [option.split(" ")[0] for option in compared.selectbox(key="records.record").options] == ["y"]


@pytest.mark.parametrize(("row", "record", "change"), [(0, "z", "worse"), (1, "y", None)])
def test_a_ticked_record_opens_among_those_that_got_worse_where_it_did(
    compared: AppTest, row: int, record: str, change: str | None
) -> None:
    show(compared, "records")
    tick(compared, "compare.records", row)
    assert compared.selectbox(key="records.record").value == record
    assert compared.query_params.get("change") == change


def test_a_ticked_field_of_repeats_opens_all_records_where_the_first_run_has_none_that_got_worse(
    open_app: Open,
) -> None:
    app = open_app("compare", evaluation=three(one=OLD, two=RIGHT, new=OLD))
    for name in ("one", "two"):
        note(app, name, tags=["repeat:short"])
    app = open_app("compare", eval=app.query_params["eval"], a="repeat:short", b="new", show="all")
    assert "or else all of them, of the first runs." in said(app)
    row = column(app, "field").index("a")
    assert column(app, "worse_in")[row] == 1
    tick(app, "compare.fields", row)
    assert "change" not in app.query_params
    assert len(app.selectbox(key="records.record").options) == 3
