"""Review effort on Fields, by the model of the evaluation: the cost first, a yes, and then what to review."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.fields.effort import OPENED
from evaljson.ui.session import server
from evaljson.workspace.judge_choice import JudgeChoice
from evaljson.workspace.second_looks import SECOND_LOOK
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.second_look.endpoint import reads, sure_by
from tests.ui.conftest import Made, Open, loaded, said
from tests.ui.judge.judging import AskingHere, put

GOLD: list[Any] = [{"id": f"r{at}", "total": 1000 + at} for at in range(40)]
READ = [{**one, "total": 99} if at % 10 == 0 else one for at, one in enumerate(GOLD)]
SCHEMA = {"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}


def bills(*, sure: bool = False, texts: bool = True) -> Made:
    gold = loaded(GOLD, "gold.json")
    if texts:
        gold = replace(gold, metadata=[{"text": f"Total: {one['total']}"} for one in GOLD])
    read = [{**one, "sure": {"total": 0.9}} for one in READ] if sure else READ
    schema = {**SCHEMA, "x-eval-confidence": {"parallel": "sure"}} if sure else SCHEMA
    return Made("bills", gold, {"one": loaded(read, "one.json", "extracted")}, schema)


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    monkeypatch.setattr(server, "pool", lambda: AskingHere(server.store()))
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", KEY)
    with Endpoint(sure_by(reads)) as running:
        monkeypatch.setenv("EVALJSON_JUDGE_URL", running.url)
        yield running


def opened(app: AppTest) -> AppTest:
    app.session_state[OPENED] = True
    return app.run()


def pressed(app: AppTest, name: str) -> AppTest:
    return app.button(key=f"{OPENED}.{name}").click().run()


def test_a_model_says_what_to_review_after_a_yes(open_app: Open, endpoint: Endpoint) -> None:
    app = open_app("fields", evaluation=bills())
    identity = server.store().evaluations.all()[0].id
    put(identity, JudgeChoice("fake", endpoint.url))
    app = opened(app)
    assert "Not asked yet: 40 requests, about" in said(app)
    app = pressed(app, "ask")
    assert "the texts of documents and the values extracted from them" in said(app)
    assert not endpoint.requests
    app = pressed(app, "yes")
    assert not app.exception
    assert len(endpoint.requests) == 40
    assert "Review 4 of 40 records: those with a value less sure than 0.970" in said(app)
    listed = next(frame.value for frame in app.dataframe if list(frame.value) == ["Record"])
    assert list(listed["Record"]) == ["r0", "r10", "r20", "r30"]
    assert next(job.kind for job in server.store().jobs.all(evaluation=identity)) == SECOND_LOOK
    assert KEY not in said(app)


def test_without_a_model_the_section_says_what_asking_takes(open_app: Open) -> None:
    app = opened(open_app("fields", evaluation=bills()))
    assert not app.exception
    assert "Asking a model takes 40 requests, about" in said(app)
    assert app.button(key=f"{OPENED}.connect").label == "Connect a model"


def test_confidences_of_the_extraction_come_first_and_the_judge_is_a_choice(open_app: Open) -> None:
    app = opened(open_app("fields", evaluation=bills(sure=True)))
    assert "of no part are at most 2.0% of the values wrong" in said(app)
    app.session_state["fields.effort.by"] = "The judge"
    assert "Asking a model takes 40 requests, about" in said(app.run())


def test_without_confidences_and_texts_there_is_no_section(open_app: Open) -> None:
    app = open_app("fields", evaluation=bills(texts=False))
    assert "Review effort" not in [expander.label for expander in app.expander]
