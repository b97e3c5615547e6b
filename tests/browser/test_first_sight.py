"""From files that nobody has seen before to what someone wants to know of them, counted in clicks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import expect_address, settle
from tests.browser.unknown_files import BEST, ERRORS, SETS, Files


def clicks_to_the_verdict(page: Page, files: Files) -> int:
    """Bring the files as a person does, in one go, until Overview says which is best; return the clicks it took."""
    page.get_by_role("button", name="Use my data").click()
    zone = page.locator("[data-testid=stFileUploader] input[type=file]").first
    zone.set_input_files(  # one click on the drop zone, which lets the browser ask for files
        [FilePayload(name=name, mimeType="application/json", buffer=content) for name, content in files.items()]
    )
    page.get_by_role("button", name="Score", exact=True, disabled=False).click()
    expect(page.get_by_text("Loses most at")).to_be_visible()
    settle(page)
    return 3


@pytest.mark.parametrize("shape", SETS)
def test_three_clicks_lead_from_unknown_files_to_which_is_best_and_where_each_fails(
    open_page: Callable[..., Page], shape: str
) -> None:
    page = open_page()
    assert clicks_to_the_verdict(page, SETS[shape]()) == 3
    expect_address(page, "eval=")
    expect(page).to_have_title("Overview · evaljson")
    expect(page.get_by_text(f"{BEST} is best: F1 95.6, above both others.")).to_be_in_viewport()
    rows = page.locator(".ej-board tbody tr")
    expect(rows).to_have_count(len(ERRORS))
    for row in rows.all():
        expect(row.locator(".ej-worst a")).to_have_count(3)
        expect(row).to_be_in_viewport()
