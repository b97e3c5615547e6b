"""The form of own data, empty."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Open


@pytest.fixture
def form(open_app: Open) -> AppTest:
    return open_app().button(key="data.own").click().run()
