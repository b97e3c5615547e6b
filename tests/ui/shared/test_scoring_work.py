"""What a page says of scoring: offered while something is due, and not a moment longer."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.jobs import Pool
from evaljson.jobs.owner import new_owner, place
from evaljson.ui.session import read_evaluation, server
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.closed_books import CLOSED_BOOK
from evaljson.workspace.scoring import SCORE, current_runs, score_due
from tests.ui.conftest import Open, loaded, said, small
from tests.ui.shared.test_others_changes import RIGHT, WRONG, apply_version


def scored_by_a_job(identity: str) -> None:
    store = server.store()
    job = store.jobs.create(SCORE, {}, by="ann", evaluation=identity)
    store.jobs.claim("someone", [SCORE])
    score_due(store, identity, by="ann", tell=lambda share, message: None)
    store.jobs.finish(job.id, "someone")


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


@pytest.fixture
def identity() -> str:
    made = small(right=RIGHT, wrong=WRONG).keep()
    apply_version(made, score=False)
    return made


def test_scoring_is_offered_where_it_is_due(open_app: Open, identity: str) -> None:
    assert "Score now" in labels(open_app("data", eval=identity))


def test_a_variant_that_was_never_scored_has_no_figures_from_before(open_app: Open, identity: str) -> None:
    store = server.store()
    now = store.evaluations.get(identity)
    store.variants.add(identity, now.revision, "new", loaded(RIGHT, "new.json", "extracted"), by="bob")
    told = said(open_app("overview", eval=identity))
    assert "Not scored yet: right, wrong, new. Figures shown for right, wrong are from before the last change." in told


def test_scoring_is_not_offered_where_a_job_ended_while_the_page_was_read(
    open_app: Open, identity: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []

    def read_then_scored(*arguments: Any) -> Any:
        runs = current_runs(*arguments)
        if not reads:
            scored_by_a_job(identity)
        reads.append(identity)
        return runs

    monkeypatch.setattr(read_evaluation, "current_runs", read_then_scored)
    app = open_app("data", eval=identity)
    assert not app.exception
    assert len(reads) > 1
    assert "Score now" not in labels(app)


def test_a_job_whose_process_died_with_another_server_does_not_go_on_for_ever(open_app: Open, identity: str) -> None:
    store = server.store()
    store.jobs.create(SCORE, {}, by="ann", evaluation=identity)
    store.jobs.claim(f"{place()}:999999999:abc", [SCORE])
    app = open_app("data", eval=identity)
    assert "Scoring was interrupted." in said(app)
    assert "Score now" in labels(app)


def begun(kind: str) -> None:
    """A job of this kind that somebody else has at work."""
    other = new_owner()
    job = server.store().jobs.wait(kind, {}, other, by="bob")
    server.store().jobs.hand_over(job.id, other, other)


@pytest.mark.parametrize(("kind", "of_others"), [(SCORE, SCORE), (SCORE, JUDGE), (JUDGE, CLOSED_BOOK)])
def test_a_job_that_waits_for_others_says_so_and_who_can_change_it(
    open_app: Open, identity: str, monkeypatch: pytest.MonkeyPatch, kind: str, of_others: str
) -> None:
    monkeypatch.setenv("EVALJSON_MAX_JOBS", "1")
    monkeypatch.setattr(Pool, "wake", lambda pool: None)
    server.store().jobs.wait(kind, {}, new_owner(), by="ann", evaluation=identity)
    app = open_app("data", eval=identity)
    assert [bar.proto.text for bar in app.get("progress")] == ["Waiting for its turn"]
    begun(of_others)
    told = said(app.run())
    assert "Others come first: this server does a few at a time (1 job)" in told
    assert "have the operator raise EVALJSON" in told
