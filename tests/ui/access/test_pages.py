"""Each page as each role, as someone without a role, and as nobody: shown or refused, and never with a traceback."""

import pytest

from tests.test_layers import PAGES
from tests.ui.access.conftest import ROLES, SignIn
from tests.ui.conftest import Open, said


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_shown_to_those_who_have_a_role_and_to_no_others(
    page: str, open_app: Open, sign_in: SignIn, shared: str
) -> None:
    for who in ROLES:
        sign_in(f"{who}@example.org")
        app = open_app(page, eval=shared)
        assert not app.exception, who
        assert not app.error, (who, said(app))
        assert ("You are" in said(app)) is (who in ("viewer", "reviewer")), who
    sign_in("stranger@example.org")
    refused = said(open_app(page, eval=shared))
    assert "Not open to you" in refused
    assert "stranger@example.org is not among those who may see this evaluation; ask owner@example.org" in refused
    assert "small" not in refused
    sign_in("eve@evil.example")
    assert "may not use this app" in said(open_app(page, eval=shared))
