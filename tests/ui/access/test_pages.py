"""Each page as someone without a role, and as nobody: refused, and never with a traceback."""

import pytest

from tests.test_layers import PAGES
from tests.ui.access.conftest import SignIn
from tests.ui.access.test_disabled import drawn
from tests.ui.conftest import Open, said


@pytest.mark.parametrize("page", PAGES)
def test_someone_without_a_role_is_told_whom_to_ask_and_can_press_nothing_of_the_page(
    page: str, open_app: Open, sign_in: SignIn, shared: str
) -> None:
    sign_in("stranger@example.org")
    app = open_app(page, eval=shared)
    refused = said(app)
    assert "Not open to you" in refused
    assert "stranger@example.org is not among those who may see this evaluation; ask owner@example.org" in refused
    assert "small" not in refused
    assert set(drawn(app)) == {"refused.sample"}
    sign_in("eve@evil.example")
    assert "may not use this app" in said(open_app(page, eval=shared))
