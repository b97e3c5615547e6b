"""After an upgrade, a job looks at the errors of a large run again; Overview then says what it would have found."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.store import NotFound
from evaljson.ui.session import server
from evaljson.workspace import looked_again
from evaljson.workspace.looked_again import LOOK_AGAIN, look_again
from tests.ui.conftest import Open, html_of, said, small
from tests.ui.page_jobs import finish, jobs_of

pytestmark = pytest.mark.usefixtures("nothing_read_before")

WRONG: list[Any] = [{"id": "x", "a": "1 ", "n": [{"k": 2}]}, {"id": "y", "a": "two", "n": [{"k": 9}]}]


LINE = '<div class="ej-like">'


def refuse(*of: Any) -> Any:
    raise AssertionError("the page looked at the errors itself")


@pytest.fixture
def waiting(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> tuple[AppTest, str]:
    """A page that waits for the job, and what the page says that looks itself."""
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    plain = open_app("overview", eval=small(wrong=WRONG).keep())
    before = html_of(plain).replace(str(plain.query_params["eval"]), "")
    assert LINE in before
    monkeypatch.setattr(looked_again, "MANY", 1)  # as if an earlier version had scored it: nothing of it is kept
    identity = small(wrong=WRONG).keep()
    monkeypatch.setattr("evaljson.ui.session.patterns.find_patterns", refuse)
    return open_app("overview", eval=identity), before


def test_the_page_waits_for_the_job_and_says_then_what_it_would_have_found(waiting: tuple[AppTest, str]) -> None:
    app, before = waiting
    assert not app.exception
    assert LINE not in html_of(app)
    assert "No value is wrong" not in said(app)
    (job,) = jobs_of(LOOK_AGAIN)
    finish(job)
    app.run()
    assert not app.exception
    assert html_of(app).replace(str(app.query_params["eval"]), "") == before
    assert len(jobs_of(LOOK_AGAIN)) == 1


def test_where_it_was_cancelled_a_click_begins_it_again(waiting: tuple[AppTest, str]) -> None:
    app, _ = waiting
    finish(jobs_of(LOOK_AGAIN)[0], "cancelled")
    app.run()
    assert "Nobody has looked at these errors: that was stopped." in said(app)
    app.button(key="look-again.again").click().run()
    assert [job.state for job in jobs_of(LOOK_AGAIN)].count("queued") == 1


def test_a_job_looks_at_no_run_of_another_evaluation(waiting: tuple[AppTest, str]) -> None:
    (job,) = jobs_of(LOOK_AGAIN)
    other = small(wrong=WRONG).keep()
    with pytest.raises(NotFound, match="there is no run"):
        look_again(server.store(), other, job.payload["run"], by="test", tell=lambda share, message: None)
