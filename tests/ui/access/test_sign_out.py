"""A sign-in ends with signing out, in whichever tab, or after 30 days; its cookie is worth nothing then."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import streamlit as st

from evaljson.store import open_store
from evaljson.store.column_types import now
from evaljson.ui.session import ended_sign_ins, signed_in
from evaljson.ui.session.ended_sign_ins import ended_before, keep_ended
from evaljson.ui.session.signed_in import LASTS, address, ended, has_ended, mark, visitor
from tests.ui.access.conftest import SignIn
from tests.ui.conftest import Open, said

ANN = {"email": "ann@example.org", "iat": 1000, "nonce": "a"}


@pytest.fixture(autouse=True)
def at_once(sign_in: SignIn, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the sign-ins of the tests be new."""
    monkeypatch.setattr(signed_in, "time", type("Clock", (), {"time": staticmethod(lambda: 2000.0)}))
    ended().clear()
    yield
    ended().clear()


def use(monkeypatch: pytest.MonkeyPatch, **claims: object) -> None:
    monkeypatch.setattr(st, "user", {**ANN, **claims})


def test_a_sign_in_that_ended_is_no_one_and_the_next_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tokens=object())
    assert address() == "ann@example.org"
    ended().add(mark())
    use(monkeypatch, tokens=object())  # another tab: Streamlit gives each access its own
    assert (address(), has_ended()) == ("", True)
    who = visitor()
    assert who is not None
    assert who.scopes == ()
    use(monkeypatch, iat=1001)
    assert address() == "ann@example.org"
    use(monkeypatch, nonce="b")
    assert address() == "ann@example.org"


def test_a_sign_in_lasts_30_days(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, iat=2000 - LASTS)
    assert address() == "ann@example.org"
    use(monkeypatch, iat=2000 - LASTS - 1)
    assert address() == ""


def test_an_open_tab_asks_to_sign_in_again_once_another_one_has_signed_out(
    open_app: Open, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, email="viewer@example.org")
    app = open_app("data", eval=shared)
    ended().add(mark())
    app = app.run()
    assert "The proxy of this app did not say who you are" in said(app)
    assert "small" not in said(app)


def test_what_ended_is_known_after_a_restart_as_long_as_its_cookie_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(folder=tmp_path / "other") as store:
        keep_ended(store, "old", by="ann@example.org")
        monkeypatch.setattr(ended_sign_ins, "now", lambda: now() + timedelta(days=20))
        keep_ended(store, "new", by="ann@example.org")
        assert ended_before(store) == {"old", "new"}
        monkeypatch.setattr(ended_sign_ins, "now", lambda: now() + timedelta(days=31))
        assert ended_before(store) == {"new"}
        assert list(store.settings.all("signed-out")) == ["new"]
