"""Visitors who type their names: elsewhere, pages are tested with a visitor who is signed in. And planted errors."""

import pytest

from evaljson.ui.session import author
from tests.review.planted import Planted, planted


@pytest.fixture(autouse=True)
def nobody_is_signed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(author, "address", lambda: "")


@pytest.fixture(scope="module")
def data() -> Planted:
    return planted(40, wrong=6, on_matches=2)
