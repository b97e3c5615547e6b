"""Set-up of the property tests."""

import logging

import pytest


@pytest.fixture(autouse=True)
def quiet_engine(caplog: pytest.LogCaptureFixture) -> None:
    """What the engine warns of on purpose-made bad records would bury the report of a failure."""
    caplog.set_level(logging.CRITICAL, logger="evaljson")
