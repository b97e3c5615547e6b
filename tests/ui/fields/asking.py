"""Sections of Fields that ask the model of the evaluation: the cost first, a yes, and then what comes of it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from evaljson.workspace.judge_choice import JudgeChoice
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.ui.conftest import said
from tests.ui.judge.judging import AskingHere, put


@contextmanager
def asked_here(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    """The endpoint, which the server asks with a key of its own."""
    monkeypatch.setattr(server, "pool", lambda: AskingHere(server.store()))
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", KEY)
    with endpoint as running:
        monkeypatch.setenv("EVALJSON_JUDGE_URL", running.url)
        yield running


def opened(app: AppTest, section: str) -> AppTest:
    app.session_state[section] = True
    return app.run()


def pressed(app: AppTest, section: str, *names: str) -> AppTest:
    for name in names:
        app = app.button(key=f"{section}.{name}").click().run()
    return app


def asked_after_a_yes(app: AppTest, section: str, endpoint: Endpoint, requests: int, sends: str) -> AppTest:
    """The section of the only evaluation with the answers in it; it said what it `sends`, and sent nothing before."""
    put(server.store().evaluations.all()[0].id, JudgeChoice("fake", endpoint.url))
    app = opened(app, section)
    assert f"Not asked yet: {requests} requests, about" in said(app)
    app = pressed(app, section, "ask")
    assert sends in said(app)
    assert not endpoint.requests
    app = pressed(app, section, "yes")
    assert not app.exception
    assert len(endpoint.requests) == requests
    assert KEY not in said(app)
    return app


def asked_by() -> str:
    """The kind of the newest job of the only evaluation."""
    store = server.store()
    return next(job.kind for job in store.jobs.all(evaluation=store.evaluations.all()[0].id))


def assert_says_what_asking_takes(app: AppTest, section: str, requests: int) -> None:
    """Without a model, the section names the cost and offers to connect one."""
    app = opened(app, section)
    assert not app.exception
    assert f"Asking a model takes {requests} requests, about" in said(app)
    assert app.button(key=f"{section}.connect").label == "Connect a model"
