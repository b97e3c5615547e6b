"""Every page says at its top who changed its figures, and offers a way back, until that is seen."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import news, server
from evaljson.workspace.scoring import score_due
from tests.ui.conftest import Made, Open, loaded, said, small

RIGHT: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
WRONG: list[Any] = [{"id": "x", "a": "9", "n": [{"k": 1}, {"k": 2}]}, {"id": "y", "a": "2", "n": []}]
TOLD = "**Ann** applied version 2 of the eval schema: “a does not count”"
PAGES = ["overview", "data", "schema", "fields", "compare", "records", "judge"]


def of_texts(gold: list[Any], **variants: list[Any]) -> Made:
    schema = {"type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in gold[0]}}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in variants.items()}
    return Made("texts", loaded(gold), files, schema)


@pytest.fixture
def identity() -> str:
    return small(right=RIGHT, wrong=WRONG).keep()


def apply_version(identity: str, by: str = "Ann", *, score: bool = True, message: str = "a does not count") -> None:
    store = server.store()
    now = store.evaluations.get(identity)
    assert now.schema_number is not None
    schema = dict(store.schemas.get(identity, now.schema_number).schema)
    field = {key: value for key, value in schema["properties"]["a"].items() if key != "x-eval-skip"}
    field |= {"x-eval-skip": True} if now.schema_number % 2 else {}
    schema["properties"] = {**schema["properties"], "a": field}
    store.schemas.add(identity, now.revision, schema, by=by, message=message)
    if score:
        score_due(store, identity, by=by, tell=lambda share, message: None)


@pytest.mark.parametrize("page", PAGES)
def test_whoever_has_a_page_open_is_told_who_applied_what_and_what_moved(
    open_app: Open, identity: str, page: str
) -> None:
    app = open_app(page, eval=identity)
    assert "applied version" not in said(app)
    apply_version(identity)
    app.run()
    assert not app.exception
    assert TOLD in said(app)
    assert "Settings: a: skipped." in said(app)
    assert "F1: wrong 83.3 → 100.0 (+16.7); right 100.0 → 100.0 (unchanged)." in said(app)


@pytest.fixture
def told(open_app: Open, identity: str) -> AppTest:
    app = open_app("fields", eval=identity)
    apply_version(identity)
    return app.run()


def test_it_goes_away_once_it_is_seen(told: AppTest) -> None:
    told.run()
    assert TOLD in said(told), "a click at once may come before anyone has read it"
    told.button(key="news.seen").click().run()
    assert TOLD not in said(told)


def test_it_goes_away_by_itself_with_a_click_some_time_after_it_was_shown(
    told: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "_SEEN_AFTER", 0.0)
    assert TOLD not in said(told.run())


def test_it_leads_to_the_version_before(told: AppTest) -> None:
    told.button(key="news.before").click().run()
    assert "The last results under version 1 of the schema" in said(told)
    assert TOLD not in said(told)


def test_it_goes_along_to_the_next_page(told: AppTest) -> None:
    assert TOLD in said(told.switch_page("pages/records.py").run())


def test_several_changes_are_told_together_against_what_was_seen_last(told: AppTest, identity: str) -> None:
    apply_version(identity, by="Bob", message="it counts again")
    told.run()
    assert TOLD in said(told)
    assert "**Bob** applied version 3 of the eval schema: “it counts again”" in said(told)
    assert "No F1 has moved." in said(told)
    assert "Settings:" not in said(told), "taken together, no setting has changed"
    assert not any(button.key == "news.before" for button in told.button)


def test_what_is_not_scored_yet_is_said_to_be_so(open_app: Open, identity: str) -> None:
    app = open_app("fields", eval=identity)
    apply_version(identity, score=False)
    assert "Not scored yet: right, wrong." in said(app.run())


def test_four_changes_are_three_and_one_before(open_app: Open, identity: str) -> None:
    app = open_app("fields", eval=identity)
    for _ in range(4):
        apply_version(identity, score=False)
    assert "; and 1 change before  " in said(app.run())


def test_four_settings_are_three_and_one_more(open_app: Open) -> None:
    gold = [{"id": "x", "a": "1", "b": "1", "c": "1", "d": "1"}]
    app = open_app("fields", evaluation=of_texts(gold, A=gold))
    change_every(app, {"x-eval-weight": 2})
    assert "; and 1 more setting." in said(app.run())


def change_every(app: AppTest, setting: dict[str, Any]) -> None:
    """Bob changes every field but the id."""
    store, identity = server.store(), str(app.query_params["eval"])
    now = store.evaluations.get(identity)
    assert now.schema_number is not None
    schema = json.loads(json.dumps(store.schemas.get(identity, now.schema_number).schema))
    for name, field in schema["properties"].items():
        field |= {} if name == "id" else setting
    store.schemas.add(identity, now.revision, schema, by="Bob")
    score_due(store, identity, by="Bob", tell=lambda share, message: None)


def test_own_changes_are_not_told_as_those_of_others(open_app: Open) -> None:
    wrong = [{**record, "n": record["n"][::-1]} for record in RIGHT]
    app = open_app("schema", evaluation=small(A=RIGHT, B=wrong))
    store, identity = server.store(), str(app.query_params["eval"])
    now = store.evaluations.get(identity)
    one = loaded(WRONG, "new.json", "extracted")
    store.variants.update(identity, now.revision, now.variants[0].id, by="Bob", data=one)
    score_due(store, identity, by="Bob", tell=lambda share, message: None)
    told = "F1: A 100.0 → 83.3 (−16.7).\n"
    assert told in said(app.run())
    app.button(key="schema.pair.n").click().run()
    assert told in said(app)
    assert "Settings:" not in said(app)


def test_the_figure_of_a_renamed_variant_has_moved_too(open_app: Open, identity: str) -> None:
    app, store = open_app("fields", eval=identity), server.store()
    now = store.evaluations.get(identity)
    store.variants.update(identity, now.revision, now.variants[1].id, name="new name", by="Ann")
    apply_version(identity)
    assert "new name 83.3 → 100.0 (+16.7)" in said(app.run())


def test_a_version_whose_figures_are_gone_is_not_offered(open_app: Open, identity: str) -> None:
    app, store = open_app("fields", eval=identity), server.store()
    store.evaluations.set_gold(identity, store.evaluations.get(identity).revision, loaded(WRONG), by="Ann")
    apply_version(identity)
    assert "Settings: a: skipped." in said(app.run())
    assert not any(button.key == "news.before" for button in app.button)


def test_a_replaced_file_is_told_and_a_new_name_is_not(open_app: Open, identity: str) -> None:
    app, store = open_app("fields", eval=identity), server.store()
    now = store.evaluations.get(identity)
    now = store.evaluations.rename(identity, now.revision, "other", by="Ann")
    now = store.variants.update(identity, now.revision, now.variants[0].id, by="Ann", meta={"model": "m"})
    assert "Ann" not in said(app.run())
    data = loaded(WRONG, "new.json", "extracted")
    store.variants.update(identity, now.revision, now.variants[0].id, by="Ann", data=data)
    score_due(store, identity, by="Ann", tell=lambda share, message: None)
    app.run()
    assert "**Ann** put other records of “right” in place" in said(app)
    assert "F1: right 100.0 → 83.3 (−16.7)." in said(app)


def test_own_changes_are_no_news(open_app: Open, identity: str) -> None:
    app = open_app("data", eval=identity)
    next(box for box in app.selectbox if box.key == "data.variant").set_value(
        server.store().evaluations.get(identity).variants[0].id
    ).run()
    app.button(key="variant.remove").click().run()
    app.run()
    assert not any(button.key == "news.seen" for button in app.button)
    assert not any(button.key == "news.seen" for button in open_app("fields", eval=identity).button), "nor old ones"
