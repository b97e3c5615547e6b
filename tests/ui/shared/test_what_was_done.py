"""What was done with a click, and its undo: said for as long as it is so."""

from typing import Any

from streamlit.testing.v1 import AppTest

from evaljson.schema import annotate_xeval, infer_schema
from evaljson.ui.session import server
from evaljson.ui.session.read_evaluation import read_evaluation
from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.overview.test_leaks import GOLD, made

IGNORED = "ignored from now on"


def with_a_key_too_many(open_app: Open) -> AppTest:
    gold: list[Any] = [{"id": f"r{i}", "a": f"x{i}", "n": [{"k": 1}, {"k": 2}]} for i in range(4)]
    extracted = [{**record, "n": record["n"][::-1], "why": "so"} for record in gold]
    schema = {**annotate_xeval(infer_schema(gold)), "x-eval-id": "id"}
    one = {"A": loaded(extracted, "A.json", "extracted")}
    app = open_app("data", evaluation=Made("one key too many", loaded(gold), one, schema))
    app.button(key="unknown.0").click().run()
    assert IGNORED in said(app)
    return app


def undo_of_hints(app: AppTest) -> list[str]:
    return [button.key for button in app.button if button.key == "data.undo"]


def test_a_later_change_of_the_schema_ends_the_undo_of_the_one_before(open_app: Open) -> None:
    app = with_a_key_too_many(open_app)
    app.button(key="schema.pair.n").click().run()
    assert not app.exception
    assert IGNORED not in said(app)
    assert undo_of_hints(app) == []


def test_what_is_undone_on_another_page_is_said_no_more(open_app: Open) -> None:
    app = with_a_key_too_many(open_app)
    app.switch_page("pages/schema.py").run()
    app.button(key="schema.undo-version").click().run()
    app.switch_page("pages/data.py").run()
    assert IGNORED not in said(app)
    assert "1 key that the eval schema lacks" in said(app)


def test_a_late_click_on_undo_takes_nothing_back_that_came_later(open_app: Open) -> None:
    app = with_a_key_too_many(open_app)
    identity, store = str(app.query_params["eval"]), server.store()
    now = store.evaluations.get(identity)
    later = store.schemas.add(
        identity, now.revision, {**store.schemas.get(identity, 2).schema, "title": "t"}, by="test"
    )
    app.session_state["evaljson.own-changes"].add((identity, later.revision))  # as in another tab of this session
    app.button(key="data.undo").click().run()
    assert store.evaluations.get(identity).schema_number == later.schema_number
    assert IGNORED not in said(app)


def test_places_of_copies_are_not_put_into_another_gold(open_app: Open) -> None:
    app = open_app("overview", evaluation=made(copies=True, variants=2))
    identity, store = str(app.query_params["eval"]), server.store()
    app.button(key="copies.leave-out").click().run()
    app.session_state["overview.notes"] = True
    app.run()
    app.button(key="overview.copies.count").click().run()
    assert "counted again" in said(app)
    other = [*GOLD, {**GOLD[3], "id": "new", "number": "INV-999999"}]
    now = store.evaluations.set_gold(identity, store.evaluations.get(identity).revision, loaded(other), by="test")
    app.session_state["evaljson.own-changes"].add((identity, now.revision))  # as in another tab of this session
    app.button(key="data.undo").click().run()
    assert read_evaluation(identity).missing_policy.without == ()
    assert undo_of_hints(app.run()) == []
