"""A picture of every page in both themes and two widths, and on a phone, to be looked at: build/screenshots."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import settle

PAGES = {
    "overview": "",
    "data": "data",
    "schema": "schema",
    "fields": "fields",
    "fields-by-record": "fields?a=Prompt+B",
    "compare": "compare?a=Prompt+A&b=Prompt+B",
    "records": "records?a=Prompt+A&record=inv-0025&b=nothing",
    "records-two": "records?a=Prompt+A&b=Prompt+B&record=inv-0004&field=line_items[].unit",
    "use-my-data": "data",
}
WIDTHS = (1440, 1024)
PHONE = 390
"""In the light theme alone."""
TALLEST = 2400


def overflow(page: Page) -> int:
    """Pixels that the page is wider than its window."""
    return int(
        page.evaluate(
            "(() => {const m = document.querySelector('[data-testid=stMain]'); return m.scrollWidth - m.clientWidth})()"
        )
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_drawn_without_an_error_and_not_wider_than_the_window(
    open_page: Callable[..., Page], project_root: Path, name: str, theme: str
) -> None:
    folder = project_root / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    page = open_page(PAGES[name], theme=theme, width=WIDTHS[0])
    if name == "fields-by-record":
        page.get_by_text("By record", exact=True).click()
        settle(page)
    if name == "use-my-data":
        page.get_by_role("button", name="Use my data").click()
        settle(page)
    for width in (*WIDTHS, PHONE) if theme == "light" else WIDTHS:
        # The page scrolls inside; a window as tall as its content shows all of it in one picture.
        height = int(page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight"))
        page.set_viewport_size({"width": width, "height": min(height + 80, TALLEST)})
        settle(page)  # grids and figures are drawn again
        page.screenshot(path=folder / f"{name}-{theme}-{width}.png")
        assert overflow(page) <= 1
    assert page.locator("[data-testid=stException]").count() == 0
    assert page.get_by_text("could not be shown").count() == 0
