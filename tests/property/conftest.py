"""Set-up of the property tests."""

import logging

import pytest

import evaljson

from .generate import CUSTOM
from .product import graded


@pytest.fixture(autouse=True)
def quiet_engine(caplog: pytest.LogCaptureFixture) -> None:
    """What the engine warns of on purpose-made bad records would bury the report of a failure."""
    caplog.set_level(logging.CRITICAL, logger="evaljson")


@pytest.fixture(autouse=True)
def graded_comparator(registries_put_back: None) -> None:
    """Made-up schemas name it, and no registration outlives its test."""
    evaljson.register(CUSTOM, graded)
