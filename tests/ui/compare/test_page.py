"""What the Compare page says of differences, of what it cannot compare, and where its rows lead."""

import json
import time
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.proto.Metric_pb2 import Metric
from streamlit.testing.v1 import AppTest

from evaljson.ui.compare.fields import without_few
from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due, score_one
from tests.ui.conftest import Made, Open, html_of, loaded, said, small

GOLD = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
FIELDS = [f"f{i}" for i in range(6)]
RIGHT = [{"id": name, "lang": lang, "a": "1", "b": "1"} for name, lang in zip("xyz", ["de", "de", "en"], strict=True)]
OLD = [{**RIGHT[0], "b": "?"}, {**RIGHT[1], "a": "?"}, RIGHT[2]]
NEW = [{**RIGHT[0], "b": "?"}, RIGHT[1], {**RIGHT[2], "a": "?", "b": "?"}]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "lang": {"type": "string"},
        "a": {"type": "string"},
        "b": {"type": "string"},
    },
}


def three(settings: Mapping[str, Any] | None = None, **variants: list[Any]) -> Made:
    """Three gold records of two fields, and a language to group by."""
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("three", loaded(RIGHT), files, SCHEMA, settings)


@pytest.fixture
def compared(open_app: Open) -> AppTest:
    return open_app("compare", evaluation=three(old=OLD, new=NEW))


@pytest.fixture
def sample_compared(open_app: Open) -> AppTest:
    """The Compare page with the sample."""
    return open_app("compare")


def show(app: AppTest, part: str) -> AppTest:
    return app.segmented_control(key="compare.part").set_value(part).run()


def told(app: AppTest) -> str:
    """Sentences with names from data in them, as a reader has them."""
    return html_of(app).replace("<bdi>", "").replace("</bdi>", "")


def note(app: AppTest, variant: str, **meta: Any) -> None:
    """As the Data page notes it."""
    store = server.store()
    now = store.evaluations.get(str(app.query_params["eval"]))
    (noted,) = [kept for kept in now.variants if kept.name == variant]
    store.variants.update(now.id, now.revision, noted.id, by="test", meta=meta)


def column(app: AppTest, name: str, table: int = 0) -> list[Any]:
    return list(app.dataframe[table].value[name])


def tick(app: AppTest, key: str, row: int) -> AppTest:
    app.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return app.run()


def test_no_difference_is_grey_and_has_neither_sign_nor_arrow(open_app: Open) -> None:
    app = open_app("compare", evaluation=small(one=GOLD, two=GOLD))
    assert [metric.delta for metric in app.metric] == ["0.0 points", "0.0 points", "0.0 points", "0 got better"]
    assert {metric.proto.color for metric in app.metric} == {Metric.MetricColor.GRAY}
    assert {metric.proto.direction for metric in app.metric} == {Metric.MetricDirection.NONE}
    assert "No field differs in any record." in said(app)
    app.segmented_control(key="compare.show").set_value("all").run()
    difference = app.dataframe[0].value["difference"].to_numpy()
    assert (difference == 0).all()
    assert not np.signbit(difference).any()


def test_a_cut_list_of_fields_says_how_many_more_there_are(open_app: Open) -> None:
    records = [{"id": str(place), **dict.fromkeys(FIELDS, "v")} for place in range(30)]
    wrong = [{**record, **dict.fromkeys(FIELDS, "?")} for record in records]
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {name: {"type": "string"} for name in ("id", *FIELDS)},
    }
    files = {
        name: loaded(extracted, f"{name}.json", "extracted") for name, extracted in (("one", records), ("two", wrong))
    }
    app = open_app("compare", evaluation=Made("wide", loaded(records), files, schema))
    assert "two is worse than one" in told(app)
    assert "6 fields got worse: f0, f1, f2, f3 and 2 more." in told(app)
    assert "…." not in told(app)


def test_one_scored_variant_cannot_be_compared_and_data_is_one_click_away(open_app: Open) -> None:
    app = open_app("compare", evaluation=small(one=GOLD))
    assert "A comparison needs two scored variants. Add another on the Data page." in said(app)
    assert app.button(key="compare.to-data").label == "Go to Data"


def test_a_variant_against_itself_is_told_apart_from_no_difference(compared: AppTest) -> None:
    compared.selectbox(key="compare.b").set_value("old").run()
    assert "Both sides are the same variant." in said(compared)
    assert not compared.metric


def weigh(app: AppTest, weight: int) -> str:
    """Store another schema, as the Schema page does; the id of the evaluation."""
    store, identity = server.store(), str(app.query_params["eval"])
    changed = deepcopy(SCHEMA)
    changed["properties"]["a"]["x-eval-weight"] = weight
    store.schemas.add(identity, store.evaluations.get(identity).revision, changed, by="test")
    return identity


