"""A file that took the place of another is taken back after a reload, in another browser, and out of the history."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from tests.ui.conftest import Open, loaded, said, small
from tests.ui.data.test_page import RIGHT, WRONG, choose, stored, table

UNDO, CHOICE, PUT = "data.last-file.undo", "data.earlier-file", "data.earlier-file.put"
LINE = "put other records of “two” in place, from “new.json”"


def keys(app: AppTest) -> set[str | None]:
    return {button.key for button in app.button}


@pytest.fixture
def replaced(open_app: Open) -> AppTest:
    """The page of the session that has replaced the file of the second variant."""
    app = open_app(evaluation=small(one=RIGHT, two=WRONG))
    zone = next(zone for zone in choose(app, 1).file_uploader if "replaces" in zone.label)
    return zone.set_value([("new.json", json.dumps(RIGHT).encode(), "application/json")]).run()  # type: ignore[no-any-return]


@pytest.fixture
def reloaded(replaced: AppTest, open_app: Open) -> AppTest:
    return open_app(eval=str(replaced.query_params["eval"]))


def f1(app: AppTest) -> list[float]:
    return table(app)["F1"].tolist()  # type: ignore[no-any-return]


def test_the_session_that_replaced_a_file_says_so_once(replaced: AppTest) -> None:
    assert {"data.undo"} == keys(replaced) & {"data.undo", UNDO}


def test_what_that_session_has_closed_does_not_come_again(replaced: AppTest) -> None:
    replaced.button(key="data.keep").click().run()
    assert UNDO not in keys(replaced.run())


def test_after_a_reload_the_last_change_is_undone(reloaded: AppTest) -> None:
    assert LINE in said(reloaded)
    reloaded.button(key=UNDO).click().run()
    assert not reloaded.exception
    assert f1(reloaded)[1] < 100
    assert "Put back what two had before, from two.json, and scored it again." in said(reloaded)


def test_an_undo_after_a_reload_is_taken_back_with_another(reloaded: AppTest) -> None:
    reloaded.button(key=UNDO).click().run()
    reloaded.button(key="data.undo").click().run()
    assert f1(reloaded) == [100, 100]


def test_what_was_undone_is_not_offered_again_by_itself(reloaded: AppTest, open_app: Open) -> None:
    reloaded.button(key=UNDO).click().run()
    assert UNDO not in keys(open_app(eval=str(reloaded.query_params["eval"])))


def test_the_line_is_closed_for_this_session(reloaded: AppTest) -> None:
    reloaded.button(key="data.last-file.close").click().run()
    assert UNDO not in keys(reloaded.run())


def test_a_second_click_on_undo_changes_nothing_more(reloaded: AppTest) -> None:
    from tests.ui.data.test_late_clicks import click_twice, unharmed

    assert unharmed(click_twice(reloaded, UNDO))
    assert stored(reloaded).variants[1].dataset.name == "two.json"


def with_history(app: AppTest) -> AppTest:
    app.session_state["data.history"] = True
    return app.run()


def test_the_history_puts_back_what_a_variant_had_some_changes_ago(reloaded: AppTest) -> None:
    now, store, third = stored(reloaded), server.store(), loaded(WRONG[:1], "third.json", "extracted")
    store.variants.update(now.id, now.revision, now.variants[1].id, data=third, by="x")
    app = with_history(reloaded)
    assert [one.partition(",")[0] for one in app.selectbox(key=CHOICE).options] == ["two: new.json", "two: two.json"]
    app.selectbox(key=CHOICE).set_value(two(app)).run()
    app.button(key=PUT).click().run()
    assert stored(app).variants[1].dataset.name == "two.json"
    assert "Put back what two had before, from two.json" in said(app)


def two(app: AppTest) -> Any:
    """The revision that stands for the file that the second variant began with."""
    history = server.store().evaluations.history(stored(app).id)
    return next(event.revision for event in history if event.what == "changed variant")


def test_gold_comes_back_out_of_the_history(open_app: Open) -> None:
    app = open_app(evaluation=small(one=RIGHT))
    now = stored(app)
    server.store().evaluations.set_gold(now.id, now.revision, loaded(WRONG, "other.json"), by="x")
    app = with_history(open_app(eval=now.id))
    (revision,) = [event.revision for event in server.store().evaluations.history(now.id) if event.what == "set gold"]
    app.selectbox(key=CHOICE).set_value(revision).run().button(key=PUT).click().run()
    assert (stored(app).gold, f1(app)) == (now.gold, [100])


def test_the_history_of_a_new_evaluation_has_nothing_to_put_back(open_app: Open) -> None:
    app = with_history(open_app(evaluation=small(one=RIGHT)))
    assert PUT not in keys(app)
