"""No type default outlives its test."""

from collections.abc import Iterator

import pytest

from tests.compat.reference_api.package import evaljson


@pytest.fixture(autouse=True)
def type_defaults_put_back() -> Iterator[None]:
    yield
    evaljson.reset_type_defaults()
