"""After a change, Overview has settings that would explain errors looked for again, and says so meanwhile."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.suggest import applied
from evaljson.ui.overview import suggestion_decision
from evaljson.ui.session import server
from evaljson.workspace.scoring import score_due
from evaljson.workspace.suggestions import SUGGEST, found_last
from tests.ui.conftest import Made, Open, html_of, loaded
from tests.ui.page_jobs import finish, jobs_of
from tests.ui.schema.suggesting import BARE, made, press, text

EXPLAINED = [{**record, "reasoning": "because"} for record in BARE]
MEANWHILE = "1 setting found before the last change is not in the schema. What it does now is being looked for."
UNLOOKED = "1 setting found before the last change is not in the schema. There may be more."
FLIPS = "<bdi>loud</bdi> would be best if the suggested settings are applied"


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker takes a job."""
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)


@pytest.fixture
def page(open_app: Open) -> AppTest:
    """Overview after one of two settings was dismissed, and a key ignored since."""
    app = open_app("schema", evaluation=made(bare=EXPLAINED), tab="Suggestions")
    press(app, "suggest.dismiss")
    app.switch_page("pages/overview.py").run()
    assert "2 settings would explain errors, 1 of them dismissed; together, with that one: " in text(app)
    assert "2 to decide" in text(app)
    return app.button(key="hint.unknown.overview").click().run()


def test_what_was_found_before_a_change_is_looked_for_again_in_a_job(page: AppTest) -> None:
    assert MEANWHILE in text(page)
    assert "1 to decide" in text(page)
    assert "together: " not in text(page), "its figures are from before the change"
    [job] = jobs_of(SUGGEST)
    assert finish(job)
    page.run()
    assert "2 settings would explain errors, 1 of them dismissed; together, with that one: " in text(page)
    assert "before the last change" not in text(page)
    page.run()
    assert len(jobs_of(SUGGEST)) == 1, "what is known is not looked for again"


def test_undo_brings_back_what_was_found_without_another_search(page: AppTest) -> None:
    assert finish(jobs_of(SUGGEST)[0])
    page.run()
    press(page, "data.undo")
    assert "2 settings would explain errors, 1 of them dismissed; together, with that one: " in text(page)
    assert len(jobs_of(SUGGEST)) == 1


def test_where_the_search_is_cancelled_nothing_is_said_to_be_looked_for(page: AppTest) -> None:
    press(page, "overview.suggest.cancel")
    page.run()
    assert UNLOOKED in text(page)
    assert [job.state for job in jobs_of(SUGGEST)] == ["cancelled"]


def test_what_would_take_many_minutes_is_looked_for_again_on_a_click_only(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suggestion_decision, "MOST", 1)
    app = open_app("schema", evaluation=made(bare=EXPLAINED), tab="Suggestions")
    press(app, "suggest.dismiss")
    app.switch_page("pages/overview.py").run()
    app.button(key="hint.unknown.overview").click().run()
    assert UNLOOKED in text(app)
    assert jobs_of(SUGGEST) == []


def applied_by_hand(app: AppTest) -> str:
    """Set all that was found, by hand; return the id of the evaluation."""
    identity, store = str(app.query_params["eval"]), server.store()
    last = found_last(store, identity)
    assert last is not None
    snapshot = store.evaluations.get(identity)
    assert snapshot.schema_number is not None
    schema = applied(store.schemas.get(identity, snapshot.schema_number).schema, list(last[1]())).schema
    store.schemas.add(identity, snapshot.revision, schema, by="ann", message="name: transforms")
    score_due(store, identity, by="ann", tell=lambda share, message: None)
    return identity


def test_where_nothing_is_left_it_is_said_that_settings_are_looked_for_and_then_that_nothing_is(
    open_app: Open,
) -> None:
    identity = applied_by_hand(open_app("schema", evaluation=made(bare=BARE), tab="Suggestions"))
    app = open_app("overview", eval=identity)
    assert "Nothing is left to decide. Settings that would explain errors are being looked for." in text(app)
    [job] = jobs_of(SUGGEST)
    finish(job, "cancelled")
    app.run()
    since = "Nothing is left to decide. Nobody has looked for settings that would explain errors since the last change."
    assert since in text(app)
    again = server.pool().submit(SUGGEST, identity, by="ann")
    finish(again)
    app.run()
    assert "Nothing is left to decide." in text(app)
    assert "looked" not in text(app)


def test_whether_first_place_hangs_on_suggestions_is_back_once_they_are_found_again(open_app: Open) -> None:
    """All names in capitals in one of two variants, and every second city wrong in the other."""
    gold: list[Any] = [{"id": str(at), "name": f"Ada {at}", "city": f"city {at}"} for at in range(40)]
    sides = {
        "loud": [{**record, "name": record["name"].upper(), "why": "so"} for record in gold],
        "fair": [{**record, "why": "so", **({"city": "other"} if at % 2 else {})} for at, record in enumerate(gold)],
    }
    schema = {"type": "object", "x-eval-id": "id", "properties": {key: {"type": "string"} for key in gold[0]}}
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in sides.items()}
    both = Made("two", loaded(gold, "gold.json"), files, schema)
    app = open_app("schema", evaluation=both, tab="Suggestions")
    app.switch_page("pages/overview.py").run()
    assert FLIPS in html_of(app)
    app.button(key="hint.unknown.overview").click().run()
    assert "would be best if" not in html_of(app)
    assert MEANWHILE in text(app)
    finish(jobs_of(SUGGEST)[0])
    app.run()
    assert FLIPS in html_of(app)