def test_runs_of_an_earlier_schema_are_said_to_be_stale(compared: AppTest) -> None:
    weigh(compared, 2)
    compared.run()
    assert not compared.exception
    assert "Not scored yet: old, new. Figures show" in said(compared)
    assert len(compared.metric) == 4, "what was found stays until it is scored again"


def test_runs_of_different_schemas_are_refused_until_both_are_scored_again(compared: AppTest) -> None:
    identity = weigh(compared, 2)
    store = server.store()
    now = store.evaluations.get(identity)
    new = next(kept for kept in now.variants if kept.name == "new")
    schema = store.schemas.get(identity, now.schema_number or 0).schema
    assert now.gold is not None
    gold, records = store.datasets.load(now.gold.id), store.datasets.load(new.dataset.id)
    score_one(store, now, new, gold, records, schema, "test", lambda share, how_far: None)
    compared.run()
    assert not compared.metric
    assert "'old' and 'new' cannot be compared" in said(compared)
    assert "score both again under the same one" in said(compared)
    compared.button(key="compare.rescore").click().run()
    assert not compared.exception
    until = time.monotonic() + 60  # another process scores, on a machine with much else to do
    while not compared.run().metric:
        assert time.monotonic() < until, (said(compared), store.jobs.all(evaluation=identity))
    assert len(compared.metric) == 4


def test_variants_that_share_no_record_are_refused(open_app: Open) -> None:
    settings = {"scoring": {"missing_records": "exclude"}}
    app = open_app("compare", evaluation=three(settings, first=RIGHT[:1], last=RIGHT[2:]))
    assert not app.exception
    assert not app.metric
    assert "'first' and 'last' have no record in common" in said(app)


def test_without_an_evaluation_of_ones_own_the_sample_is_compared(open_app: Open) -> None:
    app = open_app("compare")
    assert "Prompt B is better than Prompt A" in told(app)


def test_nothing_scored_yet_leads_to_data(open_app: Open) -> None:
    app = open_app("compare", evaluation=small())
    assert not app.exception
    assert not app.metric
    assert app.button


def test_unequal_coverage_is_pointed_out_with_the_same_records_beside_it(open_app: Open) -> None:
    settings = {"scoring": {"missing_records": "exclude"}}
    app = open_app("compare", evaluation=three(settings, few=RIGHT[:1], all=NEW))
    assert "the two sides do not cover the same records" in app.expander[0].label
    app.session_state["compare.notes"] = True
    app.run()
    assert "The two sides do not cover the same records." in said(app)
    assert column(app, "over") == ["own records (misleading)", "scored by both (compared)"]
    assert column(app, "records_b") == [3, 1]


def test_records_that_one_side_never_produced_are_counted_once_as_missing(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(few=RIGHT[:1], all=NEW))
    app.session_state["compare.notes"] = True
    app.run()
    assert column(app, "over") == ["scored by both (compared)", "produced by both"]
    assert "left out" not in told(app)
    assert "all values of the others count as missing" in told(app)


def test_fields_of_only_one_side_are_in_the_table_and_the_page_says_that_the_chart_lacks_them(open_app: Open) -> None:
    invented = [{**record, "extra": "!"} for record in NEW]
    app = open_app("compare", evaluation=three(old=OLD, new=invented))
    assert "extra" in column(app, "field")
    assert "Only in the table: 1 field with results on one side only." in said(app)


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


def test_each_choice_of_the_filter_says_what_it_asks_for_and_how_much_passes(compared: AppTest) -> None:
    assert compared.segmented_control(key="compare.show").options == [
        "Any difference (2)",
        "Detectably worse (0)",
        "Detectably better (0)",
        "All (3)",
    ]
    assert "2 fields differ; all of it may be chance" in said(compared)
    show(compared, "records")
    options = compared.segmented_control(key="compare.listed").options
    assert options == ["F1 differs (2)", "F1 lower (1)", "F1 higher (1)", "All (3)"]


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


def test_keys_that_the_schema_lacks_are_told_to_be_allowed_for_apart(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=[{**record, "extra": 1} for record in NEW]))
    assert "adjusted for 3 fields of the eval schema and, separately, for 1 key that it lacks." in told(app)
    notes = dict(zip(column(app, "field"), column(app, "note"), strict=True))
    told_of_extra = "not in the eval schema; only new has values here: there is no F1 of old to compare"
    assert notes == {"a": "", "b": "", "extra": told_of_extra}


def test_keys_that_the_schema_lacks_are_counted_apart_from_fields(open_app: Open) -> None:
    sides = {
        "old": [{**record, "extra": 1} for record in OLD],
        "new": [*NEW[:1], *({**one, "extra": 1} for one in NEW[1:])],
    }
    app = open_app("compare", evaluation=three(**sides))
    assert "2 fields and 1 key that the schema lacks differ; all of it may be chance" in said(app)


