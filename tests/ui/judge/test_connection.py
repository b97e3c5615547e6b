"""How the judge is reached, and where its key goes."""

import logging
import sqlite3
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.store.location import FILE
from evaljson.ui.session import server
from evaljson.workspace.judge_choice import choice_of
from tests.judge.endpoint import Endpoint, error
from tests.ui.conftest import Open, html_of
from tests.ui.judge.judging import judged
from tests.ui.judge.on_page import KEY, OTHER, VARIABLES, ask, connect, identity, text

pytestmark = pytest.mark.usefixtures("asks_here")


def test_a_trial_says_whether_the_endpoint_judges_and_changes_nothing(page: AppTest, endpoint: Endpoint) -> None:
    connect(page, endpoint.url, button="test")
    assert "answers, and the answer is readable" in text(page)
    endpoint.faults = [lambda request: error(401, f"Incorrect API key provided: {request.headers['authorization']}")]
    connect(page, endpoint.url, button="test")
    assert "does not work: the endpoint answered 401: Incorrect API key provided: Bearer [key]" in text(page)
    assert KEY not in text(page)
    assert choice_of(server.store().evaluations.get(identity(page)).settings) is None


@pytest.mark.parametrize(
    ("url", "key", "model", "told"),
    [
        ("http://u:sk-x@h/v1", "", "m", "the judge's URL holds more than an address"),
        ("", "", "m", "this session has no key for OpenAI"),
        ("http://127.0.0.1:9/v1", "", "", "enter the name of a model"),
        ("http://127.0.0.1:9/v1", "", "sk-x", "the model looks like a key"),
        ("http://127.0.0.1:9/v1", "sk-ä", "m", "the judge's key has characters that cannot be in a key"),
    ],
)
def test_a_connection_that_cannot_work_is_refused_without_repeating_a_key(
    page: AppTest, url: str, key: str, model: str, told: str
) -> None:
    connect(page, url, key, model)
    assert told in text(page)
    assert "sk-x" not in text(page)
    assert choice_of(server.store().evaluations.get(identity(page)).settings) is None


def test_the_key_is_in_no_store_export_link_log_or_page(
    page: AppTest, endpoint: Endpoint, own_store: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    endpoint.faults = [lambda request: error(500, f"no {KEY}") if request.number == 1 else None]
    with caplog.at_level(logging.INFO):
        ask(connect(page, endpoint.url))
    assert any(request.headers["authorization"] == f"Bearer {KEY}" for request in endpoint.requests)
    server.store().export_to(tmp_path / "export.zip")
    held = "\n".join(sqlite3.connect(own_store / FILE).iterdump())
    shown = [text(page), html_of(page), str(page.query_params), *(str(frame.value) for frame in page.dataframe)]
    widgets = [str(box.value) for box in page.text_input]
    written = [file.read_bytes().decode("latin-1") for file in own_store.rglob("*") if file.is_file()]
    exported = (tmp_path / "export.zip").read_bytes().decode("latin-1")
    for place in (held, exported, caplog.text, *shown, *widgets, *written):
        assert KEY not in place


def test_a_key_goes_to_the_endpoint_that_it_was_given_for_and_to_no_other(
    page: AppTest, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVALJSON_JUDGE_API_KEY", OTHER)
    with Endpoint() as elsewhere:
        connect(page, endpoint.url)
        connect(page, elsewhere.url, key="", button="test")
        ask(connect(page, elsewhere.url, key=""))
        assert elsewhere.requests
        assert {request.headers["authorization"] for request in elsewhere.requests} == {"Bearer none"}


def test_the_key_of_the_server_is_used_where_the_server_says_and_never_shown(
    open_app: Open, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in zip(VARIABLES, ("gpt-4.1-mini", endpoint.url, OTHER), strict=False):
        monkeypatch.setenv(name, value)
    page = open_app("judge", evaluation=judged())
    assert page.text_input(key="judge.model").value == "gpt-4.1-mini"
    assert page.text_input(key="judge.key").placeholder == "from $EVALJSON_JUDGE_API_KEY"
    ask(page.button(key="judge.use").click().run())
    assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {OTHER}"}
    assert OTHER not in text(page)


def test_the_connection_may_come_from_the_secrets_of_the_server(
    open_app: Open, endpoint: Endpoint, project_root: Path
) -> None:
    page = AppTest.from_file(str(project_root / "app.py"), default_timeout=30)
    page.secrets["judge"] = {"model": "gpt-4.1-mini", "base_url": endpoint.url, "api_key": OTHER}
    page.query_params["eval"] = judged().keep()
    page.switch_page("pages/judge.py").run()
    assert page.text_input(key="judge.key").placeholder == "from st.secrets"
    ask(page.button(key="judge.use").click().run())
    assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {OTHER}"}
    assert OTHER not in text(page)
