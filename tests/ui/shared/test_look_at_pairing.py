"""How arrays would pair by content is worked out in a job where it takes long, and the page is there meanwhile."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.ui.shared import look_at_pairing
from evaljson.workspace.pairing_gains import PAIRING
from tests.ui.conftest import Open, html_of, said, small
from tests.ui.page_jobs import finish, jobs_of

TURNED: list[Any] = [{"id": "x", "a": "1", "n": [{"k": 2}, {"k": 1}]}, {"id": "y", "a": "2", "n": []}]
GAIN = "By content, 2 more values (net) would match in two"


def identity_of(app: AppTest) -> str:
    named: Any = app.query_params["eval"]
    return named if isinstance(named, str) else str(named[0])


@pytest.fixture
def app(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    monkeypatch.setattr(look_at_pairing, "QUICK", 0)
    return open_app("data", evaluation=small(two=TURNED))


def test_the_page_is_there_while_a_job_looks_and_tells_what_it_finds(app: AppTest) -> None:
    assert "two</bdi> scores F1" in html_of(app)
    assert GAIN not in said(app)
    (job,) = jobs_of(PAIRING)
    done = finish(job)
    assert list(done["gains"].values()) == [{"n": 2}]
    assert GAIN in said(app.run())
    app.run()
    assert len(jobs_of(PAIRING)) == 1, "what is known is not looked at again"


def test_a_job_that_was_cancelled_is_begun_again_only_on_a_click(app: AppTest) -> None:
    (job,) = jobs_of(PAIRING)
    app.button(key=f"pairing.cancel.{identity_of(app)}").click().run()
    assert server.store().jobs.get(job.id).state == "cancelled"
    app.run()
    assert "Not known yet which arrays would pair better" in said(app)
    assert len(jobs_of(PAIRING)) == 1
    app.button(key="pairing.look").click().run()
    assert len(jobs_of(PAIRING)) == 2


def test_a_changed_schema_ends_the_job_and_is_looked_at_itself(app: AppTest) -> None:
    (job,) = jobs_of(PAIRING)
    identity = identity_of(app)
    store = server.store()
    now = store.evaluations.get(identity)
    schema = dict(store.schemas.get(identity, 1).schema)
    schema["properties"] = {**schema["properties"], "a": {"type": "string", "x-eval-skip": True}}
    store.schemas.add(identity, now.revision, schema, by="ann")
    app.run()
    app.button(key="work.score").click().run()
    assert store.jobs.get(job.id).state == "cancelled"
    assert [job.state for job in jobs_of(PAIRING)].count("queued") == 1
