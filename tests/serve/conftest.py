"""Servers that several files share, one after the other on one worker: starting one takes three seconds of a core."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import Server

NAMED = "eval.example.org"
"""A host that the operator of `server` has named."""
SECRET, MAIL = "a-secret-of-the-proxy", "X-Forwarded-Email"
BELOW = "/eval"
"""The path of `behind_proxy`."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app without sign-in."""
    with Server(tmp_path_factory.mktemp("app"), EVALJSON_ALLOWED_HOSTS=NAMED) as running:
        yield running


@pytest.fixture(scope="session")
def behind_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app below a path, whose proxy says who someone is."""
    folder: Path = tmp_path_factory.mktemp("behind")
    (folder / "secret").write_text(SECRET, encoding="utf-8")
    with Server(
        folder,
        EVALJSON_PROXY_HEADER=MAIL,
        EVALJSON_PROXY_SECRET_FILE=str(folder / "secret"),
        EVALJSON_ALLOW="@example.org",
        STREAMLIT_SERVER_BASE_URL_PATH=BELOW.strip("/"),
    ) as running:
        yield running
