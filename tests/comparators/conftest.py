"""Registries are process-wide: each test here gets empty ones of its own."""

import pytest

from evaljson.comparators import registry as comparators
from evaljson.transforms import registry as transforms


@pytest.fixture(autouse=True)
def own_registries(monkeypatch: pytest.MonkeyPatch) -> None:
    """No registration outlives its test, and none from elsewhere is seen."""
    monkeypatch.setattr(comparators, "_user", {})
    monkeypatch.setattr(transforms, "_user", {})
