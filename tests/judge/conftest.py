"""A judged field, and an endpoint for each test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evaljson.judge import Judge
from tests.judge.endpoint import Endpoint

KEY = "sk-very-secret/42"


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVALJSON_JUDGE_MODEL", "EVALJSON_JUDGE_URL", "EVALJSON_JUDGE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as running:
        yield running


@pytest.fixture
def judge(endpoint: Endpoint) -> Callable[..., Judge]:
    """Makes judges that ask the endpoint and never wait long."""

    def make(**settings: Any) -> Judge:
        return Judge(**{"model": "fake", "base_url": endpoint.url, "api_key": KEY, "retries": 0, **settings})

    return make
