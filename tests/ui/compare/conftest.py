"""The Compare page with two variants, and with the sample."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.compare.comparing import NEW, OLD, three
from tests.ui.conftest import Open


@pytest.fixture
def compared(open_app: Open) -> AppTest:
    return open_app("compare", evaluation=three(old=OLD, new=NEW))
