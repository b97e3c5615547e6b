"""Visitors who type their names: elsewhere, pages are tested with a visitor who is signed in."""

import pytest

from evaljson.ui.session import author


@pytest.fixture(autouse=True)
def nobody_is_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(author, "address", lambda: "")
