"""Where there is much, a job ranks the variants; Overview then says what it would have worked out itself."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.workspace import standing
from evaljson.workspace.kept_standing import STANDING
from tests.ui.conftest import Open, html_of, said
from tests.ui.overview.test_leaderboard import three
from tests.ui.page_jobs import finish, jobs_of


@pytest.fixture
def waiting(open_app: Open, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> tuple[AppTest, str]:
    """A page that waits for the job, and what it said when it worked everything out itself."""
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)
    own = replace(three(), name=request.node.name)  # what is kept of equal runs is held by the process
    app = open_app("overview", evaluation=own)
    before = said(app) + html_of(app)
    monkeypatch.setattr(standing, "MANY_RESULTS", 1)
    return app.run(), before


def test_the_page_waits_for_the_job_and_says_then_what_it_would_have_worked_out(waiting: tuple[AppTest, str]) -> None:
    app, before = waiting
    assert "is best" not in html_of(app)
    (job,) = jobs_of(STANDING)
    finish(job)
    app.run()  # which asks for the comparisons with the first variant, unless the first job has made them
    assert said(app) + html_of(app) == before
    assert len(jobs_of(STANDING)) == 1


def test_another_baseline_has_a_job_of_its_own(waiting: tuple[AppTest, str]) -> None:
    app, _ = waiting
    finish(jobs_of(STANDING)[0])
    app.run()
    app.selectbox(key="overview.a").set_value("bad").run()
    other = next(job for job in jobs_of(STANDING) if job.payload)
    assert other.payload == {"baseline": "bad"}
    assert "is best" in html_of(app)
    finish(other)
    app.run()
    assert "is better than" in said(app) + html_of(app)


def test_where_it_was_cancelled_a_click_begins_it_again(waiting: tuple[AppTest, str]) -> None:
    app, _ = waiting
    finish(jobs_of(STANDING)[0], "cancelled")
    app.run()
    assert "The variants are not ranked: that was stopped." in said(app)
    app.button(key="standing.again").click().run()
    assert [job.state for job in jobs_of(STANDING)].count("queued") == 1
