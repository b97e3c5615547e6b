"""A job looks for suggestions where an evaluation is large."""

from itertools import pairwise

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.jobs.kinds import KINDS
from evaljson.ui.session import server
from evaljson.ui.shared import find_suggestions
from evaljson.workspace.suggestions import SUGGEST, found_last, look
from tests.ui.conftest import Open
from tests.ui.schema.suggesting import BARE, LOUD, RULE, made, press, text


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=made(loud=LOUD, bare=BARE), tab="Suggestions")


def test_a_large_evaluation_is_looked_at_by_a_job_that_can_be_cancelled(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_suggestions, "QUICK", 0)
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    page = open_app("schema", evaluation=made(loud=LOUD), tab="Suggestions")
    identity, store = str(page.query_params["eval"]), server.store()
    assert RULE not in text(page)
    press(page, "suggest.cancel")
    page.run()
    assert "Looking for suggestions was cancelled." in text(page)
    press(page, "suggest.look")
    [job] = store.jobs.all(evaluation=identity, states=["queued"])
    assert KINDS[job.kind](store, job, lambda share, message: None)
    page.run()
    assert RULE in text(page)


def test_a_job_finds_what_the_page_finds_and_tells_how_far_it_is(page: AppTest) -> None:
    identity, store = str(page.query_params["eval"]), server.store()
    there, heard = found_last(store, identity), []
    key = look(store, identity, by="test", tell=lambda share, message: heard.append(share))
    again = found_last(store, identity)
    assert there is not None
    assert again is not None
    assert (key, again[1]()) == (there[0], there[1]())
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(heard))
    assert heard[-1] == 1.0
    assert SUGGEST in KINDS


def test_a_job_that_looks_is_cancelled_once_something_else_is_in_force(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_suggestions, "QUICK", 0)
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    page = open_app("schema", evaluation=made(loud=LOUD), tab="Suggestions")
    identity, store = str(page.query_params["eval"]), server.store()
    [looking] = store.jobs.all(evaluation=identity)
    page.session_state["schema.tab"] = "Fields"
    page.run()
    page.session_state[f"schema.grid.{page.session_state['evaljson.turn']}"] = {"edited_rows": {3: {"weight": 3}}}
    page.run()
    press(page, "schema.apply")
    assert "Version 2 is the current version" in text(page)
    assert store.jobs.get(looking.id).state == "cancelled"