@pytest.mark.parametrize(("narrowed", "fields"), [("changed", ["a", "b"]), ("worse", []), ("all", ["a", "b", "lang"])])
def test_the_matrix_is_narrowed_down_by_a_link(open_app: Open, narrowed: str, fields: list[str]) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW, best=RIGHT), part="variants", show=narrowed)
    assert not app.exception
    if fields:
        drawn = json.loads(app.get("plotly_chart")[0].proto.spec)
        assert sorted(drawn["layout"]["yaxis"]["ticktext"]) == fields
    else:
        assert "No field got detectably worse in any variant." in said(app)


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


def test_all_variants_stand_against_the_pinned_baseline_with_what_they_cost(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW, best=RIGHT), b="new")
    for name, cost in (("old", 1.0), ("new", 2.0), ("best", 2.0)):
        note(app, name, cost=cost)
    show(app, "variants")
    assert column(app, "variant") == ["best", "new"]
    assert [round(value, 1) for value in column(app, "per_cost")[:1]] == [round(column(app, "difference")[0], 1)]
    assert "Points from the baseline." in said(app)


def test_repeats_of_one_prompt_are_one_side(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW, again=RIGHT))
    for name in ("new", "again"):
        note(app, name, tags=["repeat:short"])
    app.run()
    app.selectbox(key="compare.b").set_value("repeat:short").run()
    assert not app.exception
    assert "short (2 runs): F1" in told(app)
    assert "standard deviation" in told(app)


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
    compared.switch_page("pages/records.py").run()  # the test is told where the app has gone by itself
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


def test_names_from_data_are_shown_as_they_are(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(None, **{"<b>old</b>": OLD, "*new* [x](y)": NEW}))
    assert not app.exception
    assert "<b>old</b>" not in html_of(app)
    assert "&lt;b&gt;old" in html_of(app)


def test_a_form_says_how_many_records_a_difference_takes(sample_compared: AppTest) -> None:
    sample_compared.session_state["compare.plan-open"] = True
    sample_compared.run()
    assert "It takes" in " ".join(one.value for one in sample_compared.markdown)
    sample_compared.radio(key="compare.plan.wanted").set_value("margin").run()
    assert "to rule out a loss of 2.0 points" in " ".join(one.value for one in sample_compared.markdown)


def test_looks_planned_or_at_any_time_have_a_verdict_of_their_own(sample_compared: AppTest) -> None:
    sample_compared.session_state["compare.looks-open"] = True
    sample_compared.run()
    assert "Look 1 of a plan of" in told(sample_compared)
    sample_compared.radio(key="compare.looks.way").set_value("any time").run()
    assert "hold at any time, however often you look" in told(sample_compared)
    assert not sample_compared.exception


def test_variants_that_were_compared_over_fewer_records_say_so(open_app: Open) -> None:
    app = open_app("compare", evaluation=three(old=OLD, new=NEW))
    assert "were compared over" not in told(app)
    store = server.store()
    now = store.evaluations.get(str(app.query_params["eval"]))
    more = [{**record, "id": f"{record['id']}{copy}"} for copy in range(3) for record in RIGHT]
    store.evaluations.set_gold(now.id, now.revision, loaded([*RIGHT, *more]), by="test")
    score_due(store, now.id, by="test", tell=lambda *_: None)
    app.run()
    assert "were compared over 3 records before, and over 12 records now" in told(app)


def test_fields_in_few_records_are_drawn_when_somebody_asks_for_them(open_app: Open) -> None:
    gold = [{"id": f"r{i}", "a": "1", **({"rare": "1"} if i < 2 else {})} for i in range(6)]
    wrong = [{**record, "a": "?", **({"rare": "?"} if i < 2 else {})} for i, record in enumerate(gold)]
    files = {name: loaded(rows, f"{name}.json", "extracted") for name, rows in (("old", gold), ("new", wrong))}
    schema = {
        "type": "object",
        "x-eval-id": "id",
        "properties": {key: {"type": "string"} for key in ("a", "rare")},
    }
    app = open_app("compare", evaluation=Made("rare", loaded(gold), files, schema), a="old", b="new")

    def drawn() -> str:
        return str(json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"])

    assert "▲0 ▼6" in drawn()
    assert "rare" not in drawn()
    assert sorted(column(app, "field")) == ["a", "rare"]
    app.toggle(key="compare.fields.few").set_value(True).run()
    assert "rare" in drawn()


def test_fields_with_results_on_one_side_stay_where_those_in_few_records_are_left_out() -> None:
    rows = pd.DataFrame({"low": [0.0, 0.0, np.nan], "high": [1.0, 1.0, np.nan], "records": [9, 2, 2]})
    assert without_few(rows)["low"].isna().tolist() == [False, True]
