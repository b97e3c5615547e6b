"""The Schema page with two variants, open at a field."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import Open, small
from tests.ui.schema.editing import RIGHT, WRONG


@pytest.fixture
def page(open_app: Open) -> AppTest:
    return open_app("schema", evaluation=small(one=RIGHT, two=WRONG), field="a", a="two")
