"""The app where a proxy says who someone is."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st

from evaljson.store import Actor
from evaljson.ui.session import server
from evaljson.ui.session.signed_in import way_in
from tests.ui.conftest import small

ROLES = ("viewer", "reviewer", "editor", "owner")
OPERATOR = Actor("operator", "cli")
SignIn = Callable[[str], None]


@pytest.fixture
def sign_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[SignIn]:
    """Lets whoever of example.org it is given use the app from then on."""
    secret = tmp_path / "secret"
    secret.write_text("a secret of the proxy", encoding="utf-8")
    settings = {
        "EVALJSON_PROXY_HEADER": "X-Mail",
        "EVALJSON_PROXY_SECRET_FILE": str(secret),
        "EVALJSON_ALLOW": "@example.org",
        "EVALJSON_ADMINS": "admin@example.org",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    way_in.clear()

    def as_(who: str) -> None:
        monkeypatch.setattr(st, "user", {"email": who})

    as_("")
    yield as_
    # Only without the settings: whoever asks before the environment is as it was would keep them for all later tests.
    for name in settings:
        monkeypatch.delenv(name)
    way_in.clear()


@pytest.fixture
def shared() -> str:
    """The id of an evaluation in which everyone of ROLES has that role, as role@example.org."""
    identity = small(A=[{"id": "x", "a": "1", "n": []}], B=[{"id": "y", "a": "3", "n": [{"k": 1}]}]).keep()
    for role in ROLES:
        server.unguarded().members.set(identity, f"{role}@example.org", role, by=OPERATOR)  # type: ignore[arg-type]
    return identity
