"""What is decided is not offered again while it is being scored: its figures are of the step before."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.ui.shared import scoring_work
from evaljson.workspace.scoring import SCORE
from tests.ui.conftest import Made, Open, html_of, loaded, said
from tests.ui.overview.test_leaderboard import GOLD, made, wrong_at
from tests.ui.page_jobs import finish, jobs_of

BEING_SCORED = "The last change is being scored"
LATER = "What is left to decide is said once all variants are scored."


@pytest.fixture(autouse=True)
def scored_by_jobs_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is scored by a job, which no worker takes."""
    monkeypatch.setattr(scoring_work, "is_quick", lambda store, evaluation: False)
    monkeypatch.setattr("evaljson.jobs.pool.Pool.wake", lambda self: None)


def of_three() -> Made:
    return made(lacks=wrong_at("a", 8, notes="why")[8:], fair=wrong_at("a", 3, notes="why"), bad=wrong_at("abc"))


def of_two() -> Made:
    return made(lacks=wrong_at("a", 8, notes="why")[8:], fair=wrong_at("a", 3))


def of_two_without_missing() -> Made:
    return replace(of_two(), settings={"scoring": {"missing_records": "exclude"}})


def panel(app: AppTest) -> set[str]:
    """The buttons that decide something."""
    return {button.key for button in app.button if button.key and button.key.startswith(("decide.", "hint."))}


@pytest.mark.parametrize("page", ["overview", "data"])
@pytest.mark.parametrize(
    ("evaluation", "button"),
    [
        (of_three, "decide.missing"), (of_two, "decide.missing"), (of_three, "hint.unknown.overview"),
        (of_two, "hint.unknown.overview"), (of_two_without_missing, "decide.count-missing"),
    ],
)  # fmt: skip
def test_nothing_is_offered_with_figures_from_before_a_change_until_it_is_scored(
    open_app: Open, evaluation: Callable[[], Made], button: str, page: str
) -> None:
    app = open_app("overview", evaluation=evaluation())
    assert button in panel(app)
    app.button(key=button).click().run()
    identity = str(app.query_params["eval"])
    shown = app if page == "overview" else open_app(page, eval=identity)
    assert panel(shown) == set()
    assert "would be best if" not in html_of(shown)
    if page == "overview":
        assert f"{BEING_SCORED}: figures shown are from before it. {LATER}" in said(shown)
        assert "to decide**" not in said(shown)
    [job] = jobs_of(SCORE)
    finish(job)
    later = open_app("overview", eval=identity)
    assert BEING_SCORED not in said(later)
    assert button not in panel(later)
    assert panel(later), "what is still to be decided, or can be taken back"


def test_where_scoring_was_cancelled_nothing_is_said_to_be_scored(open_app: Open) -> None:
    app = open_app("overview", evaluation=of_three())
    app.button(key="decide.missing").click().run()
    finish(jobs_of(SCORE)[0], "cancelled")
    app.run()
    assert panel(app) == set()
    assert BEING_SCORED not in said(app)
    assert LATER in said(app)


def test_variants_that_are_scored_already_have_decisions_while_no_job_scores_the_others(open_app: Open) -> None:
    app = open_app("overview", evaluation=of_three())
    store, identity = server.store(), str(app.query_params["eval"])
    now = store.evaluations.get(identity)
    store.variants.add(identity, now.revision, "new", loaded(GOLD, "new.json", "extracted"), by="ann")
    app.run()
    assert "decide.missing" in panel(app)
    server.pool().submit(SCORE, identity, by="ann")
    app.run()
    assert panel(app) == set()
    assert f"{BEING_SCORED}. {LATER}" in said(app)
