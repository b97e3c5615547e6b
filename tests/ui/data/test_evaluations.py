"""All evaluations as a list on the Data page, and drafts that several people see."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.store import Evaluation
from evaljson.ui.session import server
from tests.ui.conftest import Made, Open, draft_of, html_of, loaded, said, small
from tests.ui.data.dropping import EXTRACTED, GOLD, as_json, dropped
from tests.ui.data.test_page import RIGHT, WRONG, names, stored


def unfolded(app: AppTest) -> AppTest:
    app.session_state["list.fold.False"] = True
    return app.run()


def listed(app: AppTest) -> Any:
    return next(frame for frame in app.dataframe if "Evaluation" in frame.value)


def tick(app: AppTest, row: int) -> AppTest:
    app.session_state[listed(app).key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return app.run()


@pytest.fixture
def app(open_app: Open) -> AppTest:
    return unfolded(open_app(evaluation=small(one=RIGHT, two=WRONG)))


def test_the_list_tells_who_when_how_much_and_how_good(app: AppTest) -> None:
    row = listed(app).value.iloc[0]
    shown = row[["Evaluation", "", "Variants", "Records", "Best F1", "Changed by"]].tolist()
    assert shown == ["small", "open here", 2, 2, 100, "test"]


def test_the_search_narrows_the_list(app: AppTest) -> None:
    app.text_input(key="list.search").set_value("INVOICES").run()
    assert listed(app).value["Evaluation"].tolist() == ["Sample: invoices"]
    app.text_input(key="list.search").set_value("*none*").run()
    assert "No evaluation has “*none*” in its name" in said(app)


def test_an_evaluation_is_opened(app: AppTest) -> None:
    tick(app, 1).button(key="list.open").click().run()
    assert not app.exception
    assert "Sample: invoices" in said(app)


def test_an_evaluation_is_renamed(app: AppTest) -> None:
    tick(app, 0)
    field = next(box for box in app.text_input if box.label == "Name of the evaluation")
    field.set_value("Bills")
    app.button(key="list.rename").click().run()
    assert stored(app).name == "Bills"


def test_a_deleted_evaluation_comes_back_with_undo(app: AppTest) -> None:
    identity = stored(app).id
    tick(app, 0).button(key="list.delete").click().run()
    assert not app.exception
    assert "Sample: invoices" in said(app)
    app.button(key="data.undo").click().run()
    assert stored(app).id == identity


def test_a_deleted_evaluation_is_restored_from_the_list(app: AppTest) -> None:
    identity = stored(app).id
    tick(app, 0).button(key="list.delete").click().run()
    app.toggle(key="list.deleted").set_value(True).run()
    app.button(key=f"list.restore.{identity}").click().run()
    assert stored(app).id == identity


def test_who_lost_the_link_sees_the_list(open_app: Open) -> None:
    app = open_app(eval="nowhere")
    assert not app.exception
    assert "Not here" in said(app)
    assert listed(app).value["Evaluation"].tolist() == ["Sample: invoices"]


def begun(open_app: Open) -> AppTest:
    app = open_app().button(key="data.own").click().run()
    return dropped(app, "gold.json", as_json(GOLD))


def test_a_draft_is_the_same_in_another_session_and_after_a_refresh(open_app: Open) -> None:
    first = begun(open_app)
    second = open_app(eval=str(first.query_params["eval"]))
    assert "gold.json** · 2 records read" in said(second)
    dropped(second, "prompt.json", as_json(EXTRACTED))
    first.run()
    assert "2 of 2 records paired by **id**" in said(first)
    assert "Ids in gold" not in said(first)


def test_a_draft_is_named(open_app: Open) -> None:
    app = begun(open_app)
    next(box for box in app.text_input if box.label == "Name").set_value("Bills").run()
    dropped(app, "prompt.json", as_json(EXTRACTED))
    app.button(key="draft.score").click().run()
    assert stored(app).name == "Bills"


@pytest.mark.parametrize(("leave_out", "scored"), [(False, 2), (True, 1)])
def test_records_that_were_not_extracted_are_left_out_where_somebody_says_so(
    open_app: Open, leave_out: bool, scored: int
) -> None:
    app = dropped(begun(open_app), "prompt.json", as_json(EXTRACTED[:1]))
    app.toggle(key="draft.exclude-missing").set_value(leave_out).run()
    app.button(key="draft.score").click().run()
    assert not app.exception
    assert f"over {scored} record" in html_of(app)


def changing(open_app: Open, evaluation: Made) -> tuple[AppTest, Evaluation]:
    """A draft of the files of an evaluation, and that evaluation."""
    app = open_app(evaluation=evaluation)
    of = stored(app)
    return app.button(key="data.change").click().run(), of


def test_what_others_did_while_files_were_replaced_stays(open_app: Open) -> None:
    app, of = changing(open_app, small(one=RIGHT, two=WRONG))
    store = server.store()
    now = store.variants.add(of.id, of.revision, "theirs", loaded(RIGHT, "t.json", "extracted"), by="bob")
    store.variants.update(of.id, now.revision, of.variants[0].id, by="bob", name="renamed")
    dropped(app, "mine.json", json.dumps(RIGHT).encode())
    app.button(key="draft.score").click().run()
    assert not app.exception
    assert names(app) == ["renamed", "two", "theirs", "mine"]


def test_where_both_changed_gold_nothing_is_stored_and_it_is_told_who_did(open_app: Open) -> None:
    app, of = changing(open_app, small(one=RIGHT))
    theirs = loaded([{**record, "a": "7"} for record in RIGHT], "theirs.json")
    server.store().evaluations.set_gold(of.id, of.revision, theirs, by="bob")
    app.button(key="draft.remove-gold").click().run()
    dropped(app, "mine.json", json.dumps([{**record, "a": "8"} for record in RIGHT]).encode())
    app.button(key="draft.score").click().run()
    assert "Someone else changed this first" in said(app)
    now = server.store().evaluations.get(of.id)
    assert now.gold is not None
    assert now.gold.name == "theirs.json"
    assert draft_of(app).gold is not None


def test_a_schema_that_others_changed_meanwhile_stays_in_force(open_app: Open) -> None:
    app, of = changing(open_app, small(one=RIGHT))
    store = server.store()
    assert of.schema_number is not None
    schema = store.schemas.get(of.id, of.schema_number).schema
    schema["properties"]["a"]["x-eval-weight"] = 3
    store.schemas.add(of.id, of.revision, schema, by="bob", message="heavier")
    dropped(app, "mine.json", json.dumps(RIGHT).encode())
    app.button(key="draft.score").click().run()
    assert not app.exception
    now = stored(app)
    assert now.schema_number is not None
    assert store.schemas.get(now.id, now.schema_number).schema == schema


@pytest.mark.parametrize("is_deleted", [False, True])
def test_cancel_of_own_data_goes_back_to_the_evaluation_that_one_came_from_while_it_is_there(
    open_app: Open, is_deleted: bool
) -> None:
    app = open_app(evaluation=small(one=RIGHT))
    before = str(app.query_params["eval"])
    app.button(key="data.own").click().run()
    assert str(app.query_params["eval"]) != before
    if is_deleted:
        evaluations = server.store().evaluations
        evaluations.delete(before, evaluations.get(before).revision, by="Ana")
    app.button(key="draft.cancel").click().run()
    assert (str(app.query_params["eval"]) == before, "Sample: invoices" in said(app)) == (not is_deleted, is_deleted)
