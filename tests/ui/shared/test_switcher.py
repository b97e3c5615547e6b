"""Which evaluation is open, and how to get to another."""

from streamlit.testing.v1 import AppTest

from evaljson.load.missing_policy import MissingPolicy
from evaljson.ui.session import server
from evaljson.workspace.drafts import begin_draft_of, draft_of
from tests.ui.conftest import Open, said, small

GOLD = [{"id": "x", "a": "1", "n": []}]


def names(app: AppTest) -> list[str]:
    return [button.label.split(" · ")[0] for button in app.button if (button.key or "").startswith("switch.")]


def test_a_visit_without_an_address_opens_what_was_changed_last(open_app: Open) -> None:
    mine = small(one=GOLD).keep()
    app = open_app("overview")
    assert app.query_params["eval"] == mine
    store = server.store()
    store.evaluations.delete(mine, store.evaluations.get(mine).revision, by="ann")
    assert "Sample" in said(open_app("overview"))


def test_the_other_evaluations_are_listed_once_that_is_opened_and_lead_there(open_app: Open) -> None:
    mine = small(one=GOLD).keep()
    app = open_app("fields", eval=mine)
    assert names(app) == []
    app.session_state["switch"] = True
    app.run()
    assert names(app) == [r"Sample\: invoices"]
    label = next(button.label for button in app.button if (button.key or "").startswith("switch."))
    assert label.endswith(" UTC · 120 records × 3 variants")
    next(button for button in app.button if (button.key or "").startswith("switch.")).click().run()
    assert app.query_params["eval"] != mine
    assert "invoices" in said(app)


def test_files_that_were_begun_to_be_changed_are_told_from_the_evaluation_of_that_name(open_app: Open) -> None:
    mine = small(one=GOLD).keep()
    store = server.store()
    evaluation = store.evaluations.get(mine)
    gold, one = evaluation.gold, evaluation.variants[0]
    assert gold is not None
    files = store.datasets.load(gold.id), {one.name: store.datasets.load(one.dataset.id)}
    schema = store.schemas.get(mine, 1).schema
    begin_draft_of(store, draft_of(*files, schema, MissingPolicy()), evaluation, schema, by="ann")
    app = open_app("fields", eval=mine)
    app.session_state["switch"] = True
    app.run()
    labels = [button.label for button in app.button if (button.key or "").startswith("switch.")]
    assert [label.endswith("not scored yet") for label in labels] == [True, False]
    assert labels[0].startswith(evaluation.name)
