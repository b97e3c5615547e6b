"""Visitors of a server that others can reach: which endpoints they may have it ask, and with whose key."""

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.serve.allowed_hosts import VARIABLE as HOSTS
from evaljson.ui.session import server
from evaljson.workspace.judge_choice import JudgeChoice, choice_of
from evaljson.workspace.key_allowance import today
from tests.judge.endpoint import Endpoint
from tests.ui.conftest import Open
from tests.ui.judge.judging import AskingHere, judged, put
from tests.ui.judge.on_page import KEY, OTHER, VARIABLES, ask, identity, text

LISTED = "EVALJSON_JUDGE_ENDPOINTS"


@pytest.fixture(autouse=True)
def asks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*VARIABLES, LISTED):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(server, "pool", lambda: AskingHere(server.store()))


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server behind a proxy: it listens on this computer only, and others reach it all the same."""
    monkeypatch.setenv(HOSTS, "eval.example.org")


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


@pytest.fixture
def internal() -> Iterator[Endpoint]:
    """What the server reaches and its visitors do not."""
    with Endpoint() as running:
        yield running


def use(page: AppTest, key: str = "", button: str = "use") -> AppTest:
    page.text_input(key="judge.model").set_value("gpt-4.1-mini")
    page.text_input(key="judge.key").set_value(key)
    return page.button(key=f"judge.{button}").click().run()


@pytest.mark.usefixtures("shared")
def test_a_visitor_chooses_among_the_endpoints_that_the_operator_allows(
    open_app: Open, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LISTED, f"{endpoint.url} https://models.example.org/v1")
    page = open_app("judge", evaluation=judged())
    box = page.selectbox(key="judge.url")
    assert box.options == ["https://api.openai.com/v1", endpoint.url, "https://models.example.org/v1"]
    box.set_value(endpoint.url)
    ask(use(page, KEY))
    assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {KEY}"}


@pytest.mark.parametrize("button", ["use", "test"])
def test_an_address_that_is_sent_past_the_list_is_refused_and_never_asked(
    open_app: Open, internal: Endpoint, button: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_app("judge", evaluation=judged())
    page.text_input(key="judge.url").set_value(internal.url)
    # What a browser sends is not bound to what the page offered.
    monkeypatch.setenv(HOSTS, "eval.example.org")
    use(page, KEY, button)
    assert "this server asks only the endpoints that its operator allows" in text(page)
    assert internal.url not in text(page)
    assert choice_of(server.store().evaluations.get(identity(page)).settings) is None
    assert internal.requests == []


@pytest.mark.usefixtures("shared")
def test_an_address_that_is_in_an_evaluation_already_is_not_asked_either(open_app: Open, internal: Endpoint) -> None:
    made = judged().keep()
    put(made, JudgeChoice("gpt-4.1-mini", internal.url))
    page = open_app("judge", eval=made)
    page.button(key="judge.ask").click().run()
    assert "this server asks only the endpoints that its operator allows" in text(page)
    assert not [button for button in page.button if button.key == "judge.yes"]
    assert internal.requests == []


def test_the_key_of_the_server_has_daily_limits_and_a_key_of_ones_own_has_none(
    open_app: Open, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in zip(VARIABLES, ("gpt-4.1-mini", endpoint.url, OTHER), strict=False):
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("EVALJSON_MAX_JUDGE_REQUESTS", "2")
    page = open_app("judge", evaluation=judged())
    use(page, button="test")
    assert "answers, and the answer is readable" in text(page)
    assert server.store().key_spending.of(today()).calls == 1
    use(page)
    assert "today (UTC) it has taken 1 of 2 requests" in text(page)
    ask(page)
    use(page, button="test")
    assert "the judge key of this server has had its 2 requests for today" in text(page)
    sent = len(endpoint.requests)
    use(page, KEY, button="test")
    assert "answers, and the answer is readable" in text(page)
    assert len(endpoint.requests) == sent + 1
    assert server.store().key_spending.of(today()).calls == 2
