"""Extracted text is untrusted: it is shown as it is, runs nothing and breaks no layout."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import settle
from tests.browser.looks import overflow
from tests.browser.own_files import bring

EVIL = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
GOLD = {
    "id": "r<b>1</b>",
    EVIL: "plain",
    "**bold** $x^2$ :red[red]": "text",
    'it\'s "quoted".[a]': "v",
    "F1": "a field named like a figure",
    "Record": "and one like a column",
    "long": "x" * 10_000,
    "rtl": "שלום עולם",
    "a_turned": "abc\u202edef",
    "null": None,
    "empty": "",
    "many": [{"n": i} for i in range(600)],
}
EXTRACTED = {
    **GOLD,
    EVIL: EVIL,
    "**bold** $x^2$ :red[red]": "**bold** $x^2$ :red[red]",
    "long": "y" * 10_000,
    "rtl": "עולם שלום",
    "a_turned": "abcfed",
    "empty": None,
    "many": [{"n": -i} for i in range(600)],
    EVIL + "2": EVIL,
}


@pytest.fixture
def hostile(open_page: Callable[..., Page]) -> Page:
    page = open_page(width=1024)
    # Dialogs would hang the page; there may be none.
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    bring(page, [GOLD], {"<i>A</i>.json": [EXTRACTED], "B *b* $x$.json": [GOLD]})
    return page


def test_hostile_data_is_shown_as_text_on_every_page(hostile: Page) -> None:
    page = hostile
    for name in ("Overview", "Data", "Schema", "Fields", "Compare", "Records"):
        page.get_by_role("link", name=name, exact=True).click()
        settle(page)
        main = page.locator("[data-testid=stMainBlockContainer]")
        assert overflow(page) <= 1, name
        assert main.locator("img[src=x], script, .katex").count() == 0, name
        assert page.locator("[data-testid=stException]").count() == 0, name
        assert page.get_by_text("could not be shown").count() == 0, name
        assert "owned" not in page.title(), name
    table = page.locator("table.ej")
    expect(table).to_contain_text(EVIL)
    expect(table).to_contain_text("[U+202E]")
    expect(table).to_contain_text("10,000 characters")
    expect(table.locator("details").first).not_to_have_attribute("open", "")
