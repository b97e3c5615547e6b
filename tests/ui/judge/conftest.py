"""A judge's endpoint, the Judge page, and asking without a process of its own."""

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.ui.session import server
from tests.judge.endpoint import Endpoint
from tests.ui.conftest import Open
from tests.ui.judge.judging import AskingHere, judged
from tests.ui.judge.on_page import VARIABLES


@pytest.fixture
def asks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(server, "pool", lambda: AskingHere(server.store()))


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("judge", evaluation=judged())
